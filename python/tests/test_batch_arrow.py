"""Hands in columns of Arrow."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.fs as pafs
import pyarrow.parquet as pq
import pytest
from fsspec.implementations.local import LocalFileSystem

import paili

ROWS = 50_000


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """Counts of random hands of all sizes."""
    sizes = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1]
    hands = np.concatenate([paili.random_hands(ROWS // len(sizes), tiles=tiles, seed=5) for tiles in sizes])
    return np.random.default_rng(5).permutation(hands)


@pytest.fixture(scope="module")
def gaps() -> np.ndarray:
    """Which of them are missing."""
    rng = np.random.default_rng(6)
    gaps = rng.random(ROWS) < 0.1
    gaps[:3] = gaps[20_000:30_000] = gaps[-1] = True
    return gaps


@pytest.fixture(scope="module")
def texts(hands: np.ndarray) -> list[str]:
    """The hands in four notations by turns."""
    tokens = list(paili.KINDS)
    uva = [f"{rank}{suit}" for suit in "WTS" for rank in range(1, 10)]
    uva += ["DONG", "NAN", "XI", "BEI", "BAI", "FA", "ZHONG"]
    compact = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
    tiles = [chr(0x1F007 + kind) for kind in range(9)] + [chr(0x1F019 + kind) for kind in range(9)]
    tiles += [chr(0x1F010 + kind) for kind in range(9)] + list("🀀🀁🀂🀃🀆🀅🀄")
    written = []
    for row, counts in enumerate(hands):
        # Without honors, this notation looks like the judge's.
        names = (tokens, uva if counts[27:].any() else tokens, compact, tiles)[row % 4]
        written.append((" " if row % 4 < 2 else "").join(np.repeat(names, counts)))
    return written


def columns(hands: np.ndarray, texts: list[str], gaps: np.ndarray) -> dict[str, pa.Array]:
    """The same hands in every type that a column of them can have."""
    there = ~gaps
    each = [text if is_there else None for text, is_there in zip(texts, there, strict=True)]
    counts = [row.tobytes() if is_there else None for row, is_there in zip(hands, there, strict=True)]
    lists = [row.tolist() if is_there else None for row, is_there in zip(hands, there, strict=True)]
    of = {f"text, {name}": pa.array(each, kind) for name, kind in TEXTS.items()}
    of["a dictionary"] = pa.array(each).dictionary_encode()
    of["fixed bytes"] = pa.array(counts, pa.binary(34))
    of["bytes"] = pa.array(counts, pa.binary())
    of["large bytes"] = pa.array(counts, pa.large_binary())
    of["views of bytes"] = pa.array(counts, pa.binary_view())
    for kind in (pa.uint8(), pa.int8(), pa.uint16(), pa.int16(), pa.uint32(), pa.int32(), pa.uint64(), pa.int64()):
        of[f"34 {kind}"] = pa.array(lists, pa.list_(kind, 34))
    of["lists"] = pa.array(lists, pa.list_(pa.int64()))
    of["large lists"] = pa.array(lists, pa.large_list(pa.uint8()))
    return of


MPSZ = "expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c"
INTEGERS = "expected texts, FixedSizeBinary(34), or lists of 34 integers, a count a kind"
BYTES = "hands: a column of FixedSizeBinary(2): expected FixedSizeBinary(34), a byte a kind"
TEXTS = {"utf8": pa.string(), "large": pa.large_string(), "views": pa.string_view()}
NAMES = [
    *(f"text, {name}" for name in TEXTS),
    "a dictionary",
    "fixed bytes",
    "bytes",
    "large bytes",
    "views of bytes",
    *(f"34 {kind}" for kind in ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64")),
    "lists",
    "large lists",
]


@pytest.fixture(scope="module")
def whole(hands: np.ndarray, texts: list[str]) -> dict[str, pa.Array]:
    return columns(hands, texts, np.zeros(ROWS, bool))


@pytest.fixture(scope="module")
def with_gaps(hands: np.ndarray, texts: list[str], gaps: np.ndarray) -> dict[str, pa.Array]:
    return columns(hands, texts, gaps)


def same(column: pa.Array, expected: np.ndarray, gaps: np.ndarray) -> bool:
    """Whether a column has these answers, and gaps where they belong."""
    values = column.to_numpy(zero_copy_only=False)
    there = ~gaps
    return bool((np.asarray(column.is_null()) == gaps).all() and (values[there] == expected[there]).all())


@pytest.mark.parametrize("name", NAMES)
def test_every_type(hands: np.ndarray, whole: dict[str, pa.Array], name: str) -> None:
    expected, none = paili.useful(hands), np.zeros(ROWS, bool)
    distances = paili.distances(whole[name])
    assert isinstance(distances, pa.Array)
    assert (distances.type, distances.null_count) == (pa.int8(), 0)
    assert same(distances, expected.distance, none)
    found = paili.useful(whole[name], threads=3)
    assert [column.type for column in found] == [pa.int8(), pa.int64(), pa.int16()]
    assert all(same(column, other, none) for column, other in zip(found, expected, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_nulls_stay_nulls(hands: np.ndarray, gaps: np.ndarray, with_gaps: dict[str, pa.Array], name: str) -> None:
    expected = paili.useful(hands)
    assert same(paili.distances(with_gaps[name]), expected.distance, gaps)
    found = paili.useful(with_gaps[name])
    assert all(same(column, other, gaps) for column, other in zip(found, expected, strict=True))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "part", [slice(1, 2), slice(7, 20_003), slice(29_990, 30_011), slice(ROWS - 9, ROWS), slice(3, 3)]
)
def test_slices(hands: np.ndarray, gaps: np.ndarray, with_gaps: dict[str, pa.Array], name: str, part: slice) -> None:
    column = with_gaps[name][part.start : part.stop]
    assert same(paili.distances(column), paili.distances(hands[part]), gaps[part])


@pytest.mark.parametrize("name", NAMES)
def test_chunks(hands: np.ndarray, gaps: np.ndarray, with_gaps: dict[str, pa.Array], name: str) -> None:
    column = with_gaps[name]
    cuts = [0, 1, 1, 100, 8191, 8193, 40_000, ROWS]
    chunked = pa.chunked_array([column[begin:end] for begin, end in pairwise(cuts)])
    assert same(paili.distances(chunked), paili.distances(hands), gaps)
    nothing = pa.chunked_array([], type=column.type)
    assert len(paili.distances(nothing)) == 0


def test_a_column_of_a_table(whole: dict[str, pa.Array], hands: np.ndarray) -> None:
    expected = paili.distances(hands)
    table = pa.table({"hand": whole["fixed bytes"], "index": range(ROWS)})
    assert (paili.distances(table["hand"]).to_numpy() == expected).all()
    assert (paili.distances(table.select(["hand"])).to_numpy() == expected).all()
    batch = pa.record_batch({"hand": whole["text, utf8"]})
    assert (paili.distances(batch).to_numpy() == expected).all()
    message = "hands: a table of 2 columns (hand, index): expected one column of hands, or 34 of counts"
    with pytest.raises(paili.InputError, match=re.escape(message)):
        paili.distances(table)
    kinds = pa.table(dict(zip(paili.KINDS, hands.T, strict=True)))
    assert (paili.distances(kinds).to_numpy() == expected).all()
    with pytest.raises(
        paili.InputError, match="^hands: a table of 34 columns that are named as kinds: expected them in"
    ):
        paili.distances(kinds.select(paili.KINDS[::-1]))


def test_polars(texts: list[str], hands: np.ndarray, gaps: np.ndarray) -> None:
    expected = paili.distances(hands)
    each = [None if gap else text for text, gap in zip(texts, gaps, strict=True)]
    for series in (pl.Series(each), pl.Series(each).cast(pl.Categorical)):
        found = paili.distances(series)
        assert isinstance(found, pl.Series)
        assert found.dtype == pl.Int8
        assert (found.is_null().to_numpy() == gaps).all()
        assert (found.drop_nulls().to_numpy() == expected[~gaps]).all()
    counts = pl.Series([row.tolist() for row in hands[:5000]], dtype=pl.Array(pl.UInt8, 34))
    for series in (counts, counts.cast(pl.List(pl.Int64)), pl.Series([row.tobytes() for row in hands[:5000]])):
        assert (paili.distances(series).to_numpy() == expected[:5000]).all()
    outlooks = paili.useful(pl.Series(texts[:100]))
    assert outlooks["useful"].to_list() == paili.useful(hands[:100]).useful.tolist()


def test_duckdb(texts: list[str], hands: np.ndarray) -> None:
    hands_table = pa.table({"hand": texts})
    relation = duckdb.sql("select hand from hands_table")
    found = paili.distances(relation)
    assert isinstance(found, pa.Array)
    assert (found.to_numpy() == paili.distances(hands)).all()
    assert hands_table.num_rows == len(found)


def test_answers_can_go_to_an_array(hands: np.ndarray, gaps: np.ndarray, with_gaps: dict[str, pa.Array]) -> None:
    out = np.empty(ROWS, np.int8)
    assert paili.distances(with_gaps["fixed bytes"], out=out) is out
    assert (out[gaps] == -1).all()
    assert (out[~gaps] == paili.distances(hands)[~gaps]).all()


def test_bad_rows(hands: np.ndarray, with_gaps: dict[str, pa.Array], gaps: np.ndarray) -> None:
    texts = with_gaps["text, utf8"].to_pylist()
    texts[4] = "123m45"
    texts[40_000] = "1112223334445m"
    bad = pa.array(texts)
    message = f'hands: row 4: character 5: "45" is not a tile: {MPSZ}'
    for column in (bad, bad.dictionary_encode(), pa.chunked_array([bad[:3], bad[3:10], bad[10:]])):
        if texts[3] is None or texts[4] is None:
            pytest.fail("the rows are there")
        with pytest.raises(paili.InputError) as error:
            paili.distances(column)
        assert str(error.value) == message
        also = gaps.copy()
        also[[4]] = True
        expected = paili.distances(hands)
        expected[40_000] = paili.distances(["1112223334445m"])[0]
        also[40_000] = False
        assert same(paili.distances(column, on_error="null"), expected, also)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([1.5]), f"hands: a column of Float64: {INTEGERS}"),
        (pa.array([b"12"], pa.binary(2)), BYTES),
        (pa.array([b"12"]), "hands: row 0: 2 bytes: expected 34, a count a kind"),
        (pa.array([[1, 2]]), "hands: row 0: 2 counts: expected 34, one a kind"),
        (pa.array([[1, 2]], pa.list_(pa.int64(), 2)), "hands: lists of 2: expected 34 counts, one a kind"),
        (pa.array([[1.5] * 34]), "hands: lists of Float64: expected 34 integers, a count a kind"),
        (pa.array([[None, *[0] * 33]]), "hands: row 0: count 0 of 0-33 is null"),
        (pa.array([[None, *[0] * 33]], pa.list_(pa.uint8(), 34)), "hands: row 0: count 0 of 0-33 is null"),
        (pa.array([[-1] * 34]), "hands: row 0: -1 of 1M (count 0 of 0-33): expected none to four of each kind"),
        (pa.array([1, 1]).dictionary_encode(), "hands: a dictionary of Int64: expected one of texts"),
    ],
)
def test_columns_of_something_else(column: pa.Array, message: str) -> None:
    with pytest.raises(paili.InputError) as error:
        paili.distances(column)
    assert str(error.value) == message


def test_nothing_but_nulls() -> None:
    assert paili.distances(pa.nulls(3)).to_pylist() == [None] * 3
    assert paili.distances(pa.array([None], pa.string())).to_pylist() == [None]
    assert paili.distances(pa.array([None], pa.string()).dictionary_encode()).to_pylist() == [None]
    nested = pa.StructArray.from_arrays([pa.array(["11m", "11m"])], ["hand"], mask=pa.array([True, False]))
    assert paili.distances(nested).to_pylist() == [None, 0]


def test_a_stream_can_be_read_once(texts: list[str]) -> None:
    reader = pa.table({"hand": texts[:10]}).to_reader()
    assert len(paili.distances(reader)) == 10

    class Exhausted:
        def __init__(self) -> None:
            self.capsule = pa.table({"hand": texts[:10]}).__arrow_c_stream__()

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return self.capsule

    exhausted = Exhausted()
    assert len(paili.distances(exhausted)) == 10
    with pytest.raises(ValueError, match="read by somebody else before"):
        paili.distances(exhausted)


def test_a_failing_stream_says_why() -> None:
    schema = pa.schema([("hand", pa.string())])

    def batches():  # type: ignore[no-untyped-def]
        yield pa.record_batch({"hand": ["11m"]})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(schema, batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        paili.distances(reader)


def test_a_reader_is_not_copied() -> None:
    """Memory that was lent is given back."""
    before = pa.total_allocated_bytes()
    column = pa.array([b"\2" + bytes(33)] * 1000, pa.binary(34))
    paili.distances(column)
    del column
    assert pa.total_allocated_bytes() == before


def text_of(kind: pa.DataType, texts: list[bytes]) -> pa.Array:
    """A column of texts, which need not be any."""
    if kind == pa.string_view():
        buffers = pa.array(texts, pa.binary_view()).buffers()
        return pa.Array.from_buffers(kind, len(texts), buffers)
    return pa.array(texts, pa.binary() if kind == pa.string() else pa.large_binary()).view(kind)


@pytest.mark.parametrize("kind", TEXTS.values(), ids=TEXTS)
def test_what_is_no_text_is_refused(kind: pa.DataType) -> None:
    """pyarrow hands on such texts from a Parquet file without looking at them."""
    for texts in ([b"1m\xf0"], [b"11m", b"\xff" * 40], [b"11m\xe4\xb8", b"\xad"]):
        column = text_of(kind, texts)
        for damaged in (column, pa.chunked_array([column]), pa.record_batch({"hand": column})):
            for on_error in ("raise", "null"):
                with pytest.raises(paili.InputError, match="^hands: the Arrow data is damaged: .*(?i:utf-?8)"):
                    paili.distances(damaged, on_error=on_error)
    words = text_of(pa.string(), [b"11m", b"1m\xf0"])
    encoded = pa.DictionaryArray.from_arrays(pa.array([0, 0], pa.int8()), words)
    with pytest.raises(paili.InputError, match="^hands: the Arrow data is damaged: .*(?i:utf-?8)"):
        paili.distances(encoded)


def test_places_that_lead_nowhere_are_refused() -> None:
    offsets = pa.py_buffer(np.array([0, 100, 3], np.int32))
    texts = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"11mxx")])
    lists = pa.ListArray.from_buffers(pa.list_(pa.int64()), 2, [None, offsets], children=[pa.array([2] + [0] * 33)])
    keys = pa.Array.from_buffers(pa.int8(), 1, [None, pa.py_buffer(b"\7")])
    encoded = pa.DictionaryArray.from_arrays(keys, pa.array(["11m"]), safe=False)
    for damaged in (texts, lists, encoded):
        with pytest.raises(paili.InputError, match="^hands: the Arrow data is damaged: "):
            paili.distances(damaged)


def test_capsules_that_do_not_belong_together_are_refused() -> None:
    class Swapped:
        def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
            schema, _ = pa.array(["11m"]).__arrow_c_array__()
            _, array = pa.array([11]).__arrow_c_array__()
            return schema, array

    with pytest.raises(paili.InputError, match="^hands: the Arrow data is damaged: "):
        paili.distances(Swapped())


def test_streams_are_read_without_the_interpreters_lock() -> None:
    """Some streams wait for threads of theirs that run Python: with the lock held, this would never end."""
    asked, answered = queue.Queue[None](), queue.Queue[pa.RecordBatch]()

    def answer() -> None:
        asked.get()
        answered.put(pa.record_batch({"hand": ["11m", "1m"]}))

    def batches() -> Iterator[pa.RecordBatch]:
        asked.put(None)
        yield answered.get()

    thread = threading.Thread(target=answer)
    thread.start()
    reader = pa.RecordBatchReader.from_batches(pa.schema([("hand", pa.string())]), batches())
    assert paili.distances(reader).to_pylist() == [0, 1]
    thread.join()


def test_a_file_system_of_python(tmp_path: Path, texts: list[str], hands: np.ndarray) -> None:
    """Arrow reads it with threads that need the interpreter."""
    pq.write_table(pa.table({"hand": texts}), tmp_path / "hands.parquet", row_group_size=5000)
    files = pafs.PyFileSystem(pafs.FSSpecHandler(LocalFileSystem()))
    source = ds.dataset(str(tmp_path / "hands.parquet"), filesystem=files)
    assert (paili.distances(source.scanner().to_reader()).to_numpy() == paili.distances(hands)).all()


def test_answers_do_not_go_where_the_hands_are(hands: np.ndarray) -> None:
    flat = hands.reshape(-1).copy()
    column = pa.FixedSizeListArray.from_arrays(pa.array(flat), 34)
    assert (paili.distances(column).to_numpy() == paili.distances(hands)).all()
    for shared in (flat[:ROWS], flat[-ROWS:], flat[17 * ROWS : 18 * ROWS]):
        with pytest.raises(paili.InputError, match="^out: it shares memory"):
            paili.distances(column, out=shared.view(np.int8))
    fixed = pa.Array.from_buffers(pa.binary(34), ROWS, [None, pa.py_buffer(flat)])
    with pytest.raises(paili.InputError, match="^out: it shares memory"):
        paili.distances(fixed, out=flat[:ROWS].view(np.int8))
