"""Playing many games, or one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar

from paili import _native
from paili.arguments import U64, count, whole
from paili.comparison import Comparison
from paili.errors import InputError
from paili.events import SEATS, Event, Outcome, PlayedGame
from paili.policy import Policies, Policy, four, one
from paili.progress import Watcher, watching
from paili.tally import Tally

if TYPE_CHECKING:
    import numpy

__all__ = ["compare", "game_rows", "play", "simulate", "wall"]

SEED = f"a seed from 0 to {U64}"

GAME = f"the number of a game, from 0 to {U64}"

#: Games of a match: the ways to seat two players of each of two policies.
SEATINGS = 6

T = TypeVar("T", Tally, Comparison)


def simulate(
    games: SupportsIndex = 1_000_000,
    *,
    seed: SupportsIndex = 1,
    policies: Policies = "rule",
    detail: bool = False,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    processes: SupportsIndex | None = None,
    progress: Watcher = None,
) -> Tally:
    """Play games ``first`` to ``first + games - 1`` of a seed and tally them.

    Game i depends on the seed and i alone, so neither threads nor machines change a result, and tallies of parts add
    up to that of the whole. Ctrl-C interrupts it within a fifth of a second or so.

    Parameters
    ----------
    games
        How many.
    seed
        What the walls are drawn from.
    policies
        ``rule``, ``acceptance``, ``odds``, ``concealed`` or ``random`` (``paili simulate --help`` says what they do),
        or a :class:`paili.Policy`; one for all seats, or four. Games with a policy written in Python are slow: they
        are played on one thread, whatever ``threads`` says, and take ten to a hundred times as long there.
    detail
        Also useful tiles and waits turn by turn, which takes several times as long.
    first
        The number of the first game.
    threads
        How many threads, all of the machine's processors unless it is given.
    processes
        Instead of threads, how many processes of this machine play: for policies written in Python. Each has policies
        of its own, pickled where processes are not forked (:mod:`multiprocessing` says where), and a policy that
        remembers one game in the next remembers only those of its process.
    progress
        ``True`` shows a bar (needs tqdm). Something to call is told, some five times a second, how many games have been
        played; what it raises ends the run.

    Returns
    -------
    Tally
        The statistics.

    Raises
    ------
    InputError
        If an argument is wrong, or a policy's answer is not allowed.

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
    games, first, seed = in_bounds(games, first, seed)
    simulated = partial(simulate_some, seed=seed, policies=four(policies), detail=bool(detail))
    with watching(progress, games, "games") as tell:
        return played(simulated, first, first + games, 1, (threads, processes), tell)


def simulate_some(
    first: int,
    end: int,
    threads: SupportsIndex | None = 1,
    tell: Callable[[int], object] | None = None,
    *,
    seed: int,
    policies: list[str | Policy],
    detail: bool,
) -> Tally:
    """Some games of a simulation, in this process."""
    return Tally(_native.simulate(first, end, seed, policies, detail, threads, tell))


def compare(
    policy: str | Policy,
    other: str | Policy,
    games: SupportsIndex = 600_000,
    *,
    seed: SupportsIndex = 1,
    threads: SupportsIndex | None = None,
    processes: SupportsIndex | None = None,
    progress: Watcher = None,
) -> Comparison:
    """Tell which of two policies wins more often, in duplicate matches.

    Every wall is played six times, with two players of each policy in all six ways to seat them: both hold the same
    tiles and sit everywhere, so that neither wall nor seat favours one.

    Parameters
    ----------
    policy, other
        The policies: names, or objects such as :class:`paili.Policy`. Objects are asked in game ``6 * wall + seating``.
    games
        How many; the last match is played to its end.
    seed, threads, processes, progress
        As in :func:`paili.simulate`.

    Returns
    -------
    Comparison
        How often either wins, by how much they differ, and how sure that is.

    Raises
    ------
    InputError
        If an argument is wrong, or a policy's answer is not allowed.

    Examples
    --------
    >>> import paili
    >>> compared = paili.compare("acceptance", "rule", 30_000)
    >>> f"{compared.difference:.4f}", compared.better
    ('0.1013', 'acceptance')

    """
    games, _, seed = in_bounds(games, 0, seed)
    matches = -(-games // SEATINGS)
    chosen = [one(policy), one(other)]
    compared = partial(compare_some, seed=seed, policies=chosen)
    with watching(progress, games, "games") as tell:
        return played(compared, 0, matches, SEATINGS, (threads, processes), tell)


def compare_some(
    first: int,
    end: int,
    threads: SupportsIndex | None = 1,
    tell: Callable[[int], object] | None = None,
    *,
    seed: int,
    policies: list[str | Policy],
) -> Comparison:
    """Some matches of a comparison, in this process."""

    def tell_games(matches: int) -> None:
        if tell is not None:
            tell(matches * SEATINGS)

    name, other = (policy if isinstance(policy, str) else type(policy).__name__ for policy in policies)
    return Comparison(_native.compare(first, end, seed, policies, threads, tell_games), (name, other))


def played(
    play: Callable[..., T],
    first: int,
    end: int,
    games: int,
    where: tuple[SupportsIndex | None, SupportsIndex | None],
    tell: Callable[[int], object] | None,
) -> T:
    """What becomes of a range of so many games each, on threads or in processes."""
    threads, processes = where
    if processes is None:
        return play(first, end, threads, tell)
    if threads is not None:
        raise InputError("threads", "with processes each plays on one: expected threads or processes")
    # Says what is wrong with the rest.
    total = play(first, first)
    from paili.processes import in_processes

    done = 0
    for size, more in in_processes(play, first, end, count("processes", processes, "1 or more")):
        total, done = total + more, done + size * games
        if tell is not None:
            tell(done)
    return total


def game_rows(
    games: SupportsIndex,
    *,
    seed: SupportsIndex = 1,
    policies: Policies = "rule",
    first: SupportsIndex = 0,
    walls: bool = False,
    transcripts: bool = False,
    threads: SupportsIndex | None = None,
    progress: Watcher = None,
) -> dict[str, numpy.ndarray[Any, Any] | list[str | None]]:
    """Play games and tell what became of each: the columns of ``paili simulate --rows``.

    Parameters
    ----------
    games, seed, policies, first, threads, progress
        As in :func:`paili.simulate`.
    walls
        Also a column ``wall`` with the tiles of each, front first, as :func:`paili.play` reads them.
    transcripts
        Also a column ``transcript``, as the program prints it. A million take 2 GB.

    Returns
    -------
    dict
        Columns of length ``games``, ready for ``pandas.DataFrame``, ``polars.DataFrame`` or ``pyarrow.table``:
        ``game`` (uint64); ``outcome``, "ron", "self-draw" or "exhausted", ``winner`` and ``from``, a seat or ``None``
        (lists); and, as uint8, ``turns``, ``tiles_left``, and for each seat ``chows_a`` …, ``pongs_a`` … and
        ``start_a`` …, the distance as dealt. Numbers are arrays of numpy's; without numpy, memory views.

    Raises
    ------
    InputError
        If an argument is wrong, or a policy's answer is not allowed.

    Examples
    --------
    >>> import pandas, paili
    >>> rows = pandas.DataFrame(paili.game_rows(1_000))
    >>> rows.groupby("outcome").turns.mean().round(1).to_dict()
    {'exhausted': 100.2, 'ron': 50.5, 'self-draw': 53.0}

    """
    games, first, seed = in_bounds(games, first, seed)
    chosen = four(policies)
    with watching(progress, games, "games") as tell:
        columns = _native.game_rows(
            first, first + games, seed, chosen, bool(walls), bool(transcripts), threads=threads, progress=tell
        )
    return {name: numbers(cells, "Q" if name == "game" else "B") for name, cells in columns.items()}


def numbers(cells: bytearray | list[str | None], kind: Literal["B", "Q"]) -> Any:
    """A column: texts as they are, bytes as the numbers that they are."""
    if isinstance(cells, list):
        return cells
    try:
        import numpy
    except ImportError:
        return memoryview(cells).cast("Q") if kind == "Q" else memoryview(cells)
    return numpy.frombuffer(cells, numpy.dtype(kind))


def in_bounds(games: SupportsIndex, first: SupportsIndex, seed: SupportsIndex) -> tuple[int, int, int]:
    """How many games, the first and the seed, if there are such."""
    games = whole("games", games, "a number of games")
    seed = whole("seed", seed, SEED)
    first = whole("first", first, GAME)
    if first + games > U64:
        raise InputError("games", f"{games} from game {first} on: expected games up to {U64}")
    return games, first, seed


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
