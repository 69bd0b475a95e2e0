// What one person sees, another sees by the link; and the hand goes elsewhere as text.
import { oneOf } from "./length.js";
import { expect, handOf, open, started, test } from "./page.js";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const ADDRESSES = {
  hand: "view=hand&hand=2344m34599p1s1z&melds=456s&seen=119m&forms=standard&draws=9&changes=1&law=published",
  "hand of other rules": "view=hand&rules=sanma&wildcards=3&wildcardCopies=beyond&hand=19m99p1s1z*",
  "hand with a void suit": "view=hand&rules=sichuan&void=s&hand=1199m2244p1s",
  practice: "view=practice&seed=5&played=1z&hints=shown",
  game: "view=game&gameSeed=42&gameNumber=3&step=60",
};

for (const [number, [view, hash]] of Object.entries(ADDRESSES).entries()) {
  test(`a link to a ${view} shows another person the same page`, oneOf(number), async ({ page, browser, baseURL }) => {
    await open(page, hash);
    await page.locator("#copy-link").click();
    await expect(page.locator("#toast")).toContainText("copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const context = await browser.newContext({ baseURL, locale: "en", viewport: page.viewportSize() });
    const other = await context.newPage();
    await other.goto(link);
    await started(other);
    const text = (of) => of.locator(`#view-${view.split(" ")[0]}`).innerText();
    await expect(async () => expect(await text(other)).toBe(await text(page))).toPass();
    await context.close();
  });
}

test("every change is in the address, and the way back leads through the views", async ({ page }) => {
  await open(page, "view=hand&hand=34m99p");
  await page.locator(".tabs a").nth(2).click();
  await expect(page).toHaveURL(/view=game/);
  await page.goBack();
  await expect(page).toHaveURL(/view=hand/);
  await expect(page.locator("#view-hand")).toBeVisible();
  await page.locator("#hand-row button").first().click();
  await expect(page).toHaveURL(/hand=4m99p/);
  await page.reload();
  await started(page);
  expect(await handOf(page)).toBe("4M 9P 9P");
});

test("a page that is loaded anew right after a few changes has them", async ({ page }) => {
  await open(page, "view=hand&hand=34m99p");
  const address = await page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1) {
      document.querySelector("#hand-row button").click();
      await new Promise((done) => setTimeout(done));
    }
    return location.hash;
  });
  expect(address).toContain("hand=9p&");
  // Of many changes in a row, the last one follows.
  await page.evaluate(() => document.querySelectorAll("#wall button").forEach((button) => button.click()));
  await expect(page).toHaveURL(/hand=123456789m12349p&/);
});

test("the way back from a first round leaves undo and redo as they were", async ({ page }) => {
  await open(page, "view=hand&hand=34m99p");
  await page.locator("#hand-row button").first().click();
  await page.locator("#undo").click();
  await expect(page).toHaveURL(/hand=34m99p/);
  await page.locator(".tabs a").nth(1).click();
  await expect(page).toHaveURL(/seed=/);
  await page.goBack();
  await expect(page.locator("#view-hand")).toBeVisible();
  await expect(page.locator("#undo")).toBeDisabled();
  await page.locator("#redo").click();
  expect(await handOf(page)).toBe("4M 9P 9P");
});

test("the hand is copied in every notation", async ({ page }) => {
  await open(page, "view=hand&hand=34m99p&melds=123p");
  const texts = { Judge: /3M ?4M ?9P ?9P/, "UVa 11210": /3W ?4W ?9T ?9T/, Compact: /34m99p/, Unicode: /🀉🀊🀡🀡/ };
  for (const [name, text] of Object.entries(texts)) {
    await page.locator("#copy-text").click();
    await page.locator("#copy-menu button", { hasText: name }).click();
    await expect(page.locator("#copy-menu")).toBeHidden();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(text);
  }
});

test("a hand that can't be copied says why", async ({ page }) => {
  await open(page, "view=hand&hand=11111m");
  await page.locator("#copy-text").click();
  await expect(page.locator("#copy-menu")).toHaveText("A fifth one of characters: there are four of each kind.");
});

test("what can't be read of an address is told", async ({ page }) => {
  for (const draws of ["0", "61", "1.5"]) {
    await page.goto("about:blank");
    await open(page, `view=hand&hand=34m99p&draws=${draws}`);
    await expect(page.locator("#toast")).toContainText(`draws=${draws}`);
    await expect(page.locator("#draws")).toHaveValue("17");
  }
  await page.goto("about:blank");
  await open(page, "view=hand&hand=34m99p&melds=124s&seen=5q");
  await expect(page.locator("#melds-fault")).toContainText("“124s” is no meld");
  await expect(page.locator("#seen-fault")).toContainText("“q” is not a tile");
  // What can be read, but nothing comes of.
  for (const hash of ["hand=9999m456p6789s12z&offered=9m", "view=practice&seed=51&played=9m"]) {
    await page.goto("about:blank");
    await open(page, hash);
    await expect(page.locator("#toast")).toHaveText(new RegExp(`left out: ${hash.split("&").at(-1)}$`));
  }
  await page.goto("about:blank");
  await open(page, "view=practice&seed=five");
  await expect(page.locator("#toast")).toContainText("seed=five");
  await expect(page.locator("#practice-row button")).toHaveCount(14);
});

test("names that an address has no use for are left alone", async ({ page }) => {
  await open(page, "toString=1&constructor=1&__proto__=1&hasOwnProperty=1&hand=34m99p");
  expect(await handOf(page)).toBe("3M 4M 9P 9P");
});

test("who goes to another address amid a change gets there", async ({ page }) => {
  await open(page, "view=hand&hand=19m");
  await page.evaluate(() => {
    location.hash = "#view=hand&hand=55p";
    // What is shown is written to the address when a page is left, and soon; here before the page knows of the other one.
    dispatchEvent(new Event("pagehide"));
  });
  await expect.poll(() => handOf(page)).toBe("5P 5P");
  await expect(page).toHaveURL(/hand=55p/);
});
