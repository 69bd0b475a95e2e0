// The state as the part of the address behind "#", and back. What is as on a fresh page is left out, but not view and rule set.
import { AIMS } from "./aims.js";
import { choiceOf, FORMS, MOST_WILDCARDS, RULE_SETS } from "./sizes.js";
import { chow, isSpecial, kindOf, read, sorted, WILDCARD, write } from "./tiles.js";

const text = { write: (value) => value, read: (value) => value };
/** Tiles among which no wildcard can be. */
const readNatural = (value) => (value.includes(WILDCARD) ? null : read(value));
const tiles = { write, read: readNatural };
const number = (least, most) => ({
  write: String,
  read: (value) => (/^[0-9]+$/.test(value) && value >= least && value <= most ? Number(value) : null),
});
const oneOf = (...allowed) => ({ write: (value) => value, read: (value) => (allowed.includes(value) ? value : null) });

/** How each part of the state is written and read; null is what can't be read. */
const PARTS = {
  view: oneOf("hand", "practice", "game"),
  hand: { write, read: (value) => sortedOrNull(read(value)) },
  melds: {
    write: (value) => value.map(write).join(","),
    read: (value) => allOrNull(value.split(",").map(readNatural), isMeld),
  },
  seen: { write, read: (value) => sortedOrNull(readNatural(value)) },
  offered: { write: (value) => (value ? write([value]) : ""), read: (value) => onlyKind(readNatural(value)) },
  rules: oneOf(...RULE_SETS),
  wildcards: number(0, MOST_WILDCARDS),
  wildcardCopies: oneOf("within", "beyond"),
  // None as on a fresh page, where the best one is.
  void: oneOf("m", "p", "s"),
  forms: {
    write: (value) => value.join(","),
    read: (value) => allOrNull(value.split(","), (form) => FORMS.includes(form)),
  },
  aim: oneOf(...AIMS),
  draws: number(1, 60),
  // "auto", as on a fresh page, is none at once and then one.
  changes: number(0, 2),
  law: oneOf("remembering", "published"),
  seed: { write: (value) => value, read: readSeed },
  played: tiles,
  hints: oneOf("", "shown"),
  wall: text,
  gameSeed: text,
  gameNumber: number(0, 2 ** 32 - 1),
  step: number(0, 9999),
};

/** The kind of a single tile, which can be in a win form. */
const onlyKind = (tiles) => (tiles?.length === 1 && !isSpecial(tiles[0]) ? kindOf(tiles[0]) : null);

/** Three or four of a kind, or three in a row. */
function isMeld(tiles) {
  if (!tiles?.length) return false;
  const kinds = sorted(tiles.map(kindOf));
  if (kinds.every((kind) => kind === kinds[0])) return kinds.length === 3 || kinds.length === 4;
  return String(kinds) === String(chow(kinds[0]));
}

/** Seeds are numbers of 64 bits. */
export const isSeed = (text) => /^[0-9]{1,20}$/.test(text) && BigInt(text) < 2n ** 64n;

/** The seed of a text, or null. It has no zeros before it: each deal counts once in practice. */
export function readSeed(text) {
  return isSeed(text) ? String(BigInt(text)) : null;
}

/** Tiles of the largest deck: more would keep the page busy for seconds, and are in no hand. */
const DECK = 148 + MOST_WILDCARDS;

const sortedOrNull = (all) => (all?.length <= DECK ? sorted(all) : null);
const allOrNull = (all, fits) => (all.length <= DECK && all.every(fits) ? all : null);

const ALWAYS = ["view", "rules"];

/** "#view=…&hand=…" of a state: whatever isn't as in `fresh`. */
export function writeAddress(state, fresh) {
  const written = Object.entries(PARTS)
    .map(([name, part]) => [name, part.write(state[name]), part.write(fresh[name])])
    .filter(([name, value, usual]) => ALWAYS.includes(name) || value !== usual)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%20", "+")}`);
  return `#${written.join("&")}`;
}

/** A longer address says nothing: games with their walls are a tenth as long. */
export const LONGEST = 20_000;

/** As much of a text as anybody reads. */
export const shortened = (text) => (text?.length > 40 ? `${text.slice(0, 40)}…` : text);

const partsOf = (hash) => (hash.length > LONGEST ? [] : [...new URLSearchParams(hash.slice(1))]);

/** The parts of a state that an address tells. */
export function readAddress(hash) {
  const told = partsOf(hash);
  // Links of the time before there was another usual game name none.
  const parts = told.length ? { rules: "riichi" } : {};
  for (const [name, value] of told) {
    // Every object has names of its own, such as toString.
    const read = Object.hasOwn(PARTS, name) ? PARTS[name].read(value) : null;
    if (read != null) parts[name] = read;
  }
  // Nor did they mind forms that a rule set does not have.
  if (parts.forms) parts.forms = parts.forms.filter((form) => choiceOf(parts).includes(form));
  return parts;
}

/** What an address tells of a part and can't be read, or its rule set lacks: [name, text]. */
function unread(hash) {
  const { forms = [] } = readAddress(hash);
  const lacking = (text) => text.split(",").filter((form) => !forms.includes(form)).join();
  return partsOf(hash)
    .filter(([name]) => Object.hasOwn(PARTS, name))
    .map(([name, text]) => [name, name === "forms" ? lacking(text) : PARTS[name].read(text) == null && text])
    .filter(([, text]) => text);
}

const TILES = ["hand", "melds", "seen"];

/** Tiles of an address as they stand there, if they are in another notation or no tiles. */
export const strangeTexts = (hash) => unread(hash).filter(([name]) => TILES.includes(name));

/** Whatever else can't be read of an address, as it stands there. */
export const refused = (hash) =>
  hash.length > LONGEST
    ? [shortened(hash)]
    : unread(hash).filter(([name]) => !TILES.includes(name)).map((part) => shortened(part.join("=")));
