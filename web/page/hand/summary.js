// The answer in one line, under the hand: where it is seen on a phone, and read out.
import { fill, h } from "../dom.js";
import { percent, t } from "../language.js";
import { tileImage } from "../tile-view.js";
import { room } from "./enter.js";

export function showSummary(line, { state, answer, odds }) {
  const [n, most] = [state.hand.length, room(state)];
  if (answer.error) return fill(line, n <= most && t("hint.count", { n, most }));
  const best = answer.discards && bestDiscard(answer, odds);
  fill(
    line,
    h("b", {}, t(distanceKey(answer.distance), { n: answer.distance })),
    best &&
      h(
        "span",
        { class: "best" },
        t("hint.best"),
        tileImage(best.tile),
        h("b", {}, best.win === undefined ? "" : percent(best.win)),
      ),
    answer.useful && h("span", {}, t(answer.waits ? "waits" : "useful", { n: answer.acceptance })),
  );
}

/** What a distance is called. */
export const distanceKey = (distance) =>
  distance === 0 ? "distance.won" : distance === 1 ? "distance.ready" : "distance.n";

/** The discard that wins most often, or as long as nobody knows, the widest. */
function bestDiscard({ discards, distance }, odds) {
  const ways = (odds?.discards ?? []).map(({ tile, win }) => ({ tile, win: win[0] }));
  const best = ways.reduce((best, way) => (best && best.win >= way.win ? best : way), null);
  return distance > 0 && (best ?? { tile: discards[0].tile });
}
