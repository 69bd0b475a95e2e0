// The rule sets of the menu: how many tiles there are of what, and how hands are won. Each number is in one place.
import { isSpecial, KINDS, WILDCARD } from "./tiles.js";

/** Copies of a kind. */
export const COPIES = 4;

/** Tiles that are dealt to a player of the usual game. */
export const DEALT = 13;

/** Tiles that are drawn in a round of practice. */
export const TURNS = 18;

const [CHARACTERS, HONORS] = [KINDS.slice(0, 9), KINDS.slice(27)];

const RIICHI = ["standard", "pairs", "orphans"];

/**
 * Of each rule set, in the order of the menu: the melds of a hand beside its pair, the kinds that the deck lacks, the win forms,
 * those that can be chosen if they are more, whether its tables are part of the module, and whether a suit is void. The address is
 * read before the module is there, so the page has its own list; a test compares it with the module's.
 */
const RULES = {
  standard: { melds: 4, lacking: [], forms: ["standard"], choice: RIICHI, embedded: true },
  riichi: { melds: 4, lacking: [], forms: RIICHI, embedded: true },
  sanma: { melds: 4, lacking: CHARACTERS.slice(1, -1), forms: RIICHI },
  taiwan: { melds: 5, lacking: [], forms: ["standard", "repeated-pairs", "unconnected"] },
  guobiao: { melds: 4, lacking: [], forms: ["standard", "orphans", "repeated-pairs", "knitted", "knitted-straight"] },
  sichuan: { melds: 4, lacking: HONORS, forms: ["standard", "repeated-pairs"], asksVoid: true },
};

export const RULE_SETS = Object.keys(RULES);

/** The win forms of all of them. */
export const FORMS = [...new Set(RULE_SETS.flatMap((rules) => RULES[rules].forms))];

/** The most wildcards of a deck. */
export const MOST_WILDCARDS = 8;

/** Whether a suit has to be void, which a hand can declare. */
export const asksVoid = ({ rules }) => Boolean(RULES[rules].asksVoid);

/** The win forms that can be chosen. */
export const choiceOf = ({ rules }) => RULES[rules].choice ?? RULES[rules].forms;

/** The win forms that count: those that are chosen, or else the rule set's own. */
export const formsOf = ({ rules, forms }) => (forms.length ? forms : RULES[rules].forms);

/** These as a choice: none if they are the rule set's own. */
export const chosen = (rules, forms) => (String(forms) === String(RULES[rules].forms) ? [] : forms);

/** Whether hands are those of the usual game, whose tables the module has: it answers at once. */
export const isUsual = ({ rules, wildcards }) => Boolean(RULES[rules].embedded) && wildcards === 0;

/** Copies of a kind in the deck. */
export const copiesOf = (tile, { rules, wildcards }) =>
  tile === WILDCARD ? wildcards : lacks(rules, tile) ? 0 : COPIES;

const lacks = (rules, tile) => RULES[rules].lacking.includes(tile) || (isSpecial(tile) && !RULES[rules].embedded);

/** Exposed melds of a hand, at most. */
export const mostMelds = ({ rules }) => RULES[rules].melds;

/** Tiles of a hand that draws next, beside its melds. Each counts as three tiles, a kan too. */
export const whole = ({ melds, rules }) => 3 * (RULES[rules].melds - melds.length) + 1;

/** Tiles of a hand at most, beside its melds: with one that is drawn. */
export const room = (state) => whole(state) + 1;
