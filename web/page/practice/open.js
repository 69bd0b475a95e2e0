// The decisions of a round that is over whose chances nobody knows yet. They are kept with the round, since the page may be
// closed before they are worked out: { hand, river, discarded, forms } of each, tiles as short texts.
import { choiceOf, COPIES, DEALT, TURNS } from "../sizes.js";
import { counts, KINDS, read, write } from "../tiles.js";
import { isBest } from "./score.js";

/** Those of what each discard of a round is worth, as `worth` has it: { open }, or nothing where all is known. */
export function openOf(made) {
  const open = made.filter(({ chance }) => !chance).map(({ turn }) => written(turn));
  return open.length ? { open } : {};
}

const written = ({ full, river, discarded, forms }) => ({
  hand: write(full),
  river: write(river),
  discarded: write([discarded]),
  forms,
});

/** A decision as a turn of a round, as far as its chances are asked for. */
export function turnOf({ hand, river, discarded, forms }) {
  const gone = read(river);
  return { full: read(hand), river: gone, left: TURNS - gone.length - 1, discarded: read(discarded)[0], forms };
}

/** Whether these can be the open decisions of a round of so many discards. */
export function isOpen(open, discards) {
  if (!Array.isArray(open) || !open.every(isDecision)) return false;
  const turns = open.map(({ river }) => read(river).length);
  return turns.every((turn) => turn < Math.min(discards, TURNS - 1)) && new Set(turns).size === turns.length;
}

function isDecision(decision) {
  const [hand, river, discarded] = [decision?.hand, decision?.river, decision?.discarded].map(tilesOf);
  return (
    hand?.length === DEALT + 1 &&
    river !== null &&
    discarded?.length === 1 &&
    hand.includes(discarded[0]) &&
    [...counts([...hand, ...river]).values()].every((copies) => copies <= COPIES) &&
    areForms(decision.forms)
  );
}

/** The tiles of a short text, or null if that is none of a round. */
function tilesOf(text) {
  if (typeof text !== "string" || text.length > 100) return null;
  const tiles = read(text);
  return tiles?.every((tile) => KINDS.includes(tile)) ? tiles : null;
}

const CHOICE = choiceOf({ rules: "riichi" });

const areForms = (forms) =>
  Array.isArray(forms) &&
  forms.length > 0 &&
  new Set(forms).size === forms.length &&
  forms.every((form) => CHOICE.includes(form));

/** A round with what is known by now of its open decisions, or itself. `chanceOf` is as in `worth`. */
export function settled(round, chanceOf) {
  const left = [];
  let { discards, lost } = round;
  for (const decision of round.open ?? []) {
    const turn = turnOf(decision);
    const chance = chanceOf(turn);
    if (!chance) left.push(decision);
    if (!chance || chance.error) continue;
    lost += chance.best - chance.chosen;
    // Where nothing wins, acceptance has decided.
    if (chance.best > 0) discards = withMark(discards, turn.river.length, isBest({ chance }) ? "1" : "0");
  }
  if (left.length === (round.open ?? []).length) return round;
  const { open, ...rest } = round;
  return { ...rest, discards, lost, ...(left.length && { open: left }) };
}

const withMark = (discards, at, mark) => discards.slice(0, at) + mark + discards.slice(at + 1);
