// The 37 kinds of tiles, by the names the judge gives them: "1M" … "9S", "E S W N B F Z", "PASS REVERSE DOUBLE"; and the red
// fives, which the judge does not know: "0M", "0P" and "0S" are fives to the library, and stay red for the reader. "*" is a
// wildcard, which stands for any kind where the rules have it.

const suit = (letter) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${letter}`);

const HONORS = [..."ESWNBFZ"];

/** The kinds a hand is won with, in order. */
export const KINDS = [...suit("M"), ...suit("P"), ...suit("S"), ...HONORS];
const SPECIALS = ["PASS", "REVERSE", "DOUBLE"];
const PLACE = new Map([...KINDS, ...SPECIALS].map((tile, place) => [tile, place]));
const REDS = ["0M", "0P", "0S"];
export const WILDCARD = "*";

export const isSpecial = (tile) => SPECIALS.includes(tile);
export const isRed = (tile) => REDS.includes(tile);

/** The kind of a tile: of a red five, five. */
export const kindOf = (tile) => (isRed(tile) ? tile.replace("0", "5") : tile);

/** The kinds of which some are red. */
export const FIVES = REDS.map(kindOf);

const redOf = (kind) => kind.replace("5", "0");

/** Tiles with those fives red, each name of `reds` one of them. */
export function redden(tiles, reds) {
  const left = [...reds];
  return tiles.map((tile) => {
    const at = left.indexOf(tile);
    if (at < 0) return tile;
    left.splice(at, 1);
    return redOf(tile);
  });
}

/** Which of some tiles goes if one of a kind does, or undefined: the red five last, which is worth more. */
export const held = (tiles, kind) => [kind, redOf(kind)].find((tile) => tiles.includes(tile));

/** The tiles in order, specials and then wildcards last; a red five behind the others. */
export const sorted = (tiles) => tiles.toSorted((a, b) => order(a) - order(b));
const order = (tile) => (PLACE.get(kindOf(tile)) ?? PLACE.size) + (isRed(tile) ? 0.5 : 0);

/** How many there are of each tile. */
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

/** How the compact notation writes a tile: "1m", "0m", "7z". */
export function compact(tile) {
  const place = PLACE.get(tile);
  return place >= 27 ? `${place - 26}z` : tile.toLowerCase();
}

/** Where a tile's picture is: in a file of all tiles, each of which is a view of it. */
export const artOf = (tile, file = "tiles") =>
  `${file}.svg#${tile === WILDCARD ? "wildcard" : isSpecial(tile) ? tile.toLowerCase() : compact(tile)}`;

/** Tiles as a short text, in their order: compact ("123m1z"); where there are specials, the judge's, which has no red fives. */
export function write(tiles) {
  if (tiles.some(isSpecial)) return tiles.map(kindOf).join(" ");
  const names = tiles.map(compact);
  return names.map((name, i) => (names[i + 1]?.[1] === name[1] ? name[0] : name)).join("");
}

/** The tiles of such a text, or null. */
export function read(text) {
  const tiles = [];
  for (const word of text.split(" ").filter(Boolean)) {
    if (PLACE.has(word)) tiles.push(word);
    else if (/^([0-9]+[mpsz]|\*)+$/.test(word)) {
      for (const [, ranks, letter] of word.matchAll(/([0-9]+)([mpsz])|\*/g)) {
        for (const rank of ranks ?? WILDCARD)
          tiles.push(letter === "z" ? HONORS[rank - 1] : `${rank}${letter?.toUpperCase() ?? ""}`);
      }
    } else return null;
  }
  return tiles.every((tile) => PLACE.has(tile) || isRed(tile) || tile === WILDCARD) ? tiles : null;
}

/** The chow that begins with a tile, or null. */
export function chow(tile) {
  const at = PLACE.get(tile);
  return at < 27 && at % 9 < 7 ? KINDS.slice(at, at + 3) : null;
}
