// Asking the library.
import { shortened } from "./address.js";
import { askAim } from "./aims.js";
import { compile, load } from "./paili.js";
import { hasText, t, tileName } from "./language.js";
import { asksVoid, room, whole } from "./sizes.js";
import { kindOf, read, redden, WILDCARD, write } from "./tiles.js";

/** The module, for workers: it is compiled once. */
export const compiled = compile();

let paili;

export async function startLibrary() {
  paili = await load(compiled);
}

export const ready = () => paili !== undefined;

/** The answer to a request; of what can't be answered, { error }. */
export function ask(request) {
  try {
    return JSON.parse(paili.ask(request));
  } catch ({ message }) {
    return { error: { kind: "failed", message } };
  }
}

/** What a request about the hand of a state needs. The judge's names go in, so the judge's names come out. */
export function aboutHand(state) {
  const { hand, melds, seen, rules, forms, wildcards } = state;
  return {
    hand: hand.map(kindOf).join(" "),
    melds: melds.map(write).join(","),
    visible: write(seen),
    rules,
    forms,
    wildcards,
    ...(wildcards > 0 && state.wildcardCopies === "beyond" && { wildcards_beyond_copies: true }),
    ...(asksVoid(state) && state.void && { void: state.void }),
    ...askAim(state),
  };
}

/** The tiles and melds of a text, red fives red: { tiles, melds }, or { error }. Up to `most` tiles may be wildcards; without it, none can. */
export function parse(written, most) {
  // Behind a comma, somebody may still be about to write a meld.
  const text = written.replace(/,(?=\s*(,|$))/g, " ");
  const [concealed] = text.split(",");
  // No part of a tile: a text is torn where one stands in a tile.
  const natural = most != null ? concealed.replaceAll(WILDCARD, " ") : concealed;
  const wildcards = most != null ? [...concealed].filter((char) => char === WILDCARD) : [];
  const { error, tiles, melds, reds } = ask({ ask: "parse", text: natural + text.slice(concealed.length) });
  if (error) return { error };
  if (wildcards.length > most) {
    const end = concealed.lastIndexOf(WILDCARD) + 1;
    return { error: { kind: "wildcards", start: end - 1, end, text: WILDCARD } };
  }
  return { tiles: [...redden(tiles, reds[0]), ...wildcards], melds: melds.map((meld, i) => redden(meld, reds[i + 1])) };
}

/** What is wrong, in the reader's language. */
export function faultText(error) {
  const key = `error.${error.kind}`;
  if (!hasText(key)) return error.message;
  const tile = error.tile && (read(error.tile)?.[0] ?? error.tile);
  return t(key, { ...error, text: shortened(error.text), n: error.tiles, tile: tile ? tileName(tile) : "", ...ofRules(error) });
}

/** The name of the rule set that a fault is of, and the sizes of its hands. */
function ofRules({ rules = "standard" }) {
  const alone = { rules, melds: [] };
  return { rules: t(`rules.${rules}`), least: whole(alone), most: room(alone) };
}
