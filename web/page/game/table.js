// The table: four hands, what they exposed and discarded, and the wall between them.
import { fill, h, icon } from "../dom.js";
import { t, tileNames } from "../language.js";
import { tileGroup, tileImage } from "../tile-view.js";
import { sorted, without } from "../tiles.js";

const SEATS = ["A", "B", "C", "D"];

export function showTable(table, steps, at) {
  const step = steps[at];
  fill(
    table,
    SEATS.map((seat, i) => player(seat, i, step)),
    middle(step),
  );
}

function player(seat, i, step) {
  const mine = step.seat === seat;
  const drawn = mine && step.event === "draw" ? step.tile : null;
  const hand = sorted(drawn ? without(step.hands[i], drawn) : step.hands[i]);
  const out = mine && (step.event === "discard" || step.event === "special");
  const river = step.discards[i];
  return h(
    "section",
    { class: `seat seat-${seat}${mine ? " acts" : ""}`, "aria-label": t("game.seat", { seat }) },
    h("h2", {}, h("b", {}, seat), h("span", { class: "label" }, distanceText(step.distances[i])), analyser(i)),
    h(
      "div",
      { class: "seat-hand", role: "group", "aria-label": t("hand.of", { tiles: tileNames(step.hands[i]) }) },
      hand.map((tile) => tileImage(tile, { hidden: true })),
      drawn && h("span", { class: "just" }, tileImage(drawn, { hidden: true })),
      step.melds[i].map((meld) => tileGroup(meld, "group exposed")),
    ),
    h(
      "div",
      { class: "seat-river", role: "group", "aria-label": t("river.of", { tiles: tileNames(river) }) },
      river.map((tile, n) => {
        const image = tileImage(tile, { hidden: true });
        if (out && n === river.length - 1) image.classList.add("just-out");
        return image;
      }),
    ),
  );
}

const analyser = (seat) =>
  h("button", { type: "button", class: "quiet analyse", dataset: { seat } }, t("analyse"));

const distanceText = (distance) =>
  distance === 0 ? t("game.complete") : distance === 1 ? t("game.ready") : t("distance.short", { n: distance });

function middle({ left, direction }) {
  return h(
    "div",
    { class: "middle" },
    tileImage("back", { hidden: true }),
    h("b", {}, left),
    h("span", { class: "label" }, t("game.left", { n: left })),
    h("span", { class: `way ${direction}` }, icon("redo"), t(`game.${direction}`)),
  );
}
