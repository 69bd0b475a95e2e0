// What happens in a step, and why: how the rule came to its discard, and what could be claimed.
import { fill, h } from "../dom.js";
import { t, tileName } from "../language.js";
import { tileGroup, tileImage } from "../tile-view.js";
import { announce } from "../toast.js";

export function showReason(card, steps, at) {
  const step = steps[at];
  const happens = title(step);
  announce(happens);
  fill(
    card,
    h("h2", {}, happens),
    step.event === "special" && h("p", {}, t(`game.why.${step.tile}`, { seat: step.seat, skipped: step.skipped })),
    (step.event === "chow" || step.event === "pong") && h("p", {}, t("game.why.claimed")),
    step.event === "end" && step.tile === null && step.seat && h("p", {}, t("game.why.self-draw")),
    step.reason && discardReason(step),
    step.event === "discard" && claims(step),
  );
}

function title({ event, seat, tile, from }) {
  const places = { seat, from, tile: tile ? tileName(tile) : "" };
  if (event !== "end") return t(`game.event.${event}`, places);
  return seat ? t(from ? "game.end.ron" : "game.end.self-draw", places) : t("game.end.exhausted");
}

/** The kinds held in the rule's order, each with the distance it leaves: the first of the smallest goes. */
function discardReason({ reason: { distance, candidates }, tile }) {
  return [
    h("p", {}, t("game.why.discard", { n: distance })),
    h(
      "ol",
      { class: "candidates" },
      candidates.map(([kind, left]) =>
        h(
          "li",
          { class: kind === tile ? "chosen" : left > distance ? "worse" : "" },
          tileImage(kind, { name: t("game.candidate", { tile: tileName(kind), n: left }) }),
          h("b", { "aria-hidden": "true" }, left),
        ),
      ),
    ),
  ];
}

function claims({ claims: all }) {
  if (!all.length) return h("p", { class: "help" }, t("game.no.claims"));
  return [
    h("h3", {}, t("game.claims")),
    h(
      "ul",
      { class: "claims" },
      all.map(({ seat, meld, without, with: claimed, made }) =>
        h(
          "li",
          { class: made ? "chosen" : "" },
          h("b", {}, seat),
          tileGroup(meld),
          h("span", {}, t(made ? "game.claim.made" : "game.claim.left", { without, with: claimed })),
        ),
      ),
    ),
  ];
}
