"""How pieces are given out and what becomes of failures, with something in Ray's place that does as it is told."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pytest
import ray.exceptions

import paili
from paili.cluster.connection import Cluster
from paili.cluster.engine import Engine


@dataclass(frozen=True)
class Piece:
    index: int

    def __str__(self) -> str:
        return f"piece {self.index}"


@dataclass
class Told:
    """Does the pieces it is given one at a time, in the order that ``choose`` says, and remembers what happens."""

    processors: list[float]
    work: Callable[[int], Any] = lambda index: index
    choose: Callable[[list[int]], int] = lambda flying: min(flying)
    flying: list[int] = field(default_factory=list)
    most: int = 0
    asked: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    gone: bool = False
    exceptions: Any = ray.exceptions

    def nodes(self) -> list[dict[str, Any]]:
        living = [{"Alive": True, "Resources": {"CPU": one} if one else {}} for one in self.processors]
        return [*living, {"Alive": False, "Resources": {"CPU": 64}}]

    def remote(self, **options: object) -> Callable[[object], Any]:
        told = self

        class Task:
            @staticmethod
            def remote(version: str, index: int) -> int:
                told.asked.append(index)
                told.flying.append(index)
                told.most = max(told.most, len(told.flying))
                return index

        return lambda work: Task

    def wait(self, refs: list[int], *, num_returns: int, timeout: float) -> tuple[list[int], list[int]]:
        if timeout > 0 and num_returns == 1:
            chosen = self.choose(refs)
            return [chosen], [ref for ref in refs if ref != chosen]
        return [refs[0]] if num_returns == 1 else [], refs

    def get(self, ref: int) -> Any:
        self.flying.remove(ref)
        result = self.work(ref)
        if isinstance(result, Exception):
            raise ray.exceptions.RayTaskError("work", "the worker's traceback", result)
        return result


@dataclass
class Ready(Told):
    """As that, but says of the one that is chosen that it is ready when it is asked for all, too."""

    def wait(self, refs: list[int], *, num_returns: int, timeout: float) -> tuple[list[int], list[int]]:
        if num_returns == len(refs) and timeout > 1:
            # All that is left is waited for.
            self.last = refs
            if self.gone:
                raise ray.exceptions.RaySystemError("gone")
        chosen = self.choose(refs)
        return [chosen], [ref for ref in refs if ref != chosen]


def results(told: Told, pieces: Iterator[Piece], cpus: int = 1, own: bool = False) -> Iterator[int]:
    engine = Engine[Piece](Cluster(told, own), print, lambda piece: (piece.index,), cpus)
    for finished in engine.results(pieces):
        if finished is not None:
            yield finished[0].index


def endless() -> Iterator[Piece]:
    index = 0
    while True:
        yield Piece(index)
        index += 1


@pytest.mark.parametrize(
    ("processors", "cpus", "most"),
    [([1], 1, 2), ([2, 1], 1, 6), ([4, 4], 3, 4), ([2, 8], 4, 4), ([0, 3], 1, 6), ([0.5, 1], 1, 2)],
)
def test_no_more_is_given_out_than_keeps_all_busy(processors: list[float], cpus: int, most: int) -> None:
    told = Ready(processors)
    done = list(islice(results(told, endless(), cpus), 100))
    assert done == list(range(100))
    assert told.most == most
    # Pieces are made as they are needed.
    assert len(told.asked) <= 100 + most


def test_once_one_has_failed_only_those_before_it_are_done() -> None:
    # Of pieces 0 to 7, the fourth is the first to end, and it fails. Then the sixth would be next.
    told = Ready([4], lambda index: KeyError("x") if index in (1, 3) else index)
    told.choose = lambda flying: 3 if 3 in flying else min(flying)
    done = []
    with pytest.raises(RuntimeError, match=r"^piece 1: KeyError: 'x'$") as caught:
        done.extend(results(told, endless()))
    assert sorted(told.last) == [2, 4, 5, 6, 7]
    assert set(told.asked) == set(range(8))
    assert isinstance(caught.value.__cause__, ray.exceptions.RayTaskError)


@pytest.mark.parametrize(
    ("cause", "kind", "message"),
    [
        (paili.InputError("hands", "no", 3), paili.InputError, "hands: row 3: no"),
        (ImportError("x needs y"), ImportError, "on a node of the cluster: x needs y"),
        (ModuleNotFoundError("No module named 'paili'"), ImportError, "paili is missing on a node of the cluster: "),
        (ZeroDivisionError("by zero"), RuntimeError, "piece 0: ZeroDivisionError: by zero"),
    ],
)
def test_failures_say_what_and_where(cause: Exception, kind: type[Exception], message: str) -> None:
    told = Ready([1], lambda index: cause)
    with pytest.raises(kind) as caught:
        list(results(told, iter([Piece(0)])))
    assert type(caught.value) is kind
    assert str(caught.value).startswith(message)


def test_a_cluster_that_is_gone_does_not_hide_why_a_job_ended() -> None:
    told = Ready([2], gone=True)
    with pytest.raises(KeyboardInterrupt):
        for _ in results(told, endless()):
            raise KeyboardInterrupt
    engine = Engine[Piece](Cluster(told, own=False), print, lambda piece: (piece.index,), 1)
    given = engine.results(endless())
    next(given)
    given.close()
    assert len(told.last) >= 3


def test_threads_that_no_node_has_are_refused_at_once_where_no_node_can_come() -> None:
    for processors, said in (([2, 2, 1], "2 processors"), ([1], "1 processor")):
        with pytest.raises(paili.InputError) as caught:
            list(results(Ready(processors), endless(), cpus=3, own=True))
        assert str(caught.value) == f"threads: 3: no node of the cluster has more than {said}"
    with pytest.raises(RuntimeError, match="^no node of the cluster has a processor for workers$"):
        list(results(Ready([0]), endless(), own=True))


def test_nodes_that_are_large_enough_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr("paili.cluster.width.time.monotonic", lambda: clock[0])

    def given_out(told: Told, comes_after: float) -> list[int]:
        """One piece, which waits for a node that comes after so many seconds."""

        @dataclass
        class Waiting(Ready):
            def wait(self, refs: list[int], *, num_returns: int, timeout: float) -> tuple[list[int], list[int]]:
                clock[0] += 3.0
                if clock[0] - begun > comes_after:
                    self.processors = [4]
                    return super().wait(refs, num_returns=num_returns, timeout=timeout)
                return [], refs

        begun = clock[0]
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                return list(results(Waiting([2]), iter([Piece(0), Piece(1), Piece(2)]), cpus=3))
            finally:
                assert [str(one.message) for one in warned] == [
                    "threads: 3: no node of the cluster has more than 2 processors: waiting 300 seconds for one"
                ]

    assert given_out(Ready([2]), 200) == [0, 1, 2]
    with pytest.raises(paili.InputError, match="^threads: 3: no node of the cluster has more than 2 processors$"):
        given_out(Ready([2]), 400)
