// The score of a round: the last discard in words, the sums, and a table of all turns.
import { fill, h, row, table, unseenCaption } from "../dom.js";
import { decimal, percent, t } from "../language.js";
import { labelledTiles, tileImage } from "../tile-view.js";
import { announce } from "../toast.js";
import { isBest, total } from "./score.js";

/** `made`: what each discard of a round is worth, as `worth` has it. */
export function showScore(card, made, end) {
  card.hidden = false;
  if (!made.length) return fill(card, h("h2", {}, t("score")), h("p", { class: "help" }, t("score.help")));
  fill(
    card,
    h("h2", {}, end ? t(`score.${end}`) : t("score")),
    sums(made),
    lastDiscard(made.at(-1)),
    table(
      "numbers turns",
      unseenCaption(t("score.turns")),
      ["turn", "discard", "acceptance", "chance"].map((key) => t(`score.column.${key}`)),
      h("tbody", {}, made.map(turnRow).toReversed()),
    ),
  );
}

function sums(made) {
  const { kept, best, lost } = total(made);
  const pending = made.some(({ chance }) => !chance);
  const failed = made.every(({ turn, chance }) => turn.left === 0 || chance?.error);
  return h(
    "dl",
    { class: "sums" },
    figure("score.acceptance", percent(best ? kept / best : 1, 0)),
    figure("score.chance", failed ? "–" : `${pending ? "…" : ""}${points(lost)}`),
    figure("score.best", `${made.filter(isBest).length} / ${made.length}`),
  );
}

/** A number, above what it is. */
export const figure = (key, value) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, value));

function lastDiscard({ turn, acceptance, chance }) {
  const same = acceptance.chosen === acceptance.best;
  const known = chance && !chance.error && turn.left > 0;
  const right = known && isBest({ acceptance, chance });
  const words = acceptance.back
    ? t(right ? "score.last.back.best" : "score.last.back", { best: acceptance.best })
    : t(same ? "score.last.best" : "score.last", { chosen: acceptance.chosen, best: acceptance.best });
  const odds = known ? t("score.last.chance", { chosen: percent(chance.chosen), best: percent(chance.best) }) : "";
  announce(`${words} ${odds}`);
  return h(
    "div",
    { class: "last" },
    tileImage(turn.discarded),
    h("p", {}, words, " ", odds),
    !same && !right && labelledTiles("instead", t("score.instead"), acceptance.tiles),
  );
}

function turnRow({ turn, acceptance, chance }, i) {
  const lost = chance && !chance.error ? points(chance.best - chance.chosen) : chance ? "–" : "…";
  const cells = [tileImage(turn.discarded), `${acceptance.chosen} / ${acceptance.best}`, lost];
  return row(i + 1, cells, { class: isBest({ acceptance, chance }) ? "well" : "" });
}

export const points = (share) =>
  share < 0.0005 ? t("points", { n: decimal(0) }) : t("points", { n: `−${decimal(share * 100)}` });
