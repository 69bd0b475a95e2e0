"""Answers about hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["Discard", "Discards", "Outlooks", "Plan", "Useful"]


@dataclass(frozen=True)
class Useful:
    """The useful tiles of a hand, and how many copies are left of them.

    Which tiles are useful does not depend on what is visible, so a useful tile can have no copy left.

    >>> import paili
    >>> paili.Hand("1133m456789p123s").useful()
    Useful(tiles=['1m', '3m'], copies={'1m': 2, '3m': 2}, acceptance=4)
    """

    #: The tiles, in tile order.
    tiles: list[str]
    #: How many copies of each are left: neither in the hand nor visible elsewhere.
    copies: dict[str, int]
    #: How many copies are left in all (ukeire).
    acceptance: int


@dataclass(frozen=True)
class Discard:
    """A tile to discard, and what it leaves.

    >>> import paili
    >>> paili.Hand("34m99p1z").discards()[0]
    Discard(tile='1z', distance=1, useful=Useful(tiles=['2m', '5m'], copies={'2m': 4, '5m': 4}, acceptance=8))
    """

    #: The tile.
    tile: str
    #: The distance after it.
    distance: int
    #: The useful tiles after it; the tile itself counts as seen.
    useful: Useful


@dataclass(frozen=True)
class Plan:
    """One way to split a hand for its distance, which shows why it is that.

    >>> import paili
    >>> paili.Hand("34m99p1z").plan()
    Plan(groups=[['2m', '3m', '4m'], ['9p', '9p']], missing=['2m'], surplus=['1z'])
    """

    #: The groups that the concealed tiles are to become: melds in tile order, then the pair; or seven pairs; or the
    #: thirteen orphans and the one that makes a pair.
    groups: list[list[str]]
    #: The tiles that must be added: as many as the distance.
    missing: list[str]
    #: The tiles that must leave.
    surplus: list[str]


class Outlooks(NamedTuple):
    """Distances, useful tiles and acceptances of many hands, an array each. :func:`paili.useful` returns it.

    >>> import paili
    >>> paili.useful(["11m"]).distances
    array([0], dtype=int8)
    """

    #: int8: how many tiles each lacks; -1 or null for a hand that is none.
    distances: Any
    #: int64: masks of the useful kinds, bit i for kind i.
    useful: Any
    #: int16: how many copies of them each hand does not hold; -1 or null for a hand that is none.
    acceptance: Any


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
