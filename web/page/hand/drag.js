// Tiles are dragged between wall, hand and what is seen.
const TYPE = "application/x-paili-tile-from-";

/** Lets an element be dragged as a tile; `from` says where it was. */
export function offerTile(element, tile, from) {
  element.draggable = true;
  element.addEventListener("dragstart", ({ dataTransfer }) => {
    dataTransfer.setData(TYPE + from, tile);
    dataTransfer.effectAllowed = "move";
  });
}

/** Calls `take` with a tile from there that is dropped on an element; others it does not take. */
export function acceptTiles(element, from, take) {
  const type = TYPE + from;
  element.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes(type)) return;
    event.preventDefault();
    element.classList.add("drop");
  });
  element.addEventListener("dragleave", () => element.classList.remove("drop"));
  element.addEventListener("drop", (event) => {
    element.classList.remove("drop");
    const tile = event.dataTransfer.getData(type);
    if (!tile) return;
    event.preventDefault();
    take(tile);
  });
}
