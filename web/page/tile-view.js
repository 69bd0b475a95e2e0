// A tile as an element: drawn, and named for those who hear the page.
import { h, s } from "./dom.js";
import { artOf } from "./tiles.js";
import { tileName } from "./language.js";

/** A tile is a view of tiles.svg, and one of letters.svg for those who like letters; "back" is one that lies face down. */
const style = (tile) => ({ "--art": `url("${artOf(tile)}")`, "--letter": `url("${artOf(tile, "letters")}")` });

/** Draws another tile on an element that is one. */
export function setTile(element, tile) {
  for (const [name, value] of Object.entries(style(tile))) element.style.setProperty(name, value);
}

/** A tile that is looked at. `hollow`: one that is missing. `hidden`: it goes without a name, which something else tells. */
export function tileImage(tile, { name = tileName(tile), hollow, hidden } = {}) {
  const spoken = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  return h(
    "span",
    { class: `tile${hollow ? " hollow" : ""}${tile === "back" ? " back" : ""}`, style: style(tile), title: name, ...spoken },
  );
}

/** Tiles that lie together. */
export const tileGroup = (tiles, className = "group") =>
  h("span", { class: className }, tiles.map((tile) => tileImage(tile)));

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
export const tileArt = (tile, place) => s("image", { href: artOf(tile), ...place, "aria-hidden": "true" });
