// What comes of a hand's next draw, and of a tile that another discards: asked for with the hand where it draws.
import { h, table, unseenCaption } from "../dom.js";
import { decimal, percent, t, tileName } from "../language.js";
import { whole } from "../sizes.js";
import { tileGroup, tileImage } from "../tile-view.js";

/** A wait of more than so many copies is good. */
const GOOD = 4;

/** What a request asks beside the hand of a state that draws. */
export const askNext = (state) =>
  state.hand.length === whole(state)
    ? { good: GOOD, improvements: true, ...(state.offered && { offered: state.offered }) }
    : {};

/** What a hand does not need, how often it gets a good wait, what improves it, and the calls that it can make, likeliest to win first where
 * that is told. */
export function nextDraw(answer, { offered }, told) {
  const { good, unneeded, improvements, mean_acceptance: mean, offers } = answer;
  return [
    good && h("p", { class: "good" }, t("good", { n: GOOD, share: percent(good.share), copies: good.copies })),
    unneeded.length > 0 &&
      h(
        "div",
        { class: "unneeded" },
        h("span", { class: "label" }, t("unneeded")),
        unneeded.map((tile) => tileImage(tile)),
      ),
    improvements?.length > 0 && [
      h("h4", {}, t("improvements", { mean: decimal(mean) })),
      h("ul", { class: "improvements" }, improvements.map(improvement)),
    ],
    offers && offerTable(told ?? offers, offered),
  ];
}

function improvement({ tile, discard, acceptance }) {
  const name = t("improvement", { in: tileName(tile), out: tileName(discard), n: acceptance });
  return h(
    "li",
    { title: name },
    tileImage(tile, { name }),
    h("span", { class: "times", "aria-hidden": "true" }, acceptance),
  );
}

function offerTable(offers, tile) {
  const columns = ["call", "discard", "distance", "acceptance", "win"];
  return [
    h("h4", {}, t("offered", { tile: tileName(tile) })),
    table(
      "offers",
      unseenCaption(t("offered", { tile: tileName(tile) })),
      columns.map((key) => t(`column.${key}`)),
      h("tbody", {}, offers.map(offerRow)),
    ),
  ];
}

function offerRow({ call, meld = [], discard, distance, acceptance, win }) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, t(`call.${call}`), tileGroup(meld)),
    h("td", {}, discard ? tileImage(discard) : "–"),
    h("td", {}, distance ?? "–"),
    h("td", {}, call === "win" ? "–" : acceptance),
    h("td", {}, win === undefined ? "…" : percent(win?.[0] ?? win)),
  );
}

/** What the kans of the hand's own tiles leave, before the tile that is drawn for them. */
export function kanTable({ kans = [] }) {
  const row = ({ tile, distance, acceptance }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, tileImage(tile)),
      h("td", {}, distance ?? "–"),
      h("td", {}, acceptance),
    );
  const columns = ["kan", "distance", "acceptance"];
  return (
    kans.length > 0 &&
    table(
      "offers kans",
      h("caption", {}, t("kans")),
      columns.map((key) => t(`column.${key}`)),
      h("tbody", {}, kans.map(row)),
    )
  );
}
