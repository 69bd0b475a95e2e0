// A game by the rule, from a seed or a wall, looked at step by step.
import { byId, fill, h, icon } from "../dom.js";
import { describeFault } from "../fault.js";
import { t } from "../language.js";
import { copy } from "../copy.js";
import { ask, ready } from "../library.js";
import { change, look, now, watch } from "../state.js";
import { showLines } from "./lines.js";
import { showReason } from "./reason.js";
import { showTable } from "./table.js";

const PLAY_EVERY = 900;

let asked = "";
let game;
let playing = 0;

export function startGame() {
  const view = byId("view-game");
  let parts;
  let language;
  watch((state) => {
    if (state.view !== "game" || !ready()) return pause();
    if (language !== document.documentElement.lang) {
      parts = skeleton(view);
      language = document.documentElement.lang;
    }
    show(parts, state);
  });
  document.addEventListener("keydown", (event) => {
    if (now().view !== "game" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches("input, textarea, select")) return;
    const step = { ArrowLeft: now().step - 1, ArrowRight: now().step + 1, Home: 0, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  });
}

/** What a state asks for: its wall, or the game of its seed. */
const question = ({ wall, gameSeed, gameNumber }) =>
  wall ? { ask: "game", wall } : { ask: "game", seed: gameSeed, game: gameNumber };

function skeleton(view) {
  const parts = {
    table: h("div", { class: "table" }),
    reason: h("section", { class: "card" }),
    lines: h("ol", { class: "lines" }),
    seed: h("input", {
      type: "text",
      id: "game-seed",
      inputmode: "numeric",
      autocomplete: "off",
      onchange: () => takeSeed(parts),
    }),
    number: h("input", {
      type: "number",
      id: "game-number",
      min: 0,
      max: 2 ** 32 - 1,
      onchange: () => takeSeed(parts),
    }),
    wall: h("textarea", {
      id: "game-wall",
      rows: 3,
      spellcheck: "false",
      autocapitalize: "off",
      "aria-describedby": "wall-fault",
      oninput: () => takeWall(parts),
    }),
    fault: h("p", { class: "fault", role: "alert", id: "wall-fault" }),
    slider: h("input", {
      type: "range",
      min: 0,
      "aria-label": t("game.step"),
      oninput: () => go(Number(parts.slider.value)),
    }),
    play: h("button", { type: "button", class: "icon", onclick: () => (playing ? pause(parts) : play(parts)) }),
    count: h("span", { class: "label" }),
  };
  const button = (name, text, to) =>
    h(
      "button",
      { type: "button", class: "icon", "aria-label": t(text), title: t(text), onclick: () => go(to()) },
      icon(name),
    );
  fill(
    view,
    h(
      "div",
      { class: "steps" },
      button("first", "game.first", () => 0),
      button("back", "game.back", () => now().step - 1),
      parts.play,
      button("next", "game.next", () => now().step + 1),
      button("last", "game.last", () => Infinity),
      parts.slider,
      parts.count,
    ),
    parts.table,
    h(
      "div",
      { class: "columns game-columns" },
      h(
        "div",
        {},
        h(
          "section",
          { class: "card" },
          h(
            "div",
            { class: "fields" },
            field(t("seed"), parts.seed),
            field(t("game.number"), parts.number),
            h(
              "button",
              { type: "button", id: "next-game", onclick: nextGame },
              icon("deal"),
              h("span", {}, t("game.another")),
            ),
          ),
          h(
            "details",
            {},
            h("summary", {}, t("game.wall")),
            field(t("game.wall.label"), parts.wall),
            h("p", { class: "help" }, t("game.wall.help")),
          ),
          parts.fault,
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, t("game.lines")),
          parts.lines,
          h("button", { type: "button", class: "quiet", onclick: copyLines }, icon("copy"), t("game.copy")),
        ),
      ),
      parts.reason,
    ),
  );
  return parts;
}

const field = (text, input) => h("label", { class: "field" }, h("span", {}, text), input);

function show(parts, state) {
  const request = question(state);
  if (asked !== JSON.stringify(request)) {
    const answer = ask(request);
    showFault(parts, answer.error && { error: answer.error, text: state.wall || state.gameSeed });
    if (answer.error && !game) return;
    if (!answer.error) [game, asked] = [answer, JSON.stringify(request)];
    for (const [name, value] of [
      ["seed", state.gameSeed],
      ["number", state.gameNumber],
      ["wall", state.wall],
    ]) {
      if (document.activeElement !== parts[name]) parts[name].value = value;
    }
  }
  const last = game.steps.length - 1;
  const at = Math.min(state.step, last);
  parts.slider.max = last;
  parts.slider.value = at;
  parts.slider.ariaValueText = game.steps[at].lines.at(-1) ?? "";
  parts.count.textContent = `${at} / ${last}`;
  showPlayButton(parts);
  showTable(parts.table, game.steps, at);
  showReason(parts.reason, game.steps, at);
  showLines(parts.lines, game.steps, at, go);
}

function showFault(parts, fault) {
  parts.seed.ariaInvalid = String(fault?.error.field === "seed");
  parts.wall.ariaInvalid = String(fault?.error.field === "wall");
  fill(parts.fault, fault && describeFault(fault, game ? t("game.kept") : ""));
}

/** Goes to a step of the game that is shown. */
function go(step) {
  if (!game) return;
  look({ step: Math.max(0, Math.min(step, game.steps.length - 1)) });
}

/** Takes up a game if the library can play it; else says why, and the one that is shown stays. */
function take(parts, changed, text) {
  const answer = ask(question({ ...now(), ...changed }));
  showFault(parts, answer.error && { error: answer.error, text });
  if (!answer.error) change({ ...changed, step: 0 });
}

function takeSeed(parts) {
  const [gameSeed, gameNumber] = [parts.seed.value.trim(), Number(parts.number.value)];
  if (gameSeed && parts.number.checkValidity()) take(parts, { wall: "", gameSeed, gameNumber }, gameSeed);
}

function takeWall(parts) {
  const text = parts.wall.value;
  if (!text.trim()) return take(parts, { wall: "" }, text);
  take(parts, { wall: text }, text);
}

const nextGame = () => change({ wall: "", gameNumber: now().wall ? now().gameNumber : now().gameNumber + 1, step: 0 });

/** The whole transcript, as `paili play` prints it. */
const copyLines = () => copy(`${game.steps.flatMap(({ lines }) => lines).join("\n")}\n`, t("game.copied"));

function play(parts) {
  if (now().step >= game.steps.length - 1) go(0);
  playing = setInterval(() => {
    if (now().step >= game.steps.length - 1) pause(parts);
    else go(now().step + 1);
  }, PLAY_EVERY);
  showPlayButton(parts);
}

function pause(parts) {
  clearInterval(playing);
  playing = 0;
  if (parts) showPlayButton(parts);
}

function showPlayButton({ play: button }) {
  const text = t(playing ? "game.pause" : "game.play");
  if (button.ariaLabel === text) return;
  button.ariaLabel = button.title = text;
  fill(button, icon(playing ? "pause" : "play"));
}
