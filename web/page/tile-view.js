// A tile as an element: drawn, and named for those who hear the page.
import { h, s } from "./dom.js";
import { compact, isSpecial } from "./tiles.js";
import { tileName } from "./language.js";

/** The art of a kind; "back" is a tile that lies face down. */
export function art(tile) {
  const id = tile === "back" ? "tile-back" : isSpecial(tile) ? `tile-${tile.toLowerCase()}` : `tile-${compact(tile)}`;
  return s("svg", { viewBox: "0 0 60 80", "aria-hidden": "true" }, s("use", { href: `#${id}` }));
}

/** A tile that is looked at. `hollow`: one that is missing. `hidden`: it goes without a name, which something else tells. */
export function tileImage(tile, { name = tileName(tile), hollow, hidden } = {}) {
  const spoken = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  return h(
    "span",
    { class: `tile${hollow ? " hollow" : ""}${tile === "back" ? " back" : ""}`, title: name, ...spoken },
    art(tile),
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
  };
  return h("button", { ...button, dataset: { tile, ...properties.dataset } }, art(tile), ...children);
}

/** Puts the faces of the tiles into the page. */
export async function loadTiles() {
  const answer = await fetch(new URL("./tiles.svg", import.meta.url), { credentials: "same-origin" });
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sprite.classList.add("sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(sprite);
}
