// The page's words in the reader's language.
import en from "./texts/en.js";
import { recall, remember } from "./memory.js";
import ja from "./texts/ja.js";
import zh from "./texts/zh.js";
import { compact, isRed, isSpecial, kindOf, WILDCARD } from "./tiles.js";

const TEXTS = { en, ja, zh };

let language = "en";
let texts = en;

/** Takes up the language chosen before, or the browser's. */
export function startLanguage() {
  const wanted = [recall("language"), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  use(wanted.find((tag) => tag in TEXTS) ?? "en");
}

export function setLanguage(tag) {
  remember("language", tag);
  use(tag);
}

export const currentLanguage = () => language;

function use(tag) {
  language = tag;
  texts = TEXTS[tag];
  document.documentElement.lang = tag;
  // What fills places stands beside the text's name.
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text, element.dataset);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.ariaLabel = t(element.dataset.label);
    if (element.matches("button")) element.title = element.ariaLabel;
  }
}

/** A text, its {places} filled. A text of several numbers ("one", "other") goes by `n`. */
export function t(key, places = {}) {
  let text = texts[key] ?? en[key] ?? key;
  if (typeof text === "object")
    text = text[kept("plural", () => new Intl.PluralRules(language)).select(places.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}

/** Whether there is such a text. */
export const hasText = (key) => key in texts;

/** What a tile is called. */
export function tileName(tile) {
  if (tile === "back") return t("tile.back");
  if (tile === WILDCARD) return t("tile.wildcard");
  if (isRed(tile)) return t("tile.red", { tile: tileName(kindOf(tile)) });
  if (isSpecial(tile)) return t(`tile.${tile}`);
  const [rank, suit] = compact(tile);
  return suit === "z" ? t(`tile.${tile}`) : t(`tile.${suit}`, { rank: t(`rank.${rank}`) });
}

/** Tiles by name, one after the other. */
export const tileNames = (tiles) => tiles.map(tileName).join(t("comma"));

/** A share between 0 and 1, as percent. */
export const percent = (share, digits = 1) => numbers("percent", digits).format(share);

/** A number with that number of digits behind the point. */
export const decimal = (value, digits = 1) => numbers("decimal", digits).format(value);

const numbers = (style, digits) =>
  kept(
    `${style} ${digits}`,
    () => new Intl.NumberFormat(language, { style, minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );

/** Formats are dear to make: one of each language and kind. */
const formats = new Map();
function kept(kind, make) {
  const key = `${language} ${kind}`;
  if (!formats.has(key)) formats.set(key, make());
  return formats.get(key);
}
