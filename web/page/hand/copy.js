// The address, and the hand as text in any notation, for elsewhere.
import { copy } from "../copy.js";
import { byId, h } from "../dom.js";
import { t } from "../language.js";
import { ask, faultText } from "../library.js";
import { link, now, watch } from "../state.js";
import { WILDCARD, write } from "../tiles.js";

export function startCopying() {
  byId("copy-link").addEventListener("click", () => copy(link(), t("copied.link")));
  const menu = byId("copy-menu");
  menu.addEventListener("beforetoggle", ({ newState }) => newState === "open" && fill(menu));
  watch((state) => (byId("copy-text").disabled = !state.hand.length && !state.melds.length));
}

function fill(menu) {
  const { hand, melds } = now();
  const [natural, wildcards] = [hand.filter((tile) => tile !== WILDCARD), hand.filter((tile) => tile === WILDCARD)];
  const answer = ask({ ask: "write", text: [natural, ...melds].map(write).join(",") });
  const entry = ([notation, written]) => {
    const text = written.replace(/^[^,]*/, (concealed) => concealed + wildcards.join(""));
    const onclick = () => {
      copy(text, t("copied.text", { text }));
      menu.hidePopover();
    };
    return h("button", { type: "button", onclick }, h("small", {}, t(`notation.${notation}`)), h("span", {}, text));
  };
  const entries = Object.entries(answer).filter(([, text]) => typeof text === "string");
  menu.replaceChildren(...(answer.error ? [h("p", {}, faultText(answer.error))] : entries.map(entry)));
}
