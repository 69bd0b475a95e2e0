// The files as they are served: how many bytes, from nowhere else, and all there without a network.
import { expect, handOf, open, started, test, wallTile } from "./page.js";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";

const MOST_BYTES = 1_200_000;
const MOST_BYTES_OF_PAGE = 120_000;

/** The names of all files, as the service worker has them. */
async function fileNames(request) {
  const text = await (await request.get("files.js")).text();
  return JSON.parse(
    text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1).replace(/([{,]\s*)(version|files):/g, '$1"$2":'),
  ).files;
}

test("all files together are less than 1.2 MB compressed, the page without the library less than 120 KB", async ({
  request,
}) => {
  const names = [...(await fileNames(request)), "files.js", "service-worker.js"].filter((name) => name !== "./");
  const sizes = {};
  for (const name of names) {
    const answer = await request.get(name);
    expect(answer.ok(), name).toBe(true);
    sizes[name] = gzipSync(await answer.body(), { level: 9 }).length;
  }
  const all = Object.values(sizes).reduce((sum, size) => sum + size);
  console.log(`${names.length} files, ${all} bytes compressed, of them ${sizes["paili.wasm"]} the library`);
  expect(sizes["paili.wasm"]).toBeGreaterThan(100_000);
  expect(all - sizes["paili.wasm"]).toBeLessThan(MOST_BYTES_OF_PAGE);
  expect(all).toBeLessThan(MOST_BYTES);
});

test("after the first load, all of it works offline", async ({ page, context }) => {
  await open(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto("./#view=hand&hand=2344m34599p156s12z&changes=0");
  await page.reload();
  await started(page);
  await expect(page.locator("#discards .win b").first()).toHaveText("30.6%");
  await page.locator("#hand-row button").first().click();
  await wallTile(page, "Z").click();
  expect(await handOf(page)).toMatch(/Z$/);
  await page.locator(".tabs a").nth(2).click();
  await expect(page.locator(".seat")).toHaveCount(4);
});

test("the page asks for few files before its first answer", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page, "view=hand&hand=2344m34599p156s12z");
  // The document, its icon, the styles, two scripts, the tiles and the library; some of them twice.
  expect(asked.length, asked.join(" ")).toBeLessThan(15);
});

test("the server answers whatever it is asked for", async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL);
  const ask = (path) =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`));
      socket.once("data", (data) => resolve(String(data).split("\r\n")[0])).once("end", () => resolve("nothing"));
      socket.once("error", reject);
    });
  for (const path of ["/\0", "/a\0.js", `/${"x".repeat(5000)}`, "/../../etc/passwd", "/none.js"]) {
    expect(await ask(path), path.slice(0, 20)).toMatch(/^HTTP\/1.1 404/);
  }
});

test("another copy of the page on the same server keeps its files", async ({ page }) => {
  await page.goto("./files.js");
  const others = new URL("another/", page.url()).href;
  await page.evaluate((scope) => caches.open(`paili-${scope}-0`), others);
  await open(page);
  const kept = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
    return caches.keys();
  });
  expect(kept).toContain(`paili-${others}-0`);
  expect(kept).toHaveLength(2);
});
