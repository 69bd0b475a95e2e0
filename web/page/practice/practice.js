// Practice: a round alone against a wall, and what each discard gave away.
import { readSeed } from "../address.js";
import { byId, fill, h, hide } from "../dom.js";
import { keepPlace } from "../focus.js";
import { showDiscards } from "../hand/discards.js";
import { t, tileName } from "../language.js";
import { ready } from "../library.js";
import { recall, remember } from "../memory.js";
import { isFailure, Odds } from "../odds.js";
import { restoreStop, rove } from "../roving.js";
import { TURNS } from "../sizes.js";
import { analyse, change, look, now, practised, watch } from "../state.js";
import { tileButton, tileImage } from "../tile-view.js";
import { sorted, without } from "../tiles.js";
import { say } from "../toast.js";
import { keep, settle, unsettled } from "./history.js";
import { showHistory } from "./history-view.js";
import { openOf } from "./open.js";
import { replay, wallOf } from "./round.js";
import { showScore } from "./score-view.js";
import { Chances, isBest, total, worth } from "./score.js";

let chances;

/** The seed that was played here last: others' rounds do not count. */
let played = null;
/** Where the browser keeps the seed whose answers were shown last: that round does not count, either. */
const TOLD = "told";
/** The decisions of a seed as they were made first, turn by turn: what is taken back and made otherwise counts no more. */
let first = { seed: null, turns: [] };

export function startPractice() {
  const [row, seed, hints] = [byId("practice-row"), byId("practice-seed"), byId("hints")];
  rove(row);
  row.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button && button.ariaDisabled !== "true") discard(button.dataset.tile);
  });
  byId("new-round").addEventListener("click", () => change({ seed: randomSeed(), played: [] }));
  byId("same-round").addEventListener("click", () => change({ played: [] }));
  seed.addEventListener("change", () => takeSeed(seed));
  seed.addEventListener("blur", () => {
    seed.value = now().seed;
    seed.ariaInvalid = "false";
  });
  byId("analyse-round").addEventListener("click", () => {
    if (!ready()) return;
    remember(TOLD, now().seed);
    const { full, river, left } = replay(wallOf(now().seed), now().played, practised(now())).turns.at(-1);
    analyse({ hand: full, seen: sorted(river), draws: Math.max(1, left) });
  });
  hints.addEventListener("change", () => look({ hints: hints.checked ? "shown" : "" }));
  watch((state) => {
    if (state.view !== "practice" || !ready()) return;
    if (!state.seed) return look({ seed: randomSeed() });
    if (state.hints) remember(TOLD, state.seed);
    chances ??= new Chances(new Odds());
    if (document.activeElement !== seed) seed.value = state.seed;
    hints.checked = state.hints === "shown";
    show(state);
  });
}

function show(state) {
  const [hint, row, river] = ["hint", "row", "river"].map((name) => byId(`practice-${name}`));
  const wall = wallOf(state.seed);
  const { turns, end } = replay(wall, state.played, practised(state));
  const last = turns.at(-1);
  const gone = turns.filter(({ discarded }) => discarded).map(({ discarded }) => tileImage(discarded));
  fill(hint, h("b", {}, t("practice.turn", { n: turns.length, all: TURNS })), " ", sayState(last, end));
  fill(river, h("span", { class: "label" }, t("practice.river")), gone);
  showRow(row, last, end);
  if (end && played === state.seed && recall(TOLD) !== state.seed) keepRound(state.seed, end);
  const paint = () => {
    showScore(byId("score"), worth(turns, known), end);
    showHints(byId("hinted"), last, end);
    const again = (seed) => change({ seed, played: [] });
    keepPlace(byId("history"), () => showHistory(byId("history"), again), () => byId("new-round"));
  };
  paint();
  const wanted = state.hints ? turns : turns.filter(({ discarded }) => discarded);
  // Rounds are settled whatever is shown by then.
  chances.work([...wanted, ...unsettled()], () => {
    settle(lasting);
    if (now() === state) paint();
  });
}

const known = (turn) => chances.of(turn);

/** What is known of a turn whatever its worker does: the page loaded anew may have one that does not fail. */
const lasting = (turn) => {
  const chance = known(turn);
  return chance && isFailure(chance) ? null : chance;
};

/** Keeps the round that is over, at once. Its chances that nobody knows yet are settled later, maybe by the page loaded anew. */
function keepRound(seed, end) {
  const made = worth(first.turns, lasting);
  const discards = made.map((one) => (isBest(one) ? "1" : "0")).join("");
  const { kept, best, lost } = total(made);
  keep({ seed, won: end === "won", discards, kept, best, lost, ...openOf(made) });
  played = null;
}

/** Notes a decision, and those before it that are not known, as after the page was loaded anew. */
function note(seed, turns, tile) {
  if (first.seed !== seed) first = { seed, turns: [] };
  const made = [...turns.slice(0, -1), { ...turns.at(-1), discarded: tile }];
  first.turns.push(...made.slice(first.turns.length));
}

/** Another round, if that is a seed; else the one that is played stays. */
function takeSeed(field) {
  const seed = readSeed(field.value.trim());
  field.ariaInvalid = String(seed === null);
  if (seed !== null) return change({ seed, played: [] });
  say(t("error.seed"));
}

function sayState({ answer, drawn }, end) {
  if (end === "won") return t("practice.won", { tile: tileName(drawn) });
  if (end === "exhausted") return t("practice.exhausted");
  return t("practice.drawn", { tile: tileName(drawn), n: answer.distance });
}

function showRow(row, { hand, drawn, full, discarded }, end) {
  const had = row.contains(document.activeElement);
  const tiles = end === "exhausted" ? without(full, discarded) : hand;
  const button = (tile, isDrawn) =>
    tileButton(tile, {
      "aria-label": t(isDrawn ? "practice.discard.drawn" : "practice.discard", { tile: tileName(tile) }),
      "aria-disabled": end ? "true" : null,
      class: isDrawn ? "drawn" : "",
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
  const { turns } = replay(wallOf(state.seed), state.played, practised(state));
  played = state.seed;
  note(state.seed, turns, tile);
  change({ played: [...state.played.slice(0, turns.length - 1), tile] });
}

function showHints(card, last, end) {
  if (end || !now().hints) return hide(card);
  const odds = last.left > 0 ? chances.ways(last) : { discards: [] };
  showDiscards(
    card,
    { hand: last.full, answer: last.answer, odds, draws: last.left, law: "remembering", changes: 1 },
    { play: discard, playText: "practice.discard", stop: null },
  );
}

const randomSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
