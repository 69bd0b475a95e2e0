// The transcript, a step a line, to be pressed.
import { fill, h } from "../dom.js";
import { t } from "../language.js";

let shown = {};

export function showLines(list, steps, at, go) {
  const deal = t("game.deal");
  if (shown.steps !== steps || shown.deal !== deal) {
    shown = { steps, deal };
    const text = ({ event, lines }) => (event === "deal" ? deal : lines.join(" · "));
    const line = (step, i) => h("li", {}, h("button", { type: "button", onclick: () => go(i) }, text(step)));
    fill(list, steps.map(line));
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.children[at].firstChild;
  line.ariaCurrent = "step";
  // Only the list scrolls, not the page.
  list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}
