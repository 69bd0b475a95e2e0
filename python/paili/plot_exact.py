"""The exact distribution, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paili.plot import BLUE, in_percent, need_matplotlib, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from paili.all_hands import ExactDistribution

__all__ = ["plot"]


def plot(distribution: ExactDistribution, ax: Axes | None = None) -> Axes:
    """Bars of probability by distance. Needs matplotlib."""
    need_matplotlib()
    ax = new_axes() if ax is None else ax
    distances = [row.distance for row in distribution.distances]
    shares = [row.probability for row in distribution.distances]
    bars = ax.bar(distances, shares, width=0.8, color=BLUE)
    ax.bar_label(bars, labels=[label(share) for share in shares], padding=2, fontsize="small")
    ax.set_title(f"{title(distribution)}\nmean distance {distribution.mean:.3f}", loc="left", fontsize="medium")
    ax.set_xlabel("distance (tiles that a hand lacks)")
    ax.set_xticks(distances)
    ax.set_xlim(distances[0] - 1, distances[-1] + 1)
    ax.margins(y=0.1)
    in_percent(ax)
    return ax


def label(share: float) -> str:
    """A share in percent, for a label that has little room."""
    percent = 100 * share
    if percent < 0.001:
        return "≈0"
    return f"{percent:.1f}" if percent >= 1 else f"{percent:.2g}"


def title(distribution: ExactDistribution) -> str:
    """Which hands they are."""
    tiles, melds = distribution.tiles, distribution.melds
    beside = f" beside {melds} exposed meld{'' if melds == 1 else 's'}" if melds else ""
    less = f" less {len(distribution.visible)}" if distribution.visible else ""
    forms = "" if distribution.forms == ("standard",) else f"; {', '.join(distribution.forms)}"
    return f"All hands of {tiles} tile{'' if tiles == 1 else 's'}{beside} (deck of {distribution.deck}{less}{forms})"
