// The state as the part of the address behind "#", and back. What is as on a fresh page is left out.
import { read, sorted, write } from "./tiles.js";

const text = { write: (value) => value, read: (value) => value };
const tiles = { write, read };
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
    read: (value) => allOrNull(value.split(",").map(read), (meld) => meld?.length === 3),
  },
  seen: { write, read: (value) => sortedOrNull(read(value)) },
  forms: {
    write: (value) => value.join(","),
    read: (value) => allOrNull(value.split(","), (form) => ["standard", "pairs", "orphans"].includes(form)),
  },
  draws: number(1, 60),
  // "auto", as on a fresh page, is none at once and then one.
  changes: number(0, 2),
  law: oneOf("remembering", "published"),
  seed: text,
  played: tiles,
  hints: oneOf("", "shown"),
  wall: text,
  gameSeed: text,
  gameNumber: number(0, 2 ** 32 - 1),
  step: number(0, 9999),
};

const sortedOrNull = (all) => all && sorted(all);
const allOrNull = (all, fits) => (all.every(fits) ? all : null);

/** "#view=…&hand=…" of a state: whatever isn't as in `fresh`. */
export function writeAddress(state, fresh) {
  const written = Object.entries(PARTS)
    .map(([name, part]) => [name, part.write(state[name]), part.write(fresh[name])])
    .filter(([name, value, usual]) => name === "view" || value !== usual)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%20", "+")}`);
  return `#${written.join("&")}`;
}

/** The parts of a state that an address tells. */
export function readAddress(hash) {
  const parts = {};
  for (const [name, value] of new URLSearchParams(hash.slice(1))) {
    // Every object has names of its own, such as toString.
    const read = Object.hasOwn(PARTS, name) ? PARTS[name].read(value) : null;
    if (read != null) parts[name] = read;
  }
  return parts;
}

/** The hand in an address as it stands there, if it is in another notation or no hand. */
export function strangeHand(hash) {
  const hand = new URLSearchParams(hash.slice(1)).get("hand");
  return hand && !PARTS.hand.read(hand) ? hand : null;
}
