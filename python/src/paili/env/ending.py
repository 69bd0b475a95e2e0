"""How games end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing as npt

from paili.errors import InputError

__all__ = ["Ending", "four_numbers"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended.

    Examples
    --------
    >>> from paili.env import Ending
    >>> Ending(game=7, winner="A", dealt_in="C", tiles_left=31).winner
    'A'
    """

    #: The game's number.
    game: int
    #: Who won; None if the wall ran out or somebody gave the game up.
    winner: str | None
    #: Whose discard won, if one did.
    dealt_in: str | None
    #: How many tiles of the wall were left.
    tiles_left: int


def four_numbers(rewards: Any, ending: Ending) -> npt.NDArray[numpy.float32]:
    """What a function gave for a game that ended."""
    try:
        numbers = numpy.asarray(rewards, numpy.float32)
    except (TypeError, ValueError):
        numbers = numpy.empty(0, numpy.float32)
    if numbers.shape != (4,):
        raise InputError("rewards", f"{rewards!r} for game {ending.game}: expected a function that gives four numbers")
    return numbers
