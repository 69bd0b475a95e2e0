// Where the focus goes on when what has it is made anew, taken away or out of use: else it would fall to the top of the page.
import { byId } from "./dom.js";

/** Makes a group of buttons anew. The focus in it stays in its place or at the last of them; where none is left, it goes elsewhere. */
export function keepPlace(group, make, elsewhere) {
  const buttons = () => [...group.querySelectorAll("button")];
  const had = group.contains(document.activeElement);
  const at = buttons().indexOf(document.activeElement);
  make();
  if (had) (buttons().slice(0, at + 1).at(-1) ?? elsewhere()).focus();
}

/** Makes an answer anew. The focus in it stays: on the chip of its aim, and while there is none, on the whole answer. */
export function keepAim(answer, make) {
  const had = answer.contains(document.activeElement);
  const { aim = "" } = document.activeElement.dataset;
  make();
  if (!had || (document.activeElement !== answer && answer.contains(document.activeElement))) return;
  const chip = answer.querySelector(`button[data-aim="${aim}"]`);
  answer.dataset.aim = chip ? "" : aim;
  (chip ?? answer).focus({ preventScroll: true });
}

/** Leads the focus on from a button that is disabled now, to one beside it, and from a view that is hidden now. */
export function leadOn() {
  const { activeElement } = document;
  if (activeElement.disabled) activeElement.parentElement.querySelector("button:enabled")?.focus();
  else if (activeElement.closest("[hidden]")) byId("main").focus();
}
