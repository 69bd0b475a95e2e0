// A hand that somebody is still entering: fewer tiles than any hand has beside the melds that are told.
import { aboutHand, ask } from "../library.js";
import { COPIES, whole } from "../sizes.js";
import { isSpecial, without } from "../tiles.js";

export const isPartial = (state) => state.hand.length < whole(state) && !state.hand.every(isSpecial);

/** Special tiles are in no win form: in the place of the tiles that lack, they leave open what those will be. */
const FILLING = ["PASS", "REVERSE", "DOUBLE"].flatMap((tile) => Array(COPIES).fill(tile));

/** What is true of a part of a hand, whatever the rest is; and as `melded`, what it would be beside exposed melds. */
export function askPartial(state) {
  const { hand } = state;
  const free = hand.filter(isSpecial).reduce(without, FILLING);
  const filling = free.slice(0, whole(state) - hand.length);
  const answer = ask({ ask: "hand", ...aboutHand({ ...state, hand: [...hand, ...filling] }) });
  if (answer.error) return answer;
  const surplus = answer.plan.surplus.filter((tile) => !isSpecial(tile));
  const melded = ask({ ask: "hand", ...aboutHand(state), forms: ["standard"] });
  return { ...answer, plan: { ...answer.plan, surplus }, melded: melded.error ? null : melded };
}
