"""Bars and curves of numbers, with matplotlib, which is imported with this module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from paili.games.distribution import Distribution

try:
    import numpy
    from matplotlib import colormaps, get_backend, pyplot
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
except ImportError as error:
    raise ImportError("plots need matplotlib: pip install matplotlib") from error

__all__ = ["DISTANCE", "bars", "curves", "games", "in_percent", "intervals", "label"]

#: Blue, orange and grey that colour-blind readers tell apart (Okabe and Ito, "Color universal design", 2008).
BLUE, ORANGE, GREY = "#0072B2", "#E69F00", "#999999"

#: Those and others of the same palette, for curves.
COLOURS = (BLUE, ORANGE, "#009E73", "#CC79A7", "#D55E00", "#56B4E9", GREY)

DISTANCE = "distance (tiles that a hand lacks)"

#: More numbers have no room below the bars.
MOST_TICKS = 16


def axes(ax: Axes | None) -> Axes:
    """Those given, or those of a new figure."""
    if ax is not None and not isinstance(ax, Axes):
        raise TypeError(f"ax: {ax!r}: expected matplotlib's Axes (what this gives back has .figure.savefig for files)")
    return pyplot.subplots(layout="constrained")[1] if ax is None else ax


def bars(
    ax: Axes | None, shares: Mapping[int, float], labels: Sequence[str] = (), *, width: float = 0.8, **words: str
) -> Axes:
    """A bar for each number, with a label above it; into ``ax``, or a new figure. ``words`` are its title and so on."""
    ax = axes(ax)
    drawn = ax.bar(list(shares), list(shares.values()), color=BLUE, width=width)
    if labels:
        ax.bar_label(drawn, labels, padding=2, fontsize="small")
        ax.margins(y=0.1)
    first = next((number for number, share in shares.items() if share), 0)
    last = max([*shares, first])
    ax.set(xlim=(first - 0.6, last + 0.6), **words)
    if last - first <= MOST_TICKS:
        ax.set_xticks(range(first, last + 1))
    else:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return in_percent(ax)


def curves(ax: Axes | None, chances: Mapping[str, Sequence[float]], *, legend: str, **words: str) -> Axes:
    """A curve for each name, of what is at 0, 1, 2 …; into ``ax``, or a new figure. ``words`` are its labels."""
    ax = axes(ax)
    for place, (name, values) in enumerate(chances.items()):
        # Curves that lie upon each other are all to be seen: each is thinner than those below it, and broken.
        style = ("-", "--", ":")[place % 3]
        width = 1.5 + 1.5 * (len(chances) - 1 - place)
        ax.plot(values, style, color=COLOURS[place % len(COLOURS)], label=name, linewidth=width)
    if any(chances):
        ax.legend(title=legend, frameon=False, fontsize="small")
    ax.set(**words)
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return in_percent(ax)


def intervals(
    ax: Axes | None, rows: Sequence[tuple[str, tuple[float | None, float | None, float | None]]], **words: str
) -> Axes:
    """A point for each name with the ends of its interval, where they are known; the first at the top."""
    ax = axes(ax)
    for place, (_, (value, low, high)) in enumerate(rows):
        if value is None:
            continue
        ends = None if low is None or high is None else [[max(0.0, value - low)], [max(0.0, high - value)]]
        ax.errorbar(value, place, xerr=ends, fmt="o", color=BLUE, ecolor=ORANGE, elinewidth=2, capsize=4)
    ax.set_yticks(range(len(rows)), [name for name, _ in rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set(**words)
    ax.grid(axis="x", alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def games(
    figure: Figure | None,
    title: str,
    winners: Mapping[str, tuple[float, float]],
    exhausted: float,
    turns: Distribution,
    distances: Sequence[Distribution],
    tiles_left: Distribution,
) -> Figure:
    """How games end, how long they take, and how the distances fall; into ``figure``, or a new one.

    ``winners`` are the shares of each player's wins by self-draw and by ron.
    """
    if figure is None:
        figure = pyplot.figure(figsize=(10, 7), layout="constrained")
        if "inline" in get_backend():
            # A notebook shows it as the cell's value; open, it would be shown once more.
            pyplot.close(figure)
    (ends_at, turns_at), (distances_at, left_at) = figure.subplots(2, 2)
    ends(ends_at, winners, exhausted)
    seen(turns_at, turns, title="Turns", xlabel="tiles drawn and claimed")
    by_turn(distances_at, distances)
    seen(left_at, tiles_left, title="Tiles left in the wall", xlabel="tiles")
    figure.suptitle(title)
    return figure


def ends(ax: Axes, winners: Mapping[str, tuple[float, float]], exhausted: float) -> None:
    """Who wins and how: a bar for each player, with tiles drawn below discards, and one for exhausted walls."""
    drawn, ron = zip(*winners.values(), strict=True)
    totals = [*map(sum, winners.values()), exhausted]
    ax.bar(list(winners), drawn, color=ORANGE, label="self-draw")
    won = ax.bar(list(winners), ron, bottom=drawn, color=BLUE, label="ron")
    nobody = ax.bar(["nobody"], [exhausted], color=GREY, label="wall exhausted")
    for drawn_bars, shares in ((won, totals[:-1]), (nobody, totals[-1:])):
        ax.bar_label(drawn_bars, [*map(label, shares)], padding=2, fontsize="small")
    # Room for the legend above the bars.
    ax.set(title="How games end", xlabel="winner", ylim=(0, 1.35 * max(*totals, 0.01)))
    ax.legend(loc="upper center", ncols=3, frameon=False, fontsize="small")
    in_percent(ax)


def seen(ax: Axes, distribution: Distribution, **words: str) -> None:
    """A distribution, with its mean."""
    bars(ax, dict(enumerate(distribution.shares)), width=1.0, **words)
    if distribution.mean is not None:
        ax.axvline(distribution.mean, color=ORANGE, linewidth=1.5, label=f"mean {distribution.mean:.1f}")
        ax.legend(frameon=False, fontsize="small")


def by_turn(ax: Axes, turns: Sequence[Distribution]) -> None:
    """The share of each distance after each own turn, stacked, the nearest at the bottom.

    Turns that fewer than one in a hundred of the players reach are left out: their shares are noise.
    """
    enough = [turn for turn in turns if turn.total and turn.total * 100 >= turns[0].total]
    shares = numpy.zeros((max((len(turn.counts) for turn in enough), default=0), len(enough)))
    for place, turn in enumerate(enough):
        shares[: len(turn.counts), place] = turn.shares
    colours = colormaps["viridis_r"](numpy.linspace(0, 1, len(shares)))
    for distance, floor in enumerate(shares.cumsum(axis=0) - shares):
        if shares[distance].any():
            places = range(len(enough))
            ax.bar(places, shares[distance], bottom=floor, width=1.0, color=colours[distance], label=str(distance))
    if enough:
        ax.legend(
            title="distance", loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, fontsize="small", reverse=True
        )
    ax.set(title="Distances by own turn", xlabel="own turn (0: the deal)", ylim=(0, 1))
    ax.set_xlim(-0.5, max(1, len(enough)) - 0.5)
    in_percent(ax)


def label(share: float) -> str:
    """A share above its bar; one that rounds to nothing is left out."""
    return f"{share:.1%}" if share >= 0.0005 else ""


def in_percent(ax: Axes, axis: Literal["x", "y"] = "y") -> Axes:
    """Say shares in percent, within two lines instead of a box."""
    shares = ax.xaxis if axis == "x" else ax.yaxis
    shares.set_major_formatter(lambda share, _: f"{100 * share:g}%")
    ax.spines[["top", "right"]].set_visible(False)
    return ax
