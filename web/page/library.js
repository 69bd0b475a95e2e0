// Asking the library.
import { compile, load } from "./module.js";
import { hasText, t, tileName } from "./language.js";
import { asksVoid, isUsual, room, whole } from "./sizes.js";
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
  const { hand, melds, seen, rules, wildcards } = state;
  const asked = { hand: hand.map(kindOf).join(" "), melds: melds.map(write).join(","), visible: write(seen) };
  if (rules === "riichi") asked.forms = counting(state);
  return isUsual(state) ? asked : { ...asked, rules, wildcards, ...askedOfRules(state) };
}

/** What only some rule sets are asked. */
const askedOfRules = (state) => ({
  ...(state.wildcards > 0 && state.wildcardCopies === "beyond" && { wildcards_beyond_copies: true }),
  ...(asksVoid(state) && state.void && { void: state.void }),
});

/** The tiles and melds of a text, red fives red: { tiles, melds }, or { error }. Up to some of the tiles may be wildcards. */
export function parse(text, most = 0) {
  const [concealed] = text.split(",");
  // No part of a tile: a text is torn where one stands in a tile.
  const natural = most > 0 ? concealed.replaceAll(WILDCARD, " ") : concealed;
  const wildcards = most > 0 ? [...concealed].filter((char) => char === WILDCARD) : [];
  const { error, tiles, melds, reds } = ask({ ask: "parse", text: natural + text.slice(concealed.length) });
  if (error) return { error };
  if (wildcards.length > most) {
    const end = concealed.lastIndexOf(WILDCARD) + 1;
    return { error: { kind: "wildcards", start: end - 1, end, text: WILDCARD } };
  }
  return { tiles: [...redden(tiles, reds[0]), ...wildcards], melds: melds.map((meld, i) => redden(meld, reds[i + 1])) };
}

/** The forms that count: beside melds, only the standard form can be won with. */
const counting = ({ melds, forms }) => (melds.length && forms.includes("standard") ? ["standard"] : forms);

/** Whether some of the forms that are ticked can't be won with beside the melds. */
export const setsAside = (state) => counting(state).length < state.forms.length;

/** What is wrong, in the reader's language. */
export function faultText(error) {
  const key = `error.${error.kind}`;
  if (!hasText(key)) return error.message;
  const tile = error.tile && (read(error.tile)?.[0] ?? error.tile);
  return t(key, { ...error, n: error.tiles, tile: tile ? tileName(tile) : "", ...ofRules(error) });
}

/** A rule set's name, and the sizes of its hands. */
function ofRules({ rules }) {
  if (!rules) return {};
  const alone = { rules, melds: [] };
  return { rules: t(`rules.${rules}`), least: whole(alone), most: room(alone) };
}
