"""Playing many games, or one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import SupportsIndex

from paili import _native
from paili.arguments import U64, seed_of, whole
from paili.errors import InputError
from paili.events import SEATS, Event, Outcome, PlayedGame
from paili.policy import Policies, four
from paili.tally import Tally

__all__ = ["play", "simulate", "wall"]

GAME = f"the number of a game, from 0 to {U64}"


def simulate(
    games: SupportsIndex = 1_000_000,
    *,
    seed: SupportsIndex | None = 1,
    policies: Policies = "rule",
    detail: bool = False,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tally:
    """Play games ``first`` to ``first + games - 1`` of a seed and tally them.

    Game i depends on the seed and i alone, so neither threads nor machines change a result, and tallies of parts add
    up to that of the whole. Ctrl-C interrupts it within a fifth of a second or so.

    Parameters
    ----------
    games : int
        How many games.
    seed : int or None
        What the walls are shuffled from. None draws a seed from the operating system; the tally's ``seed`` tells it.
    policies : str, Policy or iterable of them
        ``rule``, ``acceptance``, ``odds``, ``concealed`` or ``random`` (``paili simulate --help`` says what they do),
        or a :class:`paili.Policy`; one for all seats, or four. Games with a policy written in Python are slow: they are
        played on one thread, whatever ``threads`` says, and take ten to a hundred times as long there.
    detail : bool
        Also useful tiles and waits turn by turn, which takes several times as long.
    first : int
        The number of the first game.
    threads : int, optional
        How many threads; all of the machine's processors unless it is given.
    progress : callable, optional
        Is told, some five times a second, how many games have been played. What it raises ends the run.

    Returns
    -------
    Tally
        What can be counted of the games.

    Raises
    ------
    InputError
        When an argument is wrong, or a policy answers what is not allowed.

    Examples
    --------
    >>> import paili
    >>> tally = paili.simulate(10_000, seed=7)
    >>> tally.ron.count, tally.ron.rate
    (7205, 0.7205)
    >>> tally == paili.simulate(4_000, seed=7) + paili.simulate(6_000, seed=7, first=4_000)
    True

    Progress, printed:

    >>> games = 10_000
    >>> tally = paili.simulate(games, progress=lambda played: print(f"{played / games:.0%}"))  # doctest: +ELLIPSIS
    1%
    ...
    100%
    """
    games = whole("games", games, "a number of games")
    seed = seed_of(seed)
    first = whole("first", first, GAME)
    if first + games > U64:
        raise InputError("games", f"{games} from game {first} on: expected games up to {U64}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected something to call, not {type(progress).__name__}")
    played = _native.simulate(first, first + games, seed, four(policies), bool(detail), threads, progress)
    return Tally(played, seed)


def play(
    wall: str | Iterable[str],
    policies: Policies = "rule",
    *,
    seed: SupportsIndex | None = 1,
    game: SupportsIndex = 0,
) -> PlayedGame:
    """Play one wall.

    Parameters
    ----------
    wall : str or iterable of str
        148 tiles, front first: a text as ``paili play`` reads it (tokens between white space), or an iterable of tiles
        such as :func:`paili.wall` gives.
    policies : str, Policy or iterable of them
        As in :func:`paili.simulate`.
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
    <PlayedGame of 63 turns: B wins by self-draw with 2P>
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
    ['3M', 'DOUBLE', '8M', '8P']
    """
    return _native.wall(seed_of(seed), whole("game", game, GAME))
