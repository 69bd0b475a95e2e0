"""Many games on many machines."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, SupportsIndex

import paili
from paili.arguments import count, whole
from paili.cluster.connection import Cluster, connected, import_ray
from paili.cluster.engine import Engine, check_version
from paili.cluster.folder import JobFolder, write_whole
from paili.cluster.progress import Progress, Watch
from paili.cluster.ranges import Ranges
from paili.cluster.saved import read_sum, save_sum
from paili.errors import InputError
from paili.games import SEED
from paili.policy import Policies, four
from paili.tally import Tally

__all__ = ["simulate"]

#: Games of a piece at least and at most, when nobody says: some hundredths of a second to a second of a core.
LEAST, MOST = 10_000, 400_000

#: How many pieces a job has between those.
PIECES = 256

#: How many times as long games may take whose policies or tally ask for useful tiles.
SLOW = 8

#: How often finished games are saved, in seconds.
SAVE_EVERY = 1.0


def simulate(
    games: SupportsIndex = 1_000_000,
    *,
    seed: SupportsIndex = 1,
    policies: Policies = "rule",
    detail: bool = False,
    address: str | None = None,
    out: str | os.PathLike[str] | None = None,
    games_per_piece: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    progress: Callable[[Progress], object] | None = None,
) -> Tally:
    """Play games on a Ray cluster and tally them.

    The tally is that of :func:`paili.simulate` with the same ``games``, ``seed``, ``policies`` and ``detail``, byte for
    byte: on however many machines, however the games are cut into pieces, and whatever workers or nodes are lost.

    ``address`` is that of a Ray cluster (``"host:port"``, ``"auto"`` for one that this machine is part of). Without
    one, the connection that Ray has in this process is used; if it has none, the cluster that the variable
    ``RAY_ADDRESS`` names; and if it names none, a cluster of this machine alone is started and ended again.

    ``out`` is a folder in which finished games are kept: the same call goes on from them. It has to be new, empty or of
    the same job. Of the finished games, at most those of the last second are lost when this process dies.

    ``games_per_piece`` is how many games are played at once: by default up to a second's worth. ``threads`` is how many
    processors a piece takes. Neither changes the tally. ``progress`` is called with a :class:`Progress` a few times a
    second; without it, a line is written if standard error is a terminal.

    Raises :exc:`paili.InputError` for wrong arguments, for a folder that holds anything else, :exc:`ConnectionError` if
    the cluster can't be reached, :exc:`ImportError` without Ray, and :exc:`RuntimeError` if a node has another version
    of paili, if a piece was lost ten times or failed otherwise, or if no node has a processor. ``threads`` that no node
    has are an :exc:`paili.InputError`: at once on a cluster that was started here, after five minutes on another, which
    might grow.

    >>> import paili, paili.cluster
    >>> tally = paili.cluster.simulate(20_000)
    >>> tally == paili.simulate(20_000)
    True
    """
    games = whole("games", games, "a number of games")
    seed = whole("seed", seed, SEED)
    threads = count("threads", threads, "1 to 4096")
    if games_per_piece is not None:
        games_per_piece = count("games_per_piece", games_per_piece, "1 game or more")
    names = policy_names(policies)
    # Says what is wrong with the rest.
    nothing = paili.simulate(0, policies=names, detail=detail, threads=threads)
    job: dict[str, Any] = {
        "job": "simulate",
        "paili": paili.__version__,
        "games": games,
        "seed": seed,
        "policies": names,
        "detail": bool(detail),
        "games_per_piece": games_per_piece,
    }
    chosen = {"games_per_piece": usual_games_per_piece(games, names, detail)}
    import_ray()
    with ExitStack() as stack:
        folder = None
        state = State(nothing, Ranges())
        if out is not None:
            folder = stack.enter_context(JobFolder.open(out, job, chosen))
            job = folder.job
        cut = Cut(games, job["games_per_piece"] or chosen["games_per_piece"])
        if folder is not None:
            state = State(*read_sum(folder, state.tally, state.done))
            if state.tally.games != cut.games_of(state.done):
                raise InputError("out", f"{folder.path} is damaged: name another, or remove it to start anew")
        watch = Watch("games", games, cut.pieces, progress)
        stack.callback(watch.end)
        if len(state.done) < cut.pieces:
            cluster = stack.enter_context(connected(address))
            watch.begin(state.tally.games, len(state.done))
            watch.say()
            state = play_all(cluster, cut, state, (seed, names, detail, threads), folder, watch)
        else:
            watch.begin(state.tally.games, len(state.done))
        watch.say_last()
        if folder is not None:
            write_whole(folder.path / "tally.json", state.tally.to_json().encode() + b"\n")
            folder.finish({"games": games})
    return state.tally


@dataclass(frozen=True)
class State:
    """What was played: a tally and the pieces that it is of. They change together, whenever a signal comes."""

    tally: Tally
    done: Ranges

    def plus(self, index: int, played: Tally) -> State:
        """The same with a piece more."""
        return State(self.tally + played, self.done.plus(index))


def play_all(
    cluster: Cluster,
    cut: Cut,
    state: State,
    what: tuple[int, list[str], bool, int],
    folder: JobFolder | None,
    watch: Watch,
) -> State:
    """Plays what is not done. Whatever happens, what was finished is saved."""
    engine = Engine[Games](cluster, play, lambda piece: (piece.first, piece.games, *what), cpus=what[3])
    saved = state
    saved_at = time.monotonic()
    try:
        with closing(engine.results(cut.left(state.done))) as results:
            for finished in results:
                if finished is not None:
                    piece, result = finished
                    state = state.plus(piece.index, Tally.from_bytes(result))
                    watch.add(piece.games)
                watch.lost = engine.lost
                watch.say()
                now = time.monotonic()
                if folder is not None and state is not saved and now - saved_at > SAVE_EVERY:
                    save_sum(folder, state.tally, state.done)
                    saved, saved_at = state, now
    finally:
        if folder is not None and state is not saved:
            save_sum(folder, state.tally, state.done)
    return state


def play(asked: str, first: int, games: int, seed: int, policies: list[str], detail: bool, threads: int) -> bytes:
    """What a worker does with a piece. What comes out depends on the games, the seed and how they are played alone."""
    check_version(asked)
    played = paili.simulate(games, seed=seed, policies=policies, detail=detail, first=first, threads=threads)
    return played.to_bytes()


@dataclass(frozen=True)
class Games:
    """A piece: some games in a row."""

    index: int
    first: int
    games: int

    def __str__(self) -> str:
        return f"piece {self.index} (games {self.first} to {self.first + self.games - 1})"


@dataclass(frozen=True)
class Cut:
    """How games are cut into pieces."""

    games: int
    games_per_piece: int

    @property
    def pieces(self) -> int:
        """How many there are."""
        return -(-self.games // self.games_per_piece)

    def games_of(self, done: Ranges) -> int:
        """How many games these pieces have."""
        return sum(min(end * self.games_per_piece, self.games) - start * self.games_per_piece for start, end in done)

    def left(self, done: Ranges) -> Iterator[Games]:
        """The pieces that are not done yet. They are made as they are needed."""
        for index in done.gaps(self.pieces):
            first = index * self.games_per_piece
            yield Games(index, first, min(self.games_per_piece, self.games - first))


def usual_games_per_piece(games: int, policies: list[str], detail: bool) -> int:
    """So that there are many pieces, none of them too small to be worth sending."""
    slow = SLOW if detail or "acceptance" in policies else 1
    return min(max(-(-games // PIECES), LEAST // slow), MOST // slow)


def policy_names(policies: Policies) -> list[str]:
    """The policies, if they have names: others can't be told apart in a folder."""
    names = [policy for policy in four(policies) if isinstance(policy, str)]
    if len(names) < 4:
        raise TypeError("policies: a cluster plays policies that have names; paili.simulate plays others, too")
    return names
