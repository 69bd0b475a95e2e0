// What the hand could become: a row of chips, each with its distance. A press aims at one, and all that is asked is asked towards it.
import { ANY, honorOf } from "../aims.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { change } from "../state.js";
import { tileImage } from "../tile-view.js";

/** The name that the library gives to whatever wins. */
const PLAIN = "plain";

/** The chips of what was told, or of what is aimed at alone while nothing is. */
export function prospectChips(prospects, { aim }) {
  if (!prospects?.length && !aim) return null;
  const told = prospects?.length ? prospects : [{ name: PLAIN }];
  const chosen = aim || PLAIN;
  const all = told.some(({ name }) => name === chosen) ? told : [...told, { name: chosen }];
  return [
    h("h3", {}, t("prospects")),
    h("ul", { class: "prospects" }, all.map(({ name, distance }) => h("li", {}, chip(name, distance, chosen)))),
  ];
}

function chip(name, distance, chosen) {
  const press = () => change({ aim: name === PLAIN ? ANY : name });
  return h(
    "button",
    { type: "button", class: "quiet", "aria-pressed": String(name === chosen), dataset: { aim: name }, onclick: press },
    aimLabel(name),
    distance != null && h("span", { class: "number" }, distance),
  );
}

function aimLabel(name) {
  const honor = honorOf(name);
  if (honor) return [h("span", {}, t("aim.pong")), tileImage(honor)];
  const [, flush, suit] = name.match(/^(half flush|flush) (.)$/) ?? [];
  return flush ? t(`aim.${flush.replace(" ", "-")}`, { suit: t(`suit.${suit}`) }) : t(`aim.${name.replace(" ", "-")}`);
}
