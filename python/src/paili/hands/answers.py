"""Answers about many hands."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Discards", "GoodOutlooks", "Outlooks"]


class Outlooks(NamedTuple):
    """Distances, useful tiles and acceptances of many hands, an array each. :func:`paili.useful` returns it.

    >>> import paili
    >>> paili.useful(["11m"]).distance
    array([0], dtype=int8)
    """

    #: int8: how many tiles each lacks; -1 or null for a hand that is none.
    distance: Any
    #: int64: masks of the useful kinds, bit i for kind i.
    useful: Any
    #: int16: how many copies of them each hand does not hold; -1 or null for a hand that is none.
    acceptance: Any


class GoodOutlooks(NamedTuple):
    """The same with good waits. :func:`paili.useful` returns it where these are asked for.

    >>> import paili
    >>> paili.useful(["45m57p23456799s1z"], good=True).good
    array([4], dtype=int16)
    """

    #: int8: how many tiles each lacks; -1 or null for a hand that is none.
    distance: Any
    #: int64: masks of the useful kinds, bit i for kind i.
    useful: Any
    #: int16: how many copies of them each hand does not hold; -1 or null for a hand that is none.
    acceptance: Any
    #: int16: how many of these copies lead to a good wait; -1 or null for a hand that is not at distance 2.
    good: Any


class Discards(NamedTuple):
    """The best discards of many hands and what they leave, an array each. :func:`paili.discards` returns it.

    >>> import paili
    >>> paili.discards(["34m99p1z"]).discard
    array([27], dtype=int8)
    """

    #: int8: the tile's place in :data:`paili.KINDS`; -1 or null for a hand that has to draw first, or is none.
    discard: Any
    #: int8: the distance after it; -1 or null as well.
    distance: Any
    #: int64: masks of the useful kinds after it, bit i for kind i.
    useful: Any
    #: int16: how many copies of them are left; -1 or null as well.
    acceptance: Any
