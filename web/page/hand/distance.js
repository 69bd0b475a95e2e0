// How far the hand is, as shanten at large and as distance beside it, and the plan that shows why: its groups with the missing tiles hollow, and what it gives up.
import { fill, h } from "../dom.js";
import { decimal, percent, t, tileName } from "../language.js";
import { whole } from "../sizes.js";
import { labelledTiles, tileGroup, tileImage } from "../tile-view.js";
import { held, isRed, kindOf, WILDCARD, without } from "../tiles.js";
import { nextDraw } from "./next.js";
import { prospectChips } from "./prospects.js";
import { distanceKey } from "./summary.js";
import { oddsStatus, usefulTiles } from "./useful.js";

export function showDistance(card, shown, stop) {
  const { state, partial, answer, prospects } = shown;
  const { distance, shanten, plan, forms, nearer } = answer;
  const far = t(distanceKey(distance), { n: distance });
  const beside = [`${t("distance.small", { shanten })} `, h("span", { class: "number" }, distance)];
  const voidText = answer.void && `${t("comma")}${t("distance.void", { suit: t(`suit.${answer.void}`) })}`;
  fill(
    card,
    h(
      "h2",
      { class: "distance" },
      h("b", {}, shanten == null ? "–" : decimal(shanten, 0)),
      h(
        "span",
        {},
        partial ? t("hint.count", { n: state.hand.length, most: whole(state) }) : far,
        distance != null && h("small", {}, partial && far + t("comma"), ...beside, voidText),
        forms && forms.join() !== "standard" && h("small", {}, forms.map((form) => t(`form.${form}`)).join(t("comma"))),
      ),
    ),
    nearer && h("p", { class: "help nearer" }, t("nearer", { form: t(`form.${nearer.form}`), n: nearer.distance })),
    partial && showMissing(state, answer),
    plan && showPlan(state, plan),
    answer.useful && waiting(shown, stop),
    !answer.discards && prospectChips(prospects, state),
  );
}

/** What lacks before more can be told, and what the tiles would be if the rest lay open as melds. */
function showMissing({ melds }, { distance, melded }) {
  const ifMelded = () => {
    const n = melded.melds - melds.length;
    return t("melds.implied", { n, what: t(distanceKey(melded.distance), { n: melded.distance }) });
  };
  return h("p", { class: "help" }, t(distance === undefined ? "partial.rules" : "partial"), melded && ` ${ifMelded()}`);
}

function showPlan({ hand, melds }, { groups, surplus, missing }) {
  let rest = hand;
  let lacking = missing;
  // Red fives stay with what is kept.
  const take = (kind) => {
    const tile = rest.find((one) => isRed(one) && kindOf(one) === kind) ?? held(rest, kind);
    if (tile) rest = without(rest, tile);
    return tile;
  };
  const drawTile = (kind) => {
    const tile = take(kind);
    if (tile) return tileImage(tile);
    // What neither is held nor lacks is a wildcard.
    if (!lacking.includes(kind)) return tileImage(WILDCARD, { name: t("plan.wildcard", { tile: tileName(kind) }) });
    lacking = without(lacking, kind);
    return tileImage(kind, { hollow: true, name: t("plan.missing", { tile: tileName(kind) }) });
  };
  const drawGroup = (group) => h("span", { class: "group" }, group.map(drawTile));
  const drawn = groups.map(drawGroup);
  const exposed = melds.map((meld) => tileGroup(meld, "group exposed"));
  return h(
    "div",
    { class: "plan" },
    h("h3", {}, t("plan")),
    h("div", { class: "groups" }, exposed, drawn),
    surplus.length > 0 && labelledTiles("surplus", t("plan.surplus"), surplus.map((kind) => take(kind) ?? kind)),
  );
}

/** A hand that draws next: what helps it, and how likely it wins. */
function waiting(shown, stop) {
  const { partial, answer } = shown;
  const { useful, acceptance, waits } = answer;
  return h(
    "div",
    { class: "waiting" },
    h("h3", {}, waits ? t("waits", { n: acceptance }) : t("useful", { n: acceptance })),
    usefulTiles({ useful, acceptance }),
    !partial && answer.distance > 0 && chance(shown, stop),
    !partial && nextDraw(shown),
  );
}

const chance = ({ odds, slow, refining }, stop) =>
  odds?.win
    ? [
        h("p", { class: "chance" }, t("win.hand", { share: percent(odds.win[0]), n: odds.draws })),
        odds.distance > 1 && h("p", { class: "ready" }, t("ready.hand", { share: percent(odds.ready[0]) })),
        oddsStatus({ odds, refining }, stop),
      ]
    : (oddsStatus({ odds, slow }, stop) ?? h("p", { class: "chance" }, "…"));
