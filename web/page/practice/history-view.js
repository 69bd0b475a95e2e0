// The rounds played so far: what they come to, and the last of them, each to be played again.
import { byId, fill, h, hide, row, table, unseenCaption } from "../dom.js";
import { percent, t } from "../language.js";
import { clear, rounds, statistics } from "./history.js";
import { figure, points } from "./score-view.js";

/** How many rounds are shown. */
const SHOWN = 10;

/** `again` plays a seed. */
export function showHistory(card, again) {
  const all = rounds();
  if (!all.length) return hide(card);
  card.hidden = false;
  const { won, kept, lost, right, streak, longest } = statistics(all);
  const forget = () => {
    if (!confirm(t("history.clear.sure", { n: all.length }))) return;
    clear();
    showHistory(card, again);
    byId("new-round").focus();
  };
  fill(
    card,
    h("h2", {}, t("history")),
    h("p", { class: "help" }, t("history.help")),
    h(
      "dl",
      { class: "sums" },
      figure("history.rounds", all.length),
      figure("history.won", percent(won, 0)),
      figure("score.acceptance", percent(kept, 0)),
      figure("history.lost", points(lost)),
      figure("score.best", percent(right, 0)),
      figure("history.streak", streak),
      figure("history.longest", longest),
    ),
    table(
      "numbers turns",
      unseenCaption(t("history")),
      ["seed", "history.end", "score.best", "score.chance"].map((key) => t(key)),
      h("tbody", {}, all.slice(-SHOWN).toReversed().map((round) => roundRow(round, again))),
    ),
    h("button", { type: "button", class: "quiet clear", onclick: forget }, t("history.clear")),
  );
}

function roundRow({ seed, won, discards, lost }, again) {
  const play = { type: "button", class: "quiet", title: t("history.again"), onclick: () => again(seed) };
  const right = discards.replaceAll("0", "").length;
  const end = t(won ? "score.won" : "history.exhausted");
  return row(h("button", play, seed), [end, `${right} / ${discards.length}`, points(lost)]);
}
