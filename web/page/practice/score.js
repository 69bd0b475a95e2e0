// What each discard of a round gave away: acceptance at once, chance when the worker has worked it out.
import { without, write } from "../tiles.js";

/** Acceptance of a turn's discard and of the best one. A discard that steps back keeps none of what was useful. */
function acceptanceOf({ answer, discarded }) {
  const kept = answer.discards.filter(({ distance }) => distance === answer.distance);
  const best = Math.max(...kept.map(({ acceptance }) => acceptance));
  const chosen = kept.find(({ tile }) => tile === discarded)?.acceptance ?? 0;
  const tiles = kept.filter(({ acceptance }) => acceptance === best).map(({ tile }) => tile);
  return { chosen, best, tiles, back: !kept.some(({ tile }) => tile === discarded) };
}

/** What each discard of a round is worth. `chanceOf` tells {chosen, best} of a turn, {error}, or null while nobody knows. */
export const worth = (turns, chanceOf) =>
  turns
    .filter(({ discarded }) => discarded)
    .map((turn) => ({
      turn,
      acceptance: acceptanceOf(turn),
      chance: turn.left > 0 ? chanceOf(turn) : { chosen: 0, best: 0 },
    }));

/** Whether a discard gave nothing away: of chance if it is known, or else of acceptance. */
export function isBest({ acceptance, chance }) {
  if (chance && !chance.error && chance.best > 0) return chance.best - chance.chosen < 1e-9;
  return acceptance.chosen === acceptance.best;
}

export const sum = (all, of) => all.reduce((total, one) => total + of(one), 0);

/** What discards kept of the best acceptance, and the chance they gave away, as far as it is known. */
export function total(made) {
  const known = made.filter(({ chance }) => chance && !chance.error);
  return {
    kept: sum(made, ({ acceptance }) => acceptance.chosen),
    best: sum(made, ({ acceptance }) => acceptance.best),
    lost: sum(known, ({ chance }) => chance.best - chance.chosen),
  };
}

/** One change, so that steps back are among the odds and all discards are measured alike. */
const about = ({ full, river, left, forms }, changes = 1) => ({
  ask: "odds",
  hand: full.join(" "),
  visible: write(river),
  forms,
  draws: left,
  law: "remembering",
  changes,
});

/** Works out chances, a turn after the other, by asking `odds` as Odds are asked. */
export class Chances {
  #odds;
  #known = new Map();

  constructor(odds) {
    this.#odds = odds;
  }

  /** The chance that a turn's discard leaves and that of the best one, or null if it isn't known yet. */
  of(turn) {
    return this.#known.get(key(turn)) ?? null;
  }

  /** All odds of a turn's discards, or null. */
  ways(turn) {
    return this.#known.get(JSON.stringify(about(turn))) ?? null;
  }

  /** Works out what isn't known of some turns, and tells after each. */
  work(turns, tell) {
    const next = turns.find((turn) => turn.left > 0 && (turn.discarded || turn.answer.distance > 0) && !this.#done(turn));
    if (!next) return;
    const heard = (odds) => {
      this.#known.set(JSON.stringify(about(next)), odds);
      if (!next.discarded) return this.#go(turns, tell);
      const way = odds.discards?.find(({ tile }) => tile === next.discarded);
      if (!way && !odds.error) return this.#stepBack(next, odds, () => this.#go(turns, tell));
      this.#tell(next, odds, way?.win[0]);
      this.#go(turns, tell);
    };
    this.#odds.ask(about(next), (odds) => {
      // A hand so far from winning has odds without changes at least.
      if (odds.error?.kind === "too-large") this.#odds.ask(about(next, 0), heard);
      else heard(odds);
    });
  }

  /** Without changes, a discard that steps back isn't among the odds: those of the hand it leaves tell its chance. */
  #stepBack(turn, all, done) {
    const hand = without(turn.full, turn.discarded).join(" ");
    const request = { ...about(turn, all.changes), hand, visible: write([...turn.river, turn.discarded]) };
    this.#odds.ask(request, (odds) => {
      this.#tell(turn, odds.error ? odds : all, odds.win?.[0]);
      done();
    });
  }

  /** The best is never below what was chosen: nobody gains by a discard what another one lost. */
  #tell(turn, { error, discards }, chosen) {
    const told = error ? { error } : { chosen, best: Math.max(chosen, ...discards.map(({ win }) => win[0])) };
    this.#known.set(key(turn), told);
  }

  #done(turn) {
    return turn.discarded ? this.of(turn) !== null : this.ways(turn) !== null;
  }

  #go(turns, tell) {
    tell();
    this.work(turns, tell);
  }
}

const key = (turn) => JSON.stringify([about(turn), turn.discarded]);
