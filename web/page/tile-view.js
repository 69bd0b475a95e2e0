// A tile as an element: drawn, and named for those who hear the page.
import { h, s, set } from "./dom.js";
import { artOf } from "./tiles.js";
import { tileName } from "./language.js";

/** A tile is a view of tiles.svg, and one of letters.svg for those who like letters; "back" is one that lies face down. */
const style = (tile) => ({ "--art": `url("${artOf(tile)}")`, "--letter": `url("${artOf(tile, "letters")}")` });

/** Draws another tile on an element that is one. */
export const setTile = (element, tile) => set(element, "style", style(tile));

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

/** Tiles behind a word for them. */
export const labelledTiles = (className, label, tiles) =>
  h("div", { class: `labelled ${className}` }, h("span", { class: "label" }, label), tiles.map((tile) => tileImage(tile)));

/** A tile of a list, with a number beside it, which its name tells too. */
export const tileItem = (tile, n, name, className = "") =>
  h(
    "li",
    { class: className, title: name },
    tileImage(tile, { name }),
    h("span", { class: "times", "aria-hidden": "true" }, n),
  );

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
