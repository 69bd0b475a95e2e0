// A game by the rule, from a seed or a wall, looked at step by step.
import { byId, fill, icon } from "../dom.js";
import { describeFault } from "../fault.js";
import { t } from "../language.js";
import { copy } from "../copy.js";
import { ask, ready } from "../library.js";
import { analyse, change, look, now, watch } from "../state.js";
import { isSpecial, sorted } from "../tiles.js";
import { say } from "../toast.js";
import { showLines } from "./lines.js";
import { showReason } from "./reason.js";
import { showTable } from "./table.js";

const PLAY_EVERY = 900;

/** Games of a seed: the first one follows the last. */
const GAMES = 2 ** 32;

let asked = "";
let game;
/** What is wrong with what was asked for last, and the text. */
let fault = {};
let playing = 0;

export function startGame() {
  const steps = { first: () => 0, back: () => shownStep() - 1, next: () => shownStep() + 1, last: () => Infinity };
  for (const [name, to] of Object.entries(steps)) byId(`step-${name}`).addEventListener("click", () => go(to()));
  byId("step-play").addEventListener("click", () => (playing ? pause() : play()));
  byId("step").addEventListener("input", ({ target }) => go(Number(target.value)));
  for (const name of ["seed", "number"]) byId(`game-${name}`).addEventListener("change", takeSeed);
  byId("game-wall").addEventListener("input", takeWall);
  byId("next-game").addEventListener("click", nextGame);
  byId("table").addEventListener("click", ({ target }) => {
    const button = target.closest("button.analyse");
    if (button) analyseSeat(Number(button.dataset.seat));
  });
  byId("copy-lines").addEventListener("click", copyLines);
  document.addEventListener("keydown", (event) => {
    if (now().view !== "game" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches("input, textarea, select")) return;
    const to = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last }[event.key];
    if (!to) return;
    event.preventDefault();
    go(to());
  });
  watch((state) => (state.view === "game" && ready() ? show(state) : pause()));
}

/** What a state asks for: its wall, or the game of its seed. */
const question = ({ wall, gameSeed, gameNumber }) =>
  wall ? { ask: "game", wall } : { ask: "game", seed: gameSeed, game: gameNumber };

function show(state) {
  const request = question(state);
  if (asked !== JSON.stringify(request)) {
    asked = JSON.stringify(request);
    const answer = ask(request);
    if (!answer.error) game = answer;
    fault = { error: answer.error, text: state.wall || state.gameSeed };
    showFields(state);
  }
  showFault();
  if (!game) return;
  const last = lastStep();
  const at = shownStep();
  byId("step").max = last;
  byId("step").value = at;
  byId("step").ariaValueText = game.steps[at].lines.at(-1) ?? "";
  byId("step-count").textContent = `${at} / ${last}`;
  showPlayButton();
  showTable(byId("table"), game.steps, at);
  showReason(byId("reason"), game.steps, at);
  showLines(byId("lines"), game.steps, at, go);
}

/** The fields as the state has them, but for the one that is being written in. */
function showFields({ gameSeed, gameNumber, wall }) {
  for (const [name, value] of Object.entries({ seed: gameSeed, number: gameNumber, wall })) {
    const field = byId(`game-${name}`);
    if (document.activeElement !== field) field.value = value;
  }
}

/** Another fault, or the same in another language. */
function showFault(next = fault) {
  fault = next;
  const { error } = fault;
  for (const name of ["seed", "wall"]) byId(`game-${name}`).ariaInvalid = String(error?.field === name);
  fill(byId("wall-fault"), error && describeFault(fault, game ? t("game.kept") : ""));
}

const lastStep = () => (game ? game.steps.length - 1 : 0);

/** The address may name a step past the end. */
const shownStep = () => Math.min(now().step, lastStep());

/** Goes to a step of the game that is shown. */
function go(step) {
  if (!game) return;
  look({ step: Math.max(0, Math.min(step, lastStep())) });
}

/** Takes up the game of a seed if there is one; else says why, and the one that is shown stays. */
function takeSeed() {
  const [seed, number] = [byId("game-seed"), byId("game-number")];
  const gameSeed = seed.value.trim();
  if (!number.value || !number.checkValidity()) {
    number.value = now().gameNumber;
    return say(t("game.number.refused", { least: number.min, most: number.max }));
  }
  const changed = { wall: "", gameSeed, gameNumber: Number(number.value), step: 0 };
  const { error } = ask(question(changed));
  showFault({ error, text: gameSeed });
  if (!error) change(changed);
}

/** Takes a pasted wall. If it can't be played, it waits in its field. */
export function pasteWall(text) {
  const field = byId("game-wall");
  field.closest("details").open = true;
  field.value = text;
  takeWall({ target: field });
  if (field.ariaInvalid === "true") field.focus();
}

/** In the address, a space does between tiles. */
function takeWall({ target: { value } }) {
  const { error } = value.trim() ? ask({ ask: "game", wall: value }) : {};
  showFault({ error, text: value });
  if (!error) change({ wall: value.trim().split(/\s+/).join(" "), step: 0 });
}

/** A player's hand, with all that lies open: on average, a quarter of what is left is theirs to draw. */
function analyseSeat(seat) {
  const { hands, melds, discards, left } = game.steps[shownStep()];
  const others = melds.filter((_, i) => i !== seat);
  const seen = [...discards, ...others].flat(2).filter((tile) => !isSpecial(tile));
  const draws = Math.max(1, Math.min(60, Math.round(left / 4)));
  analyse({ hand: sorted(hands[seat]), melds: melds[seat], seen: sorted(seen), draws });
}

function nextGame() {
  const { wall, gameNumber } = now();
  change({ wall: "", gameNumber: wall ? gameNumber : (gameNumber + 1) % GAMES, step: 0 });
}

/** The whole transcript, as `paili play` prints it. */
const copyLines = () => game && copy(`${game.steps.flatMap(({ lines }) => lines).join("\n")}\n`, t("game.copied"));

function play() {
  if (!game) return;
  if (shownStep() === lastStep()) go(0);
  playing = setInterval(() => {
    if (shownStep() === lastStep()) pause();
    else go(shownStep() + 1);
  }, PLAY_EVERY);
  showPlayButton();
}

function pause() {
  clearInterval(playing);
  playing = 0;
  showPlayButton();
}

function showPlayButton() {
  const button = byId("step-play");
  const text = t(playing ? "game.pause" : "game.play");
  if (button.ariaLabel === text) return;
  button.ariaLabel = button.title = text;
  fill(button, icon(playing ? "pause" : "play"));
}
