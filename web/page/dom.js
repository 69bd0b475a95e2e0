// Making elements. Texts go in as text nodes, never as markup.

/** An element with properties (`class`, `dataset`, `on…` listeners, attributes) and children (elements or texts). */
export const h = (name, properties = {}, ...children) => made(document.createElement(name), properties, children);

const SVG = "http://www.w3.org/2000/svg";

/** The same for SVG. */
export const s = (name, attributes = {}, ...children) => made(document.createElementNS(SVG, name), attributes, children);

function made(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) set(element, key, value);
  fill(element, children);
  return element;
}

/** Sets a property of an element. */
export function set(element, key, value) {
  if (value == null || value === false) return;
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (key === "dataset") Object.assign(element.dataset, value);
  else if (key === "style") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
  else element.setAttribute(key, value === true ? "" : value);
}

/** Gives an element these children instead of its own; lists count as what is in them, and what is null or false is left out. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child != null && child !== false));
}

/** Takes an element away, with all that is in it. */
export function hide(element) {
  element.hidden = true;
  element.replaceChildren();
}

/** A table with a heading above each column. `bodies` are its `tbody`s. */
export const table = (className, caption, headings, ...bodies) =>
  h(
    "table",
    { class: className },
    caption,
    h("thead", {}, h("tr", {}, headings.map((heading) => h("th", { scope: "col" }, heading)))),
    ...bodies,
  );

/** A row of a table: its heading, and its cells. */
export const row = (heading, cells, properties) =>
  h("tr", properties, h("th", { scope: "row" }, heading), cells.map((cell) => h("td", {}, cell)));

/** The caption of a table whose place says what it is to those who see it. */
export const unseenCaption = (text) => h("caption", { class: "unseen" }, text);

/** The element with that id. */
export const byId = (id) => document.getElementById(id);

/** An icon of index.html. */
export const icon = (name) => s("svg", { "aria-hidden": "true", class: "icon" }, s("use", { href: `#icon-${name}` }));
