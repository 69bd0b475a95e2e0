"""Mahjong hands and games by table look-up."""

from __future__ import annotations

import os as _os

from paili import _native, plot
from paili._native import ArrowArray, Hand, View
from paili.all_hands import ExactDistribution, ExactRow, exact
from paili.answers import Discard, Plan, Useful
from paili.batch import KINDS, Outlooks, distances, random_hands, tiles_of, useful
from paili.distribution import Distribution, Rate, Spread
from paili.errors import InputError
from paili.events import Event, Outcome, PlayedGame
from paili.games import play, simulate, wall
from paili.policy import Policy
from paili.tally import Detail, SeatTally, Tally, UsefulTiles

__all__ = [
    "KINDS",
    "ArrowArray",
    "Detail",
    "Discard",
    "Distribution",
    "Event",
    "ExactDistribution",
    "ExactRow",
    "Hand",
    "InputError",
    "Outcome",
    "Outlooks",
    "Plan",
    "PlayedGame",
    "Policy",
    "Rate",
    "SeatTally",
    "Spread",
    "Tally",
    "Useful",
    "UsefulTiles",
    "View",
    "distances",
    "exact",
    "play",
    "plot",
    "random_hands",
    "simulate",
    "tiles_of",
    "useful",
    "wall",
]

__version__ = _native.VERSION

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_native.after_fork)
