"""Doing pieces of work on Ray, each exactly once as far as anybody can see."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

import paili
from paili.cluster.connection import Cluster
from paili.cluster.width import Width
from paili.errors import InputError

__all__ = ["Engine", "check_version"]


class Piece(Protocol):
    """A part of a job that is done at once. Doing it twice gives the same as doing it once."""

    @property
    def index(self) -> int:
        """Its place among the job's pieces."""
        ...

    def __str__(self) -> str:
        """What it is, for a message."""
        ...


P = TypeVar("P", bound=Piece)

#: How often a piece may be lost before it is taken to be what kills its workers.
MOST_LOSSES = 10

#: How long a lost piece waits at most before it is given out again, in seconds. At first it hardly waits.
LONGEST_PAUSE = 2.0

#: How long pieces that are called back may take to stop, in seconds.
STOP_WITHIN = 5.0


class Engine(Generic[P]):
    """Gives pieces to workers and takes the results.

    Ray's own retries are off: a piece that was lost is given out again here, where it is known and counted. What a task
    returns comes with its reply and is kept by the driver, so a result is here or it is lost, never both.
    """

    def __init__(
        self, cluster: Cluster, work: Callable[..., Any], arguments: Callable[[P], tuple[Any, ...]], cpus: int
    ) -> None:
        self._cluster = cluster
        self._task = cluster.ray.remote(max_retries=0, num_cpus=cpus)(work)
        self._arguments = arguments
        self._cpus = cpus
        #: How often a piece was lost with its worker or node.
        self.lost = 0

    def results(self, pieces: Iterable[P]) -> Generator[tuple[P, Any] | None, None, None]:
        """Each piece with its result, in the order in which they are finished; ``None`` from time to time in between.

        Pieces are taken when there is somebody to do them: there may be any number of them. If some fail, the failure
        of the first of them is raised, the same whoever is faster: pieces before it are done, those after it are
        dropped. Closing it drops all that was given out.
        """
        ray = self._cluster.ray
        left = iter(pieces)
        flying: dict[Any, P] = {}
        # Pieces that were lost, and when they are given out again.
        again: list[tuple[float, int, P]] = []
        losses: Counter[int] = Counter()
        failed: tuple[int, BaseException] | None = None
        width = Width(self._cluster, self._cpus)
        # What nobody waits for any more. It is not cancelled: Ray itself crashes at times when it is told to cancel
        # what has just been done (2.60, "Tried to complete task that was not pending"), and pieces are short.
        dropped: list[Any] = []
        try:
            while True:
                while len(flying) < width.now():
                    piece = self._next(again, left, failed)
                    if piece is None:
                        break
                    flying[self._task.remote(paili.__version__, *self._arguments(piece))] = piece
                if not flying and not again:
                    break
                for ref in wait(ray, flying):
                    piece = flying.pop(ref)
                    try:
                        result = ray.get(ref)
                    except lost_errors(ray) as error:
                        self.lost += 1
                        losses[piece.index] += 1
                        if losses[piece.index] == MOST_LOSSES:
                            raise RuntimeError(f"{piece} was lost {MOST_LOSSES} times, last so: {error}") from error
                        pause = min(0.05 * 2 ** losses[piece.index], LONGEST_PAUSE)
                        heapq.heappush(again, (time.monotonic() + pause, piece.index, piece))
                    except ray.exceptions.RayError as error:
                        if failed is None or piece.index < failed[0]:
                            failed = (piece.index, cause_of(ray, error, piece))
                    else:
                        losses.pop(piece.index, None)
                        yield piece, result
                if failed is not None:
                    late = [ref for ref, piece in flying.items() if piece.index > failed[0]]
                    for ref in late:
                        flying.pop(ref)
                    dropped += late
                yield None
        finally:
            stopped(ray, [*dropped, *flying])
        if failed is not None:
            raise failed[1]

    @staticmethod
    def _next(
        again: list[tuple[float, int, P]], left: Iterator[P], failed: tuple[int, BaseException] | None
    ) -> P | None:
        """The piece that is to be given out next, if there is one now."""
        if failed is not None:
            # Only what might fail earlier still matters. Pieces are given out in their order.
            again[:] = [entry for entry in again if entry[1] < failed[0]]
            heapq.heapify(again)
        if again and again[0][0] <= time.monotonic():
            return heapq.heappop(again)[2]
        return next(left, None) if failed is None else None


def wait(ray: Any, flying: dict[Any, Any]) -> list[Any]:
    """Those that are finished, if some are before long."""
    if not flying:
        time.sleep(0.05)
        return []
    refs = list(flying)
    ready, _ = ray.wait(refs, num_returns=1, timeout=0.5)
    if ready and len(refs) > 1:
        ready, _ = ray.wait(refs, num_returns=len(refs), timeout=0)
    return list(ready)


def stopped(ray: Any, refs: list[Any]) -> None:
    """Gives what nobody waits for a moment to end, so that it writes nothing afterwards."""
    if refs:
        with suppress(Exception):
            ray.wait(refs, num_returns=len(refs), timeout=STOP_WITHIN)


def lost_errors(ray: Any) -> tuple[type[BaseException], ...]:
    """What Ray says of a task whose worker, node or result is gone."""
    errors = ray.exceptions
    return (
        errors.WorkerCrashedError,
        errors.NodeDiedError,
        errors.LocalRayletDiedError,
        errors.ObjectLostError,
        errors.OutOfMemoryError,
    )


def cause_of(ray: Any, error: BaseException, piece: Piece) -> BaseException:
    """What went wrong with a piece, as it would be raised here. What nobody foresaw says which piece it was."""
    cause = getattr(error, "cause", None) if isinstance(error, ray.exceptions.RayTaskError) else None
    if isinstance(cause, InputError | VersionError):
        return cause
    raised: Exception
    if "No module named 'paili" in f"{error} {cause}":
        raised = ImportError("paili is missing on a node of the cluster: install the same version on all of them")
    elif isinstance(cause, ImportError):
        raised = ImportError(f"on a node of the cluster: {cause}")
    elif cause is not None:
        raised = RuntimeError(f"{piece}: {type(cause).__name__}: {cause}")
    else:
        raised = RuntimeError(f"{piece}: {error}")
    # That has the worker's traceback.
    raised.__cause__ = error
    return raised


class VersionError(RuntimeError):
    """A node has another version of paili."""


def check_version(asked: str) -> None:
    """Makes sure that a worker has the driver's version: another might play otherwise."""
    if asked != paili.__version__:
        import platform

        raise VersionError(
            f"the node {platform.node()} has paili {paili.__version__}, the driver has {asked}: "
            "install the same version on all of them"
        )
