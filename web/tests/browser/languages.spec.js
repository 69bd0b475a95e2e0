// The page in three languages: the same texts in each, and used in each.
import { readdirSync, readFileSync } from "node:fs";
import { oneOf } from "./length.js";
import { expect, open, test, wallTile } from "./page.js";

const PAGE = new URL("../../page/", import.meta.url);
/** The files of the page are modules by their type, not by their folder: read as such. */
const load = async (tag) => {
  const source = readFileSync(new URL(`texts/${tag}.js`, PAGE), "utf8");
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
};
const LANGUAGES = ["en", "ja", "zh"];
const places = (text) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].toSorted();

test("all languages have the same texts with the same places", async () => {
  const english = await load("en");
  for (const tag of LANGUAGES) {
    const texts = await load(tag);
    expect(Object.keys(texts).toSorted(), tag).toEqual(Object.keys(english).toSorted());
    for (const key of Object.keys(english)) {
      expect(places(texts[key]), `${tag} ${key}`).toEqual(places(english[key]));
      expect(texts[key].other ?? texts[key], `${tag} ${key}`).toEqual(expect.any(String));
    }
  }
});

/** Names, which are the same in every language, and what has no word at all. */
const NO_WORDS = ["comma", "hint.count", "notation.uva", "notation.unicode", "chart.line"];

test("no text is left in English", async () => {
  for (const tag of ["ja", "zh"]) {
    const texts = Object.entries(await load(tag));
    const english = texts.filter(([, text]) => !/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text.other ?? text));
    expect(english.map(([key]) => key).filter((key) => !NO_WORDS.includes(key)), tag).toEqual([]);
  }
  // What the page says before its scripts are there.
  const page = readFileSync(new URL("index.html", PAGE), "utf8");
  for (const said of page.matchAll(/<(p|noscript)[^>]*>(?=[^<])(.*?)<\/\1>/gs)) {
    for (const tag of ["ja", "zh"]) expect(said[2]).toContain(`lang="${tag}"`);
  }
});

test("every text that the page names is there", async () => {
  const english = await load("en");
  const files = readdirSync(PAGE, { recursive: true }).filter(
    (name) => /\.(js|html)$/.test(name) && !/texts|module/.test(name),
  );
  const sources = files.map((name) => readFileSync(new URL(name, PAGE), "utf8")).join("\n");
  const named = [...sources.matchAll(/(?:\bt\(|data-text=|data-label=)"([^"]+)"/g)].map(([, key]) => key);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((key) => !(key in english))).toEqual([]);
});

const EXPECTED = {
  en: { history: "Your rounds", red: "red five of dots", tile: "east wind, 4 left", ready: "Ready", fault: "is not a tile", heading: "Discards", game: /draws|dealt/ },
  ja: { history: "これまでの記録", red: "赤五筒", tile: "東、残り 4 枚", ready: "聴牌", fault: "牌ではありません", heading: "何を切るか", game: /ツモ|配牌/ },
  zh: { history: "您的战绩", red: "赤五筒", tile: "东风，剩 4 张", ready: "听牌", fault: "不是牌", heading: "打哪张", game: /摸|发/ },
};

for (const [tag, words] of Object.entries(EXPECTED)) {
  test.describe(tag, () => {
    test.use({ locale: tag });

    // English is the language of all other tests.
    test("a hand, a practice turn and a game are told in the reader's language", oneOf(tag === "ja" ? 0 : 1), async ({ page }) => {
      await open(page, "view=hand&hand=34m99p&melds=123p,222z,777s");
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      await expect(wallTile(page, "E")).toHaveAttribute("aria-label", words.tile);
      await expect(page.locator("#distance h2")).toContainText(words.ready);
      await page.locator("#hand-text").fill("34x");
      await expect(page.locator("#hand-fault")).toContainText(words.fault);
      await page.locator("#melds-text").fill("067p,222z,777s");
      await expect(page.locator("#meld-row button").first()).toHaveAttribute("aria-label", new RegExp(words.red));
      await page.locator("#melds-text").fill("");
      await page.locator("#hand-text").fill("2344m34599p156s12z");
      await expect(page.locator("#discards h2")).toHaveText(words.heading);
      const round = { seed: "1", won: true, discards: "110", kept: 1, best: 2, lost: 0 };
      await page.evaluate((round) => localStorage.setItem("paili-rounds", JSON.stringify([round])), round);
      await page.locator(".tabs a").nth(1).click();
      await expect(page.locator("#history h2")).toHaveText(words.history);
      await page.locator("#view-practice .row button").last().click();
      await expect(page.locator("#score tbody tr")).toHaveCount(1);
      await page.locator(".tabs a").nth(2).click();
      await expect(page.locator(".game-columns > .card h2")).toHaveText(words.game);
      const left = await page.locator("body").innerText();
      expect(left).not.toMatch(/\{\w+\}|undefined|\b(view|hand|game|score|error|tile)\.\w/);
    });
  });
}

test("the language is chosen, and stays", async ({ page }) => {
  await open(page, "view=hand&hand=34m99p&melds=123p,222z,777s");
  await page.locator("#language").selectOption("ja");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expect(page.locator("#distance h2")).toContainText("聴牌");
  await page.locator(".tabs a").nth(2).click();
  await page.locator("#language").selectOption("zh");
  await expect(page.locator(".seat h2").first()).toContainText("距离");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh");
});
