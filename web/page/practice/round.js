// A practice round: thirteen tiles from the front of a shuffled wall, then a draw and a discard at a time, alone.
import { ask } from "../library.js";
import { DEALT, TURNS } from "../sizes.js";
import { sorted, without, write } from "../tiles.js";

/** The wall of a seed, without special tiles; null if it is no seed. */
export function wallOf(seed) {
  const answer = ask({ ask: "shuffle", seed, game: 0, specials: false });
  return answer.tiles ?? null;
}

/**
 * Plays the discards from the start. Every turn has the hand before it, the tile drawn, the discards before it, the draws
 * left after it, the win forms, the library's answer, and the tile discarded, which the last turn may still lack.
 */
export function replay(wall, played, forms) {
  const turns = [];
  let hand = sorted(wall.slice(0, DEALT));
  for (let turn = 0; turn < TURNS; turn += 1) {
    const drawn = wall[DEALT + turn];
    const full = sorted([...hand, drawn]);
    const river = turns.map(({ discarded }) => discarded);
    const answer = ask({ ask: "hand", hand: full.join(" "), visible: write(river), forms });
    const discarded = full.includes(played[turn]) ? played[turn] : null;
    turns.push({
      hand,
      drawn,
      full,
      river,
      left: TURNS - turn - 1,
      forms,
      answer,
      discarded: answer.distance === 0 ? null : discarded,
    });
    if (answer.distance === 0) return { turns, end: "won" };
    if (!discarded) return { turns, end: null };
    hand = without(full, discarded);
  }
  return { turns, end: "exhausted" };
}
