// The address, and the hand as text in any notation, for elsewhere.
import { copy } from "../copy.js";
import { byId, h } from "../dom.js";
import { t } from "../language.js";
import { ask } from "../library.js";
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
  const written = (text) => text.replace(/^[^,]*/, (concealed) => concealed + wildcards.join(""));
  menu.replaceChildren(
    ...Object.entries(answer)
      .filter(([, text]) => typeof text === "string")
      .map(([notation, text]) => [notation, written(text)])
      .map(([notation, text]) =>
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              copy(text, t("copied.text", { text }));
              menu.hidePopover();
            },
          },
          h("small", {}, t(`notation.${notation}`)),
          h("span", {}, text),
        ),
      ),
  );
}
