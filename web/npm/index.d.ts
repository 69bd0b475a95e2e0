/** Mahjong hands by table look-up. `load` gives a `Paili`, which answers. */

// The types of browsers, and of Node, say more of these; without them they are names.
declare global {
  namespace WebAssembly {
    interface Module {}
  }
  interface URL {}
}

/** Loads the module: the one beside the package, or one that is compiled already, which workers can be sent. */
export function load(compiled?: WebAssembly.Module | Promise<WebAssembly.Module>): Promise<Paili>;

/** Compiles the module that lies beside the package, or at another address; in Node, in another file. */
export function compile(address?: URL | string): Promise<WebAssembly.Module>;

/** The 34 regular kinds, `"1m"` to `"9m"`, `"1p"`, `"1s"` and so on, `"1z"` (east) to `"7z"` (red): counts have their places. */
export const KINDS: readonly string[];

/** What a `Paili` throws when it is asked about what is none. */
export class InputError extends Error {
  readonly name: "InputError";
  /**
   * A word for what is wrong: `unknown` (no tile), `mixed` (another notation), `fifth` (a fifth copy), `fifth-in-all` (with melds and
   * visible), `size` (no hand has this number of tiles), `meld` (no meld), `melds` (more than a hand has), `forms` (none, or none of
   * the rule set's), `never` (no tiles can complete the hand), `special` (odds of a hand with a special tile), `draws` (no such number
   * of draws), `too-large` (odds of too many hands), `aim`, `changes`, `law`, `deck`, `seed`, `offered`; of rule sets `rules` (no such
   * one), `wildcards` (too many), `not-in-rules` (a tile), `void` (no such suit, or not void beside a meld); of walls `empty`, `short`
   * and `extra` (too few and too many tiles); `counts` (not 34 for each hand); `request` (what an argument or an option can't be, an
   * option that there is not, or something else that is no request).
   */
  readonly kind: string;
  /** The argument or the option that is wrong; `options` if these are no object, `ask` if it is the request. */
  readonly field: string;
  /** Where in its text, in units of UTF-16. Both are equal if it is no text that is wrong. */
  readonly start: number;
  readonly end: number;
  /** The text there. */
  readonly text: string;
  /** Which of many hands is wrong, from 0. */
  readonly row?: number;
  /** The tile that is at fault, as the judge writes it. */
  readonly tile?: string;
  /** The number of tiles, if that is wrong. */
  readonly tiles?: number;
  /** The name of the rule set that has no such hand. */
  readonly rules?: string;
}

export type Form = "standard" | "pairs" | "orphans" | "repeated-pairs" | "unconnected" | "knitted" | "knitted-straight";
export type Suit = "m" | "p" | "s";
export type RulesName = "standard" | "riichi" | "sanma" | "taiwan" | "guobiao" | "sichuan";

/** A rule set of one's own. What is left out is as in `like`. */
export interface OwnRules {
  /** What messages call it. */
  name: string;
  like?: RulesName;
  /** How many melds a winning hand has beside its pair, 1 to 5. It has to be there unless `like` is. */
  melds?: number;
  forms?: Form[];
  /** The letters of the suits that form chows, such as `"mp"`. */
  chows?: string;
  /** How many copies the deck has of some tiles, such as `{ "19p": 3 }`; it has four of the others. */
  copies?: Record<string, number>;
  wildcards?: number;
  "wildcards-beyond-copies"?: boolean;
  /** Whether a suit has to be void. */
  void?: boolean;
  "claimed-chows"?: boolean;
  only?: string;
  with?: string[];
  "only-pongs"?: boolean;
}

/**
 * By what rules is asked. The first question by other rules than `"standard"` and `"riichi"`, or with wildcards or an aim, compiles
 * tables: that takes half a second to some seconds, so ask in a worker. They are kept, up to 200 MB for each rule set.
 */
export interface RulesOptions {
  /** `"standard"` unless told: four melds and a pair. */
  rules?: RulesName | OwnRules;
  /** Those of its win forms that count, one at least. */
  forms?: (Form | "all")[];
  /** How many wildcards are in the deck, up to 8. A hand has `*` for each of its own. */
  wildcards?: number;
  /** Whether these may stand for more copies of a kind than the deck has. */
  wildcards_beyond_copies?: boolean;
  /** The kinds that a winning hand may hold: `"2-8mps"` for tanyao, `"pz"` for a half flush of dots. */
  only?: string;
  /** Melds that it has to hold, such as `["777z"]`. */
  with?: string[];
  /** Whether it has pongs and a pair, and no chows. */
  only_pongs?: boolean;
}

/** What is known beside a hand. */
export interface TableOptions extends RulesOptions {
  /** Its exposed melds, separated by commas, if they are known: how many there are follows from its size. */
  melds?: string;
  /** Tiles that are seen elsewhere. */
  visible?: string;
  /** The suit that its owner has declared void, where one has to be. */
  void?: Suit;
}

/** In how many draws a hand is to win, how far it may stray, and by which law. */
export interface OddsTerms {
  /** How many draws are to come: 17 unless told, but `hand` tells the chance to win only if they are. */
  draws?: number;
  /** How often it may be improved without getting nearer, or step back; what is quick unless told, in `odds` 0. In `hand` it and the
   * law matter to the chance to win alone. */
  changes?: 0 | 1 | 2;
  law?: Law;
}

export interface HandOptions extends TableOptions, OddsTerms {
  /** A wait of more copies than this is good: then it is told how many tiles lead to one. */
  good?: number;
  /** Whether to tell which tiles would improve it without bringing it nearer. */
  improvements?: boolean;
  /** A tile that another discards: then it is told what to do about it. */
  offered?: string;
  /** Who does, which matters to nothing else. */
  from?: Discarder;
  /** What it could become. */
  towards?: "all";
}

export type OddsOptions = TableOptions & OddsTerms;

export interface ExactOptions extends RulesOptions {
  /** How many tiles the deck has, the special ones among them or not; of rule sets other than the usual one it is not told. */
  deck?: 136 | 148;
  /** Tiles that are out of the deck. */
  visible?: string;
}

export type Discarder = "left" | "across" | "right";
export type Law = "remembering" | "published";

/** A useful kind, and how many copies of it are left. */
export interface Copies {
  tile: string;
  copies: number;
}

/** How many of the copies that make the hand ready lead to a good wait, and their share. */
export interface GoodWaits {
  copies: number;
  share: number;
}

/** How far something leaves the hand, null if no tiles can complete it then, and how many copies of useful tiles are left. */
export interface Outlook {
  distance: number | null;
  acceptance: number;
}

/** What the next draw makes of it, where that was asked. */
export interface NextDraw {
  good?: GoodWaits;
  improvements?: { tile: string; copies: number; acceptance: number; discard: string }[];
  mean_acceptance?: number;
  next_acceptance?: number;
  /** How likely it wins, if draws were told; null for a discard that is worth nothing. */
  win?: number | null;
}

export interface Discard extends Outlook, NextDraw {
  tile: string;
  useful: Copies[];
}

export interface Kan extends Outlook {
  tile: string;
  good?: GoodWaits;
}

export interface Offer extends Outlook {
  call: string;
  meld?: string[];
  discard?: string;
  good?: GoodWaits;
}

export interface Plan {
  groups: string[][];
  missing: string[];
  surplus: string[];
  /** What wildcards stand for, where there are any. */
  wildcards?: string[];
}

/** A form that was not asked for and is nearer. */
export interface Nearer {
  form: Form;
  distance: number;
}

/** What `paili hand --format json` prints: tiles in the notation of the hand. */
export interface HandAnswer extends NextDraw {
  hand: string;
  rules: string;
  tiles: number;
  melds: number;
  wildcards?: number;
  aim?: string;
  /** How many tiles it lacks to win: 0 if it wins; null if no tiles can complete it. */
  distance: number | null;
  /** One less. */
  shanten: number | null;
  /** The forms that reach it. */
  forms: Form[];
  nearer?: Nearer;
  void?: Suit;
  /** The kinds that bring it nearer, and the acceptance; of a hand that has no discard due. */
  useful?: Copies[];
  acceptance?: number;
  /** What it waits for; of a ready hand that has no discard due. */
  waits?: string[];
  /** Each discard, the best first; of a hand that has one due. */
  discards?: Discard[];
  unneeded: string[];
  kans?: Kan[];
  offers?: Offer[];
  towards?: (Outlook & { name: string; discard?: string })[];
  /** What the THUPC rule discards. */
  rule_discard?: string;
  plan?: Plan;
}

/** How likely it wins, and is or has been ready at the end, in the draws that are left after 0, 1, 2 … of them. */
export interface Chances extends Outlook {
  win: number[];
  ready: number[];
}

/** What `paili odds --format json` prints. Of a hand with a discard due the chances are with the discards, the best first. */
export interface OddsAnswer extends Partial<Chances>, Required<OddsTerms> {
  hand: string;
  rules: string;
  aim?: string;
  void?: Suit;
  nearer?: Nearer;
  unseen: number;
  discards?: (Chances & { tile: string })[];
  kans?: (Chances & { tile: string })[];
}

/** What `paili odds --offered --format json` prints: the calls, the best first. */
export interface OfferedAnswer extends Required<OddsTerms> {
  hand: string;
  rules: string;
  aim?: string;
  offered: string;
  from: Discarder;
  /** Of a hand that nothing can complete any more, `distance` is null. */
  offers: (Omit<Offer, "good"> & { win: number[]; ready?: number[] })[];
}

/** Hands at a distance. Numbers of hands are texts, since a double does not hold them: `BigInt(weighted)`. */
export interface ExactRow {
  /** null for hands that no tiles can complete. */
  distance: number | null;
  /** The ways to draw them. */
  weighted: string;
  /** The different ones. */
  distinct: string;
  probability: number;
  /** How many copies of useful tiles are left, in the mean, and in all of them together. */
  acceptance: number;
  accepted: string;
}

/** What `paili exact --acceptance --format json` prints. */
export interface ExactAnswer {
  tiles: number;
  deck: number;
  rules: string;
  aim?: string;
  visible?: string;
  forms: Form[];
  distances: ExactRow[];
  weighted: string;
  distinct: string;
  mean: number;
  acceptance: number;
  accepted: string;
}

export interface RulesAnswer {
  name: string;
  /** How many tiles the deck has, wildcards among them. */
  tiles: number;
  /** How many tiles a winning hand has. */
  most_tiles: number;
  forms: Form[];
  wildcards: number;
  /** What its hands are to be, in words. */
  aim?: string;
}

/** The tiles of a text as the judge writes them, in the order in which they stand. */
export interface ParseAnswer {
  notation: string;
  tiles: string[];
  /** The melds in brackets or behind commas, a kan with four tiles. */
  melds: string[][];
  /** Which fives are red, of the tiles and then of each meld. */
  reds: string[][];
}

/** A text in the four notations that are written; null in those that have no special tiles, if there are any. */
export interface WriteAnswer {
  judge: string | null;
  uva: string | null;
  mpsz: string | null;
  unicode: string | null;
}

export type Seat = "A" | "B" | "C" | "D";

/** Something that happened, the deal first, and the table after it: of the players A, B, C and D. */
export interface GameStep {
  event: "deal" | "draw" | "discard" | "special" | "chow" | "pong" | "end";
  /** What `paili play` prints of it. */
  lines: string[];
  /** Who did it, or who won. */
  seat: Seat | null;
  /** What was drawn, discarded, played, claimed or won with. */
  tile: string | null;
  /** Whose it was. */
  from: Seat | null;
  /** Whom a `PASS` skips. */
  skipped: Seat | null;
  hands: string[][];
  melds: string[][][];
  /** What nobody claimed. */
  discards: string[][];
  distances: number[];
  /** How many tiles the wall has. */
  left: number;
  direction: "forward" | "backward";
  /** Of a discard: the distance before it, and without each kind held, in the rule's order; it discards the first with the smallest. */
  reason: { distance: number; candidates: [string, number][] } | null;
  /** Of a discard: the claims that could be made, in the rule's order, up to the one that is made since the distance falls. */
  claims: { seat: Seat; meld: string[]; without: number; with: number; made: boolean }[];
}

/** A game that four players make of a wall by the THUPC rule. */
export interface GameAnswer {
  outcome: "ron" | "self-draw" | "exhausted";
  winner: Seat | null;
  steps: GameStep[];
}

/** The answers about many hands, in the order of the hands. */
export interface UsefulAnswer {
  /** How many tiles each lacks to win. */
  distance: Int8Array;
  /** 34 places a hand: how many copies of the kind the hand does not hold, if the kind is useful; else 0. */
  copies: Uint8Array;
  /** How many copies of useful tiles each does not hold. Wildcards that it does not hold are among them. */
  acceptance: Uint8Array;
}

/**
 * The library. A hand is a text in any notation, with exposed melds in brackets or not, or a `Uint8Array` of 34 counts. Options are
 * objects as they are written here: those of other classes, other options and values of other types are refused.
 */
export interface Paili {
  /** Everything about a hand. */
  hand(hand: string | Uint8Array, options?: HandOptions): HandAnswer;
  /** Its discards, the best first; none if it has to draw first. */
  discards(hand: string | Uint8Array, options?: HandOptions): Discard[];
  /** What it waits for; nothing unless it is ready and has to draw. */
  waits(hand: string | Uint8Array, options?: HandOptions): string[];
  /** How likely it wins. Of a far hand, it takes seconds to tell: ask in a worker. */
  odds(hand: string | Uint8Array, options?: OddsOptions): OddsAnswer;
  /** How likely it wins after each call about a tile that another discards. */
  offered(hand: string | Uint8Array, tile: string, options?: OddsOptions & { from?: Discarder }): OfferedAnswer;
  /** How many hands of 13 tiles, or another number, there are at each distance. */
  exact(tiles?: number, options?: ExactOptions): ExactAnswer;
  /** What is true of a rule set, `"standard"` unless told. */
  rules(rules?: RulesName | OwnRules, options?: Omit<RulesOptions, "rules">): RulesAnswer;

  /**
   * The distance of each of many hands: how many tiles it lacks to win. `counts` has 34 places a hand, the copies of each of `KINDS`.
   * Hands may differ in size: 13 or 14 tiles, or beside exposed melds 10, 11, 7, 8, 4, 5, 1 or 2.
   */
  distances(counts: Uint8Array, options?: RulesOptions): Int8Array;
  /** The same less one: −1 of a hand that wins, 0 of a ready one. */
  shanten(counts: Uint8Array, options?: RulesOptions): Int8Array;
  /** The distance of each, and its useful tiles: the kinds that bring it nearer when they are drawn. */
  useful(counts: Uint8Array, options?: RulesOptions): UsefulAnswer;

  /** The tiles and melds of a text. */
  parse(text: string): ParseAnswer;
  /** Such a text as the judge, UVa, mpsz and Unicode write it, its tiles in tile order, red fives red where it has them. */
  write(text: string): WriteAnswer;
  /**
   * The wall of a game of a seed, as the judge writes it: 148 tiles, or 136 without the special ones. Games count from 0. A seed above
   * 2^53 - 1 is a text or a bigint.
   */
  shuffle(seed: string | number | bigint, options?: { game?: number; specials?: boolean }): string[];
  /** The game that is made of a wall of 148 tiles. */
  play(wall: string | readonly string[]): GameAnswer;

  /**
   * Answers a request, in JSON, as the methods above do, which send `{ ask: "hand", hand, …options }` and so on: for whoever passes
   * requests on, say to a worker, or wants the program's text. What can't be answered is `{ error }`, with what an `InputError` has;
   * what a request should not have is not looked at.
   */
  ask(request: { ask: string; [option: string]: unknown }): string;
}
