"""How likely many hands win, at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from length import short_or_long

import paili

ALL_FORMS = "standard,pairs,orphans"

READY = "1133m456789p123s"

#: Nothing in it goes together, so that all too many hands follow from it.
FAR = "147m258p369s1234z"


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        ([READY, "11m2"], {}, "hands: row 1: character 4: "),
        ([READY, "1M 2M E PASS"], {}, "hands: row 1: the hand holds PASS, a special tile: discard it first"),
        (
            [READY, READY, FAR],
            {"changes": 2},
            "hands: row 2: at least [0-9]+ hands follow .*: ask for fewer changes",
        ),
        ([READY], {"draws": 130}, "hands: row 0: 130 draws: expected at least 1 and at most 123, the tiles that are "),
        ([READY], {"draws": 0}, "draws: 0: expected 1 to 136 draws"),
        ([READY], {"draws": 137}, "draws: 137: expected 1 to 136 draws"),
        ([READY], {"changes": 3}, "changes: 3: expected 0, 1 or 2"),
        ([READY], {"law": "mine"}, 'law: "mine" is not a law: expected remembering or published'),
        (
            [READY],
            {"forms": "mine"},
            'forms: "mine" is not a win form: expected standard, pairs, orphans, repeated-pairs',
        ),
        ([READY], {"threads": 0}, "threads: 0: expected 1 to 4096, or None for all"),
        ([READY], {"on_error": "skip"}, 'on_error: "skip": expected "raise" or "null"'),
        ([READY], {"out": np.empty(2)}, "out: an array of shape \\(2,\\): expected \\(1,\\), a place a hand"),
        (READY, {}, "hands: one text: expected many hands"),
        (np.zeros((1, 33), np.uint8), {}, "hands: an array of shape \\(1, 33\\): expected \\(n, 34\\), a row a hand"),
        (np.zeros((1, 34), np.uint8), {}, "hands: row 0: 0 tiles: expected 13 or 14, or with exposed melds"),
        (np.full((1, 34), 300), {}, "hands: row 0: 300 of 1M \\(count 0 of 0-33\\): expected at most four"),
    ],
)
def test_refusals(hands: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(paili.InputError, match=f"^{message}"):
        paili.odds(hands, **options)


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """Counts of random hands of all sizes."""
    sizes = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1]
    rows = short_or_long(4, 10)
    hands = np.concatenate([paili.random_hands(rows, tiles=tiles, seed=8) for tiles in sizes])
    return np.random.default_rng(8).permutation(hands)


@pytest.fixture(scope="module")
def wins(hands: np.ndarray) -> np.ndarray:
    """What each has for itself."""
    return np.array([paili.Hand.from_counts(row).odds(changes=0).win[0] for row in hands])


def test_many_are_answered_as_each(hands: np.ndarray, wins: np.ndarray) -> None:
    found = paili.odds(hands)
    assert (found.dtype, found.shape) == (np.float64, (len(hands),))
    assert found.tolist() == wins.tolist()
    assert np.unique(wins).size > len(hands) // 2
    for threads in (1, 2, 3):
        assert paili.odds(hands, threads=threads).tolist() == wins.tolist()


@pytest.mark.parametrize(
    "options", [{"draws": 3}, {"law": "published"}, {"changes": 1, "draws": 5}, {"forms": ALL_FORMS}], ids=str
)
def test_many_with_options(hands: np.ndarray, options: dict[str, Any]) -> None:
    some = hands[:30] if "forms" not in options else hands[hands.sum(axis=1) > 12][:30]
    asked = {"changes": 0} | {name: value for name, value in options.items() if name != "forms"}
    forms = options.get("forms", "standard")
    each = [paili.Hand.from_counts(row, forms=forms).odds(**asked).win[0] for row in some]
    assert paili.odds(some, **options).tolist() == each
    assert paili.odds(some).tolist() != each


def test_all_that_hands_can_be(hands: np.ndarray, wins: np.ndarray) -> None:
    each = [paili.Hand.from_counts(row) for row in hands]
    given = [
        *(hands.astype(dtype) for dtype in ("i1", "u2", ">i4", "i8")),
        hands.copy(order="F"),
        memoryview(hands.copy()),
        [row.tolist() for row in hands],
        each,
        [str(hand) for hand in each],
        np.array([str(hand) for hand in each]),
    ]
    for form in given:
        assert np.asarray(paili.odds(form)).tolist() == wins.tolist()
    out = np.empty(len(hands))
    assert paili.odds(hands, out=out) is out
    assert out.tolist() == wins.tolist()
    assert paili.odds(np.empty((0, 34), np.uint8)).shape == (0,)
    with pytest.raises(TypeError, match="out: expected a contiguous float64 array that can be written to, found int64"):
        paili.odds(hands, out=np.empty(len(hands), np.int64))
    with pytest.raises(paili.InputError, match="out: it shares memory"):
        table = hands.copy()
        paili.odds(table, out=table.reshape(-1)[: 8 * len(table)].view(np.float64))


def test_arrow(hands: np.ndarray, wins: np.ndarray) -> None:
    texts: list[str | None] = [str(paili.Hand.from_counts(row)) for row in hands]
    texts[1] = texts[-1] = None
    expected = [None if text is None else win for text, win in zip(texts, wins.tolist(), strict=True)]
    bytes_of = [None if text is None else row.tobytes() for text, row in zip(texts, hands, strict=True)]
    columns = [
        pa.array(texts),
        pa.array(texts, pa.large_string()),
        pa.array(texts).dictionary_encode(),
        pa.array(bytes_of, pa.binary(34)),
        pa.array([None if text is None else row.tolist() for text, row in zip(texts, hands, strict=True)]),
    ]
    for column in columns:
        found = paili.odds(column)
        assert isinstance(found, pa.Array) and found.type == pa.float64()
        assert found.to_pylist() == expected
        assert paili.odds(column[1:9]).to_pylist() == expected[1:9]
    chunks = pa.chunked_array([columns[0][:7], columns[0][7:9], columns[0][9:]])
    assert paili.odds(chunks).to_pylist() == expected
    polars = paili.odds(pl.Series(texts))
    assert isinstance(polars, pl.Series) and (polars.dtype, polars.to_list()) == (pl.Float64, expected)
    frame = pl.DataFrame({"hand": texts})
    assert frame.with_columns(odds=paili.odds(frame["hand"]))["odds"].to_list() == expected
    other = paili.odds(duckdb.sql("select hand from frame"))
    assert isinstance(other, pa.Array) and other.to_pylist() == expected
    own = paili.odds(paili.ArrowArray.from_texts(texts))
    assert (list(own), own.null_count, repr(own)) == (expected, 2, f"<paili.ArrowArray of {len(texts)} Float64>")
    assert np.array_equal(np.asarray(own), np.array(expected, float), equal_nan=True)
    out = np.empty(len(texts))
    paili.odds(columns[0], out=out)
    assert np.array_equal(out, np.array(expected, float), equal_nan=True)


def test_hands_without_an_answer_can_be_left_out() -> None:
    texts = ["11m", "11m2", "1M 2M E PASS", FAR, None]
    for changes, far in ((2, True), (0, False)):
        if not far:
            texts.remove(FAR)
        found = paili.odds(pa.array(texts), 3, changes=changes, on_error="null").to_pylist()
        assert found == [1.0] + [None] * (len(texts) - 1)
    assert np.isnan(paili.odds(["11m2", "11m"], on_error="null")).tolist() == [True, False]
    with pytest.raises(paili.InputError) as error:
        paili.odds(pa.chunked_array([["11m"], ["11m", "1m2"]]))
    assert (error.value.argument, error.value.row) == ("hands", 2)


ENDLESS = """
import paili
hands = paili.random_hands(1_000_000, tiles=14)
print("begun", flush=True)
try:
    paili.odds(hands, changes=1)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_interrupts() -> None:
    command = [sys.executable, "-c", ENDLESS]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)
    with child:
        try:
            assert child.stdout and child.stdout.readline() == "begun\n"
            time.sleep(0.3)
            child.send_signal(signal.SIGINT)
            printed, errors = child.communicate()
        finally:
            child.kill()
    assert printed == "interrupted\n", errors


def test_other_threads_of_python_run_meanwhile() -> None:
    from concurrent.futures import ThreadPoolExecutor

    hands = paili.random_hands(200, tiles=14, seed=3)
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(paili.odds, hands)
        turns = 0
        while not answer.done():
            turns += 1
            time.sleep(0.001)
    assert turns > 3
    assert answer.result().tolist() == paili.odds(hands).tolist()


BARE = """
import sys
sys.modules["numpy"] = None
import paili
odds = paili.Hand("34m99p1z").odds(3, changes=0)
assert isinstance(odds.win, memoryview) and odds.win.readonly and odds.win.format == "d"
assert odds.win.tolist() == odds.to_dict()["discards"][0]["win"]
found = paili.odds(["34m99p1z"], 3)
assert isinstance(found, memoryview) and found.tolist() == [odds.win[0]]
str(odds), odds._repr_html_()
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"matplotlib", "pyarrow", "polars", "pandas"}))
"""


def test_without_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")
