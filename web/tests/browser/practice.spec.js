// A practice round: what it shows, what it scores, how it ends.
import { expect, open, started, test } from "./page.js";

const row = (page) => page.locator("#view-practice .row button");
const turn = (page) => page.locator("#view-practice .hint");
const sums = (page) => page.locator(".sums dd");

test("a round is dealt from a seed, always the same", async ({ page }) => {
  await open(page, "view=practice&seed=5");
  await expect(row(page)).toHaveCount(14);
  const tiles = () => row(page).evaluateAll((buttons) => buttons.map((button) => button.dataset.tile).join(" "));
  const first = await tiles();
  await page.locator("#new-round").click();
  expect(await tiles()).not.toBe(first);
  await page.locator("#practice-seed").fill("5");
  await page.locator("#practice-seed").press("Enter");
  expect(await tiles()).toBe(first);
  await page.locator("#practice-seed").fill("five");
  await page.locator("#practice-seed").press("Enter");
  await expect(page.locator("#toast")).toContainText("A seed is a whole number");
  await expect(page.locator("#practice-seed")).toHaveAttribute("aria-invalid", "true");
  expect(await tiles()).toBe(first);
  await page.locator("#practice-seed").blur();
  await expect(page.locator("#practice-seed")).toHaveValue("5");
  // A seed has one text, so that its deal counts once.
  await page.locator("#practice-seed").fill("007");
  await page.locator("#practice-seed").press("Enter");
  await page.locator("#practice-seed").blur();
  await expect(page.locator("#practice-seed")).toHaveValue("7");
});

test("the best discard gives nothing away, a bad one does", async ({ page }) => {
  await open(page, "view=practice&seed=11&hints=shown");
  await page.locator(".discards tbody tr button.tile").first().click();
  await expect(turn(page)).toContainText("Turn 2 of 18");
  await expect(sums(page).nth(1)).toHaveText("0.0 points");
  await expect(sums(page).nth(2)).toHaveText("1 / 1");
  await page.locator(".more").click();
  await page.locator(".discards tbody").last().locator("button.tile").last().click();
  await expect(page.locator(".last")).toContainText("A step back");
  await expect(sums(page).nth(0)).not.toHaveText("100%");
  await expect(sums(page).nth(1)).toHaveText(/^−\d+\.\d points$/);
  await expect(sums(page).nth(2)).toHaveText("1 / 2");
  await page.locator("#undo").click();
  await expect(sums(page).nth(2)).toHaveText("1 / 1");
});

test("who follows the answers plays to the end, and the score says so", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(90_000);
  await open(page, "view=practice&seed=11&hints=shown");
  for (let i = 1; i <= 18; i += 1) {
    await expect(turn(page)).toContainText(`Turn ${i} of 18`);
    const over = page.locator("#view-practice .row button[aria-disabled]");
    if (await over.count()) break;
    await expect(page.locator(".discards td.win").first()).not.toHaveText("…");
    await page.locator(".discards tbody tr button.tile").first().click();
  }
  await expect(page.locator("#view-practice h2").first()).toHaveText(/You won|The round is over/);
  await expect(sums(page).nth(1)).toHaveText("0.0 points");
  const made = await page.locator(".turns tbody tr").count();
  await expect(sums(page).nth(2)).toHaveText(`${made} / ${made}`);
  await page.locator("#same-round").click();
  await expect(turn(page)).toContainText("Turn 1 of 18");
});

test("a step back that wins most often is a best discard, and takes nothing off what others gave away", async ({ page }) => {
  // Discards red dragon, which steps back, and before it one that gives chance away.
  await open(page, "view=practice&seed=51&played=3z1s&hints=shown");
  await expect(page.locator(".discards tbody tr button.tile").first()).toHaveAttribute("data-tile", "Z");
  const lost = await sums(page).nth(1).textContent();
  await page.locator(".discards tbody tr button.tile").first().click();
  await expect(page.locator(".last")).toContainText("A step back, and it wins most often");
  await expect(page.locator(".turns tbody tr").first().locator("td").last()).toHaveText("0.0 points");
  await expect(sums(page).nth(1)).toHaveText(lost);
});

test("the hand of a round is analysed with its discards seen and its draws left", async ({ page }) => {
  await open(page, "view=practice&seed=51&played=3z1s");
  await page.locator("#analyse-round").click();
  await expect(page.locator("#hand-row button")).toHaveCount(14);
  await expect(page.locator("#seen-text")).toHaveValue("1s3z");
  await expect(page.locator("#draws")).toHaveValue("15");
  await expect(page.locator("#discards td.win small").first()).toContainText(/ready \d/);
});

const history = (page) => page.locator("#history");
const figures = (page) => page.locator("#history .sums dd");

/** Discards the tile just drawn until the round is over. */
async function playOut(page) {
  for (let i = 0; i < 18; i += 1) {
    if (await page.locator("#practice-row button[aria-disabled]").count()) return;
    await row(page).last().click();
  }
}

test("rounds that are over are kept with their sums, each deal once, until they are cleared", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(90_000);
  await open(page, "view=practice&seed=437");
  await expect(history(page)).toBeHidden();
  await playOut(page);
  await expect(figures(page).first()).toHaveText("1");
  // The sums are those that are kept once all chances are known.
  await expect(sums(page).nth(1)).not.toContainText("…", { timeout: 60_000 });
  const [right, made] = (await sums(page).nth(2).textContent()).split(" / ").map(Number);
  await expect(figures(page).nth(2)).toHaveText(await sums(page).nth(0).textContent());
  await expect(figures(page).nth(3)).toHaveText(await sums(page).nth(1).textContent());
  await expect(figures(page).nth(4)).toHaveText(`${Math.round((100 * right) / made)}%`);
  await page.reload();
  await started(page);
  await expect(figures(page).first()).toHaveText("1");

  // The same deal counts once, and one whose answer was shown not at all.
  await page.locator("#same-round").click();
  await playOut(page);
  await page.locator("#new-round").click();
  await page.locator("#hints").check();
  await playOut(page);
  await expect(figures(page).first()).toHaveText("1");
  await page.locator("#hints").uncheck();
  await page.locator("#new-round").click();
  await playOut(page);
  await page.locator("#new-round").click();
  await expect(figures(page).first()).toHaveText("2");
  await expect(page.locator("#history tbody tr")).toHaveCount(2);
  await page.locator("#history tbody th button").last().click();
  await expect(page.locator("#practice-seed")).toHaveValue("437");
  await expect(turn(page)).toContainText("Turn 1 of 18");

  page.on("dialog", (dialog) => dialog.accept());
  await page.locator("#history .clear").click();
  await expect(history(page)).toBeHidden();
  await page.reload();
  await started(page);
  await expect(history(page)).toBeHidden();
});

test("a round that is over is kept at once", async ({ page }) => {
  await open(page, "view=practice&seed=437");
  await playOut(page);
  await page.reload();
  await started(page);
  await expect(figures(page).first()).toHaveText("1");
});

test("a round of which a turn was analysed does not count, nor once the page is loaded anew", async ({ page }) => {
  await open(page, "view=practice&seed=437");
  await page.locator("#analyse-round").click();
  await page.goBack();
  await page.reload();
  await started(page);
  await playOut(page);
  await expect(page.locator("#score h2")).toHaveText(/over|won/);
  await expect(history(page)).toBeHidden();
});

/** The rounds as they are kept. */
const keptRounds = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("paili-rounds")));

/** The round of this page once all its chances are known. */
async function settledRound(page) {
  await expect.poll(async () => (await keptRounds(page)).some(({ open }) => open), { timeout: 60_000 }).toBe(false);
  return (await keptRounds(page))[0];
}

test("a round whose page is loaded anew or had no worker, or that is left for another round, loses no chance", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, "view=practice&seed=437");
  await playOut(page);
  const whole = await settledRound(page);
  expect(whole.lost).toBeGreaterThan(0);

  // Nothing is known after the last discard: workers never answer there, or the browser has none.
  await page.addInitScript(() => {
    const workers = sessionStorage.getItem("workers");
    const silent = { addEventListener: () => {}, postMessage: () => {}, terminate: () => {} };
    if (workers === "silent") window.Worker = function () { return silent; };
    if (workers === "missing") delete window.Worker;
  });
  const start = async (workers, sum) => {
    await page.evaluate(() => localStorage.clear());
    await page.evaluate((workers) => sessionStorage.setItem("workers", workers), workers);
    await page.goto("./#view=practice&seed=437");
    await page.reload();
    await started(page);
    await playOut(page);
    const [{ open: left, lost, ...round }] = await keptRounds(page);
    expect([left.length, lost]).toEqual([whole.discards.length - 1, 0]);
    expect([round.kept, round.best, round.won]).toEqual([whole.kept, whole.best, whole.won]);
    await expect(sums(page).nth(1)).toHaveText(sum);
    await page.evaluate(() => sessionStorage.clear());
  };
  const expectWhole = async () => {
    const { lost, ...round } = await settledRound(page);
    expect({ ...round, lost: whole.lost }).toEqual(whole);
    expect(lost).toBeCloseTo(whole.lost, 9);
    await expect(figures(page).nth(3)).toHaveText(`−${(100 * whole.lost).toFixed(1)} points`);
  };
  await start("silent", "…0.0 points");
  await page.reload();
  await started(page);
  await expectWhole();

  await start("missing", "–");
  await page.goto("./#view=practice&seed=6");
  await page.reload();
  await started(page);
  await row(page).first().click();
  await expectWhole();
});

test("an open decision that somebody wrote there, of a hand that has won, is settled without a loss", async ({ page }) => {
  const decision = { hand: "123m456p789s11222z", river: "9m", discarded: "1z", forms: ["standard"] };
  const round = { seed: "7", won: false, discards: "10", kept: 1, best: 2, lost: 0.125 };
  await open(page, "view=practice&seed=437");
  await page.evaluate((text) => localStorage.setItem("paili-rounds", text), JSON.stringify([{ ...round, open: [decision] }]));
  await page.reload();
  await started(page);
  expect(await settledRound(page)).toEqual({ ...round, discards: "11" });
});

test("a decision counts the first time it is made, whatever is taken back", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(90_000);
  const taken = 8;
  // Which discards were best, the first one first, as the score has them and as they are kept.
  const scored = () =>
    page.locator("#score tbody tr").evaluateAll((rows) => rows.map((row) => (row.className === "well" ? "1" : "0")).toReversed().join(""));
  const kept = () => page.evaluate(() => JSON.parse(Object.values(localStorage).find((text) => text.includes("discards")))[0].discards);
  await open(page, "view=practice&seed=437");
  for (let i = 0; i < taken; i += 1) await row(page).last().click();
  await expect(sums(page).nth(1)).not.toContainText("…", { timeout: 60_000 });
  const first = await scored();
  await page.locator("#same-round").click();
  for (let i = 0; i < 18; i += 1) {
    if (await page.locator("#practice-row button[aria-disabled]").count()) break;
    await row(page).first().click();
  }
  await expect(figures(page).first()).toHaveText("1");
  await expect(sums(page).nth(1)).not.toContainText("…", { timeout: 60_000 });
  const second = await scored();
  expect(second.slice(0, taken)).not.toBe(first);
  await expect.poll(kept).toBe(first + second.slice(taken));
});

test("a link to somebody's finished round is not one's own", { tag: "@long" }, async ({ page, browser, baseURL }) => {
  test.setTimeout(90_000);
  await open(page, "view=practice&seed=437");
  await playOut(page);
  await expect(figures(page).first()).toHaveText("1");
  // The address follows after a pause.
  const made = await page.locator("#score tbody tr").count();
  const told = () => page.url().match(/played=([^&]*)/)?.[1].replace(/\D/g, "").length;
  await expect.poll(told).toBe(made);
  const context = await browser.newContext({ baseURL, locale: "en", viewport: page.viewportSize() });
  const other = await context.newPage();
  await other.goto(page.url());
  await started(other);
  await expect(other.locator("#score h2")).toHaveText(/over|won/);
  // Nor once all its chances are known.
  await expect(sums(other).nth(1)).not.toContainText("…", { timeout: 60_000 });
  await expect(history(other)).toBeHidden();
  await context.close();
});

test("streaks go on over the ends of rounds, and what can't be a round is left out", async ({ page }) => {
  const round = (seed, discards, more = {}) => ({ seed, won: false, discards, kept: 10, best: 20, lost: 0.02, ...more });
  const kept = [
    round("1", "1110"),
    round("2", "0111", { won: true, lost: 0.04 }),
    round("3", "11"),
    ...[round("4", "1".repeat(19)), round("x", "1"), round("5", "2"), round("6", "1", { kept: 21 }), round("7", "1", { lost: -1 })],
    ...[null, [], "1", 7, { seed: "8" }, round("9", "1", { lost: "1e9" }), round("10", "1", { won: 1 })],
  ];
  await open(page, "view=practice&seed=5");
  const keep = async (text) => {
    await page.evaluate((text) => localStorage.setItem("paili-rounds", text), text);
    await page.reload();
    await started(page);
  };
  await keep(JSON.stringify(kept));
  expect(await figures(page).allTextContents()).toEqual(["3", "33%", "50%", "−2.7 points", "80%", "5", "5"]);
  for (const text of ["{", "null", "7", '{"seed":"1"}', '"1"']) {
    await keep(text);
    await expect(history(page)).toBeHidden();
  }
  // Of more than are kept, the last.
  await keep(JSON.stringify(Array.from({ length: 500 }, (_, i) => round(String(i), "1"))));
  await expect(figures(page).first()).toHaveText("200");
  await expect(page.locator("#history tbody tr")).toHaveCount(10);
  await expect(page.locator("#history tbody th").first()).toHaveText("499");
});
