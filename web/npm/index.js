// The library, as a WebAssembly module, and what it can be asked: index.d.ts tells. Works in a window and in a worker; node.js is
// for Node.

/** The 34 regular kinds in tile order: counts have their places. */
export const KINDS = [..."mpsz"].flatMap((suit) => [...(suit === "z" ? "1234567" : "123456789")].map((rank) => rank + suit));

/** So many hands stay in a processor's second cache, and the module's memory, which never shrinks, stays small. */
const AT_A_TIME = 4096;

/** The rules of many hands when nothing is said of them. */
const STANDARD = "standard";

/** What else can be said of many hands. */
const OPTIONS = ["rules", "forms", "wildcards", "wildcards_beyond_copies", "only", "with", "only_pongs"];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles the module that lies beside this file, or at another address, while it arrives. */
export async function compile(address = new URL("./paili.wasm", import.meta.url)) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  // Many small servers don't tell its type; it is compiled once all of it is there.
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

  constructor(module) {
    this.#module = module;
    this.#begin();
  }

  hand(hand, options) {
    return this.#answer({ ...options, ask: "hand", hand: textOf(hand) });
  }

  discards(hand, options) {
    return this.hand(hand, options).discards ?? [];
  }

  waits(hand, options) {
    return this.hand(hand, options).waits ?? [];
  }

  odds(hand, options) {
    return this.#answer({ ...options, ask: "odds", hand: textOf(hand) });
  }

  offered(hand, tile, options) {
    return this.#answer({ ...options, ask: "offered", hand: textOf(hand), offered: tile });
  }

  exact(tiles = 13, options) {
    return this.#answer({ ...options, ask: "exact", tiles });
  }

  rules(rules = "standard", options) {
    return this.#answer({ ...options, ask: "rules", rules });
  }

  parse(text) {
    return this.#answer({ ask: "parse", text });
  }

  write(text) {
    return this.#answer({ ask: "write", text });
  }

  shuffle(seed, options) {
    return this.#answer({ ...options, ask: "shuffle", seed: String(seed) }).tiles;
  }

  play(wall) {
    return this.#answer({ ask: "game", wall: [wall].flat().join(" ") });
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
    return this.#text(this.#call("paili_ask", encoder.encode(JSON.stringify(request))));
  }

  #distances(counts, options, less) {
    const distances = new Int8Array(hands(counts));
    this.#each("paili_distances", counts, options, (bytes, at, first, some) => {
      for (let row = 0; row < some; row += 1) distances[first + row] = bytes[at + row] - less;
    });
    return distances;
  }

  #answer(request) {
    const answer = JSON.parse(this.ask(request));
    if (answer.error) throw new InputError(answer.error);
    return answer;
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
    const chosen = options === undefined ? STANDARD : nameOf(options);
    if (chosen === this.#chosen) return;
    const other = Object.keys(options ?? {}).find((name) => !OPTIONS.includes(name));
    if (other !== undefined) throw wrong("request", other, `not of many hands: expected ${OPTIONS.join(", ")}`);
    const length = this.#call("paili_choose", encoder.encode(JSON.stringify(options ?? {})));
    if (length < 0) throw this.#error(length);
    this.#chosen = chosen;
  }

  /** What is wrong, and with which hand, those before these included. */
  #error(length, first = 0) {
    const { error } = JSON.parse(this.#text(-length));
    return new InputError(error.row === undefined ? error : { ...error, row: first + error.row });
  }

  #begin() {
    this.#exports = new WebAssembly.Instance(this.#module).exports;
    this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    this.#chosen = STANDARD;
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

/** Options in short: those of a hand by hand are told from others without JSON where they are a name. */
function nameOf(options) {
  return typeof options.rules === "string" && Object.keys(options).length === 1 ? options.rules : JSON.stringify(options);
}

/** How many hands have these counts. */
function hands(counts) {
  const places = counts?.BYTES_PER_ELEMENT === 1 ? counts.length : NaN;
  if (places % KINDS.length === 0) return places / KINDS.length;
  const found = Number.isNaN(places) ? typeof counts : `${places} counts`;
  throw wrong("counts", "counts", `${found}: expected a Uint8Array with ${KINDS.length} counts for each hand`);
}

/** A hand as a text. */
function textOf(hand) {
  if (typeof hand === "string") return hand;
  if (hands(hand) !== 1) throw wrong("counts", "counts", `${hand.length} counts: expected the ${KINDS.length} of one hand`);
  return KINDS.map((kind, place) => kind.repeat(hand[place])).join("");
}

const wrong = (kind, field, message) => new InputError({ kind, field, start: 0, end: 0, text: "", message });
