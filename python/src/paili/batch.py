"""Many hands at once."""

from __future__ import annotations

from paili._native import counts, discards, distances, odds, random_hands, texts, useful
from paili.answers import Discards, Outlooks
from paili.kinds import KINDS, kinds_of, tiles_of

__all__ = [
    "KINDS",
    "Discards",
    "Outlooks",
    "counts",
    "discards",
    "distances",
    "kinds_of",
    "odds",
    "random_hands",
    "texts",
    "tiles_of",
    "useful",
]
