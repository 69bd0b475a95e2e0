// Practice: a round alone against a wall, and what each discard gave away.
import { byId, fill, h, hide, icon } from "../dom.js";
import { showDiscards } from "../hand/discards.js";
import { t, tileName } from "../language.js";
import { ready } from "../library.js";
import { restoreStop, rove } from "../roving.js";
import { change, look, now, watch } from "../state.js";
import { tileButton, tileImage } from "../tile-view.js";
import { without } from "../tiles.js";
import { replay, TURNS, wallOf } from "./round.js";
import { showScore } from "./score-view.js";
import { Chances } from "./score.js";

let chances;

export function startPractice() {
  const view = byId("view-practice");
  const parts = skeleton(view);
  rove(parts.row);
  watch((state) => {
    if (state.view !== "practice" || !ready()) return;
    chances ??= new Chances();
    if (!state.seed) return look({ seed: randomSeed() });
    show(parts, state);
  });
}

function skeleton(view) {
  const row = h("div", { class: "row", role: "toolbar" });
  const about = h("p", { class: "hint", role: "status" });
  const tools = h("div", { class: "felt-tools" });
  const river = h("div", { class: "river" });
  const score = h("section", { class: "card" });
  const hints = h("section", { class: "card" });
  fill(view, h("div", { class: "felt" }, about, row, river, tools), h("div", { class: "practice" }, score, hints));
  return { row, about, tools, river, score, hints };
}

function show(parts, state) {
  const wall = wallOf(state.seed);
  showTools(parts.tools, state, wall);
  if (!wall) {
    fill(parts.about, t("error.seed"));
    for (const part of [parts.row, parts.river]) fill(part);
    parts.score.hidden = parts.hints.hidden = true;
    return;
  }
  const { turns, end } = replay(wall, state.played, state.forms);
  const last = turns.at(-1);
  fill(parts.about, h("b", {}, t("practice.turn", { n: turns.length, all: TURNS })), " ", sayState(last, end));
  showRow(parts.row, last, end);
  fill(
    parts.river,
    h("span", { class: "label" }, t("practice.river")),
    turns.filter(({ discarded }) => discarded).map(({ discarded }) => tileImage(discarded)),
  );
  const paint = () => {
    showScore(parts.score, turns, end, (turn) => chances.of(turn, state.forms));
    showHints(parts.hints, last, end);
  };
  paint();
  const wanted = state.hints ? turns : turns.filter(({ discarded }) => discarded);
  chances.work(wanted, state.forms, () => now() === state && paint());
}

function sayState({ answer, drawn }, end) {
  if (end === "won") return t("practice.won", { tile: tileName(drawn) });
  if (end === "exhausted") return t("practice.exhausted");
  return t("practice.drawn", { tile: tileName(drawn), n: answer.distance });
}

function showRow(row, { hand, drawn, full, discarded }, end) {
  const had = row.contains(document.activeElement);
  row.ariaLabel = t("hand");
  const tiles = end === "exhausted" ? without(full, discarded) : hand;
  const button = (tile, isDrawn) =>
    tileButton(tile, {
      "aria-label": t(isDrawn ? "practice.discard.drawn" : "practice.discard", { tile: tileName(tile) }),
      "aria-disabled": end ? "true" : null,
      class: isDrawn ? "drawn" : "",
      onclick: () => end || discard(tile),
    });
  fill(
    row,
    tiles.map((tile) => button(tile, false)),
    end !== "exhausted" && button(drawn, true),
  );
  const stop = restoreStop(row, row.children.length - 1);
  if (had) stop.focus();
}

function discard(tile) {
  const state = now();
  const { turns } = replay(wallOf(state.seed), state.played, state.forms);
  change({ played: [...state.played.slice(0, turns.length - 1), tile] });
}

function showTools(tools, { seed, hints }, wall) {
  if (tools.contains(document.activeElement) && document.activeElement.matches("input[type=text]")) return;
  const again = document.activeElement?.id;
  const field = h("input", {
    type: "text",
    id: "seed",
    inputmode: "numeric",
    value: seed,
    size: 12,
    autocomplete: "off",
    "aria-invalid": wall ? "false" : "true",
    onchange: () => field.value.trim() && change({ seed: field.value.trim(), played: [] }),
  });
  field.value = seed;
  const box = h("input", {
    type: "checkbox",
    id: "hints",
    onchange: () => look({ hints: box.checked ? "shown" : "" }),
  });
  box.checked = hints === "shown";
  fill(
    tools,
    h(
      "button",
      { type: "button", id: "new-round", onclick: () => change({ seed: randomSeed(), played: [] }) },
      icon("deal"),
      h("span", {}, t("practice.new")),
    ),
    h(
      "button",
      { type: "button", id: "same-round", onclick: () => change({ played: [] }) },
      icon("undo"),
      h("span", {}, t("practice.again")),
    ),
    h("label", { class: "inline" }, t("seed"), field),
    h("label", { class: "inline" }, box, t("practice.hints")),
  );
  if (again) byId(again)?.focus();
}

function showHints(card, last, end) {
  if (end || !now().hints) return hide(card);
  const odds = last.left > 0 ? chances.ways(last, now().forms) : { discards: [] };
  showDiscards(
    card,
    { answer: last.answer, odds, draws: last.left, law: "remembering", changes: 0 },
    { play: discard, playText: "practice.discard", stop: null },
  );
}

const randomSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
