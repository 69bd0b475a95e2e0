// Tiles as people have them elsewhere, as texts that the library reads: addresses of Tenhou, lists and events as bots write them,
// Tenhou's numbers, single tiles between commas.

/** What is written in none of these ways stays as it is. */
export const readable = (text) => ofAddress(text) ?? ofJson(text) ?? ofNumbers(text) ?? ofSingles(text) ?? text;

/** "https://tenhou.net/2/?q=123m…": the tiles that the address asks about. */
function ofAddress(text) {
  const [, query] = text.trim().match(/^(?:https?:\/\/)?(?:www\.)?tenhou\.net\/2\/?\?(\S+)$/i) ?? [];
  if (!query) return null;
  const asked = new URLSearchParams(query.split("#")[0]);
  return asked.get("q") ?? asked.get("p");
}

/** A list of tiles, or an event of mjai with a hand in it: of several hands the first that is known. */
function ofJson(text) {
  if (!/^\s*[[{]\s*["[{]/.test(text)) return null;
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const hands = Array.isArray(value) ? [value] : (value.tehais ?? [value.tehai ?? value.hand ?? value.tiles]);
  const isHand = (hand) => Array.isArray(hand) && hand.length > 0 && hand.every((tile) => typeof tile === "string" && tile !== "?");
  const hand = hands.find(isHand);
  if (!hand) return null;
  const drawn = typeof value.tsumo === "string" ? [value.tsumo] : [];
  return [...hand, ...drawn].join(" ");
}

/** Tenhou's numbers: "11" is 1m, "21" 1p, "31" 1s, "41" east, "51" to "53" are the red fives. */
const LETTERS = ["m", "p", "s", "z"];

function ofNumbers(text) {
  const numbers = text.replace(/^\s*\[|\]\s*$/g, "").split(/[\s,、]+/).filter(Boolean);
  const isNumber = (number) => /^(?:[123][1-9]|4[1-7]|5[123])$/.test(number);
  if (numbers.length < 2 || !numbers.every(isNumber)) return null;
  const tile = ([suit, rank]) => (suit === "5" ? `0${LETTERS[rank - 1]}` : `${rank}${LETTERS[suit - 1]}`);
  return numbers.map(tile).join("");
}

/** Single tiles between commas, which otherwise stand before melds. */
function ofSingles(text) {
  const parts = text.split(/[,，、]/).map((part) => part.trim().replace(/^["']|["']$/g, "")).filter(Boolean);
  const isSingle = (part) => /^(?:[0-9r]{1,2}[mpszc]|[1-9][MPS]|5[mps]r|[ESWNPFCBZ]|[一二三四五六七八九伍][萬万筒餅饼索條条]|[東东南西北白發发中]|[\u{1F000}-\u{1F021}]\uFE0E?)$/u.test(part);
  return parts.length > 1 && parts.every(isSingle) ? parts.join(" ") : null;
}
