"""Plots, with matplotlib, which comes with ``pip install matplotlib``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paili._native import MOST_TILES
from paili.errors import InputError
from paili.hands.kinds import KINDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from paili.games.comparison import Comparison
    from paili.games.leagues import League
    from paili.games.tally import Tally
    from paili.hands.odds import Odds

__all__ = ["comparison", "distances", "league", "odds", "tally"]


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


def odds(odds: Odds, ax: Axes | None = None) -> Axes:
    """Draw how likely a hand wins by draws made, with each of its best discards; into ``ax``, or a new figure.

    Parameters
    ----------
    odds : Odds
        The odds of a hand, of :meth:`paili.Hand.odds`.
    ax : matplotlib.axes.Axes, optional
        Where it is drawn.

    Returns
    -------
    matplotlib.axes.Axes
        Those given, or new ones.

    Examples
    --------
    >>> import paili
    >>> paili.plot.odds(paili.Hand("34m99p1z").odds()).get_xlabel()
    'draws made'
    """
    return odds.plot(ax)


def league(league: League, ax: Axes | None = None) -> Axes:
    """Draw the ratings of a league's players, with their intervals; into ``ax``, or a new figure.

    Parameters
    ----------
    league : League
        A league, of :func:`paili.arena`.
    ax : matplotlib.axes.Axes, optional
        Where it is drawn.

    Returns
    -------
    matplotlib.axes.Axes
        Those given, or new ones.

    Examples
    --------
    >>> import paili
    >>> paili.plot.league(paili.arena("rule", "random", walls=20)).get_title()
    '20 walls, 120 games'
    """
    return league.plot(ax)


def comparison(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Draw how often either of two policies wins, with intervals; into ``ax``, or a new figure.

    Parameters
    ----------
    comparison : Comparison
        A comparison, of :func:`paili.compare`.
    ax : matplotlib.axes.Axes, optional
        Where it is drawn.

    Returns
    -------
    matplotlib.axes.Axes
        Those given, or new ones.

    Examples
    --------
    >>> import paili
    >>> paili.plot.comparison(paili.compare("rule", "random", 60)).get_xlabel()
    'games won, with 95 % intervals'
    """
    return comparison.plot(ax)


def tally(tally: Tally, figure: Figure | None = None) -> Figure:
    """Draw a tally: how games end, how long they take, and how the distances fall.

    Parameters
    ----------
    tally : Tally
        The tally of some games, of :func:`paili.simulate`.
    figure : matplotlib.figure.Figure, optional
        Where it is drawn.

    Returns
    -------
    matplotlib.figure.Figure
        The one given, or a new one.

    Examples
    --------
    >>> import paili
    >>> figure = paili.plot.tally(paili.simulate(1_000))
    >>> [axes.get_title() for axes in figure.axes]
    ['How games end', 'Turns', 'Distances by own turn', 'Tiles left in the wall']
    """
    return tally.plot(figure)
