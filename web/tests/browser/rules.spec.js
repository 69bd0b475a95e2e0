// Hands of other rule sets: chosen from the menu, kept in the link, and refused where the set has no such hand.
import { shortOrLong } from "./length.js";
import { discards, distance, expect, handOf, open, shanten, started, test, wallTile } from "./page.js";

const menu = (page) => page.locator("#rules");
const hint = (page) => page.locator("#hand-hint");

test("another rule set answers for the same hand, and undo brings the first one back", async ({ page }) => {
  await open(page, "view=hand&hand=1111m111122233z");
  await expect(distance(page)).toHaveText("2");
  await expect(page.locator(".chance")).toContainText("%");
  await menu(page).selectOption("sanma");
  await expect(distance(page)).toHaveText("3");
  await expect(page.locator("#distance h2")).toContainText("shanten 2");
  await expect(page.locator(".waiting h3")).toHaveText("Useful tiles: 94 left");
  await expect(page.locator(".chance")).toContainText("%");
  await expect(page.locator("#chart")).toBeVisible();
  for (const other of ["#changes", "#law", "#changes-help"]) await expect(page.locator(other)).toBeVisible();
  await page.locator("#changes").selectOption("1");
  await page.locator("#law").selectOption("published");
  await expect(page).toHaveURL(/changes=1&law=published/);
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  await expect(page).toHaveURL(/rules=sanma/);
  await page.locator("#undo").click();
  await expect(distance(page)).toHaveText("2");
  await expect(menu(page)).toHaveValue("riichi");
  await expect(page.locator("#changes")).toBeVisible();
  await expect(page.locator(".chance")).toContainText("%");
});

test("the forms to choose are those of the rule set, and each brings its own", async ({ page }) => {
  const shown = page.locator("#forms label:visible");
  const ticked = page.locator("#forms label:visible:has(:checked)");
  const nearer = page.locator("#distance .nearer");
  await open(page);
  await expect(menu(page)).toHaveValue("standard");
  await expect(shown).toHaveText(["Standard", "Seven pairs", "Thirteen orphans"]);
  await expect(ticked).toHaveText(["Standard"]);
  await page.locator("#hand-text").fill("22334455m6677p12z");
  await expect(distance(page)).toHaveText("2");
  await expect(nearer).toHaveText("Nearer by a win form that is not chosen: Seven pairs, distance 1.");
  await expect(page.locator("#discards [data-mark=rule]")).toHaveCount(1);
  await page.getByLabel("Seven pairs").check();
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator("#distance h2 small").last()).toHaveText("Seven pairs");
  await expect(nearer).toHaveCount(0);
  await expect(page).toHaveURL(/rules=standard&forms=standard,pairs/);
  await menu(page).selectOption("riichi");
  await expect(ticked).toHaveText(["Standard", "Seven pairs", "Thirteen orphans"]);
  await expect(page).not.toHaveURL(/forms=/);
  await menu(page).selectOption("guobiao");
  await expect(ticked).toHaveText(["Standard", "Thirteen orphans", "Pairs, four alike are two", "Honors and knitted tiles", "Knitted straight"]);
  // Once nobody minded forms that a rule set does not have.
  await open(page, "view=hand&rules=sichuan&forms=pairs,orphans&hand=1133557799m111p2s");
  await page.reload();
  await started(page);
  await expect(ticked).toHaveText(["Standard", "Pairs, four alike are two"]);
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator("#distance h2 small").last()).toHaveText("Pairs, four alike are two");
  await page.getByLabel("Pairs, four alike are two").uncheck();
  await expect(distance(page)).toHaveText("3");
  await expect(nearer).toHaveText("Nearer by a win form that is not chosen: Pairs, four alike are two, distance 1.");
  await expect(page).toHaveURL(/rules=sichuan&forms=standard(&|$)/);
});

test("of a rule set with many forms, each can be left out", { tag: "@long" }, async ({ page }) => {
  await open(page, "view=hand&rules=guobiao&hand=22334455m6677p12z");
  await expect(page.locator("#distance h2 small").last()).toHaveText("Pairs, four alike are two");
  await page.getByLabel("Pairs, four alike are two").uncheck();
  await expect(distance(page)).toHaveText("2");
  const nearer = page.locator("#distance .nearer");
  await expect(nearer).toHaveText("Nearer by a win form that is not chosen: Pairs, four alike are two, distance 1.");
  await expect(page).toHaveURL(/rules=guobiao&forms=standard,orphans,knitted,knitted-straight/);
});

test("a hand that none of the forms can complete says so", async ({ page }) => {
  await open(page, "view=hand&rules=standard&forms=pairs&hand=2344m34599p1s1z&melds=456s");
  await expect(page.locator("#distance h2")).toContainText("No tiles can complete this hand");
  await expect(shanten(page)).toHaveText("–");
  await expect(page.locator("#forms-aside")).toBeVisible();
  await page.getByLabel("Standard").check();
  await expect(distance(page)).toHaveText("2");
});

test("odds of a hand too far from winning are not asked for", { tag: "@long" }, async ({ page }) => {
  await open(page, "view=hand&rules=taiwan&hand=11258m1689p3557s1124z");
  await expect(page.locator("#discards .help").last()).toContainText("too far from winning");
  await expect(page.locator("#chart")).toBeHidden();
});

test("a hand that a rule set does not have says so with its name", async ({ page }) => {
  await open(page, "view=hand&rules=sanma&hand=1115m111122233z");
  await expect(page.locator("#distance .fault")).toHaveText("Three players (sanma) has no five of characters.");
  await expect(wallTile(page, "5M").locator(".left")).toHaveText("0");
  await wallTile(page, "5M").click({ force: true });
  await expect(page.locator("#toast")).toHaveText("Three players (sanma) has no five of characters.");
  // The last choice is answered, whatever is being compiled.
  for (const other of shortOrLong(["riichi", "sichuan"], ["taiwan", "guobiao", "sichuan"])) await menu(page).selectOption(other);
  await expect(page.locator("#distance .fault")).toHaveText("Sichuan has no east wind, south wind, west wind.");
  await open(page, `view=hand&rules=${shortOrLong("riichi", "guobiao")}&hand=1115m111122233z456p`);
  await page.reload();
  await started(page);
  await expect(page.locator("#distance .fault")).toHaveText(
    "16 tiles: a hand has 13 or 14, and three less for every exposed meld.",
  );
});

test("tiles that a rule set lacks are all named and marked, and a press takes them away", async ({ page, isMobile }) => {
  await open(page, "view=hand&rules=riichi&wildcards=1&hand=12305m678p1s*&melds=111z&seen=27m5z");
  await expect(distance(page)).toBeVisible();
  await page.locator("#wildcards").fill("0");
  await menu(page).selectOption("sanma");
  const fault = page.locator("#distance .fault");
  await expect(fault).toHaveText("Three players (sanma) has no two of characters, three of characters, five of characters, red five of characters, seven of characters, wildcard.");
  await expect(page.locator("#hand-row .lacking")).toHaveCount(5);
  await expect(page.locator("#meld-row .lacking")).toHaveCount(0);
  await expect(page.locator("#seen .lacking")).toHaveCount(2);
  await menu(page).selectOption("sichuan");
  await expect(fault).toHaveText("Sichuan has no east wind, white dragon, wildcard.");
  await expect(page.locator("#meld-row .lacking")).toHaveCount(1);
  await menu(page).selectOption("sanma");
  const take = page.getByRole("button", { name: "Take them away" });
  await (isMobile ? take.tap() : take.click());
  expect(await handOf(page)).toBe("1M 6P 7P 8P 1S");
  await expect(page.locator(".lacking")).toHaveCount(0);
  await expect(page.locator("#seen button.counted")).toHaveCount(1);
  await expect(hint(page)).toContainText("5 of 10 tiles");
  await page.locator("#undo").click();
  await expect(page.locator("#hand-row .lacking")).toHaveCount(5);
});

test("a hand has as many tiles as its rule set says", { tag: "@long" }, async ({ page }) => {
  await open(page, "view=hand&rules=taiwan");
  await expect(page.locator("#distance")).toContainText("Enter a hand");
  await page.locator("#deal").click();
  expect((await handOf(page)).split(" ")).toHaveLength(17);
  await expect(discards(page).first()).toBeVisible();
  await expect(page.locator("#discards thead th")).toHaveText(["Discard", "Wins", "Acceptance", "Useful tiles and copies left"]);
  await discards(page).first().click();
  expect((await handOf(page)).split(" ")).toHaveLength(17);
  await page.locator("#hand-text").fill("2344m345p");
  await expect(hint(page)).toContainText("7 of 16 tiles");
  await expect(page.locator("#distance .help")).toContainText("Beside 3 exposed melds that are not told here: Ready");
  await page.locator("#melds-text").fill("123p,EEE,777s,888s,999s");
  await page.locator("#hand-text").fill("4m");
  await expect(distance(page)).toHaveText("1");
});

test("wildcards are typed, pressed, shown among what helps, and kept in the link", async ({ page }) => {
  await open(page, "view=hand&hand=123m456p789s11z3m");
  await expect(wallTile(page, "*")).toBeHidden();
  await page.locator("#hand-text").fill("1233m456p789s11z*");
  await expect(page.locator("#hand-fault")).toContainText("“Wildcards” says how many");
  await page.locator("#wildcards").fill("4");
  await expect(page.locator("#hand-fault")).toBeEmpty();
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator(".waiting h3")).toHaveText("Waits: 21 tiles left");
  await expect(page.locator(".waiting .useful li").last().locator(".tile")).toHaveAttribute("aria-label", "wildcard, 3 left");
  await expect(page.locator(".plan .tile[aria-label='wildcard for east wind']")).toHaveCount(1);
  await expect(page.locator(".plan .hollow")).toHaveCount(1);
  await expect(page.locator("#hand-text")).toHaveValue("1233m456p789s11z*");
  await expect(page).toHaveURL(/wildcards=4/);
  await page.reload();
  await started(page);
  expect((await handOf(page)).split(" ").at(-1)).toBe("*");
  await expect(distance(page)).toHaveText("1");
  await page.locator("#hand-text").fill("1233m456p789s*****");
  await expect(page.locator("#hand-fault")).toContainText("More wildcards than are in the deck");
  await page.locator("#hand-text").fill("1233m456p789s11z**");
  await expect(distance(page)).toHaveText("0");
  await page.locator("#wildcards").fill("9");
  await page.locator("#wildcards").blur();
  await expect(page.locator("#toast")).toContainText("from 0 to 8");
  await expect(page.locator("#wildcards")).toHaveValue("4");
  await wallTile(page, "*").click({ button: "right" });
  await expect(distance(page)).toHaveText("1");
});

test("a void suit is the best one, unless one is declared", async ({ page }) => {
  await open(page, "view=hand&hand=1133557799m111p2s");
  const declared = page.locator("#void");
  await expect(declared).toBeHidden();
  await menu(page).selectOption("sichuan");
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator("#distance h2")).toContainText("bamboos void");
  await declared.selectOption("p");
  await expect(distance(page)).toHaveText("3");
  await expect(page.locator("#distance h2")).toContainText("dots void");
  await expect(page).toHaveURL(/void=p/);
  await page.reload();
  await started(page);
  await expect(declared).toHaveValue("p");
  await expect(distance(page)).toHaveText("3");
  await page.locator("#melds-text").fill("123p");
  await expect(page.locator("#distance .fault")).toHaveText("A suit of which a meld is exposed can't be void.");
  await page.locator("#undo").click();
  await declared.selectOption("");
  await expect(distance(page)).toHaveText("1");
  await page.locator("#undo").click();
  await expect(declared).toHaveValue("p");
  // It is told of one hand, and asked of no other rules.
  await declared.selectOption("m");
  await menu(page).selectOption(shortOrLong("riichi", "guobiao"));
  await expect(page.locator("#distance h2")).not.toContainText("void");
  await menu(page).selectOption("sichuan");
  await expect(declared).toHaveValue("m");
  await page.locator("#deal").click();
  await expect(declared).toHaveValue("");
});

test("wildcards may stand for a fifth copy if that is chosen", { tag: "@long" }, async ({ page }) => {
  await open(page, "view=hand&hand=23m456p789s1111z");
  const beyond = page.locator("#beyond");
  await expect(beyond).toBeHidden();
  await page.locator("#wildcards").fill("1");
  await wallTile(page, "*").click();
  await expect(distance(page)).toHaveText("2");
  await beyond.check();
  await expect(distance(page)).toHaveText("1");
  await expect(page).toHaveURL(/wildcardCopies=beyond/);
  await page.locator("#wildcards").fill("0");
  await page.locator("#hand-text").fill("23m456p789s1111z1m");
  await expect(beyond).toBeHidden();
  await expect(distance(page)).toHaveText("2");
});

test("fifth copies are kept in the address, and other wildcards have other tables then", { tag: "@long" }, async ({ page }) => {
  await open(page, "view=hand&wildcards=1&wildcardCopies=beyond&hand=23m456p789s1111z*");
  const beyond = page.locator("#beyond");
  await expect(beyond).toBeChecked();
  await expect(distance(page)).toHaveText("1");
  await page.locator("#wildcards").fill("2");
  await page.locator("#hand-text").fill("23m456p78s1111z**");
  await expect(distance(page)).toHaveText("1");
  await beyond.uncheck();
  await expect(distance(page)).toHaveText("2");
});

test("a rule set is chosen with keys alone", async ({ page, isMobile }) => {
  test.skip(isMobile, "phones have no keyboard");
  await open(page, "view=hand&hand=1111m111122233z");
  await menu(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(menu(page)).toHaveValue("sanma");
  await expect(distance(page)).toHaveText("3");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("#wildcards")).toHaveValue("1");
  await page.locator("#main").focus();
  await page.keyboard.press("Backspace");
  await page.locator("#hand-text").fill("1111m11112223z");
  await page.locator("#main").focus();
  await page.keyboard.type("*");
  expect((await handOf(page)).split(" ").at(-1)).toBe("*");
});

test("the page says that tables are compiled, and goes on answering", async ({ browser, baseURL }) => {
  // Few tables in a short run.
  const { rules, name, hand, left } = shortOrLong(
    { rules: "sanma", name: "Three players (sanma)", hand: "19m19p19s1234567z", left: 39 },
    { rules: "guobiao", name: "Guobiao (MCR)", hand: "147m258p369s1234z", left: 12 },
  );
  const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  let go;
  const asked = new Promise((done) => (go = done));
  await page.route("**/worker.js", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${baseURL}#view=hand&rules=${rules}&hand=${hand}`);
  await expect(page.locator("#distance .working")).toHaveText(`Compiling the tables of ${name} …`);
  await page.locator("#hand-row button").last().click();
  await wallTile(page, "Z").click();
  expect((await handOf(page)).split(" ").at(-1)).toBe("Z");
  go();
  await expect(distance(page)).toHaveText("1");
  await expect(page.locator(".waiting h3")).toHaveText(`Waits: ${left} tiles left`);
  await context.close();
});

test("a press on Stop when the hand is another already stops nothing of that one", async ({ page }) => {
  await open(page, "view=hand&rules=sanma&changes=2&hand=19m1447p2588s1123z");
  await page.waitForFunction(() => {
    const stop = document.querySelector(".working button");
    if (stop) document.querySelector("#hand-row button").click();
    stop?.click();
    return Boolean(stop);
  });
  await expect(page.locator(".waiting")).toBeVisible();
});

test("odds with changes end when the hand is another, whose tables stay", async ({ page }) => {
  await open(page, "view=hand&rules=sanma&changes=2&hand=19m1447p2588s1123z");
  await expect(page.locator(".working button").first()).toBeVisible();
  const [ofTables, ofOdds] = page.workers();
  const ended = ofOdds.waitForEvent("close");
  await page.locator("#hand-text").fill("123456789p11155s");
  await ended;
  await expect(distance(page)).toHaveText("0");
  expect(page.workers()).toEqual([ofTables]);
});
