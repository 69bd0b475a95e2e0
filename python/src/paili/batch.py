"""Many hands at once."""

from __future__ import annotations

from paili._native import distances, odds, random_hands, useful
from paili.answers import Outlooks
from paili.arguments import integer
from paili.errors import InputError

__all__ = ["KINDS", "Outlooks", "distances", "odds", "random_hands", "tiles_of", "useful"]

#: The 34 regular kinds in tile order: column i of an array of counts is kind i, and so is bit i of a mask.
KINDS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "MPS" for rank in range(1, 10)),
    *("E", "S", "W", "N", "B", "F", "Z"),
)


def tiles_of(mask: int) -> list[str]:
    """The tiles of a mask, in the judge's tokens.

    >>> import paili
    >>> paili.tiles_of(0b101 | 1 << 33)
    ['1M', '3M', 'Z']
    """
    mask = integer("mask", mask)
    if mask < 0 or mask >> len(KINDS):
        raise InputError("mask", f"{mask}: expected a mask of 34 bits, bit i for kind i")
    return [kind for bit, kind in enumerate(KINDS) if mask >> bit & 1]
