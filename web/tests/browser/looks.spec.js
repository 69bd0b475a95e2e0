// Every view in light and dark, looked at by axe; pictures of them go to target/web-tests/ for people to look at.
import AxeBuilder from "@axe-core/playwright";
import { oneOf } from "./length.js";
import { expect, open, test, wallTile } from "./page.js";

const VIEWS = {
  empty: "",
  hand: "view=hand&hand=2344m34599p1s1z&melds=456s&seen=119m",
  waiting: "view=hand&hand=34m99p&melds=123p,111z,777s",
  rules: "view=hand&rules=guobiao&wildcards=2&hand=147m258p369s1223z*",
  far: "view=hand&hand=1479m168p357s127z1s",
  practice: "view=practice&seed=5&played=&hints=shown",
  game: "view=game&step=70",
};

for (const colorScheme of ["light", "dark"]) {
  for (const [name, hash] of Object.entries(VIEWS)) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });

      const isOne = name === { light: "hand", dark: "game" }[colorScheme];
      test(`${name} has no serious fault for those who see, hear or touch it`, oneOf(isOne ? 0 : 1), async ({ page }, { project }) => {
        await open(page, hash);
        if (name === "practice") await page.locator("#view-practice .row button").first().click();
        await page.waitForTimeout(700);
        await page.screenshot({
          path: `../../../target/web-tests/${project.name}-${colorScheme}-${name}.png`,
          fullPage: true,
        });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const told = violations.map(
          ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target).join(" | ")}`,
        );
        expect(told).toEqual([]);
        const wider = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(await wider(), "nothing sticks out at the side").toBeLessThanOrEqual(0);
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await wider(), "nor on the narrowest of phones").toBeLessThanOrEqual(0);
      });
    });
  }
}

test("light and dark are switched by hand, and stay", async ({ page }) => {
  await open(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator("#theme").click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await paper()).toBe(dark);
});

test("letters on the tiles are shown to those who want them", async ({ page }, { project }) => {
  await open(page, "view=hand&hand=34m99p1s12567z");
  const tile = wallTile(page, "3M");
  await expect(tile).not.toHaveCSS("background-image", /letters/);
  await page.locator("#letters").check();
  await expect(tile).toHaveCSS("background-image", /letters/);
  await page.screenshot({ path: `../../../target/web-tests/${project.name}-letters.png`, fullPage: true });
  await page.reload();
  await expect(page.locator("#letters")).toBeChecked();
});
