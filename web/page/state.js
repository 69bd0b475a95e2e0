// What the page shows: one object, replaced whole at every change. The address is written from it, undo goes back to it.
import { readAddress, writeAddress } from "./address.js";
import { formsOf, isUsual } from "./sizes.js";

/** A page that nobody has touched. */
const FRESH = Object.freeze({
  view: "hand",
  hand: [],
  melds: [],
  seen: [],
  // The tile that another discards, while the hand stays what it is.
  offered: "",
  rules: "standard",
  wildcards: 0,
  wildcardCopies: "within",
  void: "",
  // None are those of the rule set.
  forms: [],
  // What the hand is to be, by its name; whatever wins without one.
  aim: "",
  draws: 17,
  changes: "auto",
  law: "remembering",
  seed: "",
  played: [],
  hints: "",
  wall: "",
  gameSeed: "1",
  gameNumber: 0,
  step: 0,
});

/** What another hand begins with: nothing of the hand before it. */
export const CLEAN = Object.freeze({ hand: [], melds: [], seen: [], void: FRESH.void, aim: FRESH.aim, draws: FRESH.draws });

/** What makes the hand another, to which no tile is offered any more. */
const OF_HAND = ["hand", "melds", "seen", "rules", "wildcards"];

let state = FRESH;
let past = [];
let future = [];
const watchers = [];

export const now = () => state;
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** Calls a function with the state, now and after every change. */
export function watch(watcher) {
  watchers.push(watcher);
}

/** Changes parts of the state; undo takes it back. */
export function change(parts) {
  past.push(state);
  future = [];
  const offered = OF_HAND.some((name) => name in parts) ? "" : state.offered;
  lookAt({ ...state, offered, ...parts });
}

/** The rule set and what is chosen of its forms, where it is one of the usual game; else those of a fresh page. */
const usual = ({ rules, forms }) =>
  isUsual({ rules, wildcards: 0 }) ? { rules, forms } : { rules: FRESH.rules, forms: FRESH.forms };

/** The win forms of practice, which is by the usual game. */
export const practised = (state) => formsOf(usual(state));

/** Takes a hand of the usual game to the view of hands, to be analysed there. */
export const analyse = (parts) => change({ ...CLEAN, ...usual(state), wildcards: 0, ...parts, view: "hand" });

/** Looks at something else of the same: nothing to undo. Another view is a page of its own for the browser's way back. */
export const look = (parts) => lookAt({ ...state, ...parts });

const lookAt = (next) => show(next, next.view === state.view ? "replaceState" : "pushState");

export function undo() {
  if (!canUndo()) return;
  future.push(state);
  show(past.pop());
}

export function redo() {
  if (!canRedo()) return;
  past.push(state);
  show(future.pop());
}

/** Takes the state from the address, and follows it when it is changed from outside. */
export function follow() {
  const read = () => {
    written = location.href;
    // An address from before a round was dealt knows of none: that one stays.
    const asked = { ...FRESH, seed: state.seed, ...readAddress(location.hash) };
    if (writeAddress(asked, FRESH) === writeAddress(state, FRESH)) return;
    const looksElsewhere = { view: asked.view, step: asked.step, hints: asked.hints };
    if (writeAddress({ ...state, ...looksElsewhere }, FRESH) !== writeAddress(asked, FRESH)) {
      past.push(state);
      future = [];
    }
    show(asked, null);
  };
  state = { ...FRESH, ...readAddress(location.hash) };
  addEventListener("hashchange", read);
  show(state, null);
}

/** The whole address of what is shown. */
export const link = () => new URL(writeAddress(state, FRESH), location.href).href;

/** Everything anew, as after a change of language. */
export function refresh() {
  for (const watcher of watchers) watcher(state);
}

let due = 0;
/** The address as it was last written or read. */
let written = location.href;
/** When as many may be written in a row again. */
let restedAt = 0;

/** How many addresses are written in a row, and how many milliseconds lie between more: browsers refuse more than a hundred in
 * half a minute. */
const IN_A_ROW = 20;
const STAYS = 500;

function show(next, how = "replaceState") {
  if (how === "pushState") write();
  state = next;
  if (how === "pushState") write(how);
  else if (how) writeSoon();
  refresh();
}

/** Writes what is shown as soon as the change is done, since a page that is loaded anew knows nothing else; amid many, it waits. */
function writeSoon() {
  clearTimeout(due);
  due = setTimeout(write, Math.max(0, restedAt - performance.now() - IN_A_ROW * STAYS));
}

function write(how = "replaceState") {
  clearTimeout(due);
  // Who has just gone to another address is not led back from it.
  if (how === "replaceState" && location.href !== written) return;
  history[how](null, "", link());
  written = location.href;
  restedAt = Math.max(restedAt, performance.now()) + STAYS;
}

addEventListener("pagehide", () => write());
