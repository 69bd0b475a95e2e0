// The 37 kinds of tiles, by the names the judge gives them: "1M" … "9S", "E S W N B F Z", "PASS REVERSE DOUBLE".

const suit = (letter) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${letter}`);

/** The kinds a hand is won with, in order. */
export const KINDS = [...suit("M"), ...suit("P"), ...suit("S"), ..."ESWNBFZ"];
const SPECIALS = ["PASS", "REVERSE", "DOUBLE"];
const PLACE = new Map([...KINDS, ...SPECIALS].map((tile, place) => [tile, place]));

/** The place of a kind in the order of tiles. */
export const placeOf = (tile) => PLACE.get(tile);

export const isSpecial = (tile) => SPECIALS.includes(tile);

/** The tiles in order, specials last. */
export const sorted = (tiles) => tiles.toSorted((a, b) => PLACE.get(a) - PLACE.get(b));

/** How many there are of each kind. */
export function counts(tiles) {
  const all = new Map();
  for (const tile of tiles) all.set(tile, (all.get(tile) ?? 0) + 1);
  return all;
}

/** The tiles without one of that kind. */
export function without(tiles, tile) {
  const at = tiles.indexOf(tile);
  return at < 0 ? tiles : tiles.toSpliced(at, 1);
}

/** How the compact notation writes a kind: "1m", "7z". */
export function compact(tile) {
  const place = PLACE.get(tile);
  return place < 27 ? tile.toLowerCase() : `${place - 26}z`;
}

/** Tiles as a short text, in their order: compact ("123m1z"), or the judge's where there are specials. */
export function write(tiles) {
  if (tiles.some(isSpecial)) return tiles.join(" ");
  const names = tiles.map(compact);
  return names.map((name, i) => (names[i + 1]?.[1] === name[1] ? name[0] : name)).join("");
}

/** The tiles of such a text, or null. */
export function read(text) {
  const tiles = [];
  for (const word of text.split(" ").filter(Boolean)) {
    if (PLACE.has(word)) tiles.push(word);
    else if (/^([0-9]+[mpsz])+$/.test(word)) {
      for (const [, ranks, letter] of word.matchAll(/([0-9]+)([mpsz])/g)) {
        for (const rank of ranks)
          tiles.push(letter === "z" ? KINDS[26 + Number(rank)] : `${rank}${letter.toUpperCase()}`);
      }
    } else return null;
  }
  return tiles.every((tile) => PLACE.has(tile)) ? tiles : null;
}

/** The chow that begins with a tile, or null. */
export function chow(tile) {
  const at = PLACE.get(tile);
  return at < 27 && at % 9 < 7 ? KINDS.slice(at, at + 3) : null;
}
