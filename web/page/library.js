// Asking the library.
import { compile, load } from "./module.js";
import { hasText, t, tileName } from "./language.js";
import { kindOf, read, redden, write } from "./tiles.js";

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
export function aboutHand({ hand, melds, seen, forms }) {
  const melded = melds.map(write).join(",");
  return { hand: hand.map(kindOf).join(" "), melds: melded, visible: write(seen), forms: counting({ melds, forms }) };
}

/** The tiles and melds of a text, red fives red: { tiles, melds }, or { error }. */
export function parse(text) {
  const { error, tiles, melds, reds } = ask({ ask: "parse", text });
  if (error) return { error };
  return { tiles: redden(tiles, reds[0]), melds: melds.map((meld, i) => redden(meld, reds[i + 1])) };
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
  return t(key, { ...error, n: error.tiles, tile: tile ? tileName(tile) : "" });
}
