// The answer about a hand of another rule set. Its tables may have to be compiled first, which takes a second or more.
import { byId, fill, h, hide } from "../dom.js";
import { t } from "../language.js";
import { aboutHand } from "../library.js";
import { Rules } from "../rules.js";
import { whole } from "../sizes.js";
import { isPartial } from "./partial.js";
import { distanceKey, showSummary } from "./summary.js";

/** After how many milliseconds the page says that tables are compiled. */
const SLOW = 150;

export class OtherRules {
  #rules = new Rules();
  #slow = 0;

  /** Asks about the hand of a state, and shows that it takes a while if it does. `show` shows the answer. */
  ask(state, show) {
    clearTimeout(this.#slow);
    this.#slow = setTimeout(() => showCompiling(state), SLOW);
    this.#rules.ask({ ask: "hand", ...aboutHand(state) }, (answer) => {
      clearTimeout(this.#slow);
      const isShort = isPartial(state) && (!answer.error || answer.error.kind === "size-in-rules");
      if (isShort) showShort(state, answer);
      else show(answer);
    });
  }

  stop() {
    clearTimeout(this.#slow);
    this.#rules.stop();
  }
}

function showCompiling({ rules }) {
  const text = t("rules.compiling", { rules: t(`rules.${rules}`) });
  const status = [h("progress", { "aria-label": text }), h("span", {}, text)];
  fill(byId("distance"), h("p", { class: "working", role: "status" }, status));
  fill(byId("hand-hint"));
  hide(byId("discards"));
  hide(byId("chart"));
}

/** A hand that somebody is still entering: how many tiles it has, and what they would be beside exposed melds. */
function showShort(state, answer) {
  showSummary(byId("hand-hint"), { state, partial: true, answer: {} });
  const { melds, distance } = answer;
  const melded =
    !answer.error &&
    t("melds.implied", { n: melds - state.melds.length, what: t(distanceKey(distance), { n: distance }) });
  fill(
    byId("distance"),
    h("h2", {}, t("hint.count", { n: state.hand.length, most: whole(state) })),
    h("p", { class: "help" }, t("partial.rules"), melded && ` ${melded}`),
  );
  hide(byId("discards"));
  hide(byId("chart"));
}
