// How likely the best discards win, by the draws that are left: lines, a slider to read them off, and a table.
import { fill, h, hide, row, s, table } from "../dom.js";
import { percent, t, tileNames } from "../language.js";
import { tileArt, tileImage } from "../tile-view.js";

const MOST_LINES = 5;
const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [300, 44, 34, 12, 34];

/** How wide the chart is: looked up when the page is laid out, since asking while it changes costs a layout of its own. */
let width = 640;
let watched = null;
let shown;

function watchWidth(card) {
  if (watched) return;
  watched = new ResizeObserver(([{ contentRect }]) => {
    const found = Math.max(280, Math.round(contentRect.width));
    if (found === width || !contentRect.width) return;
    width = found;
    showChart(card, shown);
  });
  watched.observe(card);
}

/** How many draws the slider stands at; null is all. */
let chosen = null;

/** While odds are worked out, the chart of the hand before stays, faded. */
export function showChart(card, { odds, pending }) {
  card.classList.toggle("stale", pending === true);
  if (pending) return;
  shown = { odds };
  const draws = odds?.draws ?? 0;
  if (draws < 2) return hide(card);
  card.hidden = false;
  const lines = linesOf(odds);
  const readout = h("div", { class: "readout", "aria-live": "polite" });
  watchWidth(card);
  const picture = draw(lines, draws);
  const cursor = picture.querySelector(".cursor");
  const show = () => {
    const at = Math.min(chosen ?? draws, draws);
    cursor.setAttribute("transform", `translate(${x(at, draws)} 0)`);
    slider.value = at;
    slider.ariaValueText = t("chart.at", { n: at });
    fill(
      readout,
      h("p", {}, t("chart.at", { n: at })),
      h(
        "ul",
        {},
        lines.map(({ tiles, win }, i) =>
          h(
            "li",
            { class: `line-${i}` },
            tiles.map((tile) => tileImage(tile)),
            h("b", {}, percent(win[draws - at])),
          ),
        ),
      ),
    );
  };
  const slider = h("input", {
    type: "range",
    min: 1,
    max: draws,
    "aria-label": t("draws"),
    oninput: () => choose(Number(slider.value)),
  });
  const choose = (at) => {
    chosen = at === draws ? null : at;
    show();
  };
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    choose(Math.round(Math.min(1, Math.max(0, (at - LEFT) / (width - LEFT - RIGHT))) * (draws - 1)) + 1);
  });
  show();
  const isOpen = card.querySelector("details")?.open;
  fill(
    card,
    h("h2", {}, t("chart")),
    h("p", { class: "help" }, t(odds.discards ? "chart.help" : "chart.help.hand")),
    picture,
    slider,
    readout,
    numbersTable(lines, draws, isOpen),
  );
}

/** The best discards; those that win equally often at every draw share a line. */
function linesOf(odds) {
  const ways = odds.discards ?? [{ tile: null, win: odds.win }];
  const lines = [];
  for (const { tile, win } of ways.toSorted((a, b) => b.win[0] - a.win[0])) {
    const same = lines.find((line) => line.win.every((share, i) => Math.abs(share - win[i]) < 1e-9));
    const tiles = tile ? [tile] : [];
    if (same) same.tiles.push(...tiles);
    else if (lines.length < MOST_LINES) lines.push({ tiles, win });
  }
  return lines;
}

const x = (at, draws) => LEFT + ((at - 1) / (draws - 1)) * (width - LEFT - RIGHT);

function draw(lines, draws) {
  const most = niceTop(Math.max(...lines.flatMap(({ win }) => win)));
  const y = (share) => HEIGHT - BOTTOM - Math.min(1, share / most) * (HEIGHT - TOP - BOTTOM);
  const digits = [0, 1, 2].find((digits) => Number.isInteger(Number((most * 25 * 10 ** digits).toFixed(6)))) ?? 2;
  const levels = [0, 0.25, 0.5, 0.75, 1].map((part) => part * most);
  const every = Math.ceil((draws * 32) / (width - LEFT - RIGHT));
  const turns = Array.from({ length: draws }, (_, i) => draws - i).filter((at) => (draws - at) % every === 0);
  const path = (win) =>
    win.map((share, made) => `${made ? "L" : "M"}${x(draws - made, draws).toFixed(1)} ${y(share).toFixed(1)}`).join("");
  return s(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": describe(lines, draws) },
    levels.map((share) => [
      s("path", { class: "grid", d: `M${LEFT} ${y(share)}H${width - RIGHT}` }),
      s("text", { class: "level", x: LEFT - 6, y: y(share) + 4 }, percent(share, digits)),
    ]),
    turns.map((at) => s("text", { class: "turn", x: x(at, draws), y: HEIGHT - 12 }, at)),
    s("path", { class: "cursor", d: `M0 ${TOP}V${HEIGHT - BOTTOM}` }),
    lines.toReversed().map(({ win }, i) => s("path", { class: `line line-${lines.length - 1 - i}`, d: path(win) })),
    labels(lines, y),
  );
}

/** The first tile of each line, at its right end, one above the other where lines are close. */
function labels(lines, y) {
  let free = -Infinity;
  return lines.map(({ tiles, win }) => {
    if (!tiles.length) return null;
    const at = Math.max(y(win[0]) - 13, free);
    free = at + 28;
    const left = width - RIGHT + 8;
    const place = { x: left, y: at, width: 20, height: 27 };
    return [s("rect", { class: "face", ...place, rx: 3 }), tileArt(tiles[0], place)];
  });
}

/** The least of 1, 2, 4, 6, 8 times a power of ten that is no less. */
function niceTop(share) {
  const power = 10 ** Math.floor(Math.log10(Math.max(share, 0.001)));
  return Math.min(1, ([1, 2, 4, 6, 8, 10].find((times) => times * power >= share) ?? 10) * power);
}

const lineName = (tiles) => (tiles.length ? tileNames(tiles) : t("chart.hand"));

function describe(lines, draws) {
  const parts = lines.map(({ tiles, win }) => t("chart.line", { tiles: lineName(tiles), share: percent(win[0]) }));
  return `${t("chart")}: ${t("chart.at", { n: draws })} ${parts.join(t("comma"))}`;
}

/** The same numbers as a table, made when it is opened. It stays open when the odds become finer, or the card another width. */
function numbersTable(lines, draws, isOpen) {
  const details = h(
    "details",
    { open: isOpen, ontoggle: () => details.open && details.children.length === 1 && details.append(rows()) },
    h("summary", {}, t("chart.table")),
  );
  const heading = ({ tiles }) => (tiles.length ? tiles.map((tile) => tileImage(tile)) : t("chart.hand"));
  const rowOf = (_, made) => row(draws - made, lines.map(({ win }) => percent(win[made])));
  const rows = () =>
    table(
      "numbers",
      null,
      [t("chart.draws"), ...lines.map(heading)],
      h("tbody", {}, Array.from({ length: draws }, rowOf)),
    );
  return details;
}
