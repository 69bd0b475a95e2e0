// The text fields of hand, melds and tiles seen. They are read while one types; what can't be read is marked, and what stood
// there before stays.
import { strangeHand } from "../address.js";
import { byId, fill } from "../dom.js";
import { describeFault } from "../fault.js";
import { t } from "../language.js";
import { ask, ready } from "../library.js";
import { change, now, watch } from "../state.js";
import { sorted, write } from "../tiles.js";

/** What a text stands for, as parts of the state. A hand's text may end with its melds, behind commas. */
const FIELDS = {
  hand: ({ tiles, melds }) => (melds.length ? { hand: sorted(tiles), melds } : { hand: sorted(tiles) }),
  melds: ({ melds }) => ({ melds }),
  seen: ({ tiles }) => ({ seen: sorted(tiles) }),
};

const written = {
  hand: ({ hand }) => write(hand),
  melds: ({ melds }) => melds.map(write).join(","),
  seen: ({ seen }) => write(seen),
};

const field = (name) => byId(`${name}-text`);

export function startFields() {
  for (const name of Object.keys(FIELDS)) {
    field(name).addEventListener("input", () => readField(name));
    field(name).addEventListener("blur", () => (faults.has(name) ? showFault(name) : show(name, now())));
    field(name).addEventListener("keydown", (event) => {
      if (event.key === "Escape") show(name, now());
    });
  }
  let before;
  watch((state) => {
    for (const name of Object.keys(FIELDS)) {
      const changed = !before || written[name](before) !== written[name](state);
      if (changed && !reading) show(name, state);
      else if (field(name).ariaInvalid === "true") showFault(name);
    }
    before = state;
  });
}

/** If an address has a hand in another notation, or none, it goes into the hand's field as if somebody had typed it. */
export function offerStrangeHand(hash) {
  const text = strangeHand(hash);
  if (!text) return;
  field("hand").value = text;
  readField("hand");
}

/** Half a word is no mistake yet: how long somebody may think about the rest, in milliseconds. */
const PATIENCE = 400;
let patience = 0;
let reading = false;
const faults = new Map();

function readField(name) {
  if (!ready()) return;
  const text = field(name).value;
  const asked = name === "melds" ? `,${text}` : text;
  const answer = text.trim() ? ask({ ask: "parse", text: asked }) : { tiles: [], melds: [] };
  const known = faults.has(name);
  if (answer.error) faults.set(name, { text, error: answer.error, shift: asked.length - text.length });
  else faults.delete(name);
  clearTimeout(patience);
  if (known || !answer.error) showFault(name);
  else patience = setTimeout(() => showFault(name), PATIENCE);
  if (answer.error) return;
  const parts = FIELDS[name](answer);
  const next = { ...now(), ...parts };
  if (Object.keys(FIELDS).every((other) => written[other](next) === written[other](now()))) return;
  reading = true;
  change(parts);
  reading = false;
}

/** The field as the state has it. */
function show(name, state) {
  faults.delete(name);
  field(name).value = written[name](state);
  showFault(name);
}

function showFault(name) {
  const fault = faults.get(name);
  field(name).ariaInvalid = fault ? "true" : "false";
  fill(byId(`${name}-fault`), fault && describeFault(fault, t("fault.kept")));
}
