"""Mahjong hands and games by table look-up."""

from __future__ import annotations

import os as _os

from paili import _native
from paili._native import ArrowArray
from paili.batch import KINDS, Outlooks, distances, random_hands, tiles_of, useful
from paili.errors import InputError
from paili.games import simulate
from paili.tally import Tally

__all__ = [
    "KINDS",
    "ArrowArray",
    "InputError",
    "Outlooks",
    "Tally",
    "distances",
    "random_hands",
    "simulate",
    "tiles_of",
    "useful",
]

__version__ = _native.VERSION

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_native.after_fork)
