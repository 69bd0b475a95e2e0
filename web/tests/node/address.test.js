// The state in an address, and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSeed, LONGEST, readAddress, refused, strangeTexts, writeAddress } from "../../page/address.js";

const FRESH = {
  view: "hand", hand: [], melds: [], seen: [], offered: "", rules: "riichi", wildcards: 0, wildcardCopies: "within", void: "", forms: ["standard"],
  draws: 17, changes: "auto", law: "remembering", seed: "", played: [], hints: "", wall: "", gameSeed: "1", gameNumber: 0, step: 0,
};

test("what differs from a fresh page is written, and read again", () => {
  const state = { ...FRESH, hand: ["1M", "2M", "E"], melds: [["1P", "1P", "1P"]], offered: "3P", rules: "sanma", draws: 9, changes: 1 };
  const hash = writeAddress(state, FRESH);
  assert.equal(hash, "#view=hand&hand=12m1z&melds=111p&offered=3p&rules=sanma&draws=9&changes=1");
  const { hand, melds, offered, rules, draws, changes } = readAddress(hash);
  assert.equal(offered, "3P");
  assert.deepEqual({ hand, melds, rules, draws, changes }, { hand: state.hand, melds: state.melds, rules: "sanma", draws: 9, changes: 1 });
});

test("what can't be read is left out and told", () => {
  const hash = "#view=other&draws=0&hand=xyz&toString=1&melds=12m&seed=18446744073709551616&offered=PASS";
  assert.deepEqual(Object.keys(readAddress(hash)), ["rules"]);
  assert.deepEqual(refused(hash), ["view=other", "draws=0", "seed=18446744073709551616", "offered=PASS"]);
  assert.deepEqual(strangeTexts(hash), [["hand", "xyz"], ["melds", "12m"]]);
});

test("forms that the rule set lacks are left out and told", () => {
  const hash = "#rules=riichi&forms=pairs,knitted";
  assert.deepEqual(readAddress(hash).forms, ["pairs"]);
  assert.deepEqual(refused(hash), ["forms=knitted"]);
  assert.deepEqual(refused("#forms=pairs,constructor"), ["forms=pairs,constructor"]);
  assert.deepEqual(refused("#rules=riichi&forms="), []);
});

test("an address that is too long is refused at once", () => {
  const hash = `#hand=${"1m".repeat(100_000)}`;
  assert.deepEqual(readAddress(hash), {});
  assert.equal(refused(hash).length, 1);
  assert.ok(refused(hash)[0].length < 100);
  assert.deepEqual(strangeTexts(hash), []);
  assert.ok(LONGEST >= 5000);
});

test("more tiles than a deck has are no hand, and of a long text the beginning is told", () => {
  const hash = `#hand=${"1m".repeat(157)}&melds=${Array(157).fill("111m")}&seen=${"1m".repeat(157)}&law=${"x".repeat(9999)}`;
  assert.deepEqual(Object.keys(readAddress(hash)), ["rules"]);
  assert.deepEqual(strangeTexts(hash).map(([name]) => name), ["hand", "melds", "seen"]);
  assert.ok(refused(hash)[0].length < 50);
});

test("seeds have 64 bits, and one text each", () => {
  assert.equal(readAddress("#view=practice&seed=001").seed, "1");
  assert.equal(readAddress("#view=practice&seed=00").seed, "0");
  assert.ok(isSeed("18446744073709551615") && isSeed("0"));
  assert.ok(!isSeed("18446744073709551616") && !isSeed("-1") && !isSeed("1e3"));
});
