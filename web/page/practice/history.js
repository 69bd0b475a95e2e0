// The rounds played to their end, as the browser keeps them, and what they come to. What was kept is checked when it is read:
// others can write there, and an older or newer page may have.
import { isSeed } from "../address.js";
import { forget, recall, remember } from "../memory.js";
import { TURNS } from "../sizes.js";
import { isOpen, settled, turnOf } from "./open.js";
import { sum } from "./score.js";

/** How many rounds are kept; of more, the oldest go. */
const MOST = 200;
const NAME = "rounds";

const isRound = (round) =>
  typeof round?.seed === "string" &&
  isSeed(round.seed) &&
  typeof round.won === "boolean" &&
  typeof round.discards === "string" &&
  /^[01]*$/.test(round.discards) &&
  round.discards.length <= TURNS &&
  [round.kept, round.best].every((n) => Number.isInteger(n) && n >= 0 && n <= 136 * TURNS) &&
  round.kept <= round.best &&
  Number.isFinite(round.lost) &&
  round.lost >= 0 &&
  round.lost <= TURNS &&
  (round.open === undefined || isOpen(round.open, round.discards.length));

/**
 * The rounds, oldest first: { seed, won, discards, kept, best, lost, open }. Of `discards`, "1" is a best one and "0" another;
 * `kept` of `best` copies of useful tiles were kept, and `lost` is the chance given away, but for that of decisions that are
 * `open`; a round whose chances are all known has none.
 */
export function rounds() {
  try {
    const kept = JSON.parse(recall(NAME));
    return Array.isArray(kept) ? kept.filter(isRound).slice(-MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps a round, unless there is one of its seed: each deal counts once. Tells whether it did. */
export function keep(round) {
  const all = rounds();
  if (all.some(({ seed }) => seed === round.seed)) return false;
  remember(NAME, JSON.stringify([...all, round].slice(-MOST)));
  return true;
}

/** The open decisions of all rounds, as turns. */
export const unsettled = () => rounds().flatMap(({ open = [] }) => open.map(turnOf));

/** Notes what is known by now of open decisions: `chanceOf` tells it of a turn, as in `worth`. */
export function settle(chanceOf) {
  const all = rounds();
  const mended = all.map((round) => settled(round, chanceOf));
  if (mended.some((round, i) => round !== all[i])) remember(NAME, JSON.stringify(mended));
}

export const clear = () => forget(NAME);

/** What rounds come to. Streaks are of best discards, over the ends of rounds. */
export function statistics(all) {
  const discards = all.map((round) => round.discards).join("");
  const runs = discards.split("0").map((run) => run.length);
  const best = sum(all, (round) => round.best);
  return {
    won: all.filter(({ won }) => won).length / all.length,
    kept: best ? sum(all, (round) => round.kept) / best : 1,
    lost: sum(all, (round) => round.lost) / all.length,
    right: discards ? sum(runs, (run) => run) / discards.length : 1,
    streak: runs.at(-1),
    longest: Math.max(...runs),
  };
}
