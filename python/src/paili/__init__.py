"""Mahjong hands and games by table look-up."""

from __future__ import annotations

import os as _os

from paili import _native
from paili._native import (
    ArrowArray,
    Discard,
    Hand,
    Plan,
    Useful,
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
    from paili import arrow, cluster, plot
    from paili.all_hands import ExactDistribution, ExactRow, exact
    from paili.answers import Discards, Outlooks
    from paili.comparison import Comparison
    from paili.distribution import Distribution, Rate, Spread
    from paili.events import Event, Outcome, PlayedGame
    from paili.files import FileReport, batch_file
    from paili.games import compare, simulate
    from paili.kinds import KINDS, kinds_of, tiles_of
    from paili.leagues import League, LeaguePair, LeaguePlayer, arena
    from paili.one_game import play, wall
    from paili.policy import Policy
    from paili.rows import game_rows
    from paili.tally import Detail, SeatTally, Tally, UsefulTiles
    from paili.winning import DiscardOdds, Odds

__all__ = [
    "KINDS",
    "ArrowArray",
    "Comparison",
    "Detail",
    "Discard",
    "DiscardOdds",
    "Discards",
    "Distribution",
    "Event",
    "ExactDistribution",
    "ExactRow",
    "FileReport",
    "Hand",
    "InputError",
    "League",
    "LeaguePair",
    "LeaguePlayer",
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
    "arena",
    "arrow",
    "batch_file",
    "cluster",
    "compare",
    "counts",
    "discards",
    "distances",
    "exact",
    "game_rows",
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

#: Modules that are public.
_MODULES = ("arrow", "cluster", "plot", "polars")

#: The modules of names that are imported when somebody first asks for them, so that importing paili is quick.
_LATER = {
    "all_hands": ("ExactDistribution", "ExactRow", "exact"),
    "answers": ("Discards", "Outlooks"),
    "comparison": ("Comparison",),
    "distribution": ("Distribution", "Rate", "Spread"),
    "events": ("Event", "Outcome", "PlayedGame"),
    "files": ("FileReport", "batch_file"),
    "games": ("compare", "simulate"),
    "kinds": ("KINDS", "kinds_of", "tiles_of"),
    "leagues": ("League", "LeaguePair", "LeaguePlayer", "arena"),
    "one_game": ("play", "wall"),
    "policy": ("Policy",),
    "rows": ("game_rows",),
    "tally": ("Detail", "SeatTally", "Tally", "UsefulTiles"),
    "winning": ("DiscardOdds", "Odds"),
}


def __getattr__(name: str) -> object:
    """Imports a name when somebody first asks for it."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"paili.{name}")
    for module, names in _LATER.items():
        if name in names:
            found: object = getattr(import_module(f"paili.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'paili' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is public, imported or not, and what every module has."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_native.after_fork)
