// A tile as an element: drawn, and named for those who hear the page.
import { h, s } from "./dom.js";
import { artOf } from "./tiles.js";
import { tileName } from "./language.js";

/** A tile is a piece of tiles.svg, as tiles.css has it; "back" is one that lies face down. */
const style = (tile) => ({ "--place": artOf(tile) });

/** How many pieces there are. */
const PIECES = 42;

/** A tile that is looked at. `hollow`: one that is missing. `hidden`: it goes without a name, which something else tells. */
export function tileImage(tile, { name = tileName(tile), hollow, hidden } = {}) {
  const spoken = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  return h(
    "span",
    { class: `tile${hollow ? " hollow" : ""}${tile === "back" ? " back" : ""}`, style: style(tile), title: name, ...spoken },
  );
}

/** A tile that is pressed. */
export function tileButton(tile, properties, ...children) {
  const name = properties["aria-label"] ?? tileName(tile);
  const button = {
    type: "button",
    title: name,
    "aria-label": name,
    ...properties,
    class: `tile ${properties.class ?? ""}`,
    style: style(tile),
  };
  return h("button", { ...button, dataset: { tile, ...properties.dataset } }, ...children);
}

/** A tile's art inside an SVG, at a place and of a size. */
export const tileArt = (tile, { x, y, width, height }) =>
  s(
    "svg",
    { x, y, width, height, viewBox: `${64 * artOf(tile)} 0 64 87`, "aria-hidden": "true" },
    s("image", { href: "tiles.svg", width: PIECES * 64, height: 87 }),
  );
