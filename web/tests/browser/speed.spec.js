// How quickly the page answers. Machines differ and are busy: the figures are printed beside what is wanted, and none fails.
import { expect, open, test, wallTile } from "./page.js";

test.describe.configure({ mode: "serial" });

// Figures are for the long run.
const LONG = { tag: "@long" };

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function tell(name, found, wanted) {
  console.log(`${name}: ${found.toFixed(1)} ms (wanted: ${wanted})`);
}

test("the first answer", LONG, async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p156s12z");
  const afterLoad = [];
  const afterResponse = [];
  for (let i = 0; i < 7; i += 1) {
    await page.reload();
    // Asking the page whether it is ready would keep it from becoming so.
    await page.waitForTimeout(1000);
    await page.waitForFunction(() => performance.getEntriesByName("first-answer").length);
    const [load, response, answer] = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const [answer] = performance.getEntriesByName("first-answer");
      return [navigation.loadEventStart, navigation.responseEnd, answer.startTime];
    });
    afterLoad.push(answer - load);
    afterResponse.push(answer - response);
  }
  tell("first answer after the load event", median(afterLoad), 150);
  tell("first answer after the page's text came", median(afterResponse), 250);
});

test("a changed hand", LONG, async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p156s1z");
  const times = await page.evaluate(async () => {
    const [first, last] = ["E", "Z"].map((tile) => document.querySelector(`#wall button[data-tile="${tile}"]`));
    const found = [];
    for (let i = 0; i < 20; i += 1) {
      const begun = performance.now();
      (i % 2 ? first : last).click();
      document.body.getBoundingClientRect();
      found.push(performance.now() - begun);
      await new Promise((done) => setTimeout(done, 60));
      document.querySelector("#undo").click();
      await new Promise((done) => setTimeout(done, 60));
    }
    return found;
  });
  tell("a changed hand, laid out", median(times), 16);
});

test("odds of a hand of distance 4", LONG, async ({ page }) => {
  await open(page, "view=hand&hand=234578m1689p357s");
  const times = [];
  for (const tile of ["E", "S", "W", "N", "Z"]) {
    await page.evaluate((tile) => {
      const chart = document.querySelector("#discards");
      window.waited = new Promise((done) => {
        const begun = performance.now();
        new MutationObserver(() => chart.querySelector(".win b") && done(performance.now() - begun)).observe(chart, {
          childList: true,
          subtree: true,
        });
      });
      document.querySelector(`#wall button[data-tile="${tile}"]`).click();
    }, tile);
    times.push(await page.evaluate(() => window.waited));
    await page.locator("#undo").click();
    await page.waitForTimeout(100);
  }
  await expect(wallTile(page, "Z")).toBeVisible();
  tell("odds of distance 4, shown", median(times), 50);
});

test("a click on a processor four times slower", LONG, async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p156s1z&changes=0");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.evaluate(() => {
    window.waits = [];
    const clicks = (list) => list.getEntries().filter(({ name }) => name === "click");
    const keep = (list) => window.waits.push(...clicks(list).map(({ duration }) => duration));
    new PerformanceObserver(keep).observe({ type: "event", durationThreshold: 16 });
  });
  for (let i = 0; i < 7; i += 1) {
    await wallTile(page, i % 2 ? "E" : "Z").click();
    await page.waitForTimeout(600);
    await page.locator("#undo").click();
    await page.waitForTimeout(600);
  }
  // From the click until the answer is painted, as the browser measures it.
  tell("a click on a processor four times slower, painted", median(await page.evaluate(() => window.waits)), 200);
});

test("a click shows the hand and its distance before its odds are worked out", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/paili.js", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("ask(request) {", "ask(request) { globalThis.told?.push(request.ask);");
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`${baseURL}#view=hand&hand=2344m34599p156s1z&changes=0`);
  await expect(page.locator(".chance")).toContainText("%");
  const told = await page.evaluate(async () => {
    window.told = [];
    document.querySelector("#wall button[data-tile='Z']").click();
    window.told.push(`distance ${document.querySelector("#distance h2 .number").textContent}`);
    window.told.push(`tiles ${document.querySelectorAll("#hand-row button").length}`);
    requestAnimationFrame(() => window.told.push("frame"));
    while (!window.told.includes("odds")) await new Promise((done) => setTimeout(done, 10));
    return window.told;
  });
  expect(told).toEqual(["hand", "distance 3", "tiles 14", "frame", "odds"]);
  // Workers may still be fetching it.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});
