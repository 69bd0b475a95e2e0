"""Playing many games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from typing import Literal, SupportsIndex, TypeVar

from paili import _native
from paili._native import SEATINGS
from paili.arguments.names import PolicyName
from paili.arguments.numbers import MOST_THREADS, games_of, up_to
from paili.arguments.progress import Watcher, watching
from paili.errors import InputError
from paili.games.comparison import Comparison
from paili.games.policy import Policies, Policy, four, one
from paili.games.program_terms import OnFault, ProgramTerms, Sandbox, SequentialTest, is_program, seed_for, test_of
from paili.games.tally import Tally

__all__ = ["compare", "simulate"]

T = TypeVar("T", Tally, Comparison)


def simulate(
    games: SupportsIndex = 1_000_000,
    *,
    seed: SupportsIndex | Literal["auto"] | None = "auto",
    policies: Policies = "rule",
    detail: bool = False,
    first: SupportsIndex = 0,
    move_time: float = 10.0,
    memory: int | None = None,
    sandbox: Sandbox | None = None,
    allow: Sequence[str | PathLike[str]] = (),
    on_fault: OnFault = "forfeit",
    player_errors: str | PathLike[str] | None = None,
    threads: SupportsIndex | None = None,
    processes: SupportsIndex | None = None,
    progress: Watcher = None,
) -> Tally:
    """Play games ``first`` to ``first + games - 1`` of a seed and tally them.

    Game i depends on the seed and i alone, so neither threads nor machines change a result, and tallies of parts add
    up to that of the whole. Ctrl-C interrupts it within a fifth of a second or so.

    Parameters
    ----------
    games : int
        How many games.
    seed : int, str or None
        What the walls are shuffled from. None draws a seed from the operating system, and so does ``auto`` where
        programs play, since whoever knows the seed knows every wall; else it is 1. The tally's ``seed`` tells it.
    policies : str, Policy or iterable of them
        ``rule``, ``acceptance``, ``odds``, ``race``, ``concealed`` or ``random`` (``paili simulate --help`` says what
        they do), ``exec:`` and the command of a program, or a :class:`paili.Policy`; one for all seats, or four. Games
        with a policy written in Python are slow: they are played on one thread, whatever ``threads`` says, and take
        ten to a hundred times as long there.
    detail : bool
        Also useful tiles and waits turn by turn, which takes several times as long.
    first : int
        The number of the first game.
    move_time, memory, sandbox, allow, on_fault, player_errors
        On what terms programs play, as in :func:`paili.arena`. A :class:`RuntimeWarning` tells what they did wrong.
    threads : int, optional
        How many threads; all of the machine's processors unless it is given.
    processes : int, optional
        How many processes of this machine play, instead of threads: for policies written in Python. Each has policies
        of its own, pickled where processes are not forked (:mod:`multiprocessing` says where), and a policy that
        remembers one game in the next remembers only those of its process.
    progress : bool or callable, optional
        ``True`` shows a bar (needs tqdm). Something to call is told, some five times a second, how many games have been
        played; what it raises ends the run.

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
    games, first = games_of(games, first)
    chosen = four(policies)
    terms = ProgramTerms(move_time, memory, sandbox, allow, on_fault, player_errors)
    seed = seed_for(seed, chosen)
    some = partial(simulate_some, seed=seed, policies=chosen, detail=bool(detail), terms=terms)
    check_processes(processes, chosen)
    with watching(progress, games, "games") as tell:
        return played(some, first, first + games, 1, (threads, processes), tell)


def simulate_some(
    first: int,
    end: int,
    threads: SupportsIndex | None = 1,
    tell: Callable[[int], object] | None = None,
    *,
    seed: int,
    policies: list[PolicyName | Policy],
    detail: bool,
    terms: ProgramTerms | None = None,
) -> Tally:
    """Some games of a simulation, in this process."""
    return Tally(_native.simulate(first, end, seed, policies, detail, terms, threads, tell), seed)


def compare(
    policy: PolicyName | str | Policy,
    other: PolicyName | str | Policy,
    games: SupportsIndex = 600_000,
    *,
    seed: SupportsIndex | Literal["auto"] | None = "auto",
    until: Literal["decided"] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    differences: tuple[float, float] = (0.0, 0.01),
    move_time: float = 10.0,
    memory: int | None = None,
    sandbox: Sandbox | None = None,
    allow: Sequence[str | PathLike[str]] = (),
    on_fault: OnFault = "forfeit",
    player_errors: str | PathLike[str] | None = None,
    threads: SupportsIndex | None = None,
    processes: SupportsIndex | None = None,
    progress: Watcher = None,
) -> Comparison:
    """Tell which of two policies wins more often, in duplicate matches.

    Every wall is played six times, with two players of each policy in all six ways to seat them: both hold the same
    tiles and sit everywhere, so that neither wall nor seat favours one.

    Parameters
    ----------
    policy, other : str or Policy
        The policies, as in :func:`paili.simulate`. Those written in Python are told game ``6 * wall + seating``.
    games : int
        How many games; the last match is played to its end.
    seed : int, str or None
        As in :func:`paili.simulate`; the comparison's ``seed`` tells it.
    until : str, optional
        ``decided`` stops as soon as a sequential test knows which of the two wins more often, or that they are alike;
        the comparison's ``decided`` tells it.
    alpha, beta, differences
        What the test may err in and tells apart, as in :func:`paili.arena`.
    move_time, memory, sandbox, allow, on_fault, player_errors
        On what terms programs play, as in :func:`paili.arena`. A :class:`RuntimeWarning` tells what they did wrong.
    threads, processes, progress
        As in :func:`paili.simulate`.

    Returns
    -------
    Comparison
        How often either wins, by how much they differ, and how sure that is.

    Raises
    ------
    InputError
        When an argument is wrong, or a policy answers what is not allowed.

    Examples
    --------
    >>> import paili
    >>> compared = paili.compare("acceptance", "rule", 30_000)
    >>> f"{compared.difference:.4f}", compared.better
    ('0.1013', 'acceptance')
    """
    games, _ = games_of(games, 0)
    matches = -(-games // SEATINGS)
    chosen = [one(policy), one(other)]
    test = test_of(until, alpha, beta, differences)
    if test is not None and processes is not None:
        raise InputError("until", "a test that decides asks after every few matches: expected no processes")
    terms = ProgramTerms(move_time, memory, sandbox, allow, on_fault, player_errors)
    some = partial(compare_some, seed=seed_for(seed, chosen), policies=chosen, test=test, terms=terms)
    check_processes(processes, chosen)
    with watching(progress, games, "games") as tell:
        return played(some, 0, matches, SEATINGS, (threads, processes), tell)


def compare_some(
    first: int,
    end: int,
    threads: SupportsIndex | None = 1,
    tell: Callable[[int], object] | None = None,
    *,
    seed: int,
    policies: list[PolicyName | Policy],
    test: SequentialTest | None = None,
    terms: ProgramTerms | None = None,
) -> Comparison:
    """Some matches of a comparison, in this process."""

    def tell_games(matches: int) -> None:
        if tell is not None:
            tell(matches * SEATINGS)

    native, names = _native.compare(first, end, seed, policies, test, terms, threads, tell_games)
    if names is None:
        names = [policy if isinstance(policy, str) else type(policy).__name__ for policy in policies]
    return Comparison(native, (names[0], names[1]), seed, test)


def check_processes(processes: SupportsIndex | None, policies: Sequence[object]) -> None:
    """Programs are processes already."""
    if processes is not None and any(map(is_program, policies)):
        raise InputError("processes", "programs have processes of their own: expected threads")


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
    from paili.games.processes import in_processes

    done = 0
    for size, more in in_processes(play, first, end, up_to("processes", processes, MOST_THREADS)):
        total, done = total + more, done + size * games
        if tell is not None:
            tell(done)
    return total
