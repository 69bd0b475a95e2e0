"""Mahjong hands and games by table look-up."""

from __future__ import annotations

import os as _os

from paili import _native
from paili._native import (
    ArrowArray,
    Hand,
    View,
    counts,
    discards,
    distances,
    odds,
    random_hands,
    texts,
    useful,
)
from paili.errors import InputError

# What type checkers call what `typing` has: importing it would take as long as all the rest.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from paili import plot
    from paili.all_hands import ExactDistribution, ExactRow, exact
    from paili.answers import Discard, Discards, Outlooks, Plan, Useful
    from paili.distribution import Distribution, Rate, Spread
    from paili.events import Event, Outcome, PlayedGame
    from paili.games import play, simulate, wall
    from paili.kinds import KINDS, kinds_of, tiles_of
    from paili.policy import Policy
    from paili.tally import Detail, SeatTally, Tally, UsefulTiles
    from paili.winning import DiscardOdds, Odds

__all__ = [
    "KINDS",
    "ArrowArray",
    "Detail",
    "Discard",
    "DiscardOdds",
    "Discards",
    "Distribution",
    "Event",
    "ExactDistribution",
    "ExactRow",
    "Hand",
    "InputError",
    "Odds",
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
    "counts",
    "discards",
    "distances",
    "exact",
    "kinds_of",
    "odds",
    "play",
    "plot",
    "random_hands",
    "simulate",
    "texts",
    "tiles_of",
    "useful",
    "wall",
]

__version__ = _native.VERSION

#: The modules of names that are imported when somebody first asks for them, so that importing paili is quick.
_LATER = {
    "all_hands": ("ExactDistribution", "ExactRow", "exact"),
    "answers": ("Discard", "Discards", "Outlooks", "Plan", "Useful"),
    "distribution": ("Distribution", "Rate", "Spread"),
    "events": ("Event", "Outcome", "PlayedGame"),
    "games": ("play", "simulate", "wall"),
    "kinds": ("KINDS", "kinds_of", "tiles_of"),
    "policy": ("Policy",),
    "tally": ("Detail", "SeatTally", "Tally", "UsefulTiles"),
    "winning": ("DiscardOdds", "Odds"),
}


def __getattr__(name: str) -> object:
    """Imports a name when somebody first asks for it."""
    from importlib import import_module

    if name in ("arrow", "cluster", "plot", "polars"):
        return import_module(f"paili.{name}")
    for module, names in _LATER.items():
        if name in names:
            found: object = getattr(import_module(f"paili.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'paili' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All names, imported or not."""
    return sorted({*globals(), *__all__})


if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_native.after_fork)
