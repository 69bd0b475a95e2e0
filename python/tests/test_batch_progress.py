"""How far a call on many hands is."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import paili

#: Calls, each on hands of 14 tiles.
CALLS: dict[str, Callable[..., Any]] = {
    "distances": paili.distances,
    "useful": paili.useful,
    "useful beside others": lambda hands, **options: paili.useful(hands, visible="", **options),
    "discards": paili.discards,
    "odds": lambda hands, **options: paili.odds(hands, 3, **options),
}


def growing(call: str) -> Iterator[Any]:
    """Ever more hands, until they take a fraction of a second on any machine. Chunks share their memory."""
    for doubled in range(12):
        if call == "odds":
            yield paili.random_hands(50 << doubled, tiles=14)
        else:
            table = pa.array([row.tobytes() for row in paili.random_hands(100_000, tiles=14)], pa.binary(34))
            yield pa.chunked_array([table] * (1 << doubled))


class Stop(Exception):
    """What ends a call."""


@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.long), 2])
@pytest.mark.parametrize("call", CALLS)
def test_numbers_rise_to_that_of_the_hands(call: str, threads: int) -> None:
    for hands in growing(call):
        told: list[int] = []
        CALLS[call](hands, threads=threads, progress=told.append)
        assert told == sorted(set(told))
        assert told[-1] == len(hands)
        if len(told) > 1:
            return
    pytest.fail("nothing is told but the end")


@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.long), 2])
@pytest.mark.parametrize("call", CALLS)
def test_what_is_raised_ends_the_call(call: str, threads: int) -> None:
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        raise Stop

    for hands in growing(call):
        told.clear()
        with pytest.raises(Stop):
            CALLS[call](hands, threads=threads, progress=stop)
        assert len(told) == 1
        if told[0] < len(hands):
            return
    pytest.fail("nothing is told but the end")


@pytest.mark.parametrize("call", CALLS)
def test_answers_are_the_same(call: str) -> None:
    hands = paili.random_hands(100, tiles=14)
    told: list[int] = []
    assert np.array_equal(CALLS[call](hands, progress=told.append), CALLS[call](hands))
    assert told[-1] == 100
    told.clear()
    CALLS[call]([], progress=told.append)
    assert told == []


@pytest.mark.parametrize("call", CALLS)
def test_a_bar(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = paili.random_hands(100 if call == "odds" else 2_000, tiles=14)
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    CALLS[call](hands, progress=True)
    size = "100/100" if call == "odds" else "2.00k/2.00k"
    assert "100%" in shown.getvalue() and size in shown.getvalue() and "hands" in shown.getvalue()
    silent = io.StringIO()
    monkeypatch.setattr(sys, "stderr", silent)
    CALLS[call](hands, progress=False)
    assert silent.getvalue() == ""


@pytest.mark.parametrize("call", CALLS)
def test_what_can_not_be_told(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="^progress: expected True for a bar, or something to call, not int$"):
        CALLS[call](["11m"], progress=7)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="^progress=True needs tqdm: pip install tqdm"):
        CALLS[call](["11m"], progress=True)


def test_a_bad_row_ends_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    with pytest.raises(paili.InputError, match="^hands: row 1: "):
        paili.distances(["11m", "1x"], progress=True)
    assert shown.getvalue().endswith("\n")
