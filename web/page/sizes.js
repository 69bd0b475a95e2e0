// How many tiles there are of what, each number in one place.

/** Copies of a kind. */
export const COPIES = 4;

/** Exposed melds of a hand, at most. */
export const MOST_MELDS = 4;

/** Tiles that are dealt to a player. */
export const DEALT = 13;

/** Tiles of a hand that draws next, beside its melds. Each counts as three tiles, a kan too. */
export const whole = ({ melds }) => DEALT - 3 * melds.length;

/** Tiles of a hand at most, beside its melds: with one that is drawn. */
export const room = (state) => whole(state) + 1;
