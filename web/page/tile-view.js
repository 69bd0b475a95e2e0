// A tile as an element: drawn, and named for those who hear the page.
import { h, s } from "./dom.js";
import { placeOf } from "./tiles.js";
import { tileName } from "./language.js";

/** Where a tile's art is among those of tiles.svg; "back" is a tile that lies face down. */
const style = (tile) => ({ "--place": tile === "back" ? 37 : placeOf(tile) });

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
    { x, y, width, height, viewBox: `${64 * placeOf(tile)} 0 64 87`, "aria-hidden": "true" },
    s("image", { href: "tiles.svg", width: 38 * 64, height: 87 }),
  );
