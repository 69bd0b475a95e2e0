// What comes of the next draw, and of a tile that another discards.
import { oneOf } from "./length.js";
import { distance, expect, open, test, wallTile } from "./page.js";

const calls = (page) => page.locator(".offers tbody th").allInnerTexts();

test("a hand that draws is told what it does not need, what improves it and how often it gets a good wait", async ({ page }) => {
  await open(page, "view=hand&hand=123m12399p57s112z");
  await expect(page.locator(".good")).toHaveText("A wait of more than 4 copies follows on 0 of these tiles (0.0%)");
  await expect(page.locator(".unneeded img, .unneeded .tile")).toHaveCount(1);
  await expect(page.locator(".improvements li")).toHaveCount(8);
  await expect(page.locator(".improvements .times").first()).toHaveText("12");
  // A hand with a discard due, and one that is not whole, are not.
  await wallTile(page, "2S").click();
  await expect(page.locator("#discards tbody tr")).not.toHaveCount(0);
  await expect(page.locator(".improvements, .unneeded, .good")).toHaveCount(0);
});

test("a tile that another discards is claimed or passes, until the hand changes", async ({ page }) => {
  await open(page, "view=hand&hand=5689m123p345s112z");
  await page.locator('#wall-mode input[value="offered"]').check({ force: true });
  await wallTile(page, "7M").click();
  await expect(page.locator(".offers tbody tr")).toHaveCount(4);
  expect((await calls(page)).map((text) => text.trim())).toEqual(["Chow", "Chow", "Chow", "Pass"]);
  await expect(page.locator(".offers tbody tr").first().locator("td").nth(1)).toHaveText("1");
  // The address follows.
  await expect(page).toHaveURL(/offered=7m/);
  // Other draws leave the hand as it is.
  await page.locator("#draws").fill("9");
  await expect(page).toHaveURL(/offered=7m.*draws=9/);
  await page.reload();
  await expect(page.locator(".offers tbody tr")).toHaveCount(4);
  await page.locator('#wall-mode input[value="hand"]').check({ force: true });
  await wallTile(page, "7M").click();
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator(".offers")).toHaveCount(0);
  // Nothing is offered to a hand that has to discard.
  await page.locator('#wall-mode input[value="offered"]').check({ force: true });
  await wallTile(page, "4M").click();
  await expect(page.locator("#toast")).toContainText("A tile is offered to a hand of 13 tiles");
});

const chips = (page) => page.locator(".prospects button");

test("what a hand could become is told, and a press asks everything towards it", async ({ page }) => {
  await open(page, "view=hand&hand=2345m456p67s99p77z");
  await expect(chips(page)).toHaveCount(13);
  await expect(chips(page).first()).toHaveText(/Whatever wins\s*2/);
  await expect(page.locator('.prospects [aria-pressed="true"]')).toHaveText(/Whatever wins/);
  await chips(page).filter({ hasText: "Tanyao" }).click();
  await expect(distance(page)).toHaveText("5");
  await expect(page.locator('.prospects [aria-pressed="true"]')).toHaveText(/Tanyao\s*5/);
  // It stays in the address, and goes again.
  await expect(page).toHaveURL(/aim=tanyao/);
  await page.reload();
  await expect(distance(page)).toHaveText("5");
  await chips(page).filter({ hasText: "Whatever wins" }).click();
  await expect(distance(page)).toHaveText("2");
});

test("by other rules the chips come with the answer, and what no hand can be is said", async ({ page }) => {
  await open(page, "view=hand&rules=sichuan&hand=2446p123345789s");
  await expect(chips(page).filter({ hasText: "Flush, bamboos" })).toHaveCount(1);
  await open(page, "view=hand&rules=sichuan&hand=2446p123345789s&aim=pong+5z");
  await expect(page.locator("#distance .fault")).toHaveText("No hand of these rules can be won so.");
  await chips(page).filter({ hasText: "Whatever wins" }).click();
  await expect(distance(page)).not.toHaveCount(0);
});

test("a flush that an address names has no honors, where the deck has some", async ({ page }) => {
  const hand = "view=hand&rules=standard&hand=1122334m567m12z3s";
  for (const [aim, far] of [["half flush m", "3"], ["flush m", "4"]]) {
    await open(page, `${hand}&aim=${aim.replaceAll(" ", "+")}`);
    await expect(page.locator('.prospects [aria-pressed="true"]')).toHaveAttribute("data-aim", aim);
    await expect(distance(page)).toHaveText(far);
  }
});

test("calls tell how likely the hand wins after them, likeliest first", async ({ page }) => {
  await open(page, "view=hand&hand=5689m123p345s112z&offered=7m");
  const wins = page.locator(".offers tbody tr td:last-child");
  await expect(wins).toHaveText(["66.0%", "48.3%", "39.4%", "24.3%"]);
});

const WINS = {
  "by another rule set": ["rules=sichuan&hand=68m123p345s11s59m2p&offered=2p", ["31.7%", "27.1%"]],
  "with wildcards": ["rules=standard&wildcards=4&hand=1133m456789p123s&offered=1m", ["100.0%", "88.4%", "71.2%"]],
  "with an aim": ["rules=standard&aim=tanyao&hand=2244m456678p234s&offered=2m", ["100.0%", "66.0%", "48.1%"]],
  "too far from winning": ["rules=standard&hand=147m258p369s1234z&offered=2m", ["–"]],
};

for (const [number, [name, [hash, wins]]] of Object.entries(WINS).entries()) {
  test(`calls of a hand ${name} tell as much`, oneOf(number), async ({ page }) => {
    await open(page, `view=hand&${hash}`);
    await expect(page.locator(".offers tbody td:last-child")).toHaveText(wins);
  });
}

test("a hand that nothing completes has no chance to wait for", async ({ page }) => {
  await open(page, "view=hand&rules=standard&hand=5z4z3z8p4z7p9s1m8p4s&melds=567s&forms=orphans");
  await expect(page.locator(".waiting")).toBeVisible();
  await expect(page.locator(".chance")).toHaveCount(0);
});

test("kans stand below the discards", async ({ page }) => {
  await open(page, "view=hand&hand=1111m234567p2345s");
  await expect(page.locator(".kans tbody tr")).toHaveCount(1);
});

test("an aim can be given up amid a hand, and is none of the next one", async ({ page }) => {
  const chip = (name) => chips(page).filter({ hasText: name });
  await open(page, "view=hand&rules=standard&hand=2344m34599p156s2z");
  await chip("Half flush, characters").click();
  await page.locator("#hand-row button").first().click();
  await expect(page.locator("#distance .help")).toContainText("once all tiles are there");
  await chip("Whatever wins").click();
  await expect(distance(page)).not.toHaveCount(0);
  await page.locator("#undo").click();
  await page.locator("#clear").click();
  await page.locator("#hand-text").fill("123456789m123p11s");
  await expect(distance(page)).toHaveText("0");
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  await page.locator(".tabs a").nth(1).click();
  await page.locator("#analyse-round").click();
  await expect(page).not.toHaveURL(/aim=/);
  await expect(distance(page)).not.toHaveCount(0);
});

test("a tile of which none is left is not offered", async ({ page }) => {
  await open(page, "view=hand&hand=1111m456p6789s12z&offered=1m");
  await expect(page.locator(".unneeded")).toBeVisible();
  await expect(page.locator(".offers")).toHaveCount(0);
});
