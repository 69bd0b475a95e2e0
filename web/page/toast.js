// A short message that goes by itself, and is read out.
import { byId } from "./dom.js";

let gone = 0;

export function say(text) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(gone);
  gone = setTimeout(() => toast.classList.remove("shown"), 4000);
}
