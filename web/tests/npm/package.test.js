// The package as npm packs it, in a folder that has nothing else.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
const folder = mkdtempSync(join(tmpdir(), "paili-npm-"));
after(() => rmSync(folder, { recursive: true }));

const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8" });
const write = (name, text) => writeFileSync(join(folder, name), text);

write("package.json", '{ "type": "module" }');
const [packed] = JSON.parse(run("npm", "pack", "--json", join(TARGET, "npm")));
run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);

const installed = join(folder, "node_modules/paili");
const { InputError, KINDS, load } = await import(pathToFileURL(join(installed, "node.js")));
const paili = await load();

/** The scripts of the README. */
const scripts = [...readFileSync(join(installed, "README.md"), "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, script]) => script);

/** Hands of these sizes, drawn from a deck, with numbers that are the same every time. */
function randomHands(number, sizes, kinds = [...KINDS.keys()]) {
  let state = 1;
  // By Park and Miller.
  const below = (bound) => (state = (state * 48271) % 2147483647) % bound;
  const counts = new Uint8Array(number * KINDS.length);
  for (let hand = 0; hand < number; hand += 1) {
    const deck = kinds.flatMap((kind) => [kind, kind, kind, kind]);
    for (let tiles = sizes[hand % sizes.length]; tiles > 0; tiles -= 1) {
      counts[hand * KINDS.length + deck.splice(below(deck.length), 1)[0]] += 1;
    }
  }
  return counts;
}

const handOf = (counts, row) => counts.subarray(row * KINDS.length, (row + 1) * KINDS.length);
const SIZES = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1];

test("it has these files, and the number of the workspace", () => {
  const files = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "THIRD-PARTY.md", "index.d.ts", "index.js", "node.js", "package.json", "paili.wasm"];
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), files);
  const [, version] = readFileSync(join(ROOT, "Cargo.toml"), "utf8").match(/^version = "(.*)"/m);
  assert.equal(packed.version, version);
  assert.equal(createRequire(join(folder, "script.js"))("paili/package.json").dependencies, undefined);
});

test("it compiles a module whose type says more than it has to", async () => {
  const { compile } = await import(pathToFileURL(join(installed, "index.js")));
  const [empty, type] = ["AGFzbQEAAAA=", "application/wasm"];
  for (const told of [type, `${type};charset=utf-8`, "text/plain"]) {
    assert.ok((await compile(`data:${told};base64,${empty}`)) instanceof WebAssembly.Module);
  }
});

test("the README's scripts print what they say", () => {
  assert.equal(scripts.length, 2);
  for (const script of scripts) {
    write("script.js", script);
    const expected = [...script.matchAll(/^console\.log.*; \/\/ (.*)$/gm)].map(([, line]) => line);
    assert.deepEqual(run("node", "script.js").trimEnd().split("\n"), expected);
  }
});

test("many hands have the answers of each of them, in whatever number and by whatever rules", () => {
  const own = { name: "small", melds: 2, forms: ["standard", "pairs"], copies: { "123456789s1234567z": 0 } };
  const suits = [...KINDS.keys()].slice(0, 27);
  for (const [options, sizes, kinds] of [
    [undefined, SIZES],
    [{ rules: "riichi" }, SIZES],
    [null, SIZES],
    [runInNewContext('({ rules: "riichi", forms: undefined })'), SIZES],
    [{ rules: "sichuan" }, [14, 13, 11], suits],
    [{ rules: own, wildcards: 4 }, [8, 7], suits.slice(0, 18)],
  ]) {
    const counts = randomHands(400, sizes, kinds);
    const { distance, copies, acceptance } = paili.useful(counts, options);
    assert.deepEqual(paili.distances(counts, options), distance);
    assert.deepEqual(paili.shanten(counts, options), distance.map((distance) => distance - 1));
    for (const row of distance.keys()) {
      const hand = paili.hand(handOf(counts, row), options);
      assert.equal(distance[row], hand.distance);
      // With a discard due, what is useful after any that keeps the distance.
      const ways = hand.discards?.filter((discard) => discard.distance === hand.distance) ?? [hand];
      const useful = new Map(hand.distance === 0 ? [] : ways.flatMap(({ useful }) => useful.map(({ tile, copies }) => [tile, copies])));
      assert.deepEqual([...handOf(copies, row)], KINDS.map((kind) => useful.get(kind) ?? 0), hand.hand);
      const wildcards = hand.distance > 0 ? (options?.wildcards ?? 0) : 0;
      assert.equal(acceptance[row], handOf(copies, row).reduce((sum, copies) => sum + copies, wildcards));
    }
  }
  // More than go into the module at a time.
  const counts = randomHands(10_000, [13]);
  const distances = paili.distances(counts);
  for (const row of [0, 4095, 4096, 8191, 8192, 9999]) assert.equal(distances[row], paili.hand(handOf(counts, row)).distance);
  assert.deepEqual(paili.useful(counts).distance, distances);
  assert.equal(paili.distances(new Uint8Array(0)).length, 0);
});

test("known hands have their answers", () => {
  assert.equal(paili.exact(14).distances[0].weighted, "11353128141498");
  assert.equal(paili.exact(14, { rules: "sanma" }).distances[0].weighted, "1321887397648");
  assert.deepEqual(paili.rules("sanma"), { name: "sanma", tiles: 108, most_tiles: 14, forms: ["standard", "pairs", "orphans"], wildcards: 0 });
  assert.equal(paili.rules({ name: "wild", like: "riichi", wildcards: 4 }, { only: "2-8mps" }).aim, "only 2-8mps");
  assert.equal(paili.odds("34m99p1z").discards[0].win[0].toFixed(4), "0.6819");
  const published = { draws: 6, changes: 1, law: "published" };
  assert.equal(paili.hand("2344m99p1234s", published).win, paili.odds("2344m99p1234s", published).win[0]);
  assert.equal(paili.offered("68m123p345s11z59m2z", "7m", { changes: 0 }).offers[0].call, "chow");
  assert.equal(paili.write("304m").judge, "3M 4M 5M");
  const beyond = { name: "wild", like: "standard", wildcards: 4, "wildcards-beyond-copies": true };
  assert.equal(paili.hand("1111m*", { rules: beyond }).distance, 0);
  assert.equal(paili.hand("1111m*", { rules: beyond, wildcards_beyond_copies: false }).distance, 1);
  assert.equal(JSON.parse(paili.ask({ ask: "hand", hand: "1m\ud83c2m" })).error.start, 2);
  const wall = paili.shuffle(1n, { game: 3 });
  assert.equal(wall.length, 148);
  assert.equal(JSON.stringify(paili.play(wall)), JSON.stringify(JSON.parse(paili.ask({ ask: "game", seed: "1", game: 3 }))));
});

test("rules are those that were told, whatever an object tells next, and KINDS stays as it is", () => {
  const text = "1133557799m112p";
  assert.throws(() => KINDS.sort(), TypeError);
  const counts = Uint8Array.from(KINDS, (kind) => paili.parse(text).tiles.filter((tile) => tile === kind.toUpperCase()).length);
  const answered = (options) => assert.equal(paili.distances(counts, options)[0], paili.hand(text, options).distance);
  class Inherited {
    wildcards = 2;
    get rules() {
      return "riichi";
    }
  }
  assert.throws(() => paili.distances(counts, new Inherited()), { kind: "request", field: "options" });
  answered({ rules: "riichi" });
  for (let told = 0; told < 64; told += 1) {
    let times = 0;
    paili.distances(counts, { get rules() { return (told >> times++) & 1 ? "standard" : "riichi"; } });
    answered({ rules: "standard" });
    answered({ rules: "riichi" });
  }
  // The name of a rule set isn't JSON.
  const options = { rules: "riichi", forms: ["pairs"] };
  answered(options);
  assert.throws(() => paili.distances(counts, { rules: JSON.stringify(options) }), { kind: "rules" });
  answered({ rules: "riichi" });
});

test("what is none is told, with its place", () => {
  const counts = randomHands(5000, [13]);
  const wrong = counts.slice();
  wrong[4500 * KINDS.length + 33] = 5;
  const [five, sent] = [Uint8Array.of(2, 5, ...new Uint8Array(31), 7), new Uint8Array(68)];
  structuredClone(sent, { transfer: [sent.buffer] });
  const own = { name: "ours", like: "riichi" };
  const whole = "expected a whole number";
  const word = `${whole} from 0 to 4294967295`;
  const circle = { ...own };
  circle.copies = circle;
  for (const [ask, expected] of [
    [() => paili.distances(wrong), { kind: "fifth", field: "counts", row: 4500, tile: "Z" }],
    [() => paili.useful(wrong, { rules: "riichi" }), { kind: "fifth", row: 4500 }],
    [() => paili.distances(new Uint8Array(34)), { kind: "size", row: 0, tiles: 0 }],
    [() => paili.distances(counts, { rules: "sanma" }), { kind: "not-in-rules", rules: "sanma" }],
    [() => paili.distances(randomHands(2, [13, 10]), { forms: ["pairs"] }), { kind: "never", row: 1 }],
    [() => paili.useful(randomHands(2, [13, 10]), { rules: "riichi", forms: ["orphans"] }), { kind: "never", row: 1 }],
    [() => paili.distances(counts, { rules: "ours" }), { kind: "rules", field: "rules" }],
    [() => paili.distances(counts, { rules: { name: "ours" } }), { kind: "rules", field: "rules" }],
    [() => paili.distances(counts, { rules: { name: "ours", meld: 4 } }), { kind: "rules", field: "rules" }],
    [() => paili.rules("riichi", { forms: ["knitted"] }), { kind: "forms", field: "forms" }],
    [() => paili.useful(counts, { visible: "1m" }), { kind: "request", field: "visible" }],
    [() => paili.distances(counts.subarray(1)), { kind: "counts" }],
    [() => paili.distances(new Int32Array(34)), { kind: "counts" }],
    [() => paili.useful(undefined), { kind: "counts" }],
    [() => paili.distances(sent), { kind: "counts", field: "counts" }],
    [() => paili.useful(new Int8Array(34)), { kind: "counts", field: "counts" }],
    [() => paili.hand(counts), { kind: "counts", field: "hand" }],
    [() => paili.hand(null), { kind: "counts", message: "hand: null: expected a text, or a Uint8Array with the 34 counts of one hand" }],
    [() => paili.hand(new Int8Array(34).fill(-1)), { kind: "counts", field: "hand" }],
    [() => paili.hand(five), { kind: "fifth", end: 0, text: "", message: "hand: a fifth 2m: there are four of each kind" }],
    [() => paili.hand("123m45x"), { kind: "unknown", field: "hand", start: 6, end: 7, text: "x" }],
    [() => paili.exact(12), { kind: "size", field: "tiles", tiles: 12 }],
    [() => paili.exact(13, { visible: "11111m" }), { kind: "fifth", field: "visible" }],
    [() => paili.exact(13, { deck: 137 }), { kind: "deck", field: "deck" }],
    [() => paili.hand("1m", { rule: "riichi" }), { kind: "request", field: "rule" }],
    [() => paili.hand("1m", JSON.parse('{ "__proto__": { "rules": "riichi" } }')), { kind: "request", field: "__proto__" }],
    [() => paili.odds("1m", { offered: "1m" }), { kind: "request", field: "offered" }],
    [() => paili.offered("1m", "1m", { good: 4 }), { kind: "request", field: "good" }],
    [() => paili.exact(13, { melds: "123p" }), { kind: "request", field: "melds" }],
    [() => paili.rules("riichi", { rules: "sanma" }), { kind: "request", field: "rules" }],
    [() => paili.rules("riichi", { wildcard: 4 }), { kind: "request", field: "wildcard" }],
    [() => paili.shuffle(1, { wall: "1M" }), { message: "wall: no option here: expected game, specials" }],
    [() => paili.hand("1m", "riichi"), { kind: "request", field: "options" }],
    [() => paili.hand("1m", new Map([["rules", "riichi"]])), { kind: "request", field: "options" }],
    [() => paili.distances(counts, 1), { kind: "request", message: "options: 1: expected an object" }],
    [() => paili.odds("1m", { draws: NaN }), { kind: "request", message: `draws: NaN: ${word}` }],
    [() => paili.odds("1m", { draws: 1.5 }), { kind: "request", message: `draws: 1.5: ${word}` }],
    [() => paili.hand("1m", { good: 2 ** 32 }), { kind: "request", message: `good: 4294967296: ${word}` }],
    [() => paili.exact(2 ** 32), { kind: "request", message: `tiles: 4294967296: ${word}` }],
    [() => paili.hand("1m", { good: -Infinity }), { kind: "request", field: "good" }],
    [() => paili.hand("1m", { changes: null }), { kind: "changes", message: `changes: null: ${whole} from 0 to 2` }],
    [() => paili.distances(counts, { wildcards: 9 }), { kind: "wildcards", message: `wildcards: 9: ${whole} from 0 to 8` }],
    [() => paili.hand("1m", { melds: ["123p"] }), { kind: "request", message: "melds: object: expected a text" }],
    [() => paili.hand("1m", { visible: Symbol("1m") }), { kind: "request", field: "visible" }],
    [() => paili.hand("1m", { with: "777z" }), { kind: "request", field: "with" }],
    [() => paili.hand("1m", { with: Array(1) }), { kind: "request", field: "with" }],
    [() => paili.hand("1m", { towards: true }), { kind: "request", field: "towards" }],
    [() => paili.useful(counts, { only_pongs: 1 }), { kind: "request", field: "only_pongs" }],
    [() => paili.hand("1m", { forms: [] }), { kind: "forms", field: "forms" }],
    [() => paili.distances(counts, { forms: [] }), { kind: "forms", field: "forms" }],
    [() => paili.hand("1m", { only: "1m\ud83c" }), { kind: "aim", field: "only" }],
    [() => paili.offered("1m", 1), { kind: "request", field: "offered" }],
    [() => paili.exact("13"), { kind: "request", field: "tiles" }],
    [() => paili.exact(13n), { kind: "request", field: "tiles" }],
    [() => paili.rules(["riichi"]), { kind: "request", field: "rules" }],
    [() => paili.rules({ ...own, wildcards: NaN }), { kind: "request", field: "rules" }],
    [() => paili.rules({ ...own, copies: { "1m": 2n } }), { kind: "request", field: "rules" }],
    [() => paili.rules({ ...own, copies: new Map([["1m", 2]]) }), { kind: "request", field: "rules" }],
    [() => paili.rules({ ...own, name: new Date() }), { kind: "request", field: "rules" }],
    [() => paili.rules(circle), { kind: "request", field: "rules" }],
    [() => paili.hand("1m", Object.create({ __proto__: null, rules: "riichi" })), { kind: "request", field: "options" }],
    [() => paili.parse(undefined), { kind: "request", message: "text: undefined: expected a text" }],
    [() => paili.parse("1m\ud83c"), { kind: "unknown", field: "text", start: 2, end: 3 }],
    [() => paili.write("\\ud83c"), { kind: "unknown", field: "text", text: "\\ud83c" }],
    [() => paili.shuffle(2 ** 53), { kind: "seed", field: "seed" }],
    [() => paili.shuffle(1, { game: -1 }), { kind: "request", field: "game" }],
    [() => paili.shuffle(1, { game: 2 ** 53 }), { kind: "request", field: "game" }],
    [() => paili.shuffle(1, { specials: "no" }), { kind: "request", field: "specials" }],
    [() => paili.play(1), { kind: "request", field: "wall" }],
  ]) {
    assert.throws(ask, (error) => {
      assert.ok(error instanceof InputError && error instanceof Error);
      assert.ok(error.message.startsWith(error.row === undefined ? error.field : `${error.field}: row ${error.row}: `), error.message);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, error[key]])), expected, error.message);
      return true;
    }, ask);
  }
  // Nothing of it stays.
  assert.equal(paili.distances(counts)[4500], paili.hand(handOf(counts, 4500)).distance);
});

test("answers are as their types say, and scripts compile", () => {
  const table = { melds: "123p,EEE", visible: "5m" };
  const next = { draws: 5, good: 4, improvements: true, offered: "7m", towards: "all" };
  const wild = { name: "wild", like: "riichi", wildcards: 2 };
  const answers = {
    HandAnswer: [paili.hand("2344m99p1z", table), paili.hand("68m123p345s11z59m2z", next), paili.hand("45m57p23456799s1z", next), paili.hand("1111m23p45s", { rules: "sichuan" }), paili.hand("123m456p789s11z3m*", { rules: wild }), paili.hand("11m22p", { forms: ["pairs"] })],
    OddsAnswer: [paili.odds("34m99p1z"), paili.odds("1111m23p45s11z", { law: "published" }), paili.odds("34m99p", { rules: wild })],
    OfferedAnswer: [paili.offered("68m123p345s11z59m2z", "7m", { changes: 0 })],
    ExactAnswer: [paili.exact(), paili.exact(10, { visible: "123m", rules: wild, only: "2-8mps" })],
    RulesAnswer: [paili.rules(), paili.rules(wild, { with: ["777z"] })],
    ParseAnswer: [paili.parse("304m5p,2222z")],
    WriteAnswer: [paili.write("1M PASS")],
    GameAnswer: [paili.play(paili.shuffle("1"))],
  };
  const literals = Object.entries(answers).map(([name, all]) => `export const of${name}: ${name}[] = ${JSON.stringify(all)};`);
  write("answers.ts", `import type { ${Object.keys(answers).join(", ")} } from "paili";\n${literals.join("\n")}`);
  scripts.forEach((script, number) => write(`script${number}.ts`, script));
  write("wrong.ts", `import { compile, load } from "paili";
    const paili = await load(compile("paili.wasm") satisfies Promise<WebAssembly.Module>);
    // @ts-expect-error: no such rules
    paili.hand("1m", { rules: "ours" });
    // @ts-expect-error: they are told already
    paili.rules("riichi", { rules: "sanma" });
    // @ts-expect-error: no bytes
    paili.distances([1, 2, 3]);
    export const useful: Uint8Array = paili.useful(new Uint8Array(34)).copies;`);
  const options = { module: "nodenext", target: "es2022", lib: ["es2022", "dom"], types: [], strict: true, noEmit: true };
  write("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
  // What is neither in a browser nor in Node knows no addresses, and no modules.
  write("bare.json", JSON.stringify({ compilerOptions: { ...options, lib: ["es2022"] }, files: ["answers.ts", "wrong.ts"] }));
  try {
    for (const project of ["tsconfig.json", "bare.json"]) run(join(ROOT, "web/node_modules/.bin/tsc"), "--project", project);
  } catch ({ stdout }) {
    assert.fail(stdout.slice(0, 4000));
  }
});
