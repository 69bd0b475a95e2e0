// What entering a tile does to the state.
import { byId } from "../dom.js";
import { t, tileNames } from "../language.js";
import { copiesOf, mostMelds, room, whole } from "../sizes.js";
import { change, CLEAN, now } from "../state.js";
import { chow, counts, FIVES, held, isRed, isSpecial, kindOf, KINDS, redden, sorted, WILDCARD, without } from "../tiles.js";
import { say } from "../toast.js";

/** How many copies of each kind, and wildcards, are neither in the hand, nor in a meld, nor seen. */
export function left(state) {
  const taken = counts([...state.hand, ...state.melds.flat(), ...state.seen].map(kindOf));
  const copies = (tile) => Math.max(0, copiesOf(tile, state) - (taken.get(tile) ?? 0));
  return new Map([...KINDS, WILDCARD].map((tile) => [tile, copies(tile)]));
}

/** Whether a rule set lacks a tile, which may have been there before it was chosen. */
export const isLacking = (tile, state) => copiesOf(kindOf(tile), state) === 0;

/** The tiles of hand, melds and tiles seen that the rule set lacks, each once. */
export const lackingTiles = (state) =>
  [...new Set(sorted([...state.hand, ...state.melds.flat(), ...state.seen]))].filter((tile) => isLacking(tile, state));

/** Takes those away, with the melds that have one. */
export function takeLacking() {
  const state = now();
  const stays = (tile) => !isLacking(tile, state);
  const { hand, melds, seen } = state;
  change({ hand: hand.filter(stays), melds: melds.filter((meld) => meld.every(stays)), seen: seen.filter(stays) });
}

/** How many tiles of a kind a press adds. */
const ALIKE = { hand: 1, seen: 1, offered: 1, pong: 3, kan: 4 };

/** Some kinds as they are entered: if red fives are chosen, one of a suit is red, unless one of that suit is there already. */
export function reddened(kinds, { hand, melds, seen }) {
  if (!byId("red").checked) return kinds;
  const known = new Set([...hand, ...melds.flat(), ...seen].filter(isRed).map(kindOf));
  return redden(kinds, FIVES.filter((five) => !known.has(five)));
}

/** Puts a tile where the mode says; says why if it can't. */
export function put(mode, tile) {
  const state = now();
  const free = left(state);
  // A wildcard is in no meld, and nobody discards one.
  if (tile === WILDCARD && mode !== "hand") return say(t("wildcards.hand"));
  const kinds = mode === "chow" ? chow(tile) : Array(ALIKE[mode]).fill(tile);
  if (!kinds) return say(t("no.chow"));
  const lacking = [...counts(kinds)].find(([kind, n]) => free.get(kind) < n)?.[0];
  if (lacking) return say(copiesOf(lacking, state) ? t("none.left") : notInRules(state, [lacking]));
  if (mode === "offered") {
    return state.hand.length === whole(state) ? change({ offered: tile }) : say(t("offered.size", { n: whole(state) }));
  }
  const tiles = sorted(reddened(kinds, state));
  if (mode === "seen") return change({ seen: sorted([...state.seen, ...tiles]) });
  if (mode === "hand") {
    if (state.hand.length >= room(state)) return say(t("hand.full"));
    return change({ hand: sorted([...state.hand, ...tiles]) });
  }
  if (state.melds.length === mostMelds(state)) return say(t("melds.full", { n: mostMelds(state) }));
  return change({ melds: [...state.melds, tiles] });
}

export const notInRules = ({ rules }, tiles) =>
  t("error.not-in-rules", { rules: t(`rules.${rules}`), tile: tileNames(tiles) });

/** Takes a tile back from where the mode puts them. */
export function takeBack(mode, tile) {
  const state = now();
  if (mode === "offered") return state.offered === tile && change({ offered: "" });
  if (mode === "hand" || mode === "seen") {
    const taken = held(state[mode], tile);
    if (taken) change({ [mode]: without(state[mode], taken) });
    return;
  }
  const added = String(mode === "chow" ? chow(tile) : Array(ALIKE[mode]).fill(tile));
  const at = state.melds.findLastIndex((meld) => String(meld.map(kindOf)) === added);
  if (at >= 0) change({ melds: state.melds.toSpliced(at, 1) });
}

/** A tile at random of those left, or null. */
export function drawn(state) {
  const rest = [...left(state)].flatMap(([tile, n]) => Array(n).fill(tile));
  return rest.length ? rest[chance(rest.length)] : null;
}

/** A hand at random, in place of all there was. */
export function deal() {
  let state = { ...now(), ...CLEAN };
  while (state.hand.length < room(state)) {
    const tile = drawn(state);
    if (!tile) break;
    state = { ...state, hand: [...state.hand, tile] };
  }
  change({ ...CLEAN, hand: sorted(state.hand) });
}

/** Discards a tile, which is seen from now on, and draws another; there is one draw less to come. */
export function play(tile) {
  const state = now();
  const kept = without(state.hand, tile);
  const seen = isSpecial(tile) ? state.seen : sorted([...state.seen, tile]);
  const next = drawn({ ...state, hand: kept, seen });
  change({ hand: sorted(next ? [...kept, next] : kept), seen, draws: Math.max(1, state.draws - 1) });
  return next;
}

/** A number below `n`, each with the same chance (the rest of 2^32 by n, at most 136, is too small to matter). */
const chance = (n) => crypto.getRandomValues(new Uint32Array(1))[0] % n;
