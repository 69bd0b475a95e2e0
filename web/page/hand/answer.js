// The answer about the hand: asked at every change, shown as distance, discards and chart. Odds of far hands come later, from
// the worker, and those of other rule sets with their distance.
import { ANY } from "../aims.js";
import { byId, fill, h, hide } from "../dom.js";
import { keepAim } from "../focus.js";
import { t, tileName, tileNames } from "../language.js";
import { aboutHand, ask, faultText, ready } from "../library.js";
import { Odds } from "../odds.js";
import { Rules } from "../rules.js";
import { isUsual, room, whole } from "../sizes.js";
import { change, CLEAN, now, watch } from "../state.js";
import { tileImage } from "../tile-view.js";
import { read, sorted } from "../tiles.js";
import { say } from "../toast.js";
import { showChart } from "./chart.js";
import { showDiscards } from "./discards.js";
import { showDistance } from "./distance.js";
import { lackingTiles, notInRules, play, takeLacking } from "./enter.js";
import { askNext } from "./next.js";
import { askPartial, isPartial } from "./partial.js";
import { prospectChips } from "./prospects.js";
import { showSummary } from "./summary.js";

const EXAMPLES = ["2344m34599p156s12z", "234578m1689p357s1z", "1133m456789p1234s", "22334455m6677p12z"];

/** Up to which distance odds without changes take a few milliseconds at most: less than the page would wait for a worker. */
const NEAR = 4;

/** Up to which distance one change takes a second at most, so that nobody has to ask for it; and by other rule sets, whose worker
 * has to answer for the next hand, too. */
const REFINED = 5;
const REFINED_BESIDE_HANDS = 3;

/** Up to which distance odds of other rule sets are asked for: nobody waits for more. */
const FAR = 5;

/** Whether the module has the tables of what is asked. */
const isAtOnce = (state) => isUsual(state) && !state.aim;

/** After how many milliseconds the page says that tables or odds take a while. */
const SLOW = 250;

export function startAnswer() {
  const odds = new Odds();
  const rules = new Rules();
  // What takes longer than an answer may, and is not waited for: what the hand could become, and how likely each call wins.
  const aside = new Rules();
  // Odds of other rule sets with changes that somebody asked for take up to half a minute, so that the next hand ends them.
  const changed = new Rules();
  let shown = {};
  let slow = 0;
  let due = () => {};
  let stopped;
  const show = (parts) => {
    shown = { ...shown, ...parts };
    keepAim(byId("answer"), () => paint(shown, stop));
  };
  const showStopped = () => show({ pending: false, odds: { error: { kind: "stopped" } } });
  const stop = () => {
    // A button that still stands there was of the hand before.
    if (!shown.answer) return;
    odds.stop();
    rules.stop();
    changed.end();
    stopped = shown.asked;
    showStopped();
  };
  watch((state) => {
    if (!ready()) return fill(byId("distance"), byId("trouble").hidden && h("p", { class: "help" }, t("loading")));
    clearTimeout(slow);
    due();
    rules.stop();
    aside.stop();
    changed.end();
    if (state.view !== "hand") return odds.stop();
    if (!state.hand.length) {
      odds.stop();
      return welcome(state);
    }
    const lacking = lackingTiles(state);
    if (lacking.length) {
      odds.stop();
      return offerToTake(state, lacking);
    }
    const request = { ask: "hand", ...aboutHand(state), ...askNext(state) };
    if (isAtOnce(state)) return hear(state, ask(request));
    odds.stop();
    shown = {};
    slow = setTimeout(() => showCompiling(state), SLOW);
    const beside = !state.aim && !isUsual(state) && { towards: "all" };
    rules.ask({ ...request, ...beside }, (answer) => {
      clearTimeout(slow);
      hear(state, answer);
    });
  });
  const hear = (state, told) => {
    const partial = isPartial(state);
    const answer = partial ? askPartial(state, told) : told;
    const offersPending = Boolean(answer.offers);
    shown = { state, partial, answer, prospects: answer.towards, offersPending, odds: null, pending: false, slow: false };
    if (!partial && !answer.error) askAside(state);
    if (partial || answer.error || !answer.distance) {
      odds.stop();
      return show();
    }
    // The tiles and how far they are come first: what takes longer follows when they are seen.
    keepAim(byId("answer"), () => paintFirst(shown, stop));
    due = afterFrame(() => askOdds(state, answer));
  };
  const askAside = (state) => {
    const askOffered = () => {
      if (!shown.offersPending) return;
      const { offered, draws, law, changes } = state;
      const far = changes !== "auto" && { changes };
      aside.ask({ ask: "offered", ...aboutHand(state), offered, draws, law, ...far }, ({ offers, error }) => {
        if (shown.state === state) show({ offers, offersPending: false, offersError: error });
      });
    };
    // By other rule sets, what the hand could become is told with the answer.
    if (!isUsual(state)) return askOffered();
    const request = { ask: "hand", ...aboutHand({ ...state, aim: ANY }), towards: "all" };
    aside.ask(request, ({ towards }) => {
      if (shown.state !== state) return;
      show({ prospects: towards });
      askOffered();
    });
  };
  const askOdds = (state, answer) => {
    const usual = isAtOnce(state);
    const { draws, law, changes } = state;
    const auto = changes === "auto";
    const request = { ask: "odds", ...aboutHand(state), draws, law, changes: auto ? 0 : changes };
    // Without changes, odds come at once, but say too little: those with one take their place as soon as they are there.
    const refine = () => {
      if (!auto || answer.distance > (usual ? REFINED : REFINED_BESIDE_HANDS)) return odds.stop();
      shown.refining = true;
      (usual ? odds : rules).ask({ ...request, changes: 1 }, (refined) => {
        if (shown.state === state) show({ refining: false, ...(!refined.error && { odds: refined }) });
      });
    };
    if (usual && answer.distance <= NEAR && request.changes === 0) {
      const quick = ask(request);
      shown.odds = quick;
      refine();
      // They may have been known.
      if (shown.odds === quick) show();
      return;
    }
    shown.asked = JSON.stringify(request);
    if (shown.asked === stopped) return showStopped();
    stopped = null;
    if (!usual && answer.distance > FAR) return show({ odds: { error: { kind: "too-large" } } });
    shown.pending = true;
    const beside = request.changes === 0 ? rules : changed;
    (usual ? odds : beside).ask(request, (result) => {
      if (shown.state !== state) return;
      clearTimeout(slow);
      shown = { ...shown, odds: result, pending: false };
      if (!result.error) refine();
      if (shown.odds === result) show();
    });
    if (!shown.pending) return;
    slow = setTimeout(() => show({ slow: true }), SLOW);
    show();
  };
}

/** Does something when what is changed now is on the screen. Calling the answer off calls it off. */
function afterFrame(work) {
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function paintFirst(shown, stop) {
  showSummary(byId("hand-hint"), shown);
  showDistance(byId("distance"), shown, stop);
}

function paint(shown, stop) {
  const { answer } = shown;
  if (answer.error) {
    return showAlone(
      h("p", { class: "fault" }, sizeText(shown) ?? faultText(answer.error)),
      prospectChips([], shown.state),
    );
  }
  paintFirst(shown, stop);
  // The discards of the hand before still stand there when somebody presses twice.
  const playOnce = (tile) => now().hand === shown.state.hand && playAndDraw(tile);
  showDiscards(byId("discards"), { ...shown, ...shown.state }, { play: playOnce, playText: "play", stop });
  showChart(byId("chart"), shown);
}

/** Shows what there is to say instead of an answer. */
function showAlone(...parts) {
  keepAim(byId("answer"), () => {
    fill(byId("distance"), ...parts);
    fill(byId("hand-hint"));
    hide(byId("discards"));
    hide(byId("chart"));
  });
}

/** If the hand has too many or too few tiles beside the melds that are shown: how many it should have. */
function sizeText({ state, answer: { error } }) {
  if (error.kind !== "size" || !state.melds.length) return null;
  return t("error.size.melds", { n: state.hand.length, least: whole(state), most: room(state) });
}

/** Tables take a second or more. */
function showCompiling({ rules }) {
  const text = t("rules.compiling", { rules: t(`rules.${rules}`) });
  const status = [h("progress", { "aria-label": text }), h("span", {}, text)];
  showAlone(h("p", { class: "working", role: "status" }, status));
}

/** A hand of the rule set before has tiles that this one lacks: they are named, and can go. */
function offerToTake(state, lacking) {
  showAlone(
    h("p", { class: "fault" }, notInRules(state, lacking)),
    h("button", { type: "button", onclick: takeLacking }, t("lacking.take")),
  );
}

function playAndDraw(tile) {
  const next = play(tile);
  say(next ? t("played", { out: tileName(tile), in: tileName(next) }) : t("wall.empty"));
}

/** What an untouched page says. */
function welcome(state) {
  const examples = EXAMPLES.map((text) => {
    const hand = sorted(read(text));
    const show = () => change({ ...CLEAN, hand });
    return h(
      "button",
      { type: "button", class: "meld", "aria-label": tileNames(hand), onclick: show },
      hand.map((tile) => tileImage(tile, { hidden: true })),
    );
  });
  showAlone(
    h("h2", {}, t("welcome.title")),
    h("p", {}, t("welcome")),
    isUsual(state) && [h("p", { class: "label" }, t("examples")), h("div", { class: "examples" }, examples)],
  );
}
