// A game stepped through, from a seed and from a wall, with the rule's reasons.
import { readFileSync } from "node:fs";
import { expect, open, test } from "./page.js";

const WALL = readFileSync(new URL("../../../tests/data/01.in", import.meta.url), "utf8");
const OUT = readFileSync(new URL("../../../tests/data/01.ans", import.meta.url), "utf8");
const count = (page) => page.locator(".steps .label");
const title = (page) => page.locator(".game-columns > .card h2");

async function giveWall(page, text) {
  const label = page.locator("summary", { hasText: "A wall of your own" });
  if (!(await page.locator("#game-wall").isVisible())) await label.click();
  await page.locator("#game-wall").fill(text);
}

test("a wall plays out as the judge has it", async ({ page }) => {
  await open(page, "view=game");
  await giveWall(page, WALL);
  await expect(count(page)).toHaveText(/^0 \//);
  const lines = await page.locator(".lines button").allTextContents();
  const judge = OUT.trim().split("\n").slice(52);
  expect(lines.slice(1).join(" · ")).toBe(judge.join(" · "));
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(title(page)).toHaveText("B wins with seven of characters, which D discarded");
  await expect(page).toHaveURL(/wall=/);
});

test("each step shows four hands, and why", async ({ page }) => {
  await open(page, "view=game&gameSeed=1&gameNumber=0");
  await expect(page.locator(".seat")).toHaveCount(4);
  await expect(page.locator(".seat-hand").first().locator(".tile")).toHaveCount(13);
  await expect(page.locator(".middle")).toContainText("96tiles left");
  const next = page.getByRole("button", { name: "A step on" });
  await next.click();
  await expect(title(page)).toContainText("A draws");
  await expect(page.locator(".seat-A .just .tile")).toHaveCount(1);
  for (let i = 0; i < 200 && !(await page.locator(".candidates .chosen").count()); i += 1) await next.click();
  await expect(title(page)).toContainText("discards");
  await expect(page.locator(".candidates .chosen")).toHaveCount(1);
  const chosen = Number(await page.locator(".candidates .chosen b").textContent());
  const all = (await page.locator(".candidates b").allTextContents()).map(Number);
  expect(chosen).toBe(Math.min(...all));
  expect(all.indexOf(chosen)).toBe(
    await page.locator(".candidates li").evaluateAll((items) => items.findIndex((item) => item.matches(".chosen"))),
  );
  await page.getByRole("button", { name: "To the deal" }).click();
  await expect(count(page)).toHaveText(/^0 \//);
});

test("of an address with a step past the end, the way back begins at the end", async ({ page }) => {
  await open(page, "view=game&step=9999");
  const [last] = (await count(page).textContent()).match(/[0-9]+$/);
  await expect(count(page)).toHaveText(`${last} / ${last}`);
  await page.getByRole("button", { name: "A step back" }).click();
  await expect(count(page)).toHaveText(`${last - 1} / ${last}`);
});

test("a claim that lowers the distance is made, one that doesn't isn't", async ({ page }) => {
  await open(page, "view=game&gameSeed=1&gameNumber=0");
  const lines = page.locator(".lines button");
  const claimed = (await lines.allTextContents()).findIndex((line) => /CHOW|PONG/.test(line));
  await lines.nth(claimed - 1).click();
  await expect(page.locator(".claims .chosen")).toContainText(/distance (\d) → \d: claims/);
  await lines.nth(claimed).click();
  await expect(title(page)).toContainText(/claims .* from/);
});

test("a wall that is none is explained, and the game shown stays", async ({ page }) => {
  await open(page, "view=game&step=3");
  const before = await page.locator(".table").innerText();
  const tiles = WALL.trim().split(/\s+/);
  await giveWall(page, tiles.with(20, "XX").join(" "));
  await expect(page.locator("#wall-fault")).toContainText("“XX” is not a tile");
  await expect(page.locator("#wall-fault mark")).toHaveText("XX");
  await giveWall(page, tiles.slice(1).join(" "));
  await expect(page.locator("#wall-fault")).toContainText("A wall has 148 tiles; here are 147.");
  await giveWall(page, "E");
  await expect(page.locator("#wall-fault")).toContainText("A wall has 148 tiles; here is one.");
  await giveWall(page, [...tiles, "1M"].join(" "));
  await expect(page.locator("#wall-fault")).toContainText("148 tiles");
  await giveWall(page, tiles.with(tiles.indexOf("E"), "1M").join(" "));
  await expect(page.locator("#wall-fault")).toContainText("A fifth one of characters");
  expect(await page.locator(".table").innerText()).toBe(before);
  await giveWall(page, WALL);
  await expect(page.locator("#wall-fault")).toBeEmpty();
});

test("a game plays by itself, and another follows", { tag: "@long" }, async ({ page }) => {
  await open(page, "view=game");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(count(page)).toHaveText(/^2 \//);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator("#next-game").click();
  await expect(page.locator("#game-number")).toHaveValue("1");
  await expect(count(page)).toHaveText(/^0 \//);
  await page.locator("#game-seed").fill("seven");
  await page.locator("#game-seed").press("Enter");
  await expect(page.locator("#wall-fault")).toContainText("A seed is a whole number");
});

test("any player's hand is analysed with all that lies open, and the way back leads to the game", async ({ page }) => {
  await open(page, "view=game&step=70");
  await page.locator(".seat-B .analyse").click();
  await expect(page.locator("#view-hand")).toBeVisible();
  await expect(page.locator("#hand-row button").first()).toBeVisible();
  await expect(page.locator("#seen-text")).not.toHaveValue("");
  await expect(page.locator("#distance h2 b")).toHaveText(/^[0-9]$/);
  await page.goBack();
  await expect(page.locator("#step-count")).toContainText("70 /");
});

test("what is wrong goes with what it was wrong with, and is told in the language that is read", async ({ page }) => {
  const [seed, number, fault] = ["#game-seed", "#game-number", "#wall-fault"].map((selector) => page.locator(selector));
  await open(page, "view=game&gameSeed=5&gameNumber=4294967295");
  await page.evaluate(() => (location.hash = "view=game&gameSeed=abc"));
  await expect(fault).toContainText("A seed is a whole number");
  await page.goBack();
  await expect(fault).toBeEmpty();
  await expect(seed).toHaveValue("5");
  await number.fill("-1");
  await number.blur();
  await expect(page.locator("#toast")).toContainText("from 0 to 4294967295");
  await expect(number).toHaveValue("4294967295");
  await seed.fill("");
  await seed.blur();
  await expect(fault).toContainText("A seed is a whole number");
  await page.locator("#language").selectOption("ja");
  await expect(fault).toContainText("整数");
  await page.locator("#next-game").click();
  await expect(fault).toBeEmpty();
  await expect(seed).toHaveValue("5");
  await expect(number).toHaveValue("0");
});
