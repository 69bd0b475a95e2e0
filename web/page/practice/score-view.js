// The score of a round: the last discard in words, the sums, and a table of all turns.
import { fill, h } from "../dom.js";
import { decimal, percent, t } from "../language.js";
import { tileImage } from "../tile-view.js";
import { announce } from "../toast.js";
import { acceptanceOf } from "./score.js";

/** `chanceOf` tells {chosen, best} of a turn, {error}, or null while nobody knows. */
export function showScore(card, turns, end, chanceOf) {
  card.hidden = false;
  const made = turns
    .filter(({ discarded }) => discarded)
    .map((turn) => ({
      turn,
      acceptance: acceptanceOf(turn),
      chance: turn.left > 0 ? chanceOf(turn) : { chosen: 0, best: 0 },
    }));
  if (!made.length) return fill(card, h("h2", {}, t("score")), h("p", { class: "help" }, t("score.help")));
  fill(
    card,
    h("h2", {}, end ? t(`score.${end}`) : t("score")),
    sums(made),
    lastDiscard(made.at(-1)),
    h(
      "table",
      { class: "numbers turns" },
      h("caption", { class: "unseen" }, t("score.turns")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["turn", "discard", "acceptance", "chance"].map((key) => h("th", { scope: "col" }, t(`score.column.${key}`))),
        ),
      ),
      h("tbody", {}, made.map(turnRow).toReversed()),
    ),
  );
}

function sums(made) {
  const chosen = sum(made, ({ acceptance }) => acceptance.chosen);
  const best = sum(made, ({ acceptance }) => acceptance.best);
  const known = made.filter(({ chance }) => chance && !chance.error);
  const lost = sum(known, ({ chance }) => chance.best - chance.chosen);
  return h(
    "dl",
    { class: "sums" },
    h("div", {}, h("dt", {}, t("score.acceptance")), h("dd", {}, percent(best ? chosen / best : 1, 0))),
    h("div", {}, h("dt", {}, t("score.chance")), h("dd", {}, known.length < made.length ? "…" : "", points(lost))),
    h("div", {}, h("dt", {}, t("score.best")), h("dd", {}, `${made.filter(isBest).length} / ${made.length}`)),
  );
}

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
    !same &&
      !right &&
      h(
        "p",
        { class: "instead" },
        h("span", { class: "label" }, t("score.instead")),
        acceptance.tiles.map((tile) => tileImage(tile)),
      ),
  );
}

function turnRow({ turn, acceptance, chance }, i) {
  const lost = chance && !chance.error ? points(chance.best - chance.chosen) : chance ? "–" : "…";
  return h(
    "tr",
    { class: isBest({ acceptance, chance }) ? "well" : "" },
    h("th", { scope: "row" }, i + 1),
    h("td", {}, tileImage(turn.discarded)),
    h("td", {}, `${acceptance.chosen} / ${acceptance.best}`),
    h("td", {}, lost),
  );
}

/** Whether a discard gave nothing away: of chance if it is known, or else of acceptance. */
function isBest({ acceptance, chance }) {
  if (chance && !chance.error && chance.best > 0) return chance.best - chance.chosen < 1e-9;
  return acceptance.chosen === acceptance.best;
}

const sum = (all, of) => all.reduce((total, one) => total + of(one), 0);
const points = (share) =>
  share < 0.0005 ? t("points", { n: decimal(0) }) : t("points", { n: `−${decimal(share * 100)}` });
