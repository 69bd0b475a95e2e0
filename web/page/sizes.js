// How many tiles there are of what, each number in one place.
import { KINDS, WILDCARD } from "./tiles.js";

/** Copies of a kind. */
export const COPIES = 4;

/** Tiles that are dealt to a player of the usual game. */
export const DEALT = 13;

const [CHARACTERS, HONORS] = [KINDS.slice(0, 9), KINDS.slice(27)];

/** Of each rule set of the menu: the melds of a hand beside its pair, the kinds that the deck lacks, and whether a suit is void. */
const RULES = {
  riichi: { melds: 4, lacking: [] },
  sanma: { melds: 4, lacking: CHARACTERS.slice(1, -1) },
  taiwan: { melds: 5, lacking: [] },
  guobiao: { melds: 4, lacking: [] },
  sichuan: { melds: 4, lacking: HONORS, asksVoid: true },
};

export const RULE_SETS = Object.keys(RULES);

/** The most wildcards of a deck. */
export const MOST_WILDCARDS = 8;

/** Whether a suit has to be void, which a hand can declare. */
export const asksVoid = ({ rules }) => Boolean(RULES[rules].asksVoid);

/** Whether hands are those of the usual game, for which there are odds, too. */
export const isUsual = ({ rules, wildcards }) => rules === "riichi" && wildcards === 0;

/** Copies of a kind in the deck. */
export const copiesOf = (tile, { rules, wildcards }) =>
  tile === WILDCARD ? wildcards : RULES[rules].lacking.includes(tile) ? 0 : COPIES;

/** Exposed melds of a hand, at most. */
export const mostMelds = ({ rules }) => RULES[rules].melds;

/** Tiles of a hand that draws next, beside its melds. Each counts as three tiles, a kan too. */
export const whole = ({ melds, rules }) => 3 * (RULES[rules].melds - melds.length) + 1;

/** Tiles of a hand at most, beside its melds: with one that is drawn. */
export const room = (state) => whole(state) + 1;
