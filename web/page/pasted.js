// Tiles as people have them elsewhere, as texts that the library reads: addresses of Tenhou, lists and events as bots write them,
// Tenhou's numbers, single tiles between commas.

/** What is written in none of these ways stays as it is. */
export function readable(text) {
  return ofAddress(text) ?? ofJson(text) ?? ofNumbers(text) ?? ofSingles(text) ?? text;
}

/** "https://tenhou.net/2/?q=123m…": the tiles that the address asks about. */
function ofAddress(text) {
  const [, query] = text.trim().match(/^(?:https?:\/\/)?(?:www\.)?tenhou\.net\/2\/?(?:index\.html)?\?(\S+)$/i) ?? [];
  if (!query) return null;
  const asked = new URLSearchParams(query.split("#")[0]);
  return asked.get("q") ?? asked.get("p");
}

const isHand = (hand) => Array.isArray(hand) && hand.length > 0 && hand.every((tile) => typeof tile === "string" && tile !== "?");

/** A list of tiles, one of the hand and its melds, or events of mjai with a hand in them. */
function ofJson(text) {
  if (!/^\s*[[{]\s*["'[{]/.test(text)) return null;
  const value = parsed(text) ?? parsed(text.replaceAll("'", '"')) ?? text.trim().split(/\n+/).map(parsed);
  if (isHand(value)) return value.join(" ");
  if (!Array.isArray(value)) return ofEvents([value]);
  if (value.length && value.every(isHand)) return value.map((tiles) => tiles.join(" ")).join(",");
  return ofEvents(value);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What ends a round, or begins the next one. */
const ENDS = ["hora", "ryukyoku", "end_kyoku", "start_kyoku"];

/** The first hand that is known, and what its player draws and discards in its round; who calls has a hand that is not told here. */
function ofEvents(events) {
  if (!events.every((event) => event && typeof event === "object")) return null;
  const handsOf = ({ tehais, tehai, hand, tiles }) => (Array.isArray(tehais) ? tehais : [tehai ?? hand ?? tiles]);
  const begin = events.findIndex((event) => handsOf(event).some(isHand));
  if (begin < 0) return null;
  const seat = handsOf(events[begin]).findIndex(isHand);
  const hand = [...handsOf(events[begin])[seat]];
  if (typeof events[begin].tsumo === "string") hand.push(events[begin].tsumo);
  for (const { type, actor, pai } of events.slice(begin + 1)) {
    if (ENDS.includes(type)) break;
    if (actor !== seat || type === "reach" || type === "reach_accepted") continue;
    if (type === "tsumo") hand.push(pai);
    else if (type === "dahai" && hand.includes(pai)) hand.splice(hand.indexOf(pai), 1);
    else return null;
  }
  return hand.join(" ");
}

/** Tenhou's numbers: "11" is 1m, "21" 1p, "31" 1s, "41" east, "51" to "53" are the red fives. */
const LETTERS = ["m", "p", "s", "z"];

function ofNumbers(text) {
  const numbers = text.replace(/^\s*\[|\]\s*$/g, "").split(/[\s,，、]+/).filter(Boolean);
  const isNumber = (number) => /^(?:[123][1-9]|4[1-7]|5[123])$/.test(number);
  if (numbers.length < 2 || !numbers.every(isNumber)) return null;
  const tile = ([suit, rank]) => (suit === "5" ? `0${LETTERS[rank - 1]}` : `${rank}${LETTERS[suit - 1]}`);
  return numbers.map(tile).join("");
}

const SINGLE =
  /^(?:[0-9r]{1,2}[mpszc]|[1-9][MPS]|5[mps]r|[ESWNPFCBZ]|[一二三四五伍六七八九1-9][萬万筒餅饼索條条]|[東东南西北白發発发中]|[\u{1F000}-\u{1F021}]\uFE0E?)$/u;

/** Single tiles between commas, which otherwise stand before melds. */
function ofSingles(text) {
  const unquoted = (part) => part.trim().replace(/^["']|["']$/g, "");
  const bare = text.trim().replace(/^\[([^[\]]*,[^[\]]*)\]$/, "$1");
  const parts = bare.split(/[,，、]/).map(unquoted).filter(Boolean);
  const first = parts.findIndex((part) => !SINGLE.test(part));
  const singles = first < 0 ? parts : parts.slice(0, first);
  if (singles.length < 2) return null;
  return [singles.join(" "), ...parts.slice(singles.length)].join(",");
}
