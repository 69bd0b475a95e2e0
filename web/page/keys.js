// Keys of the whole page: undo and redo; letters, digits, wildcards and what is pasted go to the text field of hand or wall wherever one is.
import { byId } from "./dom.js";
import { pasteHand, undoesHere } from "./hand/fields.js";
import { pasteWall } from "./game/game.js";
import { now, redo, undo } from "./state.js";

const WRITTEN = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select";

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const writing = event.target.matches(WRITTEN);
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      const way = key === "y" || (key === "z" && event.shiftKey) ? redo : key === "z" ? undo : null;
      if (!way || (writing && !undoesHere(event.target))) return;
      event.preventDefault();
      way();
      return;
    }
    if (writing || now().view !== "hand" || !/^[0-9a-zA-Z*]$/.test(event.key)) return;
    const field = byId("hand-text");
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });
  document.addEventListener("paste", (event) => {
    const paste = { hand: pasteHand, game: pasteWall }[now().view];
    if (!paste || event.target.matches(WRITTEN)) return;
    event.preventDefault();
    paste(event.clipboardData.getData("text"));
  });
}
