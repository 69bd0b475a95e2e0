// The text fields of hand, melds and tiles seen. They are read while one types; what can't be read is marked, and what stood
// there before stays.
import { strangeTexts } from "../address.js";
import { byId, fill } from "../dom.js";
import { describeFault } from "../fault.js";
import { t } from "../language.js";
import { parse, ready } from "../library.js";
import { readable } from "../pasted.js";
import { COPIES, mostMelds } from "../sizes.js";
import { change, CLEAN, now, watch } from "../state.js";
import { counts, kindOf, sorted, write } from "../tiles.js";

/** What a text stands for, as parts of the state. A hand's text may end with its melds, behind commas. */
const FIELDS = {
  hand: ({ tiles, melds }) => (melds.length ? { hand: sorted(tiles), melds: melds.map(sorted) } : { hand: sorted(tiles) }),
  melds: ({ melds }) => ({ melds: melds.map(sorted) }),
  seen: ({ tiles, melds }) => ({ seen: sorted([...tiles, ...melds.flat()]) }),
};

/** What can be read, but is more than there can be: melds of a hand, or copies among all tiles seen. */
function excess(name, { tiles, melds }) {
  if (name !== "seen") return melds.length > mostMelds(now()) ? { kind: "melds" } : null;
  const [fifth] = [...counts([...tiles, ...melds.flat()].map(kindOf))].find(([, n]) => n > COPIES) ?? [];
  return fifth ? { kind: "fifth", tile: fifth } : null;
}

const written = {
  hand: ({ hand }) => write(hand),
  melds: ({ melds }) => melds.map(write).join(","),
  seen: ({ seen }) => write(seen),
};

const field = (name) => byId(`${name}-text`);

export function startFields(loading) {
  for (const name of Object.keys(FIELDS)) {
    field(name).addEventListener("input", () => readField(name));
    field(name).addEventListener("blur", () => {
      if (unread.has(name)) return;
      if (faults.has(name)) showFault(name);
      else show(name, now());
    });
    field(name).addEventListener("keydown", (event) => {
      if (event.key === "Escape") show(name, now());
    });
  }
  field("hand").addEventListener("paste", (event) => {
    const { selectionStart, selectionEnd, value } = event.target;
    replaced = selectionStart === 0 && selectionEnd === value.length;
    // A field of one line would run lines together.
    const text = event.clipboardData.getData("text").trim();
    if (!replaced || !text.includes("\n")) return;
    event.preventDefault();
    pasteHand(text);
  });
  const readAll = () => Object.keys(FIELDS).filter((name) => unread.delete(name)).forEach(readField);
  // Without the library, the page says so.
  loading.then(readAll, () => {});
  let before;
  watch((state) => {
    for (const name of Object.keys(FIELDS)) {
      const changed = !before || written[name](before) !== written[name](state);
      if (changed && reading !== name) show(name, state);
      else if (field(name).ariaInvalid === "true") showFault(name);
    }
    // There may be enough wildcards now, or room for all melds.
    for (const [name, { error }] of faults) {
      const bound = { wildcards: "wildcards", melds: "rules" }[error.kind];
      if (bound && before[bound] !== state[bound]) queueMicrotask(() => readField(name));
    }
    before = state;
  });
}

/** Tiles of an address in another notation, or none, go into their field as if somebody had typed them. */
export function offerStrangeTexts(hash) {
  for (const [name, text] of strangeTexts(hash)) {
    field(name).value = text;
    readField(name);
    showFault(name);
  }
}

/** Takes a pasted hand in place of all there was. If it could be read, nobody goes on writing. */
export function pasteHand(text) {
  field("hand").value = readable(text);
  replaced = true;
  readField("hand");
  if (faults.has("hand")) field("hand").focus();
  else if (ready()) show("hand", now());
}

/** Whether undo is the page's, in this element: in a field of tiles, unless it holds what can't be read. */
export function undoesHere({ id }) {
  const name = Object.keys(FIELDS).find((one) => id === `${one}-text`);
  return name !== undefined && !faults.has(name);
}

/** Half a word is no mistake yet: how long somebody may think about the rest, in milliseconds. */
const PATIENCE = 400;
let patience = 0;
/** The field that is being read: it stays as it was written. */
let reading = null;
/** Whether what is read next is a hand pasted in place of another: nothing of that one stays. */
let replaced = false;
const faults = new Map();
/** The fields that were written in before the library was there to read them. */
const unread = new Set();

function readField(name) {
  if (!ready()) return unread.add(name);
  const begun = replaced ? CLEAN : {};
  replaced = false;
  const text = readable(field(name).value);
  const asked = name === "melds" ? `,${text}` : text;
  const answer = text.trim() ? parse(asked, name === "hand" ? now().wildcards : null) : { tiles: [], melds: [] };
  const error = answer.error ?? excess(name, answer);
  const known = faults.has(name);
  if (error) faults.set(name, { text, error, shift: asked.length - text.length });
  else faults.delete(name);
  clearTimeout(patience);
  if (known || !error) showFault(name);
  else patience = setTimeout(() => showFault(name), PATIENCE);
  if (error) return;
  const parts = { ...begun, ...FIELDS[name](answer) };
  const next = { ...now(), ...parts };
  if (Object.keys(FIELDS).every((other) => written[other](next) === written[other](now()))) return;
  reading = name;
  change(parts);
  reading = null;
}

/** The field as the state has it. */
function show(name, state) {
  faults.delete(name);
  unread.delete(name);
  field(name).value = written[name](state);
  showFault(name);
}

function showFault(name) {
  const fault = faults.get(name);
  field(name).ariaInvalid = fault ? "true" : "false";
  fill(byId(`${name}-fault`), fault && describeFault(fault, t("fault.kept")));
}
