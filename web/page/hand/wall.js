// The wall: all 34 kinds and the wildcard, with the copies that are left of them. A press puts a tile where the mode says.
import { byId, fill, h } from "../dom.js";
import { keepPlace } from "../focus.js";
import { t, tileName } from "../language.js";
import { restoreStop, rove, stopOf } from "../roving.js";
import { change, now, watch } from "../state.js";
import { setTile, tileButton, tileImage } from "../tile-view.js";
import { counts, KINDS, WILDCARD } from "../tiles.js";
import { acceptTiles, offerTile } from "./drag.js";
import { isLacking, left, put, reddened, takeBack } from "./enter.js";

const COLUMNS = 9;

export function startWall() {
  const wall = byId("wall");
  const seen = byId("seen");
  for (const tile of [...KINDS, WILDCARD]) {
    const button = tileButton(tile, {}, h("span", { class: "left" }));
    offerTile(button, tile, "wall");
    wall.append(button);
  }
  rove(wall, COLUMNS);
  restoreStop(wall);

  const mode = () => document.querySelector("#wall-mode input:checked").value;
  const pressed = (event) => event.target.closest("button")?.dataset.tile;
  wall.addEventListener("click", (event) => {
    const tile = pressed(event);
    if (tile) (event.shiftKey ? takeBack : put)(mode(), tile);
  });
  const takeBackHere = (event) => {
    const tile = pressed(event);
    if (!tile) return;
    event.preventDefault();
    takeBack(mode(), tile);
  };
  wall.addEventListener("contextmenu", takeBackHere);
  wall.addEventListener("keydown", (event) => ["Delete", "Backspace"].includes(event.key) && takeBackHere(event));
  byId("red").addEventListener("change", () => showWall(wall, now()));
  seen.addEventListener("click", (event) => pressed(event) && takeBack("seen", pressed(event)));

  acceptTiles(wall.closest(".card"), "hand", (tile) => takeBack("hand", tile));
  acceptTiles(seen, "wall", (tile) => put("seen", tile));
  watch((state) => {
    if (state.view !== "hand") return;
    showWall(wall, state);
    keepPlace(seen, () => showSeen(seen, state), () => stopOf(wall));
  });
}

function showWall(wall, state) {
  const copies = left(state);
  for (const button of wall.children) {
    const { tile } = button.dataset;
    const n = copies.get(tile);
    button.hidden = tile === WILDCARD && state.wildcards === 0;
    const [shown] = reddened([tile], state);
    const label = t("copies", { tile: tileName(shown), n });
    if (button.ariaLabel === label) continue;
    button.lastChild.textContent = n;
    button.ariaLabel = label;
    button.title = tileName(shown);
    setTile(button, shown);
    button.ariaDisabled = n === 0;
  }
}

function showSeen(group, state) {
  const { seen } = state;
  fill(
    group,
    h("span", { class: "label" }, seen.length ? t("seen.n", { n: seen.length }) : t("seen.none")),
    ...[...counts(seen)].map(([tile, n]) => {
      const label = t("seen.remove", { tile: tileName(tile), n });
      const times = n > 1 && h("span", { class: "times" }, `×${n}`);
      return h(
        "button",
        { type: "button", class: isLacking(tile, state) ? "counted lacking" : "counted", "aria-label": label, title: label, dataset: { tile } },
        tileImage(tile, { hidden: true }),
        times,
      );
    }),
    seen.length > 0 &&
      h("button", { type: "button", class: "quiet", onclick: () => change({ seen: [] }) }, t("seen.clear")),
  );
}
