// Keys of the whole page: undo and redo, and letters and digits, which go to the hand's text field wherever one is.
import { byId } from "./dom.js";
import { now, redo, undo } from "./state.js";

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const writing = event.target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      const way = key === "y" || (key === "z" && event.shiftKey) ? redo : key === "z" ? undo : null;
      if (!way || writing) return;
      event.preventDefault();
      way();
      return;
    }
    if (writing || now().view !== "hand" || !/^[0-9a-zA-Z]$/.test(event.key)) return;
    const field = byId("hand-text");
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });
}
