// Useful tiles with their copies, and what there is to say while odds are worked out.
import { h } from "../dom.js";
import { t, tileName } from "../language.js";
import { faultText } from "../library.js";
import { tileItem } from "../tile-view.js";
import { WILDCARD } from "../tiles.js";

/** [{tile, copies}] as small tiles, each with its number. What else is accepted are wildcards. */
export function usefulTiles({ useful: kinds, acceptance }) {
  const wildcards = kinds.reduce((rest, { copies }) => rest - copies, acceptance);
  const useful = wildcards > 0 ? [...kinds, { tile: WILDCARD, copies: wildcards }] : kinds;
  return h(
    "ul",
    { class: "useful" },
    useful.map(({ tile, copies }) =>
      tileItem(tile, copies, t("copies", { tile: tileName(tile), n: copies }), copies ? "" : "gone"),
    ),
  );
}

/** What there is to say of odds that aren't there (yet), or are about to be refined. */
export function oddsStatus({ odds, slow, refining }, stop) {
  if (refining) return h("p", { class: "help refining" }, t("odds.refining"));
  if (odds?.error?.kind === "stopped") return h("p", { class: "help" }, t("odds.stopped"));
  if (odds?.error) return h("p", { class: "help" }, faultText(odds.error));
  if (odds || !slow) return null;
  const begun = performance.now();
  const clock = h("span", {}, "");
  const status = h(
    "p",
    { class: "working", role: "status" },
    h("progress", { "aria-label": t("odds.working") }),
    h("span", {}, t("odds.working")),
    clock,
    h("button", { type: "button", class: "quiet", onclick: stop }, t("odds.stop")),
  );
  const tick = setInterval(() => {
    if (!status.isConnected) return clearInterval(tick);
    clock.textContent = t("seconds", { n: Math.round((performance.now() - begun) / 1000) });
  }, 1000);
  return status;
}
