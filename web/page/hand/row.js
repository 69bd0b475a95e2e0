// The hand as it stands: concealed tiles, then exposed melds. A click, or Delete, takes a tile out.
import { byId, h } from "../dom.js";
import { keepPlace } from "../focus.js";
import { t, tileName, tileNames } from "../language.js";
import { restoreStop, rove, stopOf } from "../roving.js";
import { change, now, watch } from "../state.js";
import { tileButton, tileImage } from "../tile-view.js";
import { acceptTiles, offerTile } from "./drag.js";
import { isLacking, put } from "./enter.js";

export function startRow() {
  const row = byId("hand-row");
  const melds = byId("meld-row");
  rove(row);
  row.addEventListener("click", ({ target }) => remove(row, target.closest("button")));
  row.addEventListener("keydown", (event) => {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    remove(row, document.activeElement);
  });
  melds.addEventListener("click", ({ target }) => removeMeld(melds, target.closest("button")));
  acceptTiles(row.closest(".felt"), "wall", (tile) => put("hand", tile));
  watch((state) => {
    if (state.view !== "hand") return;
    showHand(row, state);
    keepPlace(melds, () => showMelds(melds, state), () => stopOf(row) ?? stopOf(byId("wall")));
  });
}

function showHand(row, state) {
  const { hand } = state;
  const at = [...row.children].indexOf(document.activeElement);
  row.replaceChildren(
    ...hand.map((tile, i) => {
      const place = { tile: tileName(tile), n: i + 1, all: hand.length };
      const button = tileButton(tile, {
        "aria-label": t("hand.tile", place),
        title: tileName(tile),
        class: isLacking(tile, state) ? "lacking" : "",
      });
      offerTile(button, tile, "hand");
      return button;
    }),
  );
  if (!hand.length) row.append(h("p", { class: "empty" }, t("hand.empty")));
  const stop = restoreStop(row, at);
  if (at >= 0) (stop ?? stopOf(byId("wall"))).focus();
}

function remove(row, button) {
  if (!button?.dataset.tile) return;
  const at = [...row.children].indexOf(button);
  button.focus();
  change({ hand: now().hand.toSpliced(at, 1) });
}

function showMelds(group, state) {
  const { melds } = state;
  group.hidden = !melds.length;
  group.replaceChildren(
    ...melds.map((meld) => {
      const label = t("meld.remove", { tiles: tileNames(meld) });
      return h(
        "button",
        { type: "button", class: meld.some((tile) => isLacking(tile, state)) ? "meld lacking" : "meld", "aria-label": label, title: label },
        meld.map((tile) => tileImage(tile, { hidden: true })),
      );
    }),
  );
}

function removeMeld(group, button) {
  const at = [...group.children].indexOf(button);
  if (at >= 0) change({ melds: now().melds.toSpliced(at, 1) });
}
