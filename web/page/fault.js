// What is wrong with a text, and where.
import { shortened } from "./address.js";
import { h } from "./dom.js";
import { faultText } from "./library.js";

/** How much of a long text is shown on either side of the fault. */
const AROUND = 40;

/** The text with the fault marked, and why. `shift`: how far the text was moved in what the library was asked. */
export function describeFault({ text, error, shift = 0 }, after) {
  const [start, end] = [error.start - shift, error.end - shift];
  const before = start > AROUND ? `…${text.slice(start - AROUND, start)}` : text.slice(0, start);
  const behind = text.length > end + AROUND ? `${text.slice(end, end + AROUND)}…` : text.slice(end);
  return [
    end > start && start >= 0 && h("code", {}, before, h("mark", {}, shortened(text.slice(start, end))), behind),
    h("span", {}, `${faultText(error)} ${after}`),
  ];
}
