// Starts the page: words, tiles, state; then the library, and every view that asks it.
import { refused, shortened } from "./address.js";
import { byId } from "./dom.js";
import { leadOn } from "./focus.js";
import { startGame } from "./game/game.js";
import { startAnswer } from "./hand/answer.js";
import { startCopying } from "./hand/copy.js";
import { offerStrangeTexts, startFields } from "./hand/fields.js";
import { askNext } from "./hand/next.js";
import { startOptions } from "./hand/options.js";
import { startRow } from "./hand/row.js";
import { startWall } from "./hand/wall.js";
import { startKeys } from "./keys.js";
import { currentLanguage, setLanguage, startLanguage, t } from "./language.js";
import { startLibrary } from "./library.js";
import { startPractice } from "./practice/practice.js";
import { replay, wallOf } from "./practice/round.js";
import { canRedo, canUndo, follow, look, now, practised, redo, refresh, undo, watch } from "./state.js";
import { startTheme } from "./theme.js";
import { write } from "./tiles.js";
import { say } from "./toast.js";

const addressed = location.hash;
startLanguage();
startTheme(byId("theme"), byId("letters"));
const loading = startLibrary();

byId("language").value = currentLanguage();
byId("language").addEventListener("change", ({ target }) => {
  setLanguage(target.value);
  refresh();
});
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
// An address of a place in the page would take that of what it shows.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
for (const tab of document.querySelectorAll("[data-view]")) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    look({ view: tab.dataset.view });
  });
}
watch(({ view }) => {
  for (const tab of document.querySelectorAll("[data-view]")) {
    tab.ariaCurrent = tab.dataset.view === view ? "page" : null;
    byId(`view-${tab.dataset.view}`).hidden = tab.dataset.view !== view;
  }
  byId("undo").disabled = !canUndo();
  byId("redo").disabled = !canRedo();
  document.title = `paili · ${t(`view.${view}`)}`;
});

startRow();
startWall();
startFields(loading);
startOptions();
startCopying();
startAnswer();
startPractice();
startGame();
startKeys();
// After all that hides and disables.
watch(leadOn);
follow();
document.documentElement.dataset.started = "true";

try {
  await loading;
  refresh();
  performance.mark("first-answer");
  const tellStrange = (hash) => {
    offerStrangeTexts(hash);
    const parts = [...refused(hash), ...idle(now())];
    if (parts.length) say(t("address.refused", { parts: parts.join(t("comma")) }));
  };
  tellStrange(addressed);
  addEventListener("hashchange", () => tellStrange(location.hash));
} catch ({ message }) {
  const trouble = byId("trouble");
  Object.assign(trouble.dataset, { text: "trouble", message });
  trouble.textContent = t("trouble", trouble.dataset);
  trouble.hidden = false;
  refresh();
}
document.documentElement.dataset.ready = "true";

try {
  const { serviceWorker } = navigator;
  await serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  const { active } = await serviceWorker.ready;
  if (!serviceWorker.controller) active.postMessage("claim");
} catch {
  // Without it the page works as long as its server answers.
}

/** Parts of a state that nothing comes of: a tile that can't be offered to the hand, discards that can't be made. */
function idle(state) {
  const { view, offered, seed, played } = state;
  if (view === "hand") return offered && !askNext(state).offered ? [`offered=${write([offered])}`] : [];
  if (view !== "practice") return [];
  const made = replay(wallOf(seed), played, practised(state)).turns.filter(({ discarded }) => discarded);
  return made.length < played.length ? [shortened(`played=${write(played.slice(made.length))}`)] : [];
}
