// Tiles are dragged between wall, hand and what is seen.
const TYPE = "application/x-paili-tile";

/** Lets an element be dragged as a tile; `from` says where it was. */
export function offerTile(element, tile, from) {
  element.draggable = true;
  element.addEventListener("dragstart", ({ dataTransfer }) => {
    dataTransfer.setData(TYPE, JSON.stringify({ tile, from }));
    dataTransfer.effectAllowed = "move";
  });
}

/** Calls `take` with the tile that is dropped on an element, and where it was. */
export function acceptTiles(element, take) {
  element.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes(TYPE)) return;
    event.preventDefault();
    element.classList.add("drop");
  });
  element.addEventListener("dragleave", () => element.classList.remove("drop"));
  element.addEventListener("drop", (event) => {
    element.classList.remove("drop");
    const text = event.dataTransfer.getData(TYPE);
    if (!text) return;
    event.preventDefault();
    const { tile, from } = JSON.parse(text);
    take(tile, from);
  });
}
