// A practice round: what it shows, what it scores, how it ends.
import { expect, open, test } from "./page.js";

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

test("who follows the answers plays to the end, and the score says so", async ({ page }) => {
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
