// Short messages: shown for a while and read out, or read out only.
import { byId } from "./dom.js";

let gone = 0;

export function say(text) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(gone);
  gone = setTimeout(() => toast.classList.remove("shown"), 4000);
}

/** For those who hear the page: what others see change. */
export function announce(text) {
  byId("announcer").textContent = text;
}
