"""Many games on many machines."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, SupportsIndex

import paili
from paili._native import CHOICES
from paili.arguments.names import PolicyName
from paili.arguments.numbers import GAMES, MOST_THREADS, count, drawn_seed, up_to, whole
from paili.cluster.connection import connected, import_ray
from paili.cluster.folder import JobFolder
from paili.cluster.progress import Progress, Watch
from paili.cluster.workers import Block, results
from paili.errors import InputError
from paili.games.policy import Policies, Policy, four
from paili.games.program_terms import is_program, seed_for
from paili.games.tally import Tally

__all__ = ["simulate"]

#: Games of a block at least and at most, when nobody says: some hundredths of a second to a second of a core.
LEAST, MOST = 10_000, 400_000

#: How many blocks a job has between those.
BLOCKS = 256

#: How many times as long games may take whose policies or tally ask for useful tiles.
SLOW = 8

#: And those whose policies are none of the library's, or are these, which work out odds.
SLOWEST = 100
OF_ODDS = {"odds", "race"}

#: How often finished games are saved, in seconds.
SAVE_EVERY = 1.0


def simulate(
    games: SupportsIndex = 1_000_000,
    *,
    seed: SupportsIndex | Literal["auto"] | None = "auto",
    policies: Policies = "rule",
    detail: bool = False,
    address: str | None = None,
    out: str | os.PathLike[str] | None = None,
    games_per_block: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    progress: bool | Callable[[Progress], object] | None = None,
) -> Tally:
    """Play games on a Ray cluster and tally them.

    The tally is that of :func:`paili.simulate` with the same ``games``, ``seed``, ``policies`` and ``detail``, byte for
    byte: on however many machines, however the games are cut into blocks, and whatever workers or nodes are lost.

    Parameters
    ----------
    games, seed, policies, detail
        As in :func:`paili.simulate`. Policies that are objects are pickled (by Ray's cloudpickle, so that a notebook's
        classes can be, too) and sent with each block; they can't be kept in ``out``. A seed that is drawn is kept
        there, where programs in no sandbox can read it. Programs (``exec:``) and files of bounds (``solved:``) are
        opened by each node, so they need absolute paths that all nodes and the driver see.
    address : str, optional
        Of a Ray cluster: ``"host:port"``, or ``"auto"`` for one that this machine is part of. Without it, the
        connection that Ray has in this process is used; if it has none, the cluster that the variable ``RAY_ADDRESS``
        names; and if it names none, a cluster of this machine alone is started and ended again.
    out : path, optional
        A folder in which finished games are kept: the same call goes on from them. It has to be new, empty or of the
        same job. Of the finished games, at most those of the last second are lost when this process dies.
    games_per_block : int, optional
        How many games are played at once: by default up to a second's worth. It doesn't change the tally.
    threads : int
        How many processors a block takes. It doesn't change the tally.
    progress : bool or callable, optional
        Something to call is told a :class:`Progress` a few times a second; ``True`` shows a bar (needs tqdm), ``False``
        nothing. Without it, a line is written if standard error is a terminal.

    Returns
    -------
    Tally
        What can be counted of the games.

    Raises
    ------
    InputError
        For wrong arguments, and for a folder that holds anything else; also if no node has ``threads`` processors on a
        cluster that was started here. On another that is a :exc:`RuntimeWarning`: the job waits, as the cluster might
        grow.
    ConnectionError
        If the cluster can't be reached.
    ImportError
        Without Ray.
    RuntimeError
        If a node has another version of paili, or if a block was lost ten times or failed otherwise.

    Examples
    --------
    >>> import paili, paili.cluster
    >>> tally = paili.cluster.simulate(20_000)
    >>> tally == paili.simulate(20_000)
    True
    """
    games = whole("games", games, GAMES)
    threads = up_to("threads", threads, MOST_THREADS)
    if games_per_block is not None:
        games_per_block = count("games_per_block", games_per_block, "1 game or more")
    chosen = four(policies)
    names = policy_names(chosen, out)
    is_drawn = seed is None or (seed == "auto" and any(map(is_program, chosen)))
    # Where it is drawn, the folder may have one of an earlier call.
    seed = None if is_drawn else seed_for(seed, chosen)
    # Says what is wrong with the rest.
    nothing = paili.simulate(0, policies=chosen, detail=detail, threads=threads)
    job: dict[str, Any] = {
        "job": "simulate",
        "paili": paili.__version__,
        "games": games,
        "seed": seed,
        "policies": names,
        "detail": bool(detail),
        "games_per_block": games_per_block,
    }
    import_ray()
    with ExitStack() as stack:
        place = out if out is not None else stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        usual = {"seed": drawn_seed(), "games_per_block": usual_games_per_block(games, chosen, detail)}
        folder = stack.enter_context(JobFolder.open(Path(place), job, usual))
        size: int = folder.job["games_per_block"]
        drawn: int = folder.job["seed"]
        finished = Finished(nothing) if folder.finished is None else Finished.read(folder.finished)
        blocks, resumed = -(-games // size), len(finished)
        cluster = stack.enter_context(connected(address)) if resumed < blocks else None
        watch = Watch(Progress("games", finished.tally.games, games, resumed, blocks, resumed), progress)
        stack.callback(watch.end)
        if cluster is not None:
            left = (
                Block(
                    index, many, f"games {first} to {first + many - 1}", (first, many, drawn, chosen, detail, threads)
                )
                for index in range(finished.before, blocks)
                if index not in finished.beyond
                for first, many in [(index * size, min(size, games - index * size))]
            )
            finished = play_rest(finished, folder, results(cluster, play, left, threads, watch))
        watch.say_last()
        folder.write("tally.json", finished.tally.to_json() + "\n")
        folder.finish({"games": games})
    return Tally(finished.tally._native, drawn)


@dataclass(frozen=True)
class Finished:
    """What was played: a tally, and the blocks that it is of. They change together, whenever a signal comes."""

    tally: Tally
    #: All blocks before this one,
    before: int = 0
    #: and these.
    beyond: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return self.before + len(self.beyond)

    def plus(self, index: int, played: Tally) -> Finished:
        """The same with a block more."""
        before, beyond = self.before, self.beyond | {index}
        while before in beyond:
            beyond -= {before}
            before += 1
        return Finished(self.tally + played, before, beyond)

    def save(self, folder: JobFolder) -> None:
        """Saves it in the job's folder."""
        folder.save({"before": self.before, "beyond": sorted(self.beyond), "tally": self.tally.to_bytes().hex()})

    @classmethod
    def read(cls, saved: dict[str, Any]) -> Finished:
        """What :meth:`save` saved."""
        return cls(Tally.from_bytes(bytes.fromhex(saved["tally"])), saved["before"], frozenset(saved["beyond"]))


def play_rest(finished: Finished, folder: JobFolder, played: Generator[tuple[Block, bytes], None, None]) -> Finished:
    """Takes the results of what is left to play. Whatever happens, what was finished is saved."""
    saved_at = time.monotonic()
    try:
        with closing(played):
            for block, tally in played:
                finished = finished.plus(block.index, Tally.from_bytes(tally))
                if time.monotonic() - saved_at > SAVE_EVERY:
                    finished.save(folder)
                    saved_at = time.monotonic()
    finally:
        if len(finished) > 0:
            finished.save(folder)
    return finished


def play(first: int, games: int, seed: int, policies: list[PolicyName | Policy], detail: bool, threads: int) -> bytes:
    """What a worker does with a block. The tally depends on which games they are and how they are played alone."""
    played = paili.simulate(games, seed=seed, policies=policies, detail=detail, first=first, threads=threads)
    return played.to_bytes()


def usual_games_per_block(games: int, policies: list[PolicyName | Policy], detail: bool) -> int:
    """So that there are many blocks, none of them too small to be worth sending."""
    quick = set(CHOICES["policies"]) - OF_ODDS
    named = [policy for policy in policies if isinstance(policy, str) and policy in quick]
    asks = SLOW if detail or "acceptance" in named else 1
    slow = SLOWEST if len(named) < len(policies) else asks
    return min(max(-(-games // BLOCKS), LEAST // slow), MOST // slow)


def policy_names(policies: list[PolicyName | Policy], out: object) -> list[str]:
    """The names of policies, and those of objects' classes, which can't be told apart in a folder that is kept."""
    if out is not None and not all(isinstance(policy, str) for policy in policies):
        raise InputError("policies", "a folder can't tell objects apart: expected policies that have names, or no out")
    return [policy if isinstance(policy, str) else type(policy).__name__ for policy in policies]
