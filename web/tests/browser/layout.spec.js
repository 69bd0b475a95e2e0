// Where things stand: on a phone, with large text, on paper, and on the table of a game.
import { oneOf } from "./length.js";
import { expect, open, test } from "./page.js";

const HAND = "view=hand&hand=2344m34599p1s1z&melds=456s&seen=119m";
const VIEWS = {
  empty: "",
  hand: HAND,
  waiting: "view=hand&hand=34m99p&melds=123p,1111z,777s",
  rules: "view=hand&rules=sichuan&wildcards=2&void=m&hand=2344m345p99s1234s*",
  practice: "view=practice&seed=51&played=3z1s7z&hints=shown",
  game: "view=game&step=70",
};

const box = (page, selector) => page.locator(selector).first().boundingBox();

for (const [name, hash] of Object.entries(VIEWS)) {
  test(`text of twice the size fits a phone: ${name}`, oneOf(name === "hand" ? 0 : 1), async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, hash);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const language of ["en", "zh"]) {
      await page.locator("#language").selectOption(language);
      if (name === "hand") await expect(page.locator("#discards .win b").first()).toHaveText(/%$/);
      if (name === "rules") await expect(page.locator(".readout li").first()).toBeVisible();
      if (name === "practice") await expect(page.locator(".turns tbody tr")).toHaveCount(3);
      const out = await page.evaluate(() => {
        const edge = document.documentElement.clientWidth;
        const sticksOut = (element) => !element.closest("svg, .unseen, .skip") && element.getBoundingClientRect().right > edge + 1;
        return [...document.body.querySelectorAll("*")].filter(sticksOut).map(({ outerHTML }) => outerHTML.slice(0, 80));
      });
      expect(out).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });
}

test("calls and long words fit the narrowest phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, "view=hand&rules=standard&hand=2344m34599p1z&melds=123p&offered=1z");
  await expect(page.locator(".offers tbody tr td:last-child").first()).toContainText("%");
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(320);
  await page.locator("#hand-text").fill("q".repeat(300));
  await expect(page.locator("#hand-fault")).toContainText("is not a tile");
  expect(await width()).toBe(320);
});

test("the answer stands above the text fields on a phone, and beside them on a desktop", async ({ page, isMobile }) => {
  await open(page, HAND);
  await expect(page.locator("#chart")).toBeVisible();
  // All at one moment, since odds that come in move what is below them.
  const [wall, answer, text, chart] = await page.evaluate(
    (places) => places.map((place) => document.querySelector(place).getBoundingClientRect().toJSON()),
    ["#wall", "#distance", "#hand-text", "#chart"],
  );
  if (isMobile) {
    expect(answer.y).toBeGreaterThan(wall.y + wall.height);
    expect(text.y).toBeGreaterThan(chart.y + chart.height);
  } else {
    expect(answer.y).toBeLessThan(wall.y);
    expect(answer.x).toBeGreaterThan(text.x + text.width);
    // Nothing lies between the cards of the left side but a gap.
    expect(text.y - wall.y - wall.height).toBeLessThan(200);
  }
});

for (const colorScheme of ["light", "dark"]) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("the answer is printed, dark on white, and what can only be pressed is not", oneOf(colorScheme === "dark" ? 0 : 1), async ({ page }) => {
      await open(page, HAND);
      await expect(page.locator("#discards .win b").first()).toHaveText(/%$/);
      await page.emulateMedia({ media: "print", colorScheme });
      for (const shown of ["#hand-row", "#meld-row", "#hand-hint", "#distance", "#discards", "#chart .chart"])
        await expect(page.locator(shown), shown).toBeVisible();
      const pressed = [".tabs", ".settings", "#deal", "#wall", "#hand-text", "#draws", "#chart input", "footer"];
      for (const hidden of pressed) await expect(page.locator(hidden), hidden).toBeHidden();
      const colours = await page.evaluate(() =>
        ["body", ".felt", "#discards", "#hand-hint"].map((selector) => {
          const { color, backgroundColor } = getComputedStyle(document.querySelector(selector));
          const bright = (text) => (text.match(/[\d.]+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) > 384);
          const clear = /, 0\)$/.test(backgroundColor);
          return bright(color) || (!clear && !bright(backgroundColor)) ? `${selector} ${color} ${backgroundColor}` : "";
        }),
      );
      expect(colours.filter(Boolean)).toEqual([]);
      // One sheet of paper, or the chart on a second.
      const width = await page.pdf({ format: "A4" }).then((pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length);
      expect(width).toBeLessThanOrEqual(2);
    });
  });
}

test("the score of practice and the table of a game are printed", async ({ page }) => {
  await open(page, "view=practice&seed=51&played=3z1s");
  await page.emulateMedia({ media: "print" });
  for (const shown of ["#practice-row", "#practice-river", "#score"]) await expect(page.locator(shown)).toBeVisible();
  await expect(page.locator("#new-round")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.locator(".tabs a").nth(2).click();
  await page.emulateMedia({ media: "print" });
  for (const shown of ["#table", "#reason"]) await expect(page.locator(shown)).toBeVisible();
  await expect(page.locator(".steps")).toBeHidden();
});

test("the tiles of a game fill the table", async ({ page, isMobile }) => {
  await open(page, "view=game&step=70");
  const table = await box(page, "#table");
  const parts = await page.locator(".seat, .middle").evaluateAll((all) =>
    all.map((part) => part.getBoundingClientRect()).map(({ width, height }) => width * height),
  );
  expect(parts.reduce((a, b) => a + b) / (table.width * table.height)).toBeGreaterThan(0.85);
  const rows = await page.locator(".seat-hand").evaluateAll((hands) =>
    hands.map((hand) => {
      const edges = [...hand.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect().right);
      const { left, right } = hand.getBoundingClientRect();
      return (Math.max(...edges) - left) / (right - left);
    }),
  );
  for (const share of rows) expect(share).toBeGreaterThan(0.75);
  const { width } = await box(page, ".seat-hand .tile");
  expect(width).toBeGreaterThan(isMobile ? 20 : 40);
});
