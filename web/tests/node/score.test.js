// What the discards of a round gave away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Chances, isBest, total, worth } from "../../page/practice/score.js";

const FORMS = ["standard"];

/** A turn whose hand is `1M 9P E`: 9P keeps eight useful tiles, E keeps five, and 1M steps back. */
const turnOf = (discarded, left = 3, distance = 2) => ({
  full: ["1M", "9P", "E"],
  river: ["Z"],
  left,
  discarded,
  forms: FORMS,
  answer: {
    distance,
    discards: [
      { tile: "9P", distance, acceptance: 8 },
      { tile: "E", distance, acceptance: 5 },
      { tile: "1M", distance: distance + 1, acceptance: 20 },
    ],
  },
});

const unknown = () => null;

test("acceptance is known at once, and a step back keeps none of it", () => {
  const made = worth([turnOf("9P"), turnOf("E"), turnOf("1M"), turnOf(null)], unknown);
  assert.deepEqual(
    made.map(({ acceptance: { chosen, best, back } }) => [chosen, best, back]),
    [[8, 8, false], [5, 8, false], [0, 8, true]],
  );
  assert.deepEqual(made[0].acceptance.tiles, ["9P"]);
  assert.deepEqual(made.map(isBest), [true, false, false]);
  assert.deepEqual(total(made), { kept: 13, best: 24, lost: 0 });
});

test("once chances are known they decide, and without a draw nothing is lost", () => {
  const chances = new Map([["9P", { chosen: 0.25, best: 0.5 }], ["E", { chosen: 0.5, best: 0.5 }], ["1M", { error: {} }]]);
  const made = worth([turnOf("9P"), turnOf("E"), turnOf("1M"), turnOf("E", 0)], ({ discarded }) => chances.get(discarded));
  assert.deepEqual(made.map(isBest), [false, true, false, false]);
  assert.deepEqual(made[3].chance, { chosen: 0, best: 0 });
  assert.deepEqual(total(made), { kept: 18, best: 32, lost: 0.25 });
});

/** Chances of some turns, of which the worker says what `answer` does; and what it was asked. */
function workedOut(turns, answer) {
  const asked = [];
  const chances = new Chances({
    ask: (request, done) => {
      asked.push(request);
      done(answer(request));
    },
  });
  let told = 0;
  chances.work(turns, () => (told += 1));
  return { asked, told, of: (turn) => chances.of(turn), ways: (turn) => chances.ways(turn) };
}

const ways = (...all) => ({ discards: all.map(([tile, win]) => ({ tile, win: [win] })) });

test("turns are worked out one after the other, each once", () => {
  const turns = [turnOf("9P"), turnOf("9P"), turnOf("E"), turnOf("E", 0), turnOf("E", 3, 0), turnOf(null)];
  const all = ways(["9P", 0.5], ["E", 0.25]);
  const { asked, told, of, ways: known } = workedOut(turns, () => all);
  assert.deepEqual(of(turns[0]), { chosen: 0.5, best: 0.5 });
  assert.deepEqual(of(turns[2]), { chosen: 0.25, best: 0.5 });
  assert.equal(of(turns[3]), null);
  assert.deepEqual(known(turns[5]), all);
  assert.equal(asked.length, 2);
  assert.equal(told, 2);
  assert.deepEqual(asked[0], { ask: "odds", hand: "1M 9P E", visible: "7z", forms: FORMS, draws: 3, law: "remembering", changes: 1 });
});

test("a hand too far for a change is asked about without, and its steps back by the hand they leave", () => {
  const { asked, of } = workedOut([turnOf("1M")], ({ hand, changes }) => {
    if (changes) return { error: { kind: "too-large" } };
    return hand === "9P E" ? { win: [0.125] } : { changes: 0, ...ways(["9P", 0.0625]) };
  });
  assert.deepEqual(asked.map(({ hand, changes, visible }) => [hand, changes, visible]), [
    ["1M 9P E", 1, "7z"], ["1M 9P E", 0, "7z"], ["9P E", 0, "7z1m"],
  ]);
  assert.deepEqual(of(turnOf("1M")), { chosen: 0.125, best: 0.125 });
});

test("what can't be worked out is told, and the next turn follows", () => {
  const turns = [turnOf("9P"), turnOf("E", 2)];
  const { of } = workedOut(turns, ({ draws }) => (draws === 3 ? { error: { kind: "failed" } } : ways(["E", 0.5])));
  assert.deepEqual(of(turns[0]), { error: { kind: "failed" } });
  assert.deepEqual(of(turns[1]), { chosen: 0.5, best: 0.5 });
});
