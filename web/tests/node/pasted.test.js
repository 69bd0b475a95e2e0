// Tiles as people have them elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readable } from "../../page/pasted.js";

test("what people paste becomes what the library reads", () => {
  for (const [text, expected] of [
    ["https://tenhou.net/2/?q=123m456p789s1122z", "123m456p789s1122z"],
    ["tenhou.net/2/?q=1133m456789p123s#abc", "1133m456789p123s"],
    ["http://tenhou.net/2/?p=3m5p", "3m5p"],
    ['["1m", "2m", "5mr", "E"]', "1m 2m 5mr E"],
    ['{"type":"start_kyoku","tehais":[["?","?"],["1m","9p","C"]]}', "1m 9p C"],
    ['{"tehai":["1m","2m"],"tsumo":"3m"}', "1m 2m 3m"],
    ["11 12 13 21 22 31 41 47 51", "1m2m3m1p2p1s1z7z0m"],
    ["[11, 12,52]", "1m2m0p"],
    ["1m,2m,3m", "1m 2m 3m"],
    ["1m, 0p，7z", "1m 0p 7z"],
    ["一萬、伍筒、東", "一萬 伍筒 東"],
    ["1万,2万", "1万 2万"],
    ["[1m, 2m, 3m]", "1m 2m 3m"],
    ["1m,2m,3m,4m,111p,EEE", "1m 2m 3m 4m,111p,EEE"],
    ["['1m', '2m']", "1m 2m"],
    ['[["1m","2m"],["E","E","E"]]', "1m 2m,E E E"],
    ["https://tenhou.net/2/index.html?q=12m", "12m"],
  ]) {
    assert.equal(readable(text), expected, text);
  }
});

test("what a player of mjai draws and discards is followed, and no hand is told after a call", () => {
  const start = '{"type":"start_kyoku","tehais":[["?","?"],["1m","9p","C"]]}';
  const event = (type, actor, pai) => JSON.stringify({ type, actor, pai });
  const lines = [start, event("tsumo", 0, "?"), event("dahai", 0, "9p"), event("tsumo", 1, "5sr")];
  assert.equal(readable(lines.join("\n")), "1m 9p C 5sr");
  assert.equal(readable(`[${lines}]`), "1m 9p C 5sr");
  assert.equal(readable([...lines, event("dahai", 1, "9p")].join("\n")), "1m C 5sr");
  const riichi = [...lines, event("reach", 1), event("dahai", 1, "9p"), event("reach_accepted", 1), event("tsumo", 1, "1p")];
  assert.equal(readable(riichi.join("\n")), "1m C 5sr 1p");
  // Another round follows, and a log may be cut.
  const ends = [[event("hora", 1, "1p")], [event("ryukyoku"), event("end_kyoku")], [event("end_kyoku")], []];
  for (const end of ends) {
    const played = [...riichi, ...end, start, event("tsumo", 1, "E"), event("dahai", 1, "C")];
    assert.equal(readable(played.join("\n")), "1m C 5sr 1p", end[0]);
  }
  const called = [...lines, event("pon", 1, "C")].join("\n");
  assert.equal(readable(called), called);
});

test("what the library reads stays as it is", () => {
  for (const text of ["123m456p", "2344m,123p,EEEE", "1M 2M 3M", "", "12", "11 99", "[123m] 45p", "{", '["?"]', '{"a":1}', "🀇🀈", "1m,111p", "[null]", "[[1]]", '{"tehais":7}', "[{}]"]) {
    assert.equal(readable(text), text, text);
  }
});
