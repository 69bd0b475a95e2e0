// A person with a mouse or a finger.
import { oneOf, shortOrLong } from "./length.js";
import { discards, distance, expect, handOf, open, shanten, started, test, wallTile } from "./page.js";

const RICH = "view=hand&hand=2344m34599p156s12z&changes=0";

test("tiles go from the wall into the hand and out again, answered at every press", async ({ page }) => {
  await open(page);
  for (const tile of ["9P", "3M", "4M", "9P"]) await wallTile(page, tile).click();
  expect(await handOf(page)).toBe("3M 4M 9P 9P");
  await expect(distance(page)).toHaveText("10");
  await page.locator("#melds-text").fill("123p,EEE,777s");
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator(".waiting h3")).toHaveText("Waits: 8 tiles left");
  await expect(page.locator(".plan .hollow")).toHaveCount(1);
  await expect(page.locator(".waiting .useful li")).toHaveCount(2);
  await expect(page.locator(".chance")).toContainText("70.7%");
  await page.locator("#draws").fill("1");
  await expect(page.locator(".chance")).toContainText("within one draw.");
  await expect(wallTile(page, "9P").locator(".left")).toHaveText("2");
  await wallTile(page, "2M").click();
  await expect(distance(page)).toHaveText("0");
  await expect(shanten(page)).toHaveText("-1");
  await page.locator("#hand-row button").first().click();
  expect(await handOf(page)).toBe("3M 4M 9P 9P");
  await expect(distance(page)).toHaveText("1");
  await expect(shanten(page)).toHaveText("0");
});

test("fewer tiles than a hand has are counted, and nothing is said of them that only a whole hand has", async ({ page }) => {
  await open(page, "view=hand&hand=123m4p");
  await expect(page.locator("#hand-hint")).toContainText("4 of 13 tiles");
  await expect(page.locator("#distance h2")).toContainText("4 of 13 tiles");
  await expect(distance(page)).toHaveText("10");
  await expect(page.locator("#distance .help")).toContainText("Beside 3 exposed melds that are not told here: Ready");
  await expect(page.locator("#view-hand")).not.toContainText("%");
  await page.locator("#melds-text").fill("123p,EEE");
  await expect(page.locator("#distance h2")).toContainText("4 of 7 tiles");
  await page.locator("#melds-text").fill("123p,EEE,777s");
  await expect(page.locator("#distance h2")).toContainText("Ready");
  await expect(page.locator(".chance")).toContainText("%");
});

for (const [number, locale] of ["en", "zh", "ja"].entries()) {
  test.describe(locale, () => {
    test.use({ locale });

    test("a press on the rule's mark says what it is, as a key does", oneOf(number), async ({ page, isMobile }) => {
      await open(page, RICH);
      const [mark, help] = [page.locator("#discards [data-mark=rule]"), page.locator("#rule-help")];
      await expect(help).toBeHidden();
      await (isMobile ? mark.tap() : mark.click());
      await expect(help).toBeVisible();
      await expect(help).toContainText(/THUPC 2021.+Z F B N W S E/);
      await expect(help).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Escape");
      await expect(help).toBeHidden();
      await mark.focus();
      await page.keyboard.press("Enter");
      await expect(help).toBeVisible();
    });
  });
}

test("kans and red fives are entered by a press, one red five a suit", async ({ page }) => {
  await open(page);
  const mode = (name) => page.locator("#wall-mode label", { hasText: name }).click();
  await mode("Red fives");
  await expect(wallTile(page, "5M")).toHaveAttribute("aria-label", "red five of characters, 4 left");
  await wallTile(page, "5M").click();
  await expect(wallTile(page, "5M")).toHaveAttribute("aria-label", "five of characters, 3 left");
  await wallTile(page, "5M").click();
  expect(await handOf(page)).toBe("5M 0M");
  await mode("Kan");
  await wallTile(page, "5P").click();
  await wallTile(page, "E").click();
  await expect(page.locator("#melds-text")).toHaveValue("5550p,1111z");
  await mode("Chow");
  await wallTile(page, "4S").click();
  await expect(page.locator("#melds-text")).toHaveValue("5550p,1111z,406s");
  await mode("Red fives");
  await mode("Kan");
  await wallTile(page, "5M").click({ force: true });
  await expect(page.locator("#toast")).toContainText("four of each");
  await wallTile(page, "5P").click({ button: "right", force: true });
  await expect(page.locator("#melds-text")).toHaveValue("1111z,406s");
  // A text may say what no wall has.
  await page.locator("#hand-text").fill("00m");
  expect(await handOf(page)).toBe("0M 0M");
});

test("no fifth tile and no fifteenth", async ({ page }) => {
  await open(page);
  for (let i = 0; i < 5; i += 1) await wallTile(page, "E").click({ force: true });
  expect(await handOf(page)).toBe("E E E E");
  await expect(page.locator("#toast")).toContainText("four of each");
  await open(page, RICH);
  await page.reload();
  await started(page);
  await wallTile(page, "Z").click();
  await expect(page.locator("#toast")).toContainText("The hand is full");
  expect((await handOf(page)).split(" ")).toHaveLength(14);
});

test("discards stand best first with odds, and a press plays one and draws", async ({ page }) => {
  await open(page, RICH);
  await expect(distance(page)).toHaveText("3");
  await expect(page.locator("#discards .win b").first()).toHaveText("30.6%");
  await expect(discards(page)).toHaveCount(4);
  await page.locator(".more").click();
  await expect(discards(page)).toHaveCount(12);
  // Pressed twice, it is played once.
  await discards(page).first().evaluate((button) => [button.click(), button.click()]);
  expect((await handOf(page)).split(" ")).toHaveLength(14);
  await expect(page.locator("#toast")).toContainText("Out: south wind");
  await expect(page.locator("#draws")).toHaveValue("16");
  await expect(page.locator("#seen-text")).toHaveValue("2z");
});

test("the chart is read off with its slider and as a table", async ({ page }) => {
  await open(page, `${RICH}&forms=standard`);
  await expect(page.locator(".chart .line")).toHaveCount(3);
  await expect(page.locator(".readout")).toContainText("17 draws left");
  await page.locator("#chart input[type=range]").fill("5");
  await expect(page.locator(".readout")).toContainText("5 draws left");
  await page.locator("#chart summary").click();
  await expect(page.locator("#chart tbody tr")).toHaveCount(17);
  await expect(page.locator("#chart tbody tr").first()).toContainText("30.6%");
  // Drawn anew, it stays open.
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(page.locator("#chart tbody tr").first()).toContainText("30.6%");
  await page.locator("#draws").fill("9");
  await expect(page.locator("#chart tbody tr")).toHaveCount(9);
});

test("melds and tiles seen are entered from the wall, and taken back", async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p1s1z");
  await page.locator("#wall-mode label", { hasText: "Chow" }).click();
  await wallTile(page, "4S").click();
  await expect(page.locator("#melds-text")).toHaveValue("456s");
  await wallTile(page, "8S").click();
  await expect(page.locator("#toast")).toContainText("No chow begins");
  await page.locator("#wall-mode label", { hasText: "Seen" }).click();
  await wallTile(page, "1M").click();
  await wallTile(page, "1M").click();
  await expect(page.locator("#seen-text")).toHaveValue("11m");
  await expect(distance(page)).toHaveText("2");
  await expect(page.locator("#discards .useful").first().locator("li").first()).toContainText("2");
  await page.locator("#seen button.counted").click();
  await expect(page.locator("#seen-text")).toHaveValue("1m");
  await expect(page.locator("#seen button.counted")).toHaveAttribute("aria-label", "one of characters, seen once: take it back");
  await page.locator("#wall-mode label", { hasText: "Pong" }).click();
  await wallTile(page, "E").click();
  await expect(page.locator("#melds-text")).toHaveValue("456s,111z");
  await page.locator("#meld-row button").last().click();
  await expect(page.locator("#melds-text")).toHaveValue("456s");
});

test("everything can be undone and done again", async ({ page }) => {
  await open(page);
  await expect(page.locator("#undo")).toBeDisabled();
  await page.locator("#deal").click();
  const dealt = await handOf(page);
  expect(dealt.split(" ")).toHaveLength(14);
  await page.locator("#clear").click();
  expect(await handOf(page)).toBe("");
  await page.locator("#undo").click();
  expect(await handOf(page)).toBe(dealt);
  await page.locator("#undo").click();
  expect(await handOf(page)).toBe("");
  await page.locator("#redo").click();
  expect(await handOf(page)).toBe(dealt);
});

test("another hand keeps nothing of the one before it", async ({ page }) => {
  const before = "view=hand&hand=2344m34599p1s1z&melds=456s&seen=119m&draws=5";
  const others = [
    () => page.locator("#deal").click(),
    () => page.locator("#clear").click(),
    async () => {
      await page.locator("#hand-text").fill("");
      await page.locator("#melds-text").fill("");
      await page.locator(".examples button").first().click();
    },
  ];
  for (const other of others.slice(0, shortOrLong(1, 3))) {
    await page.goto("about:blank");
    await open(page, before);
    await other();
    await expect(page.locator("#seen-text")).toHaveValue("");
    await expect(page.locator("#melds-text")).toHaveValue("");
    await expect(page.locator("#draws")).toHaveValue("17");
    await page.locator("#undo").click();
    await expect(page.locator("#seen-text")).toHaveValue("119m");
    await expect(page.locator("#draws")).toHaveValue("5");
  }
});

test("a number of draws that there is not is refused aloud", async ({ page }) => {
  await open(page, RICH);
  for (const draws of ["0", "61", "1.5"]) {
    await page.locator("#draws").fill(draws);
    await page.locator("#draws").press("Enter");
    await expect(page.locator("#toast")).toHaveText("Draws left are a whole number from 1 to 60.");
    await expect(page.locator("#draws")).toHaveValue("17");
  }
});

test("forms, draws, changes and law change the answer", async ({ page }) => {
  await open(page, "view=hand&hand=1122335577m99p1z2z");
  await expect(distance(page)).toHaveText("1");
  await page.getByLabel("Thirteen orphans").uncheck();
  await page.getByLabel("Seven pairs").uncheck();
  await expect(distance(page)).not.toHaveText("1");
  await page.getByLabel("Seven pairs").check();
  await page.getByLabel("Standard").uncheck();
  await page.getByLabel("Seven pairs").click();
  await expect(page.locator("#toast")).toContainText("At least one");
  await expect(page.getByLabel("Seven pairs")).toBeChecked();
  const win = page.locator("#discards .win b").first();
  const chance = await win.textContent();
  await page.locator("#draws").fill("3");
  await expect(win).not.toHaveText(chance);
  await page.locator("#changes").selectOption("1");
  await page.locator("#law").selectOption("published");
  await expect(page).toHaveURL(/draws=3&changes=1&law=published/);
});

for (const [number, hash] of ["hand=2344m34599p156s12z", "hand=2344m34599p156s1z"].entries()) {
  test(`the quick answer is marked until the refined one is there: ${hash}`, oneOf(number), async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
    const page = await context.newPage();
    let go;
    const asked = new Promise((done) => (go = done));
    await page.route("**/worker.js", async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${baseURL}#view=hand&${hash}`);
    const [mark, win] = [page.locator("#answer .refining"), page.locator("#discards .win b, .chance").first()];
    await expect(mark).toHaveText("A quick answer: one change is still being worked out …");
    const quick = await win.textContent();
    expect(quick).toContain("%");
    go();
    await expect(mark).toHaveCount(0);
    await expect(win).not.toHaveText(quick);
    await context.close();
  });
}

test("odds come without changes at once, and one change refines them unless changes are chosen", async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p156s12z&changes=0&forms=standard");
  const win = page.locator("#discards .win b").first();
  const help = page.locator("#discards .help").first();
  await page.waitForTimeout(1500);
  await expect(win).toHaveText("30.6%");
  await expect(help).toContainText("changes: 0");
  await page.locator("#changes").selectOption("auto");
  await expect(win).toHaveText("37.8%");
  await expect(help).toContainText("changes: 1");
  await expect(page.locator("#changes")).toHaveValue("auto");
});

test("all win forms count in a link without rules, and beside melds those that can't be won with are set aside", async ({ page }) => {
  await open(page, "view=hand&hand=19m19p19s1234567z&melds=");
  await expect(page.locator("#rules")).toHaveValue("riichi");
  for (const name of ["Standard", "Seven pairs", "Thirteen orphans"]) await expect(page.getByLabel(name)).toBeChecked();
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator("#forms-aside")).toBeHidden();
  await open(page, "view=hand&hand=2344m34599p1s1z&melds=456s&forms=standard,pairs,orphans");
  await page.reload();
  await started(page);
  await expect(distance(page)).toHaveText("2");
  await expect(page.locator("#forms-aside")).toBeVisible();
});

test("slow odds show progress, can be stopped, and don't keep the page from answering", async ({ page }) => {
  await open(page, "view=hand&hand=234578m1689p357s1z&changes=2");
  await expect(distance(page)).toHaveText("4");
  await expect(page.locator(".working progress")).toBeVisible();
  await page.locator("#hand-row button").first().click();
  expect((await handOf(page)).split(" ")).toHaveLength(13);
  await expect(page.locator(".working progress")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("#distance")).toContainText("Stopped");
});

test("a tile can be dragged from the wall, to the wall, and to what is seen", async ({ page, isMobile }) => {
  test.skip(isMobile, "fingers scroll");
  await open(page, "view=hand&hand=123m");
  await wallTile(page, "9S").dragTo(page.locator(".felt").first());
  expect(await handOf(page)).toBe("1M 2M 3M 9S");
  await page.locator("#hand-row button").first().dragTo(page.locator("#wall"));
  expect(await handOf(page)).toBe("2M 3M 9S");
  await wallTile(page, "E").dragTo(page.locator("#seen"));
  await expect(page.locator("#seen-text")).toHaveValue("1z");
  await wallTile(page, "W").dragTo(wallTile(page, "9M"));
  await expect(page.locator("#seen-text")).toHaveValue("1z");
  expect(await handOf(page)).toBe("2M 3M 9S");
});

test("a worker that fails says so, and the next question gets another", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/worker.js", async (route) => {
    const answer = await route.fetch();
    const body = `WebAssembly.Instance = function () { throw new RangeError("no memory"); };${await answer.text()}`;
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`${baseURL}#view=hand&hand=147m258p1469s1134z`);
  await expect(page.locator("#discards .help").last()).toContainText("could not be worked out");
  await page.unrouteAll();
  await page.locator("#draws").fill("16");
  await page.locator("#draws").press("Enter");
  await expect(page.locator("#discards .win b").first()).toHaveText(/%$/, { timeout: 30_000 });
  await context.close();
});
