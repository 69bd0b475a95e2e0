// How quickly the page answers. Machines differ and are busy: the figures are printed, and only what is ten times too slow fails.
import { expect, open, test, wallTile } from "./page.js";

test.describe.configure({ mode: "serial" });
test.skip(({ isMobile }) => isMobile, "the same page");

const SLOWER = 10;

function fits(name, found, wanted) {
  console.log(`${name}: ${found.toFixed(1)} ms (wanted: ${wanted})`);
  expect(found, name).toBeLessThan(wanted * SLOWER);
}

test("the first answer after the load", async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p156s12z");
  const times = [];
  for (let i = 0; i < 5; i += 1) {
    await page.reload();
    await page.locator("html[data-ready]").waitFor();
    times.push(
      await page.evaluate(
        () =>
          performance.getEntriesByName("first-answer")[0].startTime -
          performance.getEntriesByType("navigation")[0].responseEnd,
      ),
    );
  }
  fits("first answer", Math.min(...times), 150);
});

test("a changed hand", async ({ page }) => {
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
  fits("a changed hand, laid out", times.toSorted((a, b) => a - b)[10], 16);
});

test("odds of a hand of distance 4", async ({ page }) => {
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
  fits("odds of distance 4, shown", Math.min(...times), 50);
});
