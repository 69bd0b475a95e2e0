// How far the hand is, and the plan that shows why: its groups with the missing tiles hollow, and what it gives up.
import { fill, h } from "../dom.js";
import { percent, t, tileName } from "../language.js";
import { tileImage } from "../tile-view.js";
import { counts } from "../tiles.js";
import { distanceKey } from "./summary.js";
import { oddsStatus, usefulTiles } from "./useful.js";

export function showDistance(card, { state, answer, odds, slow }, stop) {
  const { distance, shanten, plan } = answer;
  const unseenMelds = answer.melds - state.melds.length;
  fill(
    card,
    h(
      "h2",
      { class: "distance" },
      h("b", {}, distance),
      h(
        "span",
        {},
        t(distanceKey(distance), { n: distance }),
        h("small", {}, t("distance.small", { distance, shanten })),
      ),
    ),
    unseenMelds > 0 && h("p", { class: "help" }, t("melds.implied", { n: unseenMelds })),
    showPlan(state, plan),
    answer.useful && waiting(answer, { odds, slow }, stop),
  );
}

function showPlan({ hand, melds }, { groups, surplus }) {
  const held = counts(hand);
  const drawGroup = (group) =>
    h(
      "span",
      { class: "group" },
      group.map((tile) => {
        const n = held.get(tile) ?? 0;
        held.set(tile, n - 1);
        return n > 0
          ? tileImage(tile)
          : tileImage(tile, { hollow: true, name: t("plan.missing", { tile: tileName(tile) }) });
      }),
    );
  const exposed = melds.map((meld) =>
    h(
      "span",
      { class: "group exposed" },
      meld.map((tile) => tileImage(tile)),
    ),
  );
  return h(
    "div",
    { class: "plan" },
    h("h3", {}, t("plan")),
    h("div", { class: "groups" }, exposed, groups.map(drawGroup)),
    surplus.length > 0 &&
      h(
        "div",
        { class: "surplus" },
        h("span", { class: "label" }, t("plan.surplus")),
        surplus.map((tile) => tileImage(tile)),
      ),
  );
}

/** A hand that draws next: what helps it, and how likely it wins. */
function waiting({ useful, acceptance, waits }, { odds, slow }, stop) {
  return h(
    "div",
    { class: "waiting" },
    h("h3", {}, waits ? t("waits", { n: acceptance }) : t("useful", { n: acceptance })),
    usefulTiles(useful),
    odds?.win
      ? h("p", { class: "chance" }, t("win.hand", { share: percent(odds.win[0]), n: odds.draws }))
      : (oddsStatus({ odds, slow }, stop) ?? h("p", { class: "chance" }, "…")),
  );
}
