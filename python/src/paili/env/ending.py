"""How games end."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Ending"]


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
