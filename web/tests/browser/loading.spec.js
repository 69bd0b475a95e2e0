// What the page says before it can answer, and that nothing jumps when it can.
import { oneOf } from "./length.js";
import { expect, handOf, open, test } from "./page.js";

const VIEWS = ["", "view=hand&hand=2344m34599p156s12z", "view=practice&seed=5", "view=game&step=70"];

for (const [number, hash] of VIEWS.entries()) {
  test(`nothing jumps while the page loads: ${hash || "empty"}`, oneOf(number), async ({ page }) => {
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await open(page, hash);
    await page.waitForTimeout(1000);
    const moved = await page.evaluate(() => window.moved);
    console.log(`layout shift of "${hash}": ${moved.toFixed(4)} (wanted: 0.1)`);
    expect(moved).toBeLessThan(0.1);
    await expect(page.locator("#loading")).toBeHidden();
  });
}

/** A page without the files of that name. Its console tells of them, as it should. */
async function without(browser, baseURL, file) {
  const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route(`**/${file}`, (route) => route.abort());
  await page.goto(baseURL);
  return page;
}

test("without its script, the page itself says that it loads, and after a while what may be wrong", async ({
  browser,
  baseURL,
}) => {
  const page = await without(browser, baseURL, "main.js");
  await expect(page.locator("#loading p").first()).toContainText("paili is loading");
  await expect(page.locator("#loading .late")).toBeVisible();
  await expect(page.locator("#loading .late")).toContainText("may be blocked");
  await page.context().close();
});

test("without the module, the page says so and does not go on loading", async ({ browser, baseURL }) => {
  const page = await without(browser, baseURL, "paili.wasm");
  await expect(page.locator("#trouble")).toContainText("could not start");
  await expect(page.locator("#loading")).toBeHidden();
  await expect(page.locator("#distance")).not.toContainText("Loading");
  const reason = (await page.locator("#trouble").textContent()).match(/could not start: (.+?)\. Try/)[1];
  await page.locator("#language").selectOption("zh");
  await expect(page.locator("#trouble")).toContainText(`页面无法启动：${reason}`);
  // Nor does a button of the other views fail.
  const troubles = [];
  page.on("pageerror", ({ stack }) => troubles.push(stack));
  for (const [view, button] of [[1, "#analyse-round"], [2, "#step-play"], [2, "#copy-lines"]]) {
    await page.locator(".tabs a").nth(view).click();
    await page.locator(button).click();
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});

test("what is written before the module is there is read as soon as it is", async ({ page }) => {
  let go;
  const asked = new Promise((done) => (go = done));
  await page.route("**/paili.wasm", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("./");
  await page.locator("#hand-text").fill("34m99p");
  await page.locator("#seen-text").fill("9p");
  await page.locator("#seen-text").blur();
  go();
  await expect.poll(() => handOf(page)).toBe("3M 4M 9P 9P");
  await expect(page.locator("#seen button.counted")).toHaveCount(1);
});

test("where a browser lets no page ask for a service worker, nothing fails", async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("no", "SecurityError");
    };
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get });
  });
  await open(page, "view=hand&hand=34m99p");
  expect(await handOf(page)).toBe("3M 4M 9P 9P");
});

for (const [number, how] of ["blocked", "missing"].entries()) {
  test(`with workers ${how}, what needs one says that it can't be had`, oneOf(number), async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
    const page = await context.newPage();
    if (how === "blocked") await page.route("**/worker.js", (route) => route.abort());
    else await page.addInitScript(() => delete window.Worker);
    // Far enough from winning for its odds to come from a worker.
    await page.goto(`${baseURL}#view=hand&hand=1479m168p357s127z1s`);
    await expect(page.locator("#discards .help").last()).toContainText("blocks workers");
    await expect(page.locator("#discards .win").first()).toHaveText("–");
    await page.locator("#rules").selectOption("guobiao");
    await expect(page.locator("#distance .fault")).toContainText("blocks workers");
    await page.locator("#rules").selectOption("riichi");
    await page.locator("#hand-text").fill("2344m34599p156s12z");
    await expect(page.locator("#discards .win b").first()).toContainText("%");
    await page.evaluate(() => (location.hash = "view=hand&rules=standard&hand=5689m123p345s112z&offered=7m"));
    await expect(page.locator(".offers tbody td:last-child")).toHaveText(["–", "–", "–", "–"]);
    await expect(page.locator("#distance .help").last()).toContainText("blocks workers");
    await page.locator(".tabs a").nth(1).click();
    await page.locator("#view-practice .row button").last().click();
    await expect(page.locator("#score tbody tr")).toHaveCount(1);
    await context.close();
  });
}
