"""Files of hands that a cluster's batch refuses, and files of answers that are no hands. No cluster is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import paili
import paili.cluster
from paili.cluster.hands import open_files

#: Where no cluster is.
NOWHERE = "127.0.0.1:1"


def refused(source: Any, out: Path, **options: Any) -> str:
    """What is said instead of answers."""
    with pytest.raises(paili.InputError) as caught:
        paili.cluster.batch(source, out=out, address=NOWHERE, **options)
    return str(caught.value)


def test_sources_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    good = tmp_path / "good.parquet"
    pq.write_table(pa.table({"hand": ["11m"], "x": [0.5]}), good)
    (tmp_path / "bad.parquet").write_text("no Parquet")
    (tmp_path / "hands.csv").write_text("hand\n11m\n")
    (tmp_path / "empty").mkdir()
    out = tmp_path / "out"
    for source, options, message in [
        ([], {}, "source: no files"),
        (tmp_path / "none.parquet", {}, f"source: there is no file {tmp_path / 'none.parquet'}"),
        (str(tmp_path / "*.feather"), {}, f"source: no file is matched by {tmp_path / '*.feather'}"),
        (tmp_path / "empty", {}, f"source: the folder {tmp_path / 'empty'} holds no Parquet or Arrow file"),
        (tmp_path / "hands.csv", {}, f"source: {tmp_path / 'hands.csv'}: expected a name that ends with .parquet, "),
        ([good, good], {}, f"source: {good} is in it twice"),
        ([good, tmp_path / "empty" / ".." / good.name], {}, f"source: {tmp_path}/empty/../{good.name} is in it twice"),
        (ds.dataset(good).filter(ds.field("x") > 0), {}, "source: the data set is filtered"),
        (good, {"column": "x"}, "column 'x': a column of Float64: expected texts"),
        (good, {"column": "y"}, "column: no column 'y': the columns are 'hand', 'x'"),
        (good, {"keep": ["y"]}, "keep: no column 'y': the columns are 'hand', 'x'"),
        (good, {"rows_per_block": 0}, "rows_per_block: 0: expected 1 row or more"),
        (good, {"on_error": "ignore"}, "on_error: "),
        (good, {"forms": "pears"}, "forms: "),
    ]:
        said = refused(source, out, **options)
        assert said.startswith(message), said
    said = refused([tmp_path / "bad.parquet"], out)
    assert str(tmp_path / "bad.parquet") in said
    assert not out.exists()


def test_a_file_without_the_hands_is_told(tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": ["11m"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"id": [1]}), tmp_path / "b.parquet")
    for source in (tmp_path, ds.dataset(tmp_path)):
        said = refused(source, tmp_path / "out", column="hand")
        assert said == f"{tmp_path / 'b.parquet'}: no column 'hand'"
    assert not (tmp_path / "out").exists()


BOOL, DAY, DICTIONARY = pa.array([True]), pa.array([1], pa.date32()), pa.array(["a"]).dictionary_encode()
COUNTS = bytes([2] + [0] * 33)


@pytest.mark.parametrize(
    ("name", "columns", "types"),
    [
        ("id", (BOOL, [5]), "int64, and of bool"),
        ("id", ([5], BOOL), "bool, and of int64"),
        ("id", (BOOL, [0.5]), "double, and of bool"),
        ("id", (DAY, pa.array([1], pa.timestamp("us"))), "timestamp[us], and of date32[day]"),
        ("id", ([7], ["007"]), "string, and of int64"),
        ("id", (DICTIONARY, [7]), f"int64, and of {DICTIONARY.type}"),
        (
            "id",
            (pa.array([1], pa.timestamp("s", "UTC")), pa.array([1], pa.timestamp("s"))),
            "timestamp[s], and of timestamp[s, tz=UTC]",
        ),
        # Arrow finds a common type for these, and rounds.
        ("id", (pa.array([1]).cast(pa.decimal128(30)), [0.5]), "double, and of decimal128(30, 0)"),
        (
            "id",
            (
                pa.array([{"a": "x"}], pa.struct({"a": pa.string()})),
                pa.array([{"a": b"x", "b": "y"}], pa.struct({"a": pa.binary(), "b": pa.string()})),
            ),
            "struct<a: binary, b: string>, and of struct<a: string>",
        ),
        ("hand", (["11m"], pa.array([COUNTS], pa.binary(34))), "fixed_size_binary[34], and of string"),
        ("hand", (pa.array([COUNTS], pa.binary(34)), ["11m"]), "string, and of fixed_size_binary[34]"),
        ("hand", (["11m"], pa.array([list(COUNTS)], pa.list_(pa.uint8()))), "list<item: uint8>, and of string"),
    ],
)
def test_no_value_is_changed_to_be_of_the_type_of_other_files(
    tmp_path: Path, name: str, columns: tuple[object, object], types: str
) -> None:
    files = [tmp_path / "a.arrow", tmp_path / "b.arrow"]
    for file, column in zip(files, columns, strict=True):
        table = pa.table({"hand": ["11m"], name: column})
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)
    out = tmp_path / "out"
    said = refused(files, out)
    assert said == f"{files[1]}: column {name!r} is of {types} in files before it: expected one type"
    if name != "hand":
        # Nobody reads it.
        with pytest.raises(ConnectionError):
            paili.cluster.batch(files, out=out, keep=[], address=NOWHERE)


def test_two_columns_of_one_name_are_told(tmp_path: Path) -> None:
    one, two, hands = tmp_path / "one.parquet", tmp_path / "two.parquet", tmp_path / "hands.parquet"
    pq.write_table(pa.table({"hand": ["11m"]}), one)
    pq.write_table(pa.table([["11m"], [1], [2]], ["hand", "x", "x"]), two)
    pq.write_table(pa.table([["11m"], ["12m"]], ["hand", "hand"]), hands)
    for source, twice, name in (([two], two, "x"), ([one, two], two, "x"), ([one, hands], hands, "hand")):
        said = refused(source, tmp_path / "out")
        assert said == f"{twice}: 2 columns are called {name!r}"
    with pytest.raises(ConnectionError):
        paili.cluster.batch([two, one], out=tmp_path / "out", keep=[], address=NOWHERE)
    arrow = tmp_path / "two.arrow"
    with pa.ipc.new_file(arrow, pq.read_schema(two)) as writer:
        writer.write_table(pq.ParquetFile(two).read())
    said = refused(arrow, tmp_path / "out")
    assert said == f"{arrow}: 2 columns are called 'x'"


def test_answers_in_the_folder_of_the_hands_are_no_hands(tmp_path: Path) -> None:
    out = tmp_path / "answers"
    out.mkdir()
    for file in (tmp_path / "a.parquet", out / "part-00000.parquet"):
        pq.write_table(pa.table({"hand": ["11m"]}), file)
    (tmp_path / "link").symlink_to(out)
    for source in (tmp_path, str(tmp_path / "**/*.parquet")):
        for named in (out, tmp_path / "link"):
            assert list(open_files(source, named).states) == [str(tmp_path / "a.parquet")]
    assert len(open_files(tmp_path, tmp_path / "elsewhere").states) == 2
    for source in ([out / "part-00000.parquet"], ds.dataset(out)):
        said = refused(source, out)
        assert said == f"source: {out / 'part-00000.parquet'} is in {out}, where the answers go: name another folder"


def test_answers_go_to_another_folder_than_that_of_the_hands(tmp_path: Path) -> None:
    file = tmp_path / "hands" / "a.parquet"
    file.parent.mkdir()
    pq.write_table(pa.table({"hand": ["11m"]}), file)
    for source in (file, file.parent, str(file.parent / "*.parquet")):
        for out in (file.parent, tmp_path):
            said = refused(source, out)
            assert said == f"source: {file} is in {out}, where the answers go: name another folder"


def test_answers_of_other_jobs_in_the_folder_of_the_hands_are_no_hands(tmp_path: Path) -> None:
    job = tmp_path / "answers"
    for folder in (job / "deeper", tmp_path / "more"):
        folder.mkdir(parents=True)
    (job / "_job.json").touch()
    hands, answers, deeper, more = files = [
        folder / "a.parquet" for folder in (tmp_path, job, job / "deeper", tmp_path / "more")
    ]
    for file in files:
        pq.write_table(pa.table({"hand": ["11m"]}), file)
    out = tmp_path / "again"
    for source, found in (
        (tmp_path, [hands, more]),
        # What is named itself is taken.
        (job, [answers, deeper]),
        ([tmp_path, answers], [hands, more, answers]),
        (str(tmp_path / "*/*.parquet"), [answers, more]),
    ):
        assert list(open_files(source, out).states) == list(map(str, found))
    hands.unlink()
    more.unlink()
    with pytest.raises(paili.InputError) as caught:
        open_files(tmp_path, out)
    assert str(caught.value) == f"source: the folder {tmp_path} holds no Parquet or Arrow file, answers of jobs aside"
