"""Plots of arrays. Odds, exact counts, tallies, comparisons and leagues have a method ``plot``. All need matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paili._native import MOST_TILES
from paili.errors import InputError
from paili.hands.kinds import KINDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["distances"]


#: Every tile of a hand can be replaced, and no hand is farther.
MOST = MOST_TILES


def distances(array: Any, ax: Axes | None = None) -> Axes:
    """Draw which share of hands has which distance; into ``ax``, or a new figure.

    Parameters
    ----------
    array : array of int
        What :func:`paili.distances` gives, or any other whole numbers up to 14, the largest distance there is. Hands
        without an answer (-1 or null) are left out, and said to be.
    ax : matplotlib.axes.Axes, optional
        Where it is drawn.

    Returns
    -------
    matplotlib.axes.Axes
        Those given, or new ones.

    Raises
    ------
    InputError
        When a number is no distance.
    TypeError
        When they are no numbers.

    Examples
    --------
    >>> import paili
    >>> axes = paili.plot.distances([3, 3, 4, 2, -1])
    >>> axes.get_title()
    'Distances of 4 hands, 1 without an answer'
    """
    from paili.display.drawing import DISTANCE, bars, label

    # matplotlib needs it, so it is there.
    import numpy  # isort: skip

    given = numpy.asarray(array)
    if given.shape[1:] == (len(KINDS),):
        raise InputError("array", f"counts of {len(given)} hands: expected their distances")
    given = given.ravel()
    if given.dtype == object:
        given = numpy.array([-1 if distance is None else distance for distance in given])
    if given.size and given.dtype.kind not in "iuf":
        raise TypeError(f"array: expected whole numbers, not {given.dtype}")
    # Nulls come as no number, and make all others floats.
    fractions = ~numpy.isnan(given) & (numpy.trunc(given) != given)
    wrong = given[(given > MOST) | (given < -1) | fractions]
    if wrong.size:
        raise InputError("array", f"{wrong[0]}: expected distances, whole numbers from 0 to {MOST}, or -1 for none")
    answered = given[given >= 0].astype(numpy.int64)
    shares = numpy.bincount(answered) / max(1, answered.size)
    left_out = given.size - answered.size
    title = f"Distances of {answered.size:,} hands" + (f", {left_out:,} without an answer" if left_out else "")
    return bars(ax, dict(enumerate(shares)), [*map(label, shares)], title=title, xlabel=DISTANCE)
