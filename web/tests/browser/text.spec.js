// Hands as text: every notation in, every notation out, and texts that are none.
import { oneOf } from "./length.js";
import { distance, expect, handOf, open, started, test, wallTile } from "./page.js";

const HAND = "1M 2M 3M 4P 5P 6P 7S 8S E E Z Z B";
const SAME = {
  mpsz: "123m456p78s1177z5z",
  judge: "1M 2M 3M 4P 5P 6P 7S 8S E E Z Z B",
  uva: "1W 2W 3W 4T 5T 6T 7S 8S DONG DONG ZHONG ZHONG BAI",
  unicode: "🀇🀈🀉🀜🀝🀞🀖🀗🀀🀀🀄🀄🀆",
};

for (const [number, [notation, text]] of Object.entries(SAME).entries()) {
  test(`reads ${notation} notation`, oneOf(number), async ({ page }) => {
    await open(page);
    await page.locator("#hand-text").fill(text);
    expect((await handOf(page)).split(" ").toSorted()).toEqual(HAND.split(" ").toSorted());
    await expect(distance(page)).toHaveText("2");
  });
}

test("melds are read behind commas, and in their own field", async ({ page }) => {
  await open(page);
  await page.locator("#hand-text").fill("2344m,123p,EEE,777s");
  await expect(page.locator("#meld-row button")).toHaveCount(3);
  // Who writes a comma may write a meld next.
  for (const text of ["123p,EEE,", "123p,,EEE,789s"]) {
    await page.locator("#melds-text").fill(text);
    await expect(page.locator("#melds-fault")).toBeEmpty();
  }
  await expect(page.locator("#meld-row button").last()).toHaveAttribute(
    "aria-label",
    /seven of bamboos, eight of bamboos, nine of bamboos/,
  );
  expect(await handOf(page)).toBe("2M 3M 4M 4M");
});

test("tiles seen elsewhere are all read, be they melds behind commas or in brackets", async ({ page }) => {
  await open(page, "view=hand&rules=standard&seen=12m,123p");
  await expect(page.locator("#seen button.counted")).toHaveCount(5);
  for (const [text, address] of [
    ["12m[340p]", "12m340p"],
    ["123m,456p,2222z", "123m456p2222z"],
    ["[777s],EEE", "777s111z"],
  ]) {
    await page.locator("#seen-text").fill(text);
    await expect(page).toHaveURL(new RegExp(`seen=${address}&`));
  }
  await page.locator("#seen-text").fill("111z,222z,111z");
  await expect(page.locator("#seen-fault")).toContainText("A fifth east wind");
  await expect(page).toHaveURL(/seen=777s111z&/);
});

test("a kan keeps its fourth tile, typed, beside the hand or in an address", async ({ page }) => {
  const kan = page.locator("#meld-row button").last();
  const fourth = async () => {
    await expect(kan.locator(".tile")).toHaveCount(4);
    await expect(wallTile(page, "S").locator(".left")).toHaveText("0");
    await expect(distance(page)).toHaveText("1");
    await expect(page).toHaveURL(/melds=456s,2222z/);
  };
  await open(page, "view=hand&hand=2344m345p");
  await page.locator("#melds-text").fill("456s,2222z");
  await fourth();
  await page.locator("#hand-text").fill("2344m345p,456s,2222z");
  await fourth();
  await page.reload();
  await started(page);
  await fourth();
  await expect(page.locator("#melds-text")).toHaveValue("456s,2222z");
});

test("red fives are shown and kept: in the hand, melds, what is seen, the address and copies", async ({ page }) => {
  await open(page);
  await page.locator("#hand-text").fill("340m99p5p6p 1s1s 12z,r56p7p");
  await page.locator("#seen-text").fill("0s");
  const kept = async () => {
    expect(await handOf(page)).toBe("3M 4M 0M 5P 6P 9P 9P 1S 1S E S");
    await expect(page.locator("#hand-row button").nth(2)).toHaveAttribute("title", "red five of characters");
    await expect(page.locator("#hand-text")).toHaveValue("340m5699p11s12z");
    await expect(page.locator("#melds-text")).toHaveValue("067p");
    await expect(page.locator("#seen-text")).toHaveValue("0s");
    await expect(page.locator(".plan .group [aria-label='red five of characters']")).toHaveCount(1);
  };
  await kept();
  await expect(page).toHaveURL(/hand=340m5699p11s12z&melds=067p&seen=0s/);
  await expect(wallTile(page, "5P").locator(".left")).toHaveText("2");
  await expect(wallTile(page, "5S").locator(".left")).toHaveText("3");
  await page.reload();
  await started(page);
  await kept();
  await page.locator("#copy-text").click();
  await expect(page.locator("#copy-menu")).toContainText("340m5699p11s12z,067p");
  await page.keyboard.press("Escape");
  // Of two fives, the red one goes last.
  await page.locator("#melds-text").fill("");
  await page.locator("#hand-text").fill("340m55m99p11s1234s1z");
  await page.locator(".more").click();
  await page.locator("#discards button[data-tile='5M']").click();
  expect(await handOf(page)).toContain("5M 0M");
});

test("red fives beside special tiles are read back as fives, in the hand and among the tiles seen", async ({ page }) => {
  await open(page, "view=hand&rules=standard&hand=1133m6789p123s+PASS&seen=DOUBLE");
  const mode = (name) => page.locator("#wall-mode label", { hasText: name }).click();
  await mode("Red fives");
  await wallTile(page, "5P").click();
  await mode("Seen");
  await wallTile(page, "5S").click();
  await expect(distance(page)).toBeVisible();
  await expect(page).toHaveURL(/hand=1M\+1M\+3M\+3M\+5P\+6P\+7P\+8P\+9P\+1S\+2S\+3S\+PASS&seen=5S\+DOUBLE/);
  await page.locator("#copy-text").click();
  await expect(page.locator("#copy-menu button").first()).toContainText("5P");
  await page.reload();
  await started(page);
  expect(await handOf(page)).toBe("1M 1M 3M 3M 5P 6P 7P 8P 9P 1S 2S 3S PASS");
  await expect(distance(page)).toBeVisible();
});

const FAULTS = {
  "no tile": { text: "123m45x", marked: "x", words: "“x” is not a tile" },
  "another notation": { text: "1122z99mDONG", marked: "DONG", words: "another notation" },
  "a fifth tile": { text: "11m9p111m", marked: "1m", words: "A fifth one of characters" },
  "a long word": { text: "q".repeat(300), marked: `${"q".repeat(40)}…`, words: `“${"q".repeat(40)}…” is not a tile` },
  markup: { text: "<img src=x onerror=alert(1)>", marked: "<img", words: "is not a tile" },
};

for (const [name, { text, marked, words }] of Object.entries(FAULTS)) {
  test(`says where and why there is ${name}, and keeps the hand`, oneOf(["no tile", "markup"].includes(name) ? 0 : 1), async ({ page }) => {
    await open(page, "view=hand&hand=2344m34599p156s12z");
    const before = await handOf(page);
    await page.locator("#hand-text").fill(text);
    await expect(page.locator("#hand-fault")).toContainText(words);
    await expect(page.locator("#hand-fault mark")).toHaveText(marked);
    await expect(page.locator("#hand-text")).toHaveAttribute("aria-invalid", "true");
    expect(await handOf(page)).toBe(before);
    await expect(distance(page)).toHaveText("3");
    await page.locator("#hand-text").fill("34m99p");
    await expect(page.locator("#hand-fault")).toBeEmpty();
    expect(await handOf(page)).toBe("3M 4M 9P 9P");
  });
}

test("says what is wrong with melds and with tiles seen", async ({ page }) => {
  await open(page, "view=hand&hand=34m99p");
  await page.locator("#melds-text").fill("123p,124s");
  await expect(page.locator("#melds-fault")).toContainText("“124s” is no meld");
  await expect(page.locator("#melds-fault mark")).toHaveText("124s");
  await page.locator("#seen-text").fill("5555m5m");
  await expect(page.locator("#seen-fault")).toContainText("A fifth five of characters");
  await expect(page.locator("#meld-row button")).toHaveCount(0);
});

test("more melds than a hand has are refused, in the hand too, until the rules have as many", async ({ page }) => {
  const honors = "111z,222z,333z,444z,555z";
  await open(page, "view=hand&rules=standard");
  for (const text of [honors, "111z,".repeat(50_000)]) {
    await page.locator("#melds-text").fill(text);
    await expect(page.locator("#melds-fault")).toContainText("no more exposed melds than its rules have");
  }
  await page.locator("#hand-text").fill(`34m,${honors}`);
  await expect(page.locator("#hand-fault")).toContainText("no more exposed melds than its rules have");
  await expect(page.locator("#hand-row button, #meld-row button")).toHaveCount(0);
  await page.locator("#rules").selectOption("taiwan");
  await expect(page.locator("#meld-row button")).toHaveCount(5);
  expect(await handOf(page)).toBe("3M 4M");
});

test("says so when hand, melds and tiles seen have a fifth tile between them, or the hand has no right size", async ({
  page,
}) => {
  await open(page, "view=hand&hand=34m99p&seen=999p");
  await expect(page.locator("#distance .fault")).toContainText("A fifth nine of dots");
  await page.locator("#seen-text").fill("");
  await expect(distance(page)).toHaveText("10");
  await page.locator("#hand-text").fill("123456789m123456p");
  await expect(page.locator("#distance .fault")).toContainText("15 tiles: a hand has 13 or 14");
  await page.locator("#melds-text").fill("123s");
  await expect(page.locator("#distance .fault")).toContainText("15 tiles: beside these melds a hand has 10 or 11");
});

test("an address with a hand in another notation is read, one with no hand is explained", async ({ page }) => {
  await open(page, "view=hand&hand=🀉🀊🀡🀡");
  expect(await handOf(page)).toBe("3M 4M 9P 9P");
  await page.goto("about:blank");
  await open(page, "view=hand&hand=34q");
  await expect(page.locator("#hand-fault")).toContainText("“q” is not a tile");
});

test("an address pasted over another can be undone", async ({ page }) => {
  await open(page, "view=hand&hand=34m99p");
  await page.evaluate(() => (location.hash = "view=hand&hand=🀇🀈🀀🀀"));
  await expect(page.locator("#hand-row button")).toHaveCount(4);
  expect(await handOf(page)).toBe("1M 2M E E");
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  expect(await handOf(page)).toBe("3M 4M 9P 9P");
});

test("tiles as people have them elsewhere are pasted, beside the field and in it", async ({ page }) => {
  await open(page);
  const paste = (selector, text) =>
    page.locator(selector).evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  const events =
    '{"type":"start_kyoku","tehais":[["?"],["1m","5mr","E","P"]]}\n{"type":"tsumo","actor":1,"pai":"9s"}';
  for (const [text, hand] of [
    ["https://tenhou.net/2/?q=123m0p7z", "1M 2M 3M 0P Z"],
    ['["1m","2m","9s"]', "1M 2M 9S"],
    [events, "1M 0M 9S E B"],
    ["11\n12\n45\n53", "1M 2M 0S B"],
    ["1m, 2m, 3m", "1M 2M 3M"],
    ["四伍六萬", "4M 5M 6M"],
  ]) {
    await paste("body", text);
    expect(await handOf(page), text).toBe(hand);
  }
  await page.locator("#hand-text").selectText();
  await paste("#hand-text", events);
  expect(await handOf(page)).toBe("1M 0M 9S E B");
});

test("special tiles that are seen leave a part of a hand as far from winning as it is", async ({ page }) => {
  await open(page, "view=hand&hand=1m");
  await page.locator("#seen-text").fill("PASS");
  await expect(distance(page)).toHaveText("13");
});

test("an address of a hundred thousand tiles is refused at once, and the page starts", async ({ page }) => {
  await open(page, `view=hand&hand=${"1m".repeat(100_000)}`);
  await expect(page.locator("#toast")).toContainText("The address says what this page does not know");
  await page.locator("#hand-text").fill("34m99p");
  expect(await handOf(page)).toBe("3M 4M 9P 9P");
});
