// Rounds as the browser keeps them, and their decisions whose chances are not known yet.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clear, keep, rounds, settle, unsettled } from "../../page/practice/history.js";
import { openOf } from "../../page/practice/open.js";
import { worth } from "../../page/practice/score.js";
import { read } from "../../page/tiles.js";

const FORMS = ["standard"];
const HAND = "123m456p789s12234z";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, value) => store.set(name, value),
  removeItem: (name) => store.delete(name),
};
beforeEach(clear);

const round = (seed, more = {}) => ({ seed, won: false, discards: "101", kept: 10, best: 20, lost: 0.25, ...more });

/** A round whose decisions after so many discards are open. */
const open = (...rivers) => rivers.map((river) => ({ hand: HAND, river, discarded: "1z", forms: FORMS }));

/** What rounds come back as that are kept by another page. */
function reread(...all) {
  store.set("paili-rounds", JSON.stringify(all));
  return rounds();
}

test("rounds with and without open decisions come back, each deal once", () => {
  assert.equal(keep(round("1")), true);
  assert.equal(keep(round("2", { open: open("9m", "9m9p") })), true);
  assert.equal(keep(round("2")), false);
  assert.deepEqual(rounds(), [round("1"), round("2", { open: open("9m", "9m9p") })]);
});

test("what can't be open decisions makes a round none", () => {
  const bad = (...changes) => changes.map((change) => [{ ...open("9m")[0], ...change }]);
  const none = [
    null, {}, "9m", 0, [null], ["9m"], [{}], [[]],
    // There are three discards, and no discard is made twice.
    open("9m9p1s"), open("9m", "9p"),
    ...bad({ hand: 7 }, { hand: "123m" }, { hand: `${HAND}5z` }, { hand: "123m456p789s1223*" }, { hand: "0m" + HAND.slice(2) }),
    ...bad({ hand: "PASS " + "1M ".repeat(13) }, { hand: "11111m456p789s122z" }, { hand: "1z".repeat(100_000) }, { hand: "x" }),
    ...bad({ river: null }, { river: "0z" }, { river: "*" }, { river: "9" }, { river: undefined }),
    ...bad({ discarded: "5z" }, { discarded: "" }, { discarded: "1z2z" }, { discarded: ["1z"] }),
    ...bad({ forms: [] }, { forms: "standard" }, { forms: ["knitted"] }, { forms: ["standard", "standard"] }, { forms: [["standard"]] }, { forms: undefined }),
  ];
  for (const open of none) assert.deepEqual(reread(round("1", { open })), [], JSON.stringify(open)?.slice(0, 200));
  // A last discard, after which nothing is drawn, gives no chance away.
  const river = read("123456789m12345678p");
  const last = { hand: HAND, river: river.map((tile) => tile.toLowerCase()).join(""), discarded: "1z", forms: FORMS };
  assert.deepEqual(reread(round("1", { discards: "1".repeat(18), open: [last] })), []);
  assert.equal(reread(round("1", { open: [] })).length, 1);
});

/** A turn of a round whose discard has as many useful tiles as the best one. */
const turnOf = (river, left, discarded = "E") => ({
  full: read(HAND),
  river: read(river),
  left,
  discarded,
  forms: FORMS,
  answer: { distance: 1, discards: [{ tile: discarded, distance: 1, acceptance: 8 }] },
});

test("open decisions are what their chances are asked about, and little is kept of them", () => {
  const turns = [turnOf("", 17), turnOf("9m", 16), turnOf("9m9p", 15), turnOf("123456789m12345678p", 0)];
  const made = worth(turns, ({ left }) => (left === 16 ? { chosen: 0.5, best: 0.5 } : null));
  keep(round("1", openOf(made)));
  const asked = ({ full, river, left, discarded, forms }) => ({ full, river, left, discarded, forms });
  assert.deepEqual(unsettled(), [turns[0], turns[2]].map(asked));
  assert.ok(JSON.stringify(rounds()[0].open[0]).length < 100);
  assert.deepEqual(openOf(worth(turns, () => ({ chosen: 0, best: 0 }))), {});
});

test("a round is mended as its chances become known", () => {
  keep(round("1"));
  keep(round("2", { open: open("", "9m", "9m9p") }));
  const chances = new Map();
  const settleNow = () => settle(({ left }) => chances.get(left) ?? null);
  const before = store.get("paili-rounds");
  settleNow();
  assert.equal(store.get("paili-rounds"), before);

  chances.set(17, { chosen: 0.25, best: 0.5 });
  settleNow();
  assert.deepEqual(rounds(), [round("1"), round("2", { discards: "001", lost: 0.5, open: open("9m", "9m9p") })]);
  settleNow();
  assert.equal(rounds()[1].lost, 0.5);

  chances.set(16, { chosen: 0.5, best: 0.5 });
  chances.set(15, { error: { kind: "too-large" } });
  settleNow();
  assert.deepEqual(rounds(), [round("1"), round("2", { discards: "011", lost: 0.5 })]);
  assert.deepEqual(unsettled(), []);
});

test("where nothing wins, acceptance has decided", () => {
  keep(round("1", { open: open("9m") }));
  settle(() => ({ chosen: 0, best: 0 }));
  assert.deepEqual(rounds(), [round("1")]);
});

test("a round that was forgotten meanwhile stays forgotten", () => {
  keep(round("1", { open: open("9m") }));
  clear();
  settle(() => ({ chosen: 0, best: 0.5 }));
  assert.deepEqual(rounds(), []);
});
