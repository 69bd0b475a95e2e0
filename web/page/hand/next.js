// What comes of a hand's next draw, and of a tile that another discards: asked for with the hand where it draws.
import { h, row, table, unseenCaption } from "../dom.js";
import { decimal, percent, t, tileName } from "../language.js";
import { whole } from "../sizes.js";
import { labelledTiles, tileGroup, tileImage, tileItem } from "../tile-view.js";
import { left } from "./enter.js";
import { oddsStatus } from "./useful.js";

/** A wait of more than so many copies is good. */
const GOOD = 4;

/** What a request asks beside the hand of a state that draws. */
export const askNext = (state) =>
  state.hand.length === whole(state)
    ? { good: GOOD, improvements: true, ...(left(state).get(state.offered) && { offered: state.offered }) }
    : {};

/** What a hand does not need, how often it gets a good wait, what improves it, and the calls that it can make, likeliest to win first where
 * that is told. */
export function nextDraw({ state, answer, odds, offers: told, offersPending, offersError }) {
  const { good, unneeded, improvements, mean_acceptance: mean, offers } = answer;
  return [
    good && h("p", { class: "good" }, t("good", { n: GOOD, share: percent(good.share), copies: good.copies })),
    unneeded.length > 0 && labelledTiles("unneeded", t("unneeded"), unneeded),
    improvements?.length > 0 && [
      h("h4", {}, t("improvements", { mean: decimal(mean) })),
      h("ul", { class: "improvements" }, improvements.map(improvement)),
    ],
    offers && offerTable(told ?? offers, state.offered, offersPending ? "…" : "–"),
    // The odds of the hand itself may have said it.
    !odds?.error && oddsStatus({ odds: { error: offersError } }),
  ];
}

const improvement = ({ tile, discard, acceptance }) =>
  tileItem(tile, acceptance, t("improvement", { in: tileName(tile), out: tileName(discard), n: acceptance }));

function offerTable(offers, tile, unknown) {
  const columns = ["call", "discard", "distance", "acceptance", "win"];
  return [
    h("h4", {}, t("offered", { tile: tileName(tile) })),
    table(
      "offers",
      unseenCaption(t("offered", { tile: tileName(tile) })),
      columns.map((key) => t(`column.${key}`)),
      h("tbody", {}, offers.map((offer) => offerRow(offer, unknown))),
    ),
  ];
}

const offerRow = ({ call, meld = [], discard, distance, acceptance, win }, unknown) =>
  row(
    [t(`call.${call}`), tileGroup(meld)],
    [
      discard ? tileImage(discard) : "–",
      distance ?? "–",
      call === "win" ? "–" : acceptance,
      win === undefined ? unknown : percent(win?.[0] ?? win),
    ],
  );

/** What the kans of the hand's own tiles leave, before the tile that is drawn for them. */
export function kanTable({ kans = [] }) {
  const kanRow = ({ tile, distance, acceptance }) => row(tileImage(tile), [distance ?? "–", acceptance]);
  const columns = ["kan", "distance", "acceptance"];
  return (
    kans.length > 0 &&
    table(
      "offers kans",
      h("caption", {}, t("kans")),
      columns.map((key) => t(`column.${key}`)),
      h("tbody", {}, kans.map(kanRow)),
    )
  );
}
