// A hand that somebody is still entering: fewer tiles than any hand has beside the melds that are told.
import { aboutHand, ask } from "../library.js";
import { COPIES, isUsual, whole } from "../sizes.js";
import { isSpecial, without } from "../tiles.js";

export const isPartial = (state) => state.hand.length < whole(state) && !state.hand.every(isSpecial);

/**
 * Special tiles are in no win form: in the place of the tiles that lack, they leave open what those will be. All are needed for
 * that, also those that are seen.
 */
const FILLING = ["PASS", "REVERSE", "DOUBLE"].flatMap((tile) => Array(COPIES).fill(tile));

/**
 * What is true of a part of a hand, whatever the rest is: nothing where the deck has no special tiles; and as `melded`, what it would
 * be beside exposed melds, if `told`, the answer about its tiles alone, is no fault.
 */
export function askPartial(state, told) {
  if (told.error && told.error.kind !== "size") return told;
  const melded = told.error ? null : told;
  // Nor are there tables at hand of what is aimed at, where no special tile counts.
  if (!isUsual(state) || state.aim) return { melded };
  const { hand, seen } = state;
  const free = hand.filter(isSpecial).reduce(without, FILLING);
  const filling = free.slice(0, whole(state) - hand.length);
  const filled = { ...state, hand: [...hand, ...filling], seen: seen.filter((tile) => !isSpecial(tile)) };
  const answer = ask({ ask: "hand", ...aboutHand(filled) });
  if (answer.error) return answer;
  const { plan } = answer;
  const surplus = plan?.surplus.filter((tile) => !isSpecial(tile));
  return { ...answer, plan: plan && { ...plan, surplus }, melded };
}
