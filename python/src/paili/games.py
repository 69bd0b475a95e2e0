"""Playing many games, or one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import SupportsIndex

from paili import _native
from paili.arguments import U64, whole
from paili.errors import InputError
from paili.events import SEATS, Event, Outcome, PlayedGame
from paili.policy import Policies, four
from paili.tally import Tally

__all__ = ["play", "simulate", "wall"]

SEED = f"a seed from 0 to {U64}"

GAME = f"the number of a game, from 0 to {U64}"


def simulate(
    games: SupportsIndex = 1_000_000,
    *,
    seed: SupportsIndex = 1,
    policies: Policies = "rule",
    detail: bool = False,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tally:
    """Play games ``first`` to ``first + games - 1`` of a seed and tally them.

    Game i depends on the seed and i alone, so neither threads nor machines change a result, and tallies of parts add
    up to that of the whole. Ctrl-C interrupts it within a fifth of a second or so.

    :param policies: ``rule``, ``acceptance``, ``concealed`` or ``random`` (``paili simulate --help`` says what they
        do), or a :class:`paili.Policy`; one for all seats, or four. Games with a policy written in Python are slow:
        they are played on one thread, whatever ``threads`` says, and take ten to a hundred times as long there.
    :param detail: also useful tiles and waits turn by turn, which takes several times as long.
    :param threads: how many threads, all of the machine's processors unless it is given.
    :param progress: is told, some five times a second, how many games have been played. What it raises ends the run.

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
    seed = whole("seed", seed, SEED)
    first = whole("first", first, GAME)
    if first + games > U64:
        raise InputError("games", f"{games} from game {first} on: expected games up to {U64}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected something to call, not {type(progress).__name__}")
    return Tally(_native.simulate(first, first + games, seed, four(policies), bool(detail), threads, progress))


def play(
    wall: str | Iterable[str],
    policies: Policies = "rule",
    *,
    seed: SupportsIndex = 1,
    game: SupportsIndex = 0,
) -> PlayedGame:
    """Play one wall.

    :param wall: 148 tiles, front first: a text as ``paili play`` reads it (tokens between white space), or an iterable
        of tiles such as :func:`paili.wall` gives.
    :param policies: as in :func:`paili.simulate`.
    :param seed: with ``game``, what the policy ``random`` draws on: it plays as in that game of :func:`paili.simulate`.
    :param game: see ``seed``.

    >>> import paili
    >>> game = paili.play(paili.wall(seed=2021, game=0))
    >>> game
    <PlayedGame of 63 turns: B wins by self-draw with 2P>
    >>> [str(event) for event in game.events if event.kind == "pong"]
    ['D PONG Z Z Z']
    """
    seed = whole("seed", seed, SEED)
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
    )


def wall(seed: SupportsIndex, game: SupportsIndex) -> list[str]:
    """The wall of a game of a seed: 148 tiles, front first. The walls of a seed are the same in every version.

    >>> import paili
    >>> paili.wall(2021, 0)[:4]
    ['3M', 'DOUBLE', '8M', '8P']
    """
    return _native.wall(whole("seed", seed, SEED), whole("game", game, GAME))
