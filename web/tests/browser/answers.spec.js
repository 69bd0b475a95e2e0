// The module in a real browser against the program: the same answers, byte for byte.
import { expect, test } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { asksVoid, choiceOf, copiesOf, FORMS, mostMelds, RULE_SETS } from "../../page/sizes.js";
import { KINDS } from "../../page/tiles.js";
import { isLong, shortOrLong } from "./length.js";

const ROOT = new URL("../../../", import.meta.url);
const PROGRAM = process.env.PAILI_PROGRAM ?? new URL("target/debug/paili", ROOT).pathname;

test.setTimeout(300_000);

/** What the program prints for these arguments and lines of standard input. */
const printed = (args, input) => execFileSync(PROGRAM, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });

/** What the module answers in the page. */
async function answers(page, requests) {
  await page.goto("./");
  return page.evaluate(async (requests) => {
    const { load } = await import(new URL("paili.js", location).href);
    const paili = await load();
    return requests.map((request) => paili.ask(request));
  }, requests);
}

const SUITS = ["M", "P", "S"];
const HONORS = ["E", "S", "W", "N", "B", "F", "Z"];
const SPECIALS = ["PASS", "REVERSE", "DOUBLE"];
const REGULAR = [...SUITS.flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`)), ...HONORS];

/** Random numbers below a bound, the same every time. */
class Random {
  #state;

  constructor(seed) {
    this.#state = seed;
  }

  /** Mulberry32, by Tommy Ettinger, in the public domain. */
  below(bound) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }

  pick(items) {
    return items[this.below(items.length)];
  }
}

/** A wall that tiles are taken from. */
class Wall {
  #left;
  #random;

  constructor(random, kinds) {
    this.#random = random;
    this.#left = new Map(kinds.map((kind) => [kind, 4]));
  }

  /** Takes these tiles, if all of them are there. */
  take(tiles) {
    const left = new Map(this.#left);
    for (const tile of tiles) {
      const copies = left.get(tile) ?? 0;
      if (copies === 0) return false;
      left.set(tile, copies - 1);
    }
    this.#left = left;
    return true;
  }

  /** Takes three tiles in a row or of a kind. */
  meld() {
    for (;;) {
      const first = this.#random.below(7) + 1;
      const suit = this.#random.pick(SUITS);
      const tile = this.#random.pick(REGULAR);
      const tiles = this.#random.below(2) ? [tile, tile, tile] : [0, 1, 2].map((step) => `${first + step}${suit}`);
      if (this.take(tiles)) return tiles;
    }
  }

  /** Takes so many single tiles, all kinds that are there being equally likely. */
  draw(count) {
    const tiles = [];
    while (tiles.length < count) {
      const tile = this.#random.pick([...this.#left.keys()]);
      if (this.take([tile])) tiles.push(tile);
    }
    return tiles;
  }

  copy(random) {
    const copy = new Wall(random, []);
    copy.#left = new Map(this.#left);
    return copy;
  }
}

/** Tiles in a notation that has no specials. */
const WRITTEN = {
  judge: (tiles) => tiles.join(" "),
  uva: (tiles) => tiles.map((tile) => ({ E: "DONG", S: "NAN", W: "XI", N: "BEI", B: "BAI", F: "FA", Z: "ZHONG" })[tile] ?? tile.replace("M", "W").replace("P", "T")).join(" "),
  mpsz: (tiles) => tiles.map((tile) => (tile.length === 2 ? tile.toLowerCase() : `${HONORS.indexOf(tile) + 1}z`)).join(""),
  unicode: (tiles) => tiles.map((tile) => String.fromCodePoint(0x1f000 + unicodeOf(tile))).join(""),
};

/** Unicode has the winds first, then red, green and white, and then the suits. */
function unicodeOf(tile) {
  if (tile.length === 1) return "ESWNZFB".indexOf(tile);
  return { M: 7, S: 16, P: 25 }[tile[1]] + Number(tile[0]) - 1;
}

const GROUPS = shortOrLong(12, 200);
const HANDS = 50;

/** Hands with the same melds, visible tiles and forms: as many requests, and the program's arguments and input. */
function group(number) {
  const random = new Random(number);
  const specials = number % 10 === 9;
  const notation = specials ? "judge" : random.pick(Object.keys(WRITTEN));
  const write = WRITTEN[notation];
  const table = new Wall(random, specials ? [...REGULAR, ...SPECIALS] : REGULAR);
  const exposed = number % 5;
  const melds = Array.from({ length: exposed }, () => write(table.meld())).join(",");
  const visible = random.below(2) ? write(table.draw(random.below(30) + 1)) : "";
  const forms = exposed ? [] : random.pick([[], ["standard"], ["pairs"], ["orphans"], ["standard", "pairs"], ["standard", "pairs", "orphans"]]);
  // Without naming them, their number follows from the size of the hand.
  const named = random.below(4) > 0 || forms.some((form) => form !== "standard");
  const hands = Array.from({ length: HANDS }, () => {
    const wall = table.copy(random);
    const size = 13 - 3 * exposed + random.below(2);
    // From tiles at random to hands that are nearly complete.
    const whole = Array.from({ length: random.below(Math.floor(size / 3) + 1) }, () => wall.meld()).flat();
    return write([...whole, ...wall.draw(size - whole.length)]);
  });
  const args = [...(melds && named ? ["--melds", melds] : []), ...(visible ? ["--visible", visible] : []), ...(forms.length ? ["--forms", forms.join(",")] : [])];
  const asked = { ...(melds && named ? { melds } : {}), ...(visible ? { visible } : {}), ...(forms.length ? { forms } : {}) };
  return { args, input: hands.join("\n"), requests: hands.map((hand) => ({ hand, ...asked })) };
}

/** Fails at the first answer that is not the program's. */
function expectSame(requests, found, expected) {
  expect(found.length).toBe(expected.length);
  const differing = found.findIndex((answer, number) => answer !== expected[number]);
  if (differing >= 0) expect({ asked: requests[differing], answer: found[differing] }).toEqual({ asked: requests[differing], answer: expected[differing] });
}

test("hands have the program's answers", async ({ page }) => {
  const groups = Array.from({ length: GROUPS }, (_, number) => group(number));
  const requests = groups.flatMap((group) => group.requests.map((request) => ({ ask: "hand", ...request })));
  expect(requests.length).toBe(GROUPS * HANDS);
  const expected = groups.flatMap(({ args, input }) => printed(["hand", "--format", "json", ...args], input).trimEnd().split("\n"));
  const distances = new Set(expected.map((line) => JSON.parse(line).distance));
  expect(distances.size).toBeGreaterThan(6);
  expectSame(requests, await answers(page, requests), expected);
});

test("hands of other rule sets have the program's answers", async ({ page }) => {
  const beyond = [["--wildcards-beyond-copies"], { wildcards_beyond_copies: true }];
  const sets = [
    ["sanma", 0],
    ["taiwan", 0],
    ["guobiao", 2],
    ["sichuan", 0],
    ["standard", 2, ["--forms", "standard,pairs"], { forms: ["standard", "pairs"] }],
    ["guobiao", 0, ["--forms", "orphans,knitted"], { forms: ["orphans", "knitted"] }],
    ["riichi", 8],
    ["riichi", 3, ...beyond],
    ...["m", "p", "s"].map((suit) => ["sichuan", 0, ["--void", suit], { void: suit }]),
  ];
  // A short run has wildcards with some of the forms, and a void suit.
  for (const [rules, wildcards, options = [], asked = {}] of sets.filter((_, number) => isLong || [4, 8].includes(number))) {
    const random = new Random(wildcards + rules.length);
    const kinds = REGULAR.filter((tile) => (rules !== "sanma" || !/^[2-8]M$/.test(tile)) && (rules !== "sichuan" || tile.length > 1));
    const hands = Array.from({ length: shortOrLong(20, 200) }, () => {
      const wall = new Wall(random, kinds);
      const exposed = random.below(3);
      const held = random.below(wildcards + 1) % 4;
      const size = (rules === "taiwan" ? 16 : 13) - 3 * exposed + random.below(2) - held;
      return wall.draw(size).join(" ") + " *".repeat(held);
    });
    const args = ["--format", "json", "--rules", rules, "--wildcards", String(wildcards), ...options];
    const expected = printed(["hand", ...args], hands.join("\n")).trimEnd().split("\n");
    const requests = hands.map((hand) => ({ ask: "hand", hand, rules, wildcards, ...asked }));
    const near = requests.find((_, number) => [2, 3].includes(JSON.parse(expected[number]).distance));
    if (near) {
      requests.push({ ...near, ask: "odds" });
      expected.push(printed(["odds", ...args, "--changes", "0"], near.hand).trimEnd());
    }
    expectSame(requests, await answers(page, requests), expected);
  }
});

test("the page's list of rule sets is the module's", async ({ page }) => {
  // Tiles seen that are none: whatever else is wrong is refused before them, and no tables are compiled.
  const asked = (rules, rest = {}) => ({ ask: "hand", hand: "?", visible: "?", rules, ...rest });
  const expected = RULE_SETS.flatMap((rules) => {
    const state = { rules, wildcards: 0 };
    // Three copies of 1s, then of 2s, and so on, which every rule set has.
    const melds = (n) => [..."12345678"].slice(0, n).map((rank) => rank.repeat(3) + "s").join();
    return [
      ...FORMS.map((form) => [{ forms: [form] }, choiceOf(state).includes(form) ? "unknown" : "forms"]),
      ...KINDS.map((tile) => [{ melds: `${tile} ${tile} ${tile}` }, copiesOf(tile, state) ? "unknown" : "not-in-rules"]),
      [{ melds: melds(mostMelds(state)) }, "unknown"],
      [{ melds: melds(mostMelds(state) + 1) }, "melds"],
      [{ visible: "", void: "m", forms: ["standard"] }, asksVoid(state) ? "unknown" : "void"],
    ].map(([rest, kind]) => ({ request: asked(rules, rest), kind }));
  });
  const [names, ...found] = await answers(page, [asked("none"), ...expected.map(({ request }) => request)]);
  expect(JSON.parse(names).error.message.match(/\w+(?=,| or|$)/g)).toEqual(RULE_SETS);
  expect(found.map((text, i) => ({ ...expected[i], kind: JSON.parse(text).error.kind }))).toEqual(expected);
});

test("odds are the program's, by both laws and with changes", async ({ page }) => {
  const near = Array.from({ length: GROUPS }, (_, number) => group(number)).filter((_, number) => number % 10 !== 9);
  const asked = near.flatMap(({ args, requests }, number) => {
    const [law, draws] = [["remembering", "published"][number % 2], 5 + (number % 13)];
    const lines = printed(["hand", "--format", "json", ...args], requests.map(({ hand }) => hand).join("\n")).trimEnd().split("\n");
    const nearest = requests.find((_, place) => JSON.parse(lines[place]).distance <= 3);
    const changes = number % 8 === 0 && nearest && JSON.parse(lines[requests.indexOf(nearest)]).distance <= 1 ? 1 : 0;
    return nearest ? [{ args: [...args, "--law", law, "--draws", String(draws), "--changes", String(changes)], request: { ask: "odds", ...nearest, law, draws, changes } }] : [];
  });
  expect(asked.length).toBeGreaterThan(GROUPS / 2);
  const told = asked.map(({ args, request }) => {
    try {
      return printed(["odds", "--format", "json", ...args], request.hand).trimEnd();
    } catch (error) {
      // Now and then the published law comes to what is no probability.
      expect(error.message).toContain("the published law leaves 0-100 % here");
      return null;
    }
  });
  const all = await answers(page, asked.map(({ request }) => request));
  const refused = all.filter((_, number) => told[number] === null);
  expect(refused.length).toBeLessThan(asked.length / 20);
  for (const answer of refused) expect(answer).toContain('"kind":"draws"');
  const isTold = (_, number) => told[number] !== null;
  expectSame(asked.map(({ request }) => request).filter(isTold), all.filter(isTold), told.filter(isTold));
});

test("the walls of the published judge give its transcripts", async ({ page }) => {
  const folder = new URL("tests/data/", ROOT);
  const names = readdirSync(folder).filter((name) => name.endsWith(".in"));
  expect(names.length).toBeGreaterThanOrEqual(75);
  const some = names.filter((_, number) => isLong || number % 4 === 0);
  const requests = some.map((name) => ({ ask: "game", wall: readFileSync(new URL(name, folder), "utf8") }));
  const expected = some.map((name) => readFileSync(new URL(name.replace(".in", ".ans"), folder), "utf8").trimEnd());
  expectSame(some, (await answers(page, requests)).map(transcript), expected);
});

test("the walls of seeds are played as the program plays them", async ({ page }) => {
  const seeds = Array.from({ length: shortOrLong(12, 300) }, (_, game) => ({ seed: ["1", "2021", "18446744073709551615"][game % 3], game }));
  const walls = await answers(page, seeds.map((seed) => ({ ask: "shuffle", ...seed })));
  const games = await answers(page, seeds.map((seed) => ({ ask: "game", ...seed })));
  const expected = printed(["play"], walls.map((wall) => JSON.parse(wall).tiles.join(" ")).join("\n")).trimEnd().split("\n\n");
  expectSame(seeds, games.map(transcript), expected);
  const regular = await answers(page, [{ ask: "shuffle", ...seeds[1], specials: false }]);
  expect(JSON.parse(regular[0]).tiles).toEqual(JSON.parse(walls[1]).tiles.filter((tile) => !SPECIALS.includes(tile)));
});

/** A game as the judge prints it. */
const transcript = (game) => JSON.parse(game).steps.flatMap(({ lines }) => lines).join("\n");

test("the rule's reasons are the reasons for what it did", async ({ page }) => {
  const games = await answers(page, Array.from({ length: 100 }, (_, game) => ({ ask: "game", seed: "7", game })));
  const wrong = [];
  let [claims, made] = [0, 0];
  games.forEach((text, game) => {
    const { steps } = JSON.parse(text);
    steps.forEach((step, number) => {
      const check = (name, found, expected) => found === expected || wrong.push({ game, number, name, found, expected });
      check("tiles", step.hands.flat().length + step.melds.flat(2).length + step.discards.flat().length + step.left, 148);
      if (step.event !== "discard") return;
      const { distance, candidates } = step.reason;
      const held = steps[number - 1].hands["ABCD".indexOf(step.seat)];
      check("candidates", `${candidates.map(([tile]) => tile)}`, `${REGULAR.toReversed().filter((tile) => held.includes(tile))}`);
      const least = Math.min(...candidates.map(([, left]) => left));
      check("the first that leaves least", candidates.find(([, left]) => left === least)[0], step.tile);
      check("distance", least, distance);
      const next = steps[number + 1];
      const claimed = ["pong", "chow"].includes(next.event);
      for (const claim of step.claims) {
        claims += 1;
        made += claim.made;
        check("made if the distance falls", claim.made, claim.with < claim.without);
        check("made last", claim.made, claimed && claim === step.claims.at(-1));
        if (claim.made) check("by", `${next.seat} ${next.tile}`, `${claim.seat} ${step.tile}`);
      }
    });
  });
  expect(wrong).toEqual([]);
  expect(made).toBeGreaterThan(100);
  expect(claims).toBeGreaterThan(made);
});

test("a module that fails is replaced by a new one", async ({ page }) => {
  await page.goto("./");
  const answer = await page.evaluate(async () => {
    // Nothing is known that makes it fail, so the first one is made to.
    const { Instance, RuntimeError } = WebAssembly;
    const fail = () => {
      throw new RuntimeError("unreachable");
    };
    WebAssembly.Instance = function (module) {
      WebAssembly.Instance = Instance;
      return { exports: { ...new Instance(module).exports, paili_ask: fail } };
    };
    const { load } = await import(new URL("paili.js", location).href);
    const paili = await load();
    let failure;
    try {
      paili.ask({ ask: "hand", hand: "1m" });
    } catch (error) {
      failure = error.message;
    }
    return [failure, JSON.parse(paili.ask({ ask: "hand", hand: "1m" })).distance];
  });
  expect(answer).toEqual(["the module failed: unreachable", 1]);
});

test("with several win forms, the chance to win is never below that with one of them", async ({ page }) => {
  const forms = ["standard", "pairs", "orphans"];
  const hands = ["22334455m6677p12z", "1122m3344p5566s7z1z", "2344m34599p156s12z"].slice(0, shortOrLong(1, 3));
  const asked = hands.flatMap((hand) =>
    [0, 1].flatMap((changes) => [forms, ...forms.map((form) => [form])].map((forms) => ({ ask: "odds", hand, forms, changes }))),
  );
  const best = (text) => {
    const { win, discards, error } = JSON.parse(text);
    // Too far from winning in that form alone.
    return error ? 0 : Math.max(...(discards ?? [{ win }]).map(({ win }) => win[0]));
  };
  const found = (await answers(page, asked)).map(best);
  for (let i = 0; i < found.length; i += 4) {
    expect(found[i], JSON.stringify(asked[i])).toBeGreaterThan(0);
    for (const one of found.slice(i + 1, i + 4)) expect(found[i], JSON.stringify(asked[i])).toBeGreaterThanOrEqual(one - 1e-12);
  }
});
