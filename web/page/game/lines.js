// The transcript, a step a line, to be pressed.
import { h } from "../dom.js";
import { t } from "../language.js";

let shown;

export function showLines(list, steps, at, go) {
  if (shown !== steps || !list.children.length) {
    shown = steps;
    list.replaceChildren(
      ...steps.map(({ event, lines }, i) =>
        h(
          "li",
          {},
          h("button", { type: "button", onclick: () => go(i) }, event === "deal" ? t("game.deal") : lines.join(" · ")),
        ),
      ),
    );
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.children[at].firstChild;
  line.ariaCurrent = "step";
  // Only the list scrolls, not the page.
  list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}
