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
    features,
    odds,
    random_hands,
    shanten,
    texts,
    unneeded,
    useful,
)
from paili.errors import InputError

# What type checkers call what `typing` has: importing it would take as long as all the rest.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from paili import arrow, cluster, env, plot
    from paili.files.batch_file import FileReport, batch_file
    from paili.games.comparison import Comparison
    from paili.games.distribution import Distribution, Rate, Spread
    from paili.games.events import Event, Outcome, PlayedGame
    from paili.games.leagues import League, LeaguePair, LeaguePlayer, arena
    from paili.games.play import play, wall
    from paili.games.policy import Policy
    from paili.games.rows import game_rows
    from paili.games.runs import compare, simulate
    from paili.games.tally import Detail, SeatTally, Tally, UsefulTiles
    from paili.hands.all_hands import exact
    from paili.hands.answers import Discards, GoodOutlooks, Outlooks
    from paili.hands.audit import Audit, audit
    from paili.hands.exact import ExactDistribution, ExactRow
    from paili.hands.kinds import KINDS, kinds_of, tiles_of
    from paili.hands.odds import DiscardOdds, Odds
    from paili.hands.rules import RuleSet
    from paili.hands.solved import Solved, SolvedDiscard, SolvedHand, solve

__all__ = [
    "KINDS",
    "ArrowArray",
    "Audit",
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
    "GoodOutlooks",
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
    "RuleSet",
    "SeatTally",
    "Solved",
    "SolvedDiscard",
    "SolvedHand",
    "Spread",
    "Tally",
    "Useful",
    "UsefulTiles",
    "View",
    "arena",
    "arrow",
    "audit",
    "batch_file",
    "cluster",
    "compare",
    "counts",
    "discards",
    "distances",
    "env",
    "exact",
    "features",
    "game_rows",
    "kinds_of",
    "odds",
    "play",
    "plot",
    "random_hands",
    "shanten",
    "simulate",
    "solve",
    "texts",
    "tiles_of",
    "unneeded",
    "useful",
    "wall",
]

__version__ = _native.VERSION

#: Modules that are public.
_MODULES = ("arrow", "cluster", "env", "plot", "polars")

#: The modules of names that are imported when somebody first asks for them, so that importing paili is quick.
_LATER = {
    "files.batch_file": ("FileReport", "batch_file"),
    "games.comparison": ("Comparison",),
    "games.distribution": ("Distribution", "Rate", "Spread"),
    "games.events": ("Event", "Outcome", "PlayedGame"),
    "games.leagues": ("League", "LeaguePair", "LeaguePlayer", "arena"),
    "games.play": ("play", "wall"),
    "games.policy": ("Policy",),
    "games.rows": ("game_rows",),
    "games.runs": ("compare", "simulate"),
    "games.tally": ("Detail", "SeatTally", "Tally", "UsefulTiles"),
    "hands.all_hands": ("exact",),
    "hands.answers": ("Discards", "GoodOutlooks", "Outlooks"),
    "hands.audit": ("Audit", "audit"),
    "hands.exact": ("ExactDistribution", "ExactRow"),
    "hands.kinds": ("KINDS", "kinds_of", "tiles_of"),
    "hands.odds": ("DiscardOdds", "Odds"),
    "hands.rules": ("RuleSet",),
    "hands.solved": ("Solved", "SolvedDiscard", "SolvedHand", "solve"),
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
