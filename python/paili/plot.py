"""Plots, with matplotlib.

It is imported when something is drawn, and comes with ``pip install 'paili[plot]'``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from paili.distribution import Distribution
    from paili.tally import Tally

__all__ = ["distances", "tally"]

#: Blue, orange, green and grey that colour-blind readers tell apart (Okabe and Ito, "Color universal design", 2008).
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#E69F00", "#009E73", "#999999"


def distances(array: Any, ax: Axes | None = None) -> Axes:
    """Draw which share of hands has which distance; into ``ax``, or a new figure.

    ``array`` is what :func:`paili.distances` gives, or any other whole numbers; hands without an answer (-1 or null)
    are left out, and said to be.

    >>> import paili
    >>> axes = paili.plot.distances([3, 3, 4, 2, -1])
    >>> axes.get_title()
    'Distances of 4 hands, 1 without an answer'
    """
    need_matplotlib()
    import numpy

    given = numpy.asarray(array).ravel()
    if given.dtype == object:
        given = numpy.array([-1 if distance is None else distance for distance in given])
    if given.size and given.dtype.kind not in "iuf":
        raise TypeError(f"array: expected whole numbers, not {given.dtype}")
    # Nulls come as no number.
    answered = given[given >= 0].astype(numpy.int64)
    counts = numpy.bincount(answered)
    shares = counts / max(1, answered.size)

    ax = new_axes() if ax is None else ax
    bars(ax, list(shares), BLUE)
    label_bars(ax, list(shares))
    left_out = given.size - answered.size
    title = f"Distances of {answered.size:,} hands"
    ax.set_title(f"{title}, {left_out:,} without an answer" if left_out else title)
    ax.set_xlabel("distance (tiles that a hand lacks)")
    return ax


def tally(tally: Tally, figure: Figure | None = None) -> Figure:
    """Draw a tally: how games end, how long they take, and how the distances fall.

    >>> import paili
    >>> figure = paili.plot.tally(paili.simulate(1_000))
    >>> [axes.get_title() for axes in figure.axes]
    ['How games end', 'Turns', 'Distances by own turn', 'Tiles left in the wall']
    """
    need_matplotlib()
    figure = new_figure() if figure is None else figure
    (ends_at, turns_at), (distances_at, left_at) = figure.subplots(2, 2)
    ends(ends_at, tally)
    seen(turns_at, tally.turns, "Turns", "tiles drawn and claimed")
    by_turn(distances_at, tally.distances)
    seen(left_at, tally.tiles_left, "Tiles left in the wall", "tiles")
    figure.suptitle(f"{tally.games:,} games")
    return figure


def ends(ax: Axes, tally: Tally) -> None:
    """Who wins and how: a bar for each player, with tiles drawn below discards, and one for exhausted walls."""
    seats = list(tally.seats.values())
    names = [seat.seat for seat in seats]
    drawn = [seat.self_draw.rate or 0.0 for seat in seats]
    ron = [seat.ron.rate or 0.0 for seat in seats]
    ax.bar(names, drawn, color=ORANGE, label="self-draw")
    ax.bar(names, ron, bottom=drawn, color=BLUE, label="ron")
    ax.bar(["nobody"], [tally.exhausted.rate or 0.0], color=GREY, label="wall exhausted")
    totals = [one + other for one, other in zip(drawn, ron, strict=True)]
    label_bars(ax, [*totals, tally.exhausted.rate or 0.0])
    # Room for the legend above the bars.
    ax.set_ylim(0, 1.35 * max([*totals, tally.exhausted.rate or 0.0, 0.01]))
    ax.legend(loc="upper center", ncols=3, frameon=False, fontsize="small")
    ax.set_title("How games end")
    ax.set_xlabel("winner")
    in_percent(ax)


def seen(ax: Axes, distribution: Distribution, title: str, label: str) -> None:
    """A distribution, with its mean."""
    bars(ax, distribution.shares, BLUE, width=1.0)
    if distribution.mean is not None:
        ax.axvline(distribution.mean, color=ORANGE, linewidth=1.5, label=f"mean {distribution.mean:.1f}")
        ax.legend(frameon=False, fontsize="small")
    ax.set_title(title)
    ax.set_xlabel(label)


def by_turn(ax: Axes, turns: Sequence[Distribution]) -> None:
    """The share of each distance after each own turn, stacked, the nearest at the bottom.

    Turns that fewer than one in a hundred of the players reach are left out: their shares are noise.
    """
    from matplotlib import colormaps

    enough = [turn for turn in turns if turn.total * 100 >= turns[0].total and turn.total]
    farthest = max((len(turn.counts) for turn in enough), default=1) - 1
    floor = [0.0] * len(enough)
    for distance in range(farthest + 1):
        shares = [turn.shares[distance] if distance < len(turn.shares) else 0.0 for turn in enough]
        if not any(shares):
            continue
        colour = colormaps["viridis_r"](distance / max(1, farthest))
        ax.bar(range(len(enough)), shares, bottom=floor, width=1.0, color=colour, label=str(distance))
        floor = [below + share for below, share in zip(floor, shares, strict=True)]
    if enough:
        beside = ax.legend(title="distance", loc="center left", frameon=False, fontsize="small", reverse=True)
        beside.set_bbox_to_anchor((1.0, 0.5))
    ax.set_xlim(-0.5, max(1, len(enough)) - 0.5)
    ax.set_ylim(0, 1)
    ax.set_title("Distances by own turn")
    ax.set_xlabel("own turn (0: the deal)")
    in_percent(ax)


def bars(ax: Axes, shares: Sequence[float], colour: str, width: float = 0.8) -> None:
    """A bar for each number from the first that was seen on."""
    from matplotlib.ticker import MaxNLocator

    ax.bar(range(len(shares)), shares, color=colour, width=width)
    first = next((value for value, share in enumerate(shares) if share), 0)
    ax.set_xlim(first - 0.6, max(len(shares), first + 1) - 0.4)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    in_percent(ax)


def label_bars(ax: Axes, shares: Sequence[float]) -> None:
    """Write the shares above bars at 0, 1 and so on; those that round to nothing are left bare."""
    for place, share in enumerate(shares):
        if share >= 0.0005:
            ax.annotate(
                f"{share:.1%}", (place, share), (0, 2), textcoords="offset points", ha="center", fontsize="small"
            )


def in_percent(ax: Axes) -> None:
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
    ax.spines[["top", "right"]].set_visible(False)


def new_figure() -> Figure:
    from matplotlib import get_backend, pyplot

    figure = pyplot.figure(figsize=(10, 7), layout="constrained")
    if "inline" in get_backend():
        # A notebook shows it as the cell's value; open, it would be shown once more.
        pyplot.close(figure)
    return figure


def new_axes() -> Axes:
    from matplotlib import pyplot

    _, ax = pyplot.subplots(layout="constrained")
    return ax


def need_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'paili[plot]'") from error
