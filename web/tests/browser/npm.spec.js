// The package for npm, bundled by esbuild, in a browser.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "./page.js";

const TARGET = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url));

const SCRIPT = `
  import { InputError, load } from "paili";
  const paili = await load();
  const counts = new Uint8Array(5000 * 34);
  for (let hand = 0; hand < 5000; hand += 1) for (let tile = 0; tile < 13; tile += 1) counts[hand * 34 + ((hand + tile * 7) % 34)] += 1;
  const message = (ask) => { try { ask(); } catch (error) { return error instanceof InputError && error.message; } };
  window.answer = {
    shanten: paili.hand("1133m456789p123s").shanten,
    waits: paili.waits("1133557799m112p", { rules: "sichuan" }),
    sum: paili.distances(counts, { rules: "riichi" }).reduce((sum, distance) => sum + distance),
    one: [...paili.distances(counts.subarray(0, 34), { rules: "riichi" })],
    wrong: message(() => paili.distances(counts.subarray(1))),
  };
`;

test("the package works in a bundle, as it does in Node", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "paili-bundle-"));
  try {
    const install = ["install", "--install-links", "--offline", "--no-audit", "--no-fund", "--prefix", folder, join(TARGET, "npm")];
    execFileSync("npm", install, { cwd: folder });
    const stdin = { contents: SCRIPT, resolveDir: folder };
    const { outputFiles, warnings } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
    expect(warnings).toEqual([]);
    const files = {
      "": { contentType: "text/html", body: '<!doctype html><link rel="icon" href="data:,"><script type="module" src="main.js"></script>' },
      "main.js": { contentType: "text/javascript", body: outputFiles[0].text },
      "paili.wasm": { contentType: "application/wasm", body: readFileSync(join(folder, "node_modules/paili/paili.wasm")) },
    };
    await page.route("**/bundle/*", (route) => route.fulfill(files[route.request().url().split("/bundle/")[1]]));
    await page.goto("./bundle/");
    const answer = await (await page.waitForFunction(() => window.answer)).jsonValue();
    const node = 'const window = {};' + SCRIPT + 'console.log(JSON.stringify(window.answer));';
    const expected = JSON.parse(execFileSync("node", ["--input-type=module", "--eval", node], { cwd: folder, encoding: "utf8" }));
    expect(answer).toEqual(expected);
    expect(answer).toMatchObject({ shanten: 0, waits: ["2p"] });
    expect(answer.wrong).toContain("expected a Uint8Array with 34 counts for each hand");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
