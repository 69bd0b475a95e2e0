// What each discard of a round gave away: acceptance at once, chance when the worker has worked it out.
import { Odds } from "../odds.js";
import { without, write } from "../tiles.js";

/** Acceptance of a turn's discard and of the best one. A discard that steps back keeps none of what was useful. */
export function acceptanceOf({ answer, discarded }) {
  const kept = answer.discards.filter(({ distance }) => distance === answer.distance);
  const best = Math.max(...kept.map(({ acceptance }) => acceptance));
  const chosen = kept.find(({ tile }) => tile === discarded)?.acceptance ?? 0;
  const tiles = kept.filter(({ acceptance }) => acceptance === best).map(({ tile }) => tile);
  return { chosen, best, tiles, back: !kept.some(({ tile }) => tile === discarded) };
}

const about = ({ full, river, left }, forms) => ({
  ask: "odds",
  hand: full.join(" "),
  visible: write(river),
  forms,
  draws: left,
  law: "remembering",
  changes: 0,
});

/** Works out chances, a turn after the other. */
export class Chances {
  #odds = new Odds();
  #known = new Map();

  /** The chance that a turn's discard leaves and that of the best one, or null if it isn't known yet. */
  of(turn, forms) {
    return this.#known.get(key(turn, forms)) ?? null;
  }

  /** All odds of a turn's discards, or null. */
  ways(turn, forms) {
    return this.#known.get(JSON.stringify(about(turn, forms))) ?? null;
  }

  /** Works out what isn't known of some turns, and tells after each. */
  work(turns, forms, tell) {
    const next = turns.find((turn) => turn.left > 0 && turn.answer.distance > 0 && !this.#done(turn, forms));
    if (!next) return;
    const request = about(next, forms);
    this.#odds.ask(request, (odds) => {
      this.#known.set(JSON.stringify(request), odds);
      if (!next.discarded) return this.#go(turns, forms, tell);
      const way = odds.discards?.find(({ tile }) => tile === next.discarded);
      const best = Math.max(0, ...(odds.discards ?? []).map(({ win }) => win[0]));
      if (way || odds.error) {
        this.#known.set(key(next, forms), odds.error ? { error: odds.error } : { chosen: way.win[0], best });
        return this.#go(turns, forms, tell);
      }
      this.#stepBack(next, forms, best, () => this.#go(turns, forms, tell));
    });
  }

  /** A discard that steps back isn't among the odds: those of the hand it leaves tell its chance. */
  #stepBack(turn, forms, best, done) {
    const hand = without(turn.full, turn.discarded).join(" ");
    const request = { ...about(turn, forms), hand, visible: write([...turn.river, turn.discarded]) };
    this.#odds.ask(request, (odds) => {
      this.#known.set(key(turn, forms), odds.error ? { error: odds.error } : { chosen: odds.win[0], best });
      done();
    });
  }

  #done(turn, forms) {
    return turn.discarded ? this.of(turn, forms) !== null : this.ways(turn, forms) !== null;
  }

  #go(turns, forms, tell) {
    tell();
    this.work(turns, forms, tell);
  }
}

const key = (turn, forms) => JSON.stringify([about(turn, forms), turn.discarded]);
