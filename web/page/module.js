// The library, as a WebAssembly module, and the one function that asks it. Works in a window and in a module worker.
//
//     import { load } from "./module.js";
//     const paili = await load();
//     const answer = JSON.parse(paili.ask({ ask: "hand", hand: "1133m456789p1234s" }));
//
// Requests, all of whose texts are in any notation the library reads:
//
//   { ask: "hand", hand, melds, visible, rules, forms, wildcards, wildcards_beyond_copies, void, draws, good, improvements, offered,
//     from, only, with, only_pongs, towards }
//       The line that `paili hand --format json` prints. Only `hand` has to be there. `melds` is one text with commas
//       between melds, as `--melds` has it; `rules` the name of a rule set, "standard" unless told otherwise, and `forms` a list of
//       those of its win forms that count. `wildcards`, a number, `wildcards_beyond_copies`, true or false, and `void`, "m", "p" or
//       "s", are the options of these names. With `draws`, a number, it is what `paili hand --odds --draws …` prints. The first
//       question about another rule set than "standard" and "riichi", or with wildcards, compiles tables, which takes a second or
//       more: ask in a worker. So does the first one that aims: `only`, `with` (a list) and `only_pongs` are the options of these names,
//       and so are the others; `towards` is "all".
//   { ask: "odds", hand, melds, visible, rules, forms, wildcards, wildcards_beyond_copies, void, draws, changes, law }
//       The line that `paili odds --format json` prints: for each discard, the probability to win by draws made. 17 draws, no
//       changes and the law "remembering" unless told otherwise. Of a far hand it takes seconds: ask in a worker.
//   { ask: "parse", text }
//       { notation, tiles, melds, reds }: the tiles of a text in the judge's notation, in the order in which they stand,
//       and the melds in brackets or behind commas ("2344m[123p],EEEE"), a kan with four tiles. reds: the red fives, which the
//       judge does not know, as [["5M"], [], …], of the tiles and then of each meld.
//   { ask: "write", text }
//       { judge, uva, mpsz, unicode }: such a text in every notation, its tiles in tile order, red fives red where it has them. Null in a
//       notation that has no specials, if there are any.
//   { ask: "shuffle", seed, game, specials }
//       { tiles }: the wall of a game of a seed, in the judge's notation. The seed is a text, the game a number, 0 unless
//       told otherwise. 148 tiles, or with `specials: false` the same wall without them, 136.
//   { ask: "game", wall } or { ask: "game", seed, game }
//       { outcome, winner, steps }: the game that four players make of a wall by the rule. A step, the first of which is the
//       deal, has
//         event      "deal", "draw", "discard", "special", "chow", "pong" or "end"
//         lines      what `paili play` prints of it, a list of texts
//         seat, tile, from, skipped
//                    who; what was drawn, discarded, played, claimed or won with; whose it was; whom a PASS skips; or null
//         hands, melds, discards, distances
//                    of the players A, B, C and D after it: lists of tiles, of lists of three tiles, of tiles that nobody
//                    claimed, and numbers
//         left       how many tiles the wall has
//         direction  "forward" or "backward"
//         reason     of a discard, else null: { distance, candidates }, the distance before it, and [tile, distance without
//                    it] for every kind held, in the rule's order. It discards the first with the smallest distance.
//         claims     of a discard, the claims that could be made, in the order in which the rule looks at them:
//                    { seat, meld, without, with, made }, the distances without and with it, and whether it is made, which
//                    it is if the distance falls. Nobody looks further then.
//
// An answer to what can't be answered is { error: { kind, field, start, end, text, tile, tiles, rules, message } }: a word for what
// is wrong, the field of the request, where in its text (in JavaScript's units; start and end are equal if it is no text that
// is wrong), the text there, the tile that is at fault if there is one, the number of tiles if that is wrong, the rule set that has
// no such hand, and what is wrong in English. The kinds are "unknown" (no tile), "mixed" (another notation), "fifth" (a fifth copy), "fifth-in-all" (with
// melds and visible), "size" (no hand has this number of tiles), "meld" (no meld), "melds" (more than a hand has), "forms" (none, or
// none of the rule set's), "special" (odds of a hand with a special tile), "draws" (no such number of draws), "too-large" (odds of
// too many hands), "changes", "law", "seed"; of rule sets "rules" (no such one), "wildcards" (too many), "not-in-rules" (a tile),
// and "void" (no such suit, or not void beside a meld); of walls "empty", "unknown", "fifth", "short" and "extra" (too few and too many
// tiles); and "request" (no such request).

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles the module that lies beside this file, while it arrives. */
export async function compile() {
  const response = await fetch(new URL("paili.wasm", import.meta.url));
  if (!response.ok) throw new Error(`paili.wasm: ${response.status} ${response.statusText}`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  // Many small servers don't tell its type; it is compiled once all of it is there.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the module; one that is compiled already can be sent to workers. */
export const load = async (compiled = compile()) => new Paili(await compiled);

class Paili {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
    this.#begin();
  }

  #begin() {
    this.#exports = new WebAssembly.Instance(this.#module).exports;
  }

  /**
   * Answers a request: JSON, as a text. Throws if the module fails, which no request should make it do; the next request is
   * then asked of a new one.
   */
  ask(request) {
    try {
      const bytes = encoder.encode(JSON.stringify(request));
      const room = this.#exports.paili_room(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, room, bytes.length).set(bytes);
      const length = this.#exports.paili_ask();
      const answer = new Uint8Array(this.#exports.memory.buffer, this.#exports.paili_answer(), length);
      return decoder.decode(answer);
    } catch (error) {
      this.#begin();
      throw new Error(`the module failed: ${error.message}`, { cause: error });
    }
  }
}
