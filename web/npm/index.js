// The library, as a WebAssembly module, and what it can be asked: index.d.ts tells. Works in a window and in a worker; node.js is
// for Node.

const kindsOf = (suit) => [...(suit === "z" ? "1234567" : "123456789")].map((rank) => rank + suit);

/** The 34 regular kinds in tile order: counts have their places. */
export const KINDS = Object.freeze([..."mpsz"].flatMap(kindsOf));

/** So many hands stay in a processor's second cache, and the module's memory, which never shrinks, stays small. */
const AT_A_TIME = 4096;

/** The rules of many hands when nothing is said of them. */
const STANDARD = "standard";

const isText = (value) => typeof value === "string";
const areTexts = (value) => Array.isArray(value) && [...value].every(isText);
const isBytes = (value) => value?.[Symbol.toStringTag] === "Uint8Array";
const isHand = (value) => isText(value) || (isBytes(value) && value.length === KINDS.length);
const isSeed = (value) => isText(value) || typeof value === "bigint" || Number.isSafeInteger(value);
const isUpTo = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
const whole = (most, kind) => [isUpTo(most), `a whole number from 0 to ${most}`, kind];

// What arguments and options have to be, in words, and the kind of fault if it has its own: the module would name neither.
const TEXT = [isText, "a text"];
const TEXTS = [areTexts, "a list of texts"];
const YES_OR_NO = [(value) => typeof value === "boolean", "true or false"];
// The module knows nearer bounds.
const WORD = whole(2 ** 32 - 1);
const RULES = [(value) => isText(value) || (isPlain(value) && isJson(value)), "the name of a rule set, or an object of JSON"];
const ALL = [(value) => value === "all", '"all"'];
const WALL = [(value) => isText(value) || areTexts(value), "a text or a list of texts"];
const SEED = [isSeed, `a text, a bigint, or a whole number up to ${Number.MAX_SAFE_INTEGER}`, "seed"];
const HAND = [isHand, `a text, or a Uint8Array with the ${KINDS.length} counts of one hand`, "counts"];
const COUNTS = [isCounts, `a Uint8Array with ${KINDS.length} counts for each hand`, "counts"];
const OPTIONS = [isPlain, "an object"];

// The options of each question.
const AIMS = { forms: TEXTS, wildcards: whole(8, "wildcards"), wildcards_beyond_copies: YES_OR_NO, only: TEXT, with: TEXTS, only_pongs: YES_OR_NO };
const MANY = { rules: RULES, ...AIMS };
const EXACT = { ...MANY, deck: WORD, visible: TEXT };
const ODDS = { ...MANY, melds: TEXT, visible: TEXT, void: TEXT, draws: WORD, changes: whole(2, "changes"), law: TEXT };
const OFFERED = { ...ODDS, from: TEXT };
const ONE = { ...OFFERED, offered: TEXT, good: WORD, improvements: YES_OR_NO, towards: ALL };
const SHUFFLE = { game: whole(Number.MAX_SAFE_INTEGER), specials: YES_OR_NO };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles the module that lies beside this file, or at another address, while it arrives. */
export async function compile(address = new URL("./paili.wasm", import.meta.url)) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  // Many small servers don't tell its type, or tell more; it is compiled once all of it is there.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the module; one that is compiled already can be sent to workers. */
export const load = async (compiled = compile()) => new Paili(await compiled);

/** What is asked can't be answered. */
export class InputError extends Error {
  constructor({ message, ...rest }) {
    const row = rest.row === undefined ? "" : `row ${rest.row}: `;
    super(`${rest.field}: ${row}${message}`);
    Object.assign(this, rest);
  }

  get name() {
    return "InputError";
  }
}

class Paili {
  #module;
  #exports;
  #bytes;
  #chosen;
  #name;

  constructor(module) {
    this.#module = module;
    this.#begin();
  }

  hand(hand, options) {
    return this.#answer("hand", { hand }, options, ONE);
  }

  discards(hand, options) {
    return this.hand(hand, options).discards ?? [];
  }

  waits(hand, options) {
    return this.hand(hand, options).waits ?? [];
  }

  odds(hand, options) {
    return this.#answer("odds", { hand }, options, ODDS);
  }

  offered(hand, tile, options) {
    return this.#answer("offered", { hand, offered: valid("offered", tile, TEXT) }, options, OFFERED);
  }

  exact(tiles = 13, options) {
    return this.#answer("exact", { tiles: valid("tiles", tiles, WORD) }, options, EXACT);
  }

  rules(rules = STANDARD, options) {
    return this.#answer("rules", { rules: valid("rules", rules, RULES) }, options, AIMS);
  }

  parse(text) {
    return this.#answer("parse", { text: valid("text", text, TEXT) });
  }

  write(text) {
    return this.#answer("write", { text: valid("text", text, TEXT) });
  }

  shuffle(seed, options) {
    return this.#answer("shuffle", { seed: String(valid("seed", seed, SEED)) }, options, SHUFFLE).tiles;
  }

  play(wall) {
    return this.#answer("game", { wall: [valid("wall", wall, WALL)].flat().join(" ") });
  }

  distances(counts, options) {
    return this.#distances(counts, options, 0);
  }

  shanten(counts, options) {
    return this.#distances(counts, options, 1);
  }

  useful(counts, options) {
    const all = hands(counts);
    const [distance, copies, acceptance] = [new Int8Array(all), new Uint8Array(counts.length), new Uint8Array(all)];
    this.#each("paili_useful", counts, options, (bytes, at, first, some) => {
      const places = some * KINDS.length;
      distance.set(bytes.subarray(at, at + some), first);
      copies.set(bytes.subarray(at + some, at + some + places), first * KINDS.length);
      acceptance.set(bytes.subarray(at + some + places, at + some + places + some), first);
    });
    return { distance, copies, acceptance };
  }

  /**
   * Answers a request: JSON, as a text. Throws if the module fails, which no request should make it do; the next request is
   * then asked of a new one.
   */
  ask(request) {
    return this.#text(this.#call("paili_ask", encoder.encode(jsonOf(request))));
  }

  #distances(counts, options, less) {
    const distances = new Int8Array(hands(counts));
    this.#each("paili_distances", counts, options, (bytes, at, first, some) => {
      for (let row = 0; row < some; row += 1) distances[first + row] = bytes[at + row] - less;
    });
    return distances;
  }

  #answer(ask, told, options, fields) {
    const request = { ask, ...told, ...checked(options, fields) };
    if ("hand" in told) request.hand = textOf(told.hand);
    const answer = JSON.parse(this.#text(this.#call("paili_ask", encoder.encode(jsonOf(request)))));
    const { error } = answer;
    if (!error) return answer;
    if (error.field !== "hand" || isText(told.hand)) throw new InputError(error);
    // Counts have no place in a text.
    throw new InputError({ ...error, start: 0, end: 0, text: "", message: error.message.replace(/^character \d+: /, "") });
  }

  /** Asks about many hands, and hands on where the answer about some of them is, the first of these and their number. */
  #each(name, counts, options, write) {
    this.#choose(options);
    const step = AT_A_TIME * KINDS.length;
    for (let begin = 0; begin < counts.length; begin += step) {
      const some = counts.length > step ? counts.subarray(begin, begin + step) : counts;
      const first = begin / KINDS.length;
      const length = this.#call(name, some);
      if (length < 0) throw this.#error(length, first);
      const at = this.#exports.paili_answer();
      write(this.#memory(), at, first, some.length / KINDS.length);
    }
  }

  /** Has hands be of the rule set that is asked for, unless they are already. */
  #choose(options) {
    const name = options === undefined ? STANDARD : nameOf(options);
    if (name !== undefined && name === this.#name) return;
    const rules = { rules: STANDARD, ...checked(options, MANY) };
    const chosen = jsonOf(rules);
    if (chosen === this.#chosen) return;
    const length = this.#call("paili_choose", encoder.encode(chosen));
    if (length < 0) throw this.#error(length);
    [this.#chosen, this.#name] = [chosen, nameOf(rules)];
  }

  /** What is wrong, and with which hand, those before these included. */
  #error(length, first = 0) {
    const { error } = JSON.parse(this.#text(-length));
    return new InputError(error.row === undefined ? error : { ...error, row: first + error.row });
  }

  #begin() {
    this.#exports = new WebAssembly.Instance(this.#module).exports;
    this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    [this.#chosen, this.#name] = ["", STANDARD];
  }

  /** Writes bytes into the module's memory, and calls one of its functions about them. */
  #call(name, bytes) {
    try {
      const room = this.#exports.paili_room(bytes.length);
      this.#memory().set(bytes, room);
      return this.#exports[name]();
    } catch (error) {
      this.#begin();
      throw new Error(`the module failed: ${error.message}`, { cause: error });
    }
  }

  /** The last answer, of so many bytes. */
  #text(length) {
    const at = this.#exports.paili_answer();
    return decoder.decode(this.#memory().subarray(at, at + length));
  }

  /** All of the module's memory. When it grows, the array has no bytes any more. */
  #memory() {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    return this.#bytes;
  }
}

/** The name of the rules, if nothing else is told: those of a hand by hand are then told from others without JSON. */
function nameOf(options) {
  const names = options && Object.getPrototypeOf(options) === Object.prototype ? Object.keys(options) : [];
  return names.length === 1 && names[0] === "rules" && isText(options.rules) ? options.rules : undefined;
}

/** A copy of the options that are told. Each is read once, since what is read again may be another. */
function checked(options, fields) {
  const told = {};
  for (const name of Object.keys(valid("options", options ?? told, OPTIONS))) {
    const value = options[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(fields, name)) throw wrong("request", name, `no option here: expected ${Object.keys(fields).join(", ")}`);
    told[name] = valid(name, value, fields[name]);
  }
  if (told.forms?.length === 0) throw wrong("forms", "forms", "none: expected one or more");
  return told;
}

function valid(name, value, field) {
  if (field[0](value)) return value;
  const [, expected, kind = "request"] = field;
  const isShort = value === null || /number|boolean/.test(typeof value);
  const found = isBytes(value) ? `${value.length} counts` : isShort ? String(value) : typeof value;
  throw wrong(kind, name, `${found}: expected ${expected}`);
}

/** Whether it has nothing but what is its own: its prototype is none, or that of all objects, maybe of another window. */
function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}

/** Whether JSON keeps all of it, and it is no deeper than rule sets are. */
function isJson(value, depth = 3) {
  if (!isPlain(value) && !Array.isArray(value)) {
    return value === null || /string|boolean|undefined/.test(typeof value) || Number.isFinite(value);
  }
  return depth > 0 && Object.values(value).every((part) => isJson(part, depth - 1));
}

function isCounts(value) {
  try {
    // An array that was sent elsewhere looks empty, but its methods fail.
    return isBytes(value) && value.length % KINDS.length === 0 && (value.length > 0 || value.keys() !== undefined);
  } catch {
    return false;
  }
}

/** A request in JSON. A half of a character, which the module can't read, becomes the one that stands for any. */
function jsonOf(request) {
  const json = JSON.stringify(request) ?? "";
  return json.includes("\\ud") ? json.replace(/\\(ud...|.)/g, (all, name) => (name.length > 1 ? "\\ufffd" : all)) : json;
}

/** How many hands have these counts. */
const hands = (counts) => valid("counts", counts, COUNTS).length / KINDS.length;

/** A hand as a text. */
function textOf(hand) {
  return isText(valid("hand", hand, HAND)) ? hand : KINDS.map((kind, place) => kind.repeat(hand[place])).join("");
}

const wrong = (kind, field, message) => new InputError({ kind, field, start: 0, end: 0, text: "", message });
