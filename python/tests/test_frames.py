"""What comes in goes out: hands in columns and data frames of pandas and polars, and in whatever numpy can take."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import paili

TEXTS = ["1133m456789p123s", None, "34m99p1z", "11m"]
INDEX = pd.Index([5, 3, 9, 3], name="game")
DISTANCES = [1, None, 1, 0]

#: Types of texts that a column of pandas can have.
TEXT_TYPES = ["object", "string[python]", "string[pyarrow]", "category", pd.ArrowDtype(pa.string())]


def listed(series: pd.Series) -> list[Any]:
    """The elements, None for a null."""
    return [None if pd.isna(element) else element for element in series]


@pytest.mark.parametrize("kind", TEXT_TYPES, ids=str)
def test_pandas_gets_series_with_its_index(kind: Any) -> None:
    hands = pd.Series(TEXTS, index=INDEX, name="dealt").astype(kind)
    found = paili.distances(hands)
    assert isinstance(found, pd.Series)
    assert (found.dtype, found.name) == (pd.Int8Dtype(), "distance")
    assert found.index.equals(INDEX) and found.index.name == "game"
    assert listed(found) == DISTANCES
    assert (found == 1).sum() == 2 and listed(found + 1) == [2, None, 2, 1] and found.mean() == 2 / 3
    assert listed(paili.shanten(hands)) == [0, None, 0, -1]
    without = hands.dropna()
    assert paili.shanten(without).dtype == np.int8 and paili.shanten(without).tolist() == [0, 0, -1]
    found = paili.distances(without)
    assert (found.dtype, found.tolist()) == (np.int8, [1, 1, 0])
    assert found.index.equals(without.index)
    frame = pd.DataFrame({"hand": hands}).assign(distance=paili.distances)
    assert listed(frame["distance"]) == DISTANCES


def test_pandas_gets_data_frames_of_several_answers() -> None:
    hands = pd.Series(TEXTS, index=INDEX)
    expected = paili.useful(["" if text is None else text for text in TEXTS], on_error="null")
    found = paili.useful(hands)
    assert list(found.columns) == ["distance", "useful", "acceptance"]
    assert list(found.dtypes) == [pd.Int8Dtype(), pd.Int64Dtype(), pd.Int16Dtype()]
    assert found.index.equals(INDEX)
    for name, column in zip(found.columns, expected, strict=True):
        there = [None if text is None else answer for text, answer in zip(TEXTS, column.tolist(), strict=True)]
        assert listed(found[name]) == there
    found = paili.useful(hands.dropna())
    assert [str(kind) for kind in found.dtypes] == ["int8", "int64", "int16"]
    assert listed(paili.useful(hands, good=4)["good"]) == [None] * 4
    assert listed(paili.useful(pd.Series(["45m57p23456799s1z", "11m"]), good=4)["good"]) == [4, None]
    wins = paili.odds(hands, 5)
    assert (wins.dtype, wins.name) == (np.float64, "win") and wins.index.equals(INDEX)
    assert wins.isna().tolist() == [False, True, False, False]
    assert wins.dropna().tolist() == paili.odds([text for text in TEXTS if text], 5).tolist()


def test_pandas_columns_of_other_things() -> None:
    counts = paili.random_hands(50, seed=4)
    expected = paili.distances(counts).tolist()
    for column in ([row.tobytes() for row in counts], list(counts), [paili.Hand.from_counts(row) for row in counts]):
        assert paili.distances(pd.Series(column)).tolist() == expected
    nothing = paili.distances(pd.Series([], dtype=object))
    assert isinstance(nothing, pd.Series) and (nothing.dtype, len(nothing)) == (np.int8, 0)
    for kind in ("object", "string[python]", "string[pyarrow]", "float64"):
        assert listed(paili.distances(pd.Series([None, None], dtype=kind))) == [None, None]
    with pytest.raises(paili.InputError, match="^hands: row 1: character 3"):
        paili.distances(pd.Series(["11m", "1m2"]))
    assert listed(paili.distances(pd.Series(["11m", "1m2"]), on_error="null")) == [0, None]
    with pytest.raises(TypeError, match="^hands: row 0: expected a text, a Hand or 34 counts, found int"):
        paili.distances(pd.Series([1, 2]))
    out = np.empty(4, np.int8)
    assert paili.distances(pd.Series(TEXTS), out=out) is out
    assert out.tolist() == [1, -1, 1, 0]


@pytest.mark.parametrize("kind", ["uint8", "int64", "UInt8", pd.ArrowDtype(pa.int16())], ids=str)
def test_pandas_data_frames_of_counts(kind: Any) -> None:
    counts = paili.random_hands(100, tiles=14, seed=2)
    frame = pd.DataFrame(counts, index=range(100, 200), columns=list(paili.KINDS)).astype(kind)
    found = paili.distances(frame)
    assert found.index.equals(frame.index)
    assert found.tolist() == paili.distances(counts).tolist()
    assert paili.useful(frame)["acceptance"].tolist() == paili.useful(counts).acceptance.tolist()
    assert paili.distances(pd.DataFrame({"hand": ["11m"]})).tolist() == [0]
    spoiled = frame.astype("Int64")
    spoiled.iloc[3, 4] = None
    wide = pd.DataFrame({"hand": ["11m"], "game": [1]})
    for table, message in [
        (
            frame.assign(**{"1z": 0.5}),
            "hands: a DataFrame of 34 columns, of which 1z is not of integers: expected counts",
        ),
        (spoiled, "hands: row 3: count 4 of 0-33 is null"),
        (spoiled.astype(float), "hands: row 3: count 4 of 0-33 is null"),
        (
            spoiled.astype(pd.ArrowDtype(pa.float32())) + 0.5,
            "hands: a DataFrame of 34 columns, of which 1m is not of integers: expected counts",
        ),
        (frame.astype(float), "hands: a DataFrame of 34 columns, of which 1m is not of integers: expected counts"),
        (
            frame[frame.columns[::-1]],
            "hands: a DataFrame of 34 columns that are named as kinds: expected them in the order of paili.KINDS",
        ),
        (wide, "hands: a DataFrame of 2 columns (hand, game): expected one column of hands, or 34 of counts"),
    ]:
        with pytest.raises(paili.InputError) as error:
            paili.distances(table)
        assert str(error.value) == message


@pytest.mark.parametrize(
    "kind", ["Int64", "float64", "Float32", "UInt8", pd.ArrowDtype(pa.int16()), pd.ArrowDtype(pa.float64())], ids=str
)
def test_nulls_among_counts_of_pandas(kind: Any) -> None:
    counts = paili.random_hands(10, tiles=14, seed=2)
    frame = pd.DataFrame(counts, index=range(100, 110)).astype(kind)
    frame.iloc[3, 4] = None
    frame.iloc[5] = None
    expected = [None if row in (3, 5) else answer for row, answer in enumerate(paili.distances(counts).tolist())]
    found = paili.distances(frame, on_error="null")
    assert found.index.equals(frame.index) and listed(found) == expected
    assert listed(paili.useful(frame, on_error="null")["distance"]) == expected
    assert paili.counts(frame, on_error="null").isna().all(axis=1).tolist() == [row in (3, 5) for row in range(10)]
    with pytest.raises(paili.InputError, match="^hands: row 3: count 4 of 0-33 is null$"):
        paili.distances(frame)
    # A row of nothing but nulls is a null.
    frame.iloc[3] = None
    assert listed(paili.distances(frame)) == expected


def test_nulls_go_through_counts_of_pandas() -> None:
    counts = paili.counts(pd.Series(TEXTS, index=INDEX))
    assert listed(paili.distances(counts)) == DISTANCES
    assert listed(paili.texts(counts)) == TEXTS
    assert paili.counts(counts).equals(counts)
    seen = paili.counts(pd.Series(["", None, "2m", None], index=INDEX))
    assert listed(paili.useful(counts, visible=seen)["acceptance"]) == [4, None, 7, 0]


def elements(answers: Any) -> list[object]:
    """The elements of any column, None for a null."""
    return answers.to_pylist() if isinstance(answers, pa.Array) else listed(answers)


COUNTS = [2, *[0] * 33]
GAP = [None, *COUNTS[1:]]
NOTHING = [None] * 34


@pytest.mark.parametrize(
    ("hands", "kind"),
    [
        (pl.Series([COUNTS, GAP, None]), "0"),
        (pl.Series([NOTHING, NOTHING, None]), "all"),
        (pl.Series([NOTHING, NOTHING, None], dtype=pl.Array(pl.Null, 34)), "all"),
        (pl.DataFrame({"hand": [NOTHING, NOTHING, None]}), "all"),
        (pa.array([COUNTS, GAP, None]), "0"),
        (pa.array([NOTHING, NOTHING, None]), "all"),
        (pa.array([NOTHING, NOTHING, None], pa.list_(pa.null(), 34)), "all"),
        (pd.Series([COUNTS, GAP, None]), "0"),
        (pd.Series([COUNTS, GAP, None], dtype=pd.ArrowDtype(pa.list_(pa.int8()))), "0"),
    ],
)
def test_nulls_in_lists_of_counts(hands: Any, kind: str) -> None:
    row = 1 if kind == "0" else 0
    assert elements(paili.distances(hands, on_error="null")) == [0 if row else None, None, None]
    with pytest.raises(paili.InputError, match=f"^hands: row {row}: count 0 of 0-33 is null$"):
        paili.distances(hands)


def test_columns_of_counts_of_nothing_but_nulls() -> None:
    table = {f"{kind}": [None, None] if kind == 3 else [int(kind == 0)] * 2 for kind in range(34)}
    for hands in (pl.DataFrame(table), pa.table(table), pl.DataFrame({name: [None, None] for name in table})):
        assert elements(paili.distances(hands, on_error="null")) == [None, None]
        with pytest.raises(paili.InputError, match="^hands: row 0: count [03] of 0-33 is null$"):
            paili.distances(hands)


def test_visible_rows_of_pandas_have_the_index_of_the_hands() -> None:
    hands = pd.Series(["1133m456789p123s", "11m"], index=[7, 5])
    seen = pd.Series(["", "1m"], index=[5, 7])
    for ask in (paili.useful, paili.odds, paili.discards):
        with pytest.raises(paili.InputError, match="^visible: another index than that of the hands: expected the same"):
            ask(hands, visible=seen)
        with pytest.raises(paili.InputError, match="^visible: another index than that of the hands: "):
            ask(hands, visible=pd.DataFrame(paili.counts(seen)))
    assert paili.useful(hands, visible=seen.reindex(hands.index))["acceptance"].tolist() == [3, 0]
    assert paili.useful(hands, visible=seen.array)["acceptance"].tolist() == [4, 0]
    assert paili.useful(hands.tolist(), visible=seen).acceptance.tolist() == [4, 0]


def test_polars_gets_named_series_and_data_frames() -> None:
    hands = pl.Series("dealt", TEXTS)
    found = paili.distances(hands)
    assert (found.name, found.dtype, found.to_list()) == ("distance", pl.Int8, DISTANCES)
    wins = paili.odds(hands, 3)
    assert (wins.name, wins.dtype, wins.null_count()) == ("win", pl.Float64, 1)
    frame = paili.useful(hands)
    schema = {"distance": pl.Int8, "useful": pl.Int64, "acceptance": pl.Int16}
    assert isinstance(frame, pl.DataFrame) and frame.schema == schema
    assert frame["distance"].to_list() == DISTANCES and frame["acceptance"].to_list()[:3] == [4, None, 8]
    counts = paili.random_hands(20)
    table = pl.DataFrame(counts, schema=list(paili.KINDS))
    assert paili.distances(table).to_list() == paili.distances(counts).tolist()
    assert paili.distances(table.to_arrow()).to_pylist() == paili.distances(counts).tolist()
    with pytest.raises(paili.InputError, match="^hands: row 2: count 5 of 0-33 is null"):
        paili.distances(table.with_columns(pl.when(pl.int_range(20) != 2).then(pl.nth(5)).alias("6m")))
    with pytest.raises(paili.InputError, match="^hands: a table of 34 columns, of which one is of Float64"):
        paili.distances(table.with_columns(pl.nth(5).cast(pl.Float64)))


@pytest.mark.parametrize("kind", [pl.Null, pl.String, pl.Categorical, pl.Binary, pl.Array(pl.UInt8, 34)], ids=str)
def test_columns_of_nothing_but_nulls(kind: Any) -> None:
    for rows in (0, 1, 3):
        hands = pl.Series("hand", [None] * rows, dtype=kind)
        assert paili.distances(hands).to_list() == [None] * rows
        assert paili.useful(hands)["acceptance"].to_list() == [None] * rows
        assert paili.odds(hands).to_list() == [None] * rows
        assert paili.distances(hands.to_arrow()).to_pylist() == [None] * rows


@pytest.mark.parametrize(
    "column",
    [
        pa.array(["11m", "1m"]),
        pa.array(["11m", "1m"], pa.large_string()),
        pa.array(["11m", "1m"], pa.string_view()),
        pa.array(["11m", "1m"]).dictionary_encode(),
        pa.array([[2] + [0] * 33] * 2),
        pa.array([b"\2" + bytes(33)] * 2),
        pa.nulls(2),
    ],
    ids=lambda column: str(column.type),
)
def test_empty_slices(column: pa.Array) -> None:
    empty = pa.Array.from_buffers(pa.string(), 0, [None, pa.py_buffer(b""), pa.py_buffer(b"")])
    for nothing in (column[:0], column[1:1], column[2:], pa.chunked_array([column[:0], column[2:]]), empty):
        assert paili.distances(nothing).to_pylist() == []
        assert len(paili.useful(nothing).useful) == 0


class Tensor:
    """What torch's are to numpy."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.array


class Interface:
    """What has numpy's older protocol."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.__array_interface__ = array.__array_interface__


@pytest.mark.parametrize("kind", [Tensor, Interface])
def test_what_numpy_can_take(kind: Callable[[np.ndarray], object]) -> None:
    hands = paili.random_hands(300, seed=6)
    for counts in (hands, hands.astype(np.int64), hands[::-2]):
        found = paili.distances(kind(counts))
        assert isinstance(found, np.ndarray) and found.dtype == np.int8
        assert (found == paili.distances(counts)).all()
    assert paili.distances(kind(np.array(["11m", "1m"]))).tolist() == [0, 1]
    with pytest.raises(paili.InputError, match=re.escape("hands: an array of shape (2, 3): expected (n, 34)")):
        paili.distances(kind(np.zeros((2, 3), int)))
    with pytest.raises(TypeError, match="^hands: expected an array of integers, found float64"):
        paili.distances(kind(np.zeros((2, 34))))


WITHOUT_ARROW = """
import sys
sys.modules["pyarrow"] = None
import paili
class Column:
    def __arrow_c_array__(self, requested_schema=None):
        return paili.ArrowArray.from_texts(["11m", None]).__arrow_c_array__()
found = paili.distances(Column())
print(type(found).__name__, list(found))
import pandas, polars
print(paili.distances(pandas.Series(["11m"])).tolist(), paili.distances(polars.Series(["1m"])).to_list())
"""


def test_where_there_is_no_pyarrow() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_ARROW], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["ArrowArray [0, None]", "[0] [1]"], done.stderr


def test_polars_frames_of_nulls() -> None:
    nulls = pl.DataFrame({"hand": [None, None]})
    assert paili.distances(nulls).to_list() == [None, None]
    assert paili.useful(nulls)["acceptance"].to_list() == [None, None]
    with pytest.raises(TypeError, match="^hands: an expression has no rows: use the expressions of paili.polars$"):
        paili.distances(pl.col("hand"))
    with pytest.raises(paili.InputError, match="^hands: the type of the Arrow data can't be read: "):
        paili.distances(pl.DataFrame(paili.counts(["11m"])).cast(pl.Int128))
    with pytest.raises(TypeError, match="^hands: a LazyFrame has no rows yet: collect it, or use the expressions of"):
        paili.distances(nulls.lazy())


def test_a_row_of_kinds_has_them_in_tile_order() -> None:
    frame = pd.DataFrame(paili.counts(["11m", "22m99p"]), columns=list(paili.KINDS))
    assert [paili.Hand.from_counts(row) for _, row in frame.iterrows()] == [paili.Hand("11m"), paili.Hand("22m99p")]
    turned = frame[list(paili.KINDS)[::-1]]
    with pytest.raises(
        paili.InputError, match="^counts: 34 counts that are named as kinds: expected them in the order"
    ):
        paili.Hand.from_counts(turned.iloc[0])
    with pytest.raises(
        paili.InputError, match="^hands: row 1: 34 counts that are named as kinds: expected them in the"
    ):
        paili.texts([frame.iloc[0], turned.iloc[1]])
    assert paili.texts([turned.iloc[0].to_numpy()]).tolist() == ["77z"]
