// Tiles as texts, and back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { artOf, chow, compact, counts, held, KINDS, kindOf, read, redden, sorted, without, write } from "../../page/tiles.js";

test("texts are read as they are written", () => {
  for (const text of ["123m406p789s1122z", "0m", "1z*", ""]) assert.equal(write(read(text)), text);
  assert.deepEqual(read("PASS 1M"), ["PASS", "1M"]);
  assert.equal(write(["1M", "PASS"]), "1M PASS");
  // The judge has no name for a red five.
  assert.equal(write(["5M", "0M", "PASS"]), "5M 5M PASS");
  for (const text of ["8z", "1x", "m1", "1m2", "10"]) assert.equal(read(text), null, text);
  assert.equal(KINDS.length, 34);
});

test("red fives are fives that stay red", () => {
  assert.equal(kindOf("0P"), "5P");
  assert.deepEqual(redden(["5M", "5M", "5S"], ["5M"]), ["0M", "5M", "5S"]);
  assert.equal(held(["0S", "5S"], "5S"), "5S");
  assert.equal(held(["0S"], "5S"), "0S");
  assert.deepEqual(sorted(["*", "E", "0M", "5M", "1M"]), ["1M", "5M", "0M", "E", "*"]);
});

test("tiles are counted, taken and drawn", () => {
  assert.deepEqual([...counts(["1M", "1M", "E"])], [["1M", 2], ["E", 1]]);
  assert.deepEqual(without(["1M", "2M", "1M"], "1M"), ["2M", "1M"]);
  assert.deepEqual(chow("7P"), ["7P", "8P", "9P"]);
  for (const tile of ["8P", "E"]) assert.equal(chow(tile), null);
  assert.deepEqual(["1M", "E", "0S"].map(compact), ["1m", "1z", "0s"]);
});

test("every tile has a picture of its own, in either file a view of the same place", () => {
  const tiles = [...KINDS, "PASS", "REVERSE", "DOUBLE", "back", "0M", "0P", "0S", "*"];
  const views = (file) => {
    const text = readFileSync(new URL(`../../page/${file}.svg`, import.meta.url), "utf8");
    const all = [...text.matchAll(/<view id="(\w+)" viewBox="(\d+) 0 64 87"\/>/g)];
    return new Map(all.map(([, name, at]) => [`${file}.svg#${name}`, at]));
  };
  for (const file of ["tiles", "letters"]) {
    const places = tiles.map((tile) => views(file).get(artOf(tile, file)));
    assert.deepEqual(places, tiles.map((_, at) => String(64 * at)));
  }
});
