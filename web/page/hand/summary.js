// The answer in one line, under the hand: where it is seen on a phone, and read out.
import { fill, h } from "../dom.js";
import { percent, t } from "../language.js";
import { whole } from "../sizes.js";
import { tileImage } from "../tile-view.js";
import { held } from "../tiles.js";

export function showSummary(line, { state, partial, answer, odds }) {
  if (partial) {
    const told = answer.distance !== undefined && h("span", {}, t(distanceKey(answer.distance), { n: answer.distance }));
    return fill(line, h("b", {}, t("hint.count", { n: state.hand.length, most: whole(state) })), told);
  }
  const best = answer.discards && bestDiscard(answer, odds);
  const far = t(distanceKey(answer.distance), { n: answer.distance });
  fill(
    line,
    h("b", {}, far),
    best &&
      h(
        "span",
        { class: "best" },
        t("hint.best"),
        tileImage(held(state.hand, best.tile) ?? best.tile),
        h("b", {}, best.win === undefined ? "" : percent(best.win)),
      ),
    answer.useful && h("span", {}, t(answer.waits ? "waits" : "useful", { n: answer.acceptance })),
  );
}

/** What a distance is called. */
export const distanceKey = (distance) =>
  distance === null ? "distance.none" : distance === 0 ? "distance.won" : distance === 1 ? "distance.ready" : "distance.n";

/** The discard that wins most often, or as long as nobody knows, the widest. */
function bestDiscard({ discards, distance }, odds) {
  const ways = (odds?.discards ?? []).map(({ tile, win }) => ({ tile, win: win[0] }));
  const best = ways.reduce((best, way) => (best && best.win >= way.win ? best : way), null);
  return distance > 0 && (best ?? { tile: discards[0].tile });
}
