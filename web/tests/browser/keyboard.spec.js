// A person without a mouse.
import { discards, distance, expect, handOf, open, test } from "./page.js";

const focused = (page) => page.evaluate(() => document.activeElement.dataset.tile ?? document.activeElement.id);

async function tabTo(page, selector) {
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
  }
  throw new Error(`Tab never came to ${selector}`);
}

test("a hand is entered, changed and played with keys alone", async ({ page }) => {
  await open(page);
  await tabTo(page, "#wall button");
  for (const key of [
    "Enter",
    "ArrowRight",
    "Enter",
    "ArrowRight",
    "Enter",
    "ArrowDown",
    "Enter",
    "End",
    "Enter",
    "Space",
  ])
    await page.keyboard.press(key);
  expect(await handOf(page)).toBe("1M 2M 3M 3P Z Z");
  await page.keyboard.press("Delete");
  expect(await handOf(page)).toBe("1M 2M 3M 3P Z");
  await tabTo(page, "body > *, #copy-link");
  await page.locator("#hand-row button").first().focus();
  await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toBe("2M");
  await page.keyboard.press("Delete");
  expect(await handOf(page)).toBe("1M 3M 3P Z");
  expect(await focused(page)).toBe("3M");
  await page.keyboard.press("End");
  expect(await focused(page)).toBe("Z");
  await page.keyboard.press("Backspace");
  expect(await handOf(page)).toBe("1M 3M 3P");
  expect(await focused(page)).toBe("3P");
  await page.keyboard.press("Control+z");
  expect(await handOf(page)).toBe("1M 3M 3P Z");
  await page.keyboard.press("Control+y");
  expect(await handOf(page)).toBe("1M 3M 3P");
  await page.keyboard.press("Control+Shift+z");
  expect(await handOf(page)).toBe("1M 3M 3P");
});

test("letters and digits go to the text field wherever one is", async ({ page }) => {
  await open(page);
  await page.keyboard.type("2344m34599p156s12z");
  await expect(distance(page)).toHaveText("3");
  expect(await focused(page)).toBe("hand-text");
  await tabTo(page, "#discards button.tile");
  await page.keyboard.press("Enter");
  expect((await handOf(page)).split(" ")).toHaveLength(14);
  await expect(page.locator("#draws")).toHaveValue("16");
});

test("a group of tiles is one stop of Tab", async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p156s12z");
  await expect(page.locator("#hand-row button[tabindex='0']")).toHaveCount(1);
  await expect(page.locator("#wall button[tabindex='0']")).toHaveCount(1);
});

test("practice is played and a game stepped through with keys alone", async ({ page }) => {
  await open(page, "view=practice&seed=5");
  await tabTo(page, "#view-practice .row button");
  await page.keyboard.press("Enter");
  await expect(page.locator("#view-practice .hint")).toContainText("Turn 2 of 18");
  expect(await page.evaluate(() => document.activeElement.closest(".row") !== null)).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.locator("#view-practice .hint")).toContainText("Turn 3 of 18");

  await open(page, "view=game");
  await page.locator("#main").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  await expect(page.locator(".steps .label")).toHaveText(/^2 \//);
  await page.keyboard.press("End");
  await expect(page.locator(".game-columns h2").last()).toContainText(/wins/);
  await page.keyboard.press("Home");
  await expect(page.locator(".steps .label")).toHaveText(/^0 \//);
});

test("the discards keep the focus when odds arrive", async ({ page }) => {
  await open(page, "view=hand&hand=2344m34599p156s12z");
  await discards(page).first().focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  const inside = await page.evaluate(() => document.activeElement !== document.body);
  expect(inside).toBe(true);
});

test("the focus goes to a neighbour when what was pressed goes", async ({ page }) => {
  const HAND = "view=hand&hand=2344m34599p1s";
  /** Where the focus is after a press on a button: its id, tile or name. */
  const after = async (button) => {
    await button.focus();
    await page.keyboard.press("Enter");
    return page.evaluate(() => {
      const { id, dataset, ariaLabel, tagName } = document.activeElement;
      return id || dataset.tile || ariaLabel || tagName;
    });
  };
  await open(page);
  expect(await after(page.locator(".examples button").first())).toBe("answer");
  expect(await after(page.locator("#clear"))).toBe("deal");
  expect(await after(page.locator("#undo"))).toBe("undo");
  expect(await after(page.locator("#undo"))).toBe("redo");

  await open(page, `${HAND}&melds=123s,777s&seen=119m`);
  const [melds, seen] = [page.locator("#meld-row button"), page.locator("#seen button")];
  expect(await after(melds.first())).toMatch(/seven of bamboos/);
  expect(await after(melds.first())).toBe("2M");
  for (const place of ["1M", "9M"]) expect(await after(seen.first())).toBe(place);
  expect(await after(seen.last())).toBe("1M");
  expect(await page.evaluate(() => document.activeElement.closest("#wall") !== null)).toBe(true);

  // The tables of an aim are compiled first.
  await open(page, `${HAND}56s12z`);
  await page.locator("[data-aim='pong 1z']").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-aim='pong 1z']")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("[data-aim='pong 1z']")).toBeFocused();
  await page.locator("[data-aim=plain]").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-aim=plain]")).toBeFocused();

  await open(page, `${HAND}56s12z&rules=sichuan`);
  await after(page.locator("button", { hasText: "Take them away" }));
  await expect(page.locator("#answer")).toBeFocused();
  await open(page, "view=practice&seed=5");
  expect(await after(page.locator("#analyse-round"))).toBe("main");
  await open(page, "view=game&step=30");
  expect(await after(page.locator("#table button.analyse").first())).toBe("main");
});

test.describe("the clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("a hand is pasted wherever one is", async ({ page }) => {
    await open(page);
    await page.evaluate(() => navigator.clipboard.writeText("34m99p"));
    await page.locator("#main").focus();
    await page.keyboard.press("Control+v");
    await expect(distance(page)).toHaveText("10");
    expect(await handOf(page)).toBe("3M 4M 9P 9P");
    await page.keyboard.press("Control+z");
    expect(await handOf(page)).toBe("");
  });

  test("a hand pasted over another keeps nothing of it, and Ctrl-Z brings all of it back", async ({ page }) => {
    await open(page, "view=hand&hand=2344m34599p1s1z&melds=456s&seen=119m&draws=5");
    const before = await handOf(page);
    await page.evaluate(() => navigator.clipboard.writeText("34m99p"));
    await page.locator("#hand-text").selectText();
    await page.keyboard.press("Control+v");
    await expect(page.locator("#seen-text")).toHaveValue("");
    await expect(page.locator("#draws")).toHaveValue("17");
    expect(await handOf(page)).toBe("3M 4M 9P 9P");
    await page.keyboard.press("Control+z");
    await expect(page.locator("#seen-text")).toHaveValue("119m");
    await expect(page.locator("#melds-text")).toHaveValue("456s");
    expect(await handOf(page)).toBe(before);
  });
});

test("the way past the views leads to the page as it is", async ({ page }) => {
  await open(page, "view=hand&rules=taiwan&hand=34m99p");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("3M");
  await page.keyboard.press("Delete");
  await expect(page).toHaveURL(/hand=4m99p&rules=taiwan/);
});
