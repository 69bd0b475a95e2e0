// What engines may do otherwise: that a tile's pixels are its own, that hands have the same answers, and that it works offline.
import { expect, test } from "@playwright/test";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { firefox, freePort, VIEWPORT, webkit } from "./engines.js";

const ROOT = new URL("../../../", import.meta.url);
const PROGRAM = process.env.PAILI_PROGRAM ?? new URL("target/debug/paili", ROOT).pathname;

// Each browser starts anew.
test.setTimeout(180_000);

/** Chromium as the other engines are driven, at some width and number of pixels a point. */
const chromium = (width, deviceScaleFactor) => async (browser) => {
  const page = await browser.newPage({ locale: "en", viewport: { ...VIEWPORT, width }, deviceScaleFactor });
  return {
    open: (url) => page.goto(url),
    evaluate: (script, ...args) => page.evaluate(`(${script})(...${JSON.stringify(args)})`),
    screenshot: async () => (await page.screenshot()).toString("base64"),
    end: () => page.close(),
  };
};

const needs = (...programs) => programs.filter((name) => {
  try {
    execFileSync("which", [name], { stdio: "ignore" });
    return false;
  } catch {
    return true;
  }
});

/** Of each engine, how it is begun and what it lacks here. */
const ENGINES = {
  Chromium: { begin: chromium(1280, 1), lacks: [] },
  "Chromium, narrow": { begin: chromium(1009, 1.25), lacks: [] },
  "Chromium, wide": { begin: chromium(1437, 1.5), lacks: [] },
  Firefox: { begin: firefox, lacks: needs("firefox-esr") },
  WebKit: { begin: webkit, lacks: needs("xvfb-run", "WebKitWebDriver") },
};

const HANDS = ["2344m34599p156s12z", "34m99p", "1133m456789p1234s", "19m19p19s12345677z", "1479m168p357s127z1s"];

/** The page as web/serve has it, until it is ended. */
async function serve() {
  const child = spawn(new URL("../../serve", import.meta.url).pathname, [await freePort()]);
  const [address] = await once(child.stdout, "data");
  const gone = once(child, "exit");
  const end = async () => {
    child.kill();
    await gone;
  };
  return { address: String(address).trim(), end };
}

// These run in the page.

async function untilReady() {
  while (!document.documentElement.dataset.ready) await new Promise((done) => setTimeout(done, 50));
  await navigator.serviceWorker.ready;
}

async function answersOf(requests) {
  const { load } = await import(new URL("paili.js", location).href);
  const paili = await load();
  return requests.map((request) => paili.ask(request));
}

/** Of each tile of the wall: the share of its pixels that are inked, in all and at its left and right edge, and a sum of all. */
async function inkOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
  context.drawImage(image, 0, 0);
  const scale = image.width / innerWidth;
  const share = (left, top, width, height) => {
    const { data } = context.getImageData(Math.round(left * scale), Math.round(top * scale), Math.round(width * scale), Math.round(height * scale));
    let [inked, sum] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const dark = 765 - data[at] - data[at + 1] - data[at + 2];
      inked += dark > 150;
      sum = (sum * 31 + dark) % 1000003;
    }
    return { inked: inked / (data.length / 4), sum };
  };
  return [...document.querySelectorAll("#wall button:not([hidden])")].map((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    // Without its rounded corners and its lower side.
    const [upper, tall] = [top + 0.15 * height, 0.7 * height];
    const all = share(left + 0.03 * width, upper, 0.94 * width, tall);
    const edge = [left + 0.03 * width, left + 0.92 * width].map((at) => share(at, upper, 0.05 * width, tall).inked);
    return { tile: button.dataset.tile, inked: all.inked, sum: all.sum, edge };
  });
}

for (const [name, { begin, lacks }] of Object.entries(ENGINES)) {
  test(`${name} shows tiles, answers and works offline`, { tag: "@long" }, async ({ browser }) => {
    if (lacks.length) {
      expect(process.env.CI ?? "", `CI is set, and ${lacks} is not installed`).toBe("");
      console.log(`\n== LEFT OUT: ${name}, which needs ${lacks.join(" and ")}\n`);
      return test.skip();
    }
    const engine = await begin(browser);
    const served = await serve();
    try {
      await engine.open(`${served.address}#view=hand&hand=${HANDS[0]}&changes=0`);
      await engine.evaluate(String(untilReady));
      const tiles = await engine.evaluate(String(inkOf), await engine.screenshot());
      expect(tiles).toHaveLength(34);
      for (const { tile, inked, edge } of tiles) {
        expect(inked, `${tile} is drawn`).toBeGreaterThan(0.04);
        // The beak of the bird comes close.
        expect(Math.max(...edge), `nothing of another tile is at the edge of ${tile}`).toBeLessThan(0.03);
      }
      expect(new Set(tiles.map(({ sum }) => sum)).size, "every tile is another").toBe(34);

      const printed = (args) => execFileSync(PROGRAM, [...args, "--format", "json"], { input: HANDS.join("\n"), encoding: "utf8" }).trimEnd().split("\n");
      const expected = [...printed(["hand"]), ...HANDS.slice(0, 3).map((hand) => execFileSync(PROGRAM, ["odds", hand, "--changes", "0", "--format", "json"], { encoding: "utf8" }).trimEnd())];
      const requests = [...HANDS.map((hand) => ({ ask: "hand", hand })), ...HANDS.slice(0, 3).map((hand) => ({ ask: "odds", hand }))];
      expect(await engine.evaluate(String(answersOf), requests)).toEqual(expected);

      await served.end();
      await engine.open(`${served.address}?again#view=hand&hand=${HANDS[0]}&changes=0`);
      await engine.evaluate(String(untilReady));
      const shown = async () => {
        while (!document.querySelector("#discards .win b")) await new Promise((done) => setTimeout(done, 50));
        return document.querySelector("#distance h2 .number").textContent;
      };
      expect(await engine.evaluate(String(shown))).toBe("3");
      expect((await engine.evaluate(String(inkOf), await engine.screenshot())).every(({ inked }) => inked > 0.04)).toBe(true);
    } finally {
      await engine.end();
      await served.end();
    }
  });
}
