"""Playing one game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from paili import _native
from paili.arguments.names import SEATS
from paili.arguments.numbers import GAME, seed_of, whole
from paili.games.events import Event, Outcome, PlayedGame
from paili.games.policy import Policies, four

__all__ = ["play", "wall"]


def play(
    wall: str | Iterable[str], policies: Policies = "rule", *, seed: SupportsIndex | None = 1, game: SupportsIndex = 0
) -> PlayedGame:
    """Play one wall.

    Parameters
    ----------
    wall : str or iterable of str
        148 tiles, front first: a text with white space between them, as ``paili play`` reads it, or an iterable of
        tiles such as :func:`paili.wall` gives; in any notation.
    policies : str, Policy or iterable of them
        Names or objects, as in :func:`paili.simulate`; no programs.
    seed : int or None
        With ``game``, what the policy ``random`` draws on: it plays as in that game of :func:`paili.simulate`. None
        draws a seed from the operating system; the game's ``seed`` tells it.
    game : int
        See ``seed``.

    Returns
    -------
    PlayedGame
        All that happened.

    Raises
    ------
    InputError
        When the wall is none, another argument is wrong, or a policy answers what is not allowed.

    Examples
    --------
    >>> import paili
    >>> game = paili.play(paili.wall(seed=2021, game=0))
    >>> game
    <PlayedGame of 63 turns: B wins by self-draw with 2p>
    >>> [str(event) for event in game.events if event.kind == "pong"]
    ['D PONG Z Z Z']
    """
    seed = seed_of(seed)
    game = whole("game", game, GAME)
    tiles, transcript, told, left = _native.play(wall, four(policies), seed, game)
    events = [Event(*event) for event in told]
    end = events[-1]
    if end.kind not in ("ron", "self_draw", "exhausted"):
        raise AssertionError(f"a game ends with its end, not with {end}")
    return PlayedGame(
        wall=tuple(tiles),
        transcript=transcript,
        events=events,
        outcome=Outcome(end.kind, end.seat, end.from_seat, end.tile),
        hands={seat: hand for seat, (hand, _) in zip(SEATS, left, strict=True)},
        melds={seat: melds for seat, (_, melds) in zip(SEATS, left, strict=True)},
        seed=seed,
    )


def wall(seed: SupportsIndex | None, game: SupportsIndex = 0) -> list[str]:
    """The wall of a game of a seed. The walls of a seed are the same in every version.

    Parameters
    ----------
    seed : int or None
        What it is shuffled from. None draws a seed from the operating system.
    game : int
        The number of the game.

    Returns
    -------
    list of str
        148 tiles, front first.

    Raises
    ------
    InputError
        When a number is out of its bounds.

    Examples
    --------
    >>> import paili
    >>> paili.wall(2021, 0)[:4]
    ['3m', 'DOUBLE', '8m', '8p']
    """
    return _native.wall(seed_of(seed), whole("game", game, GAME))
