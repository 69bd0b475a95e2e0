// Every discard, best first, with what stays useful after it, how many copies there are, and how likely the hand then wins.
import { fill, h, hide, table, unseenCaption } from "../dom.js";
import { percent, t, tileName } from "../language.js";
import { tileButton } from "../tile-view.js";
import { held } from "../tiles.js";
import { kanTable } from "./next.js";
import { prospectChips } from "./prospects.js";
import { oddsStatus, usefulTiles } from "./useful.js";

let stepsBackShown = false;

/** `draws`: how many are left; `play`: what a press on a tile does, and `stop` ends the work on the odds. */
export function showDiscards(card, shown, { play, playText, stop }) {
  const { hand, answer, odds, slow, refining, draws, law, changes: asked } = shown;
  if (!answer.discards) return hide(card);
  card.hidden = false;
  const changes = odds?.changes ?? (asked === "auto" ? 0 : asked);
  const ways = new Map((odds?.discards ?? []).map(({ tile, win, ready }) => [tile, { win: win[0], ready: ready[0] }]));
  const rows = answer.discards
    .map((discard) => ({ ...discard, ...ways.get(discard.tile), out: held(hand, discard.tile) }))
    .toSorted((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || (b.win ?? 0) - (a.win ?? 0));
  const goesOn = ({ distance }) => distance === answer.distance;
  const best = {
    acceptance: Math.max(...rows.filter(goesOn).map(({ acceptance }) => acceptance)),
    win: Math.max(0, ...rows.map(({ win }) => win ?? 0)),
    rule: answer.rule_discard,
  };
  // Now and then a step back wins most often: then it stands at the top.
  const isBest = ({ win }) => win > 0 && win === best.win;
  const kept = [...rows.filter(isBest), ...rows.filter((row) => goesOn(row) && !isBest(row))];
  const back = rows.filter((row) => !goesOn(row) && !isBest(row));
  const unknown = odds || !answer.distance ? "–" : "…";
  const columns = ["discard", "win", "acceptance", "useful.tiles"];
  const { tile: focused, mark } = card.contains(document.activeElement) ? document.activeElement.dataset : {};
  const body = (some) => h("tbody", {}, some.map((row) => discardRow(row, best, unknown, { play, playText })));
  fill(
    card,
    h("h2", {}, t("discards")),
    h("p", { class: "help" }, t("discards.help", { n: draws, changes, law: t(`law.${law}`) })),
    oddsStatus({ odds, slow, refining }, stop),
    table(
      "discards",
      unseenCaption(t("discards")),
      columns.map((key) => t(`column.${key}`)),
      body(kept),
      stepsBackShown && body(back),
    ),
    kanTable(answer),
    prospectChips(shown.prospects, shown),
    back.length > 0 &&
      toggle(card, back.length, () => showDiscards(card, shown, { play, playText, stop })),
  );
  if (mark) card.querySelector("[data-mark]")?.focus();
  if (focused) (card.querySelector(`button[data-tile="${focused}"]`) ?? card.querySelector("button.tile")).focus();
}

function discardRow({ tile, out, distance, acceptance, win, ready, useful }, best, unknown, { play, playText }) {
  const label = t(playText, { tile: tileName(out) });
  const marks = [
    tile === best.rule && ruleMark(),
    win > 0 && win === best.win && h("span", { class: "mark best" }, t("best")),
  ];
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      tileButton(out, { "aria-label": label, dataset: { tile }, onclick: () => play(out) }),
      h("span", { class: "marks" }, marks),
    ),
    h(
      "td",
      { class: "win" },
      win === undefined
        ? unknown
        : [
            h("b", {}, percent(win)),
            meter(win / (best.win || 1)),
            distance > 1 && h("small", {}, t("ready.share", { share: percent(ready) })),
          ],
    ),
    h(
      "td",
      { class: "acceptance" },
      h("b", {}, acceptance),
      meter(acceptance / best.acceptance),
      h("small", {}, t("distance.short", { n: distance ?? "–" })),
    ),
    h("td", {}, usefulTiles({ useful, acceptance })),
  );
}

/** The mark of the rule's discard. Fingers see no title: a press shows it. */
const ruleMark = () =>
  h(
    "button",
    { type: "button", class: "mark", popovertarget: "rule-help", title: t("rule.help"), dataset: { mark: "rule" } },
    t("rule"),
  );

const meter = (share) => h("span", { class: "meter", "aria-hidden": "true", style: { "--share": Math.min(1, share) } });

function toggle(card, n, again) {
  const flip = () => {
    stepsBackShown = !stepsBackShown;
    again();
    card.querySelector(".more").focus();
  };
  const text = stepsBackShown ? t("back.hide") : t("back.show", { n });
  return h(
    "button",
    { type: "button", class: "quiet more", "aria-expanded": String(stepsBackShown), onclick: flip },
    text,
  );
}
