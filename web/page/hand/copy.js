// The address, and the hand as text in any notation, for elsewhere.
import { byId, h } from "../dom.js";
import { t } from "../language.js";
import { ask } from "../library.js";
import { link, now, watch } from "../state.js";
import { say } from "../toast.js";
import { write } from "../tiles.js";

export function startCopying() {
  byId("copy-link").addEventListener("click", () => copy(link(), t("copied.link")));
  const menu = byId("copy-menu");
  menu.addEventListener("beforetoggle", ({ newState }) => newState === "open" && fill(menu));
  watch((state) => (byId("copy-text").disabled = !state.hand.length && !state.melds.length));
}

function fill(menu) {
  const { hand, melds } = now();
  const answer = ask({ ask: "write", text: [hand, ...melds].map(write).join(",") });
  menu.replaceChildren(
    ...Object.entries(answer).filter(([, text]) => typeof text === "string").map(([notation, text]) =>
      h("button", { type: "button", onclick: () => { copy(text, t("copied.text", { text })); menu.hidePopover(); } },
        h("small", {}, t(`notation.${notation}`)), h("span", {}, text))),
  );
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    // Not allowed, as on a page without https: the reader can still take it from here.
    prompt(t("copy.by.hand"), text);
  }
}
