"""Answers about many hands."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Outlooks"]


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
