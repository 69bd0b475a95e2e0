// The same hands through paili and two other packages of npm, after web/build:
//
//     npm ci --prefix benches/npm && node benches/npm/bench.mjs [HANDS]
//
// Each package gets the hands as it takes them, made before the clock runs; syanten, which takes most of a millisecond a hand, the
// first thousand of them. Prints the table of web/npm/README.md.
import majiang from "@kobalab/majiang-core";
import { cpus } from "node:os";
import { KINDS, load } from "paili";
import syanten from "syanten";

const HANDS = Number(process.argv[2] ?? 100_000);
const PASSES = 5;
// The forms that the others know.
const RULES = { rules: "riichi" };

const paili = await load();

/** Random hands, from a generator by Park and Miller. */
function randomHands(tiles) {
  let state = 1;
  const below = (bound) => (state = (state * 48271) % 2147483647) % bound;
  const deck = Uint8Array.from({ length: 136 }, (_, tile) => tile >> 2);
  const counts = new Uint8Array(HANDS * KINDS.length);
  for (let hand = 0; hand < HANDS; hand += 1) {
    for (let place = 0; place < tiles; place += 1) {
      const other = place + below(deck.length - place);
      [deck[place], deck[other]] = [deck[other], deck[place]];
      counts[hand * KINDS.length + deck[place]] += 1;
    }
  }
  return counts;
}

/** The ways to ask: what each makes of the counts of all hands, and how it tells the shanten of all. */
const WAYS = {
  "paili, all at once": { of: (counts) => counts, ask: (counts) => paili.shanten(counts, RULES) },
  "paili, hand by hand": { of: handsOf, ask: (hands) => hands.map((hand) => paili.shanten(hand, RULES)[0]) },
  "@kobalab/majiang-core": {
    of: (counts) => handsOf(counts).map((hand) => majiang.Shoupai.fromString(textOf(hand))),
    ask: (hands) => hands.map((hand) => majiang.Util.xiangting(hand)),
  },
  syanten: {
    of: (counts) => handsOf(counts).map((hand) => [0, 9, 18, 27].map((begin) => [...hand.subarray(begin, begin + 9)])),
    ask: (hands) => hands.map((hand) => syanten.syantenAll(hand)),
    most: 1000,
  },
};

function handsOf(counts) {
  return Array.from({ length: HANDS }, (_, row) => counts.subarray(row * KINDS.length, (row + 1) * KINDS.length));
}

/** Letters before ranks: `m123p456`. */
function textOf(hand) {
  const ranks = (part) => [...hand.subarray(9 * part, 9 * part + 9)].map((copies, rank) => String(rank + 1).repeat(copies)).join("");
  return [..."mpsz"].map((suit, part) => suit + ranks(part)).join("");
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

console.log(`${HANDS.toLocaleString("en")} random hands, median of ${PASSES} passes, Node ${process.versions.node}, ${cpus()[0].model}\n`);
console.log("| shanten | tiles | hands | ns a hand | times paili, all at once | other answers |\n|---|--:|--:|--:|--:|--:|");
for (const tiles of [13, 14]) {
  const counts = randomHands(tiles);
  const asked = Object.entries(WAYS).map(([name, { of, ask, most = HANDS }]) => {
    const hands = of(counts);
    return { name, hands: most < HANDS ? hands.slice(0, most) : hands, ask, number: Math.min(most, HANDS), times: [] };
  });
  const first = asked[0].ask(counts);
  for (const way of asked) {
    way.differing = way.ask(way.hands).filter((answer, row) => answer !== first[row]).length;
    // Nobody means the same by every hand, but nearly.
    if (way.differing > way.number / 1000 + 1) throw new Error(`${way.name}: ${way.differing} other answers`);
  }
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const { hands, ask, number, times } of asked) {
      const begin = performance.now();
      ask(hands);
      times.push(((performance.now() - begin) * 1e6) / number);
    }
  }
  for (const { name, number, times, differing } of asked) {
    const ratio = Number((median(times) / median(asked[0].times)).toPrecision(2));
    const cells = [name, tiles, number, Math.round(median(times)), ratio, differing].map((cell) => cell.toLocaleString("en"));
    console.log(`| ${cells.join(" | ")} |`);
  }
}
