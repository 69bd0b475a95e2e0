"""Many hands at once."""

from __future__ import annotations

from typing import Any, NamedTuple

from paili._native import distances, random_hands, useful

__all__ = ["KINDS", "Outlooks", "distances", "random_hands", "tiles_of", "useful"]

#: The 34 regular kinds in tile order: column i of an array of counts is kind i, and so is bit i of a mask.
KINDS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "MPS" for rank in range(1, 10)),
    *("E", "S", "W", "N", "B", "F", "Z"),
)


class Outlooks(NamedTuple):
    """How far hands are and what helps them: what :func:`paili.useful` returns, an array each.

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


def tiles_of(mask: int) -> list[str]:
    """The tiles of a mask, in the judge's tokens.

    >>> import paili
    >>> paili.tiles_of(0b101 | 1 << 33)
    ['1M', '3M', 'Z']
    """
    mask = int(mask)
    if mask < 0 or mask >> len(KINDS):
        from paili.errors import InputError

        raise InputError("mask", f"{mask}: expected a mask of 34 bits, bit i for kind i")
    return [kind for bit, kind in enumerate(KINDS) if mask >> bit & 1]
