"""Which hands a cluster is given: those of the files that folders and links lead to, with their columns."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import paili
from paili.arrow import AddAnswers
from paili.cluster.answers import write_answers
from paili.cluster.hands import open_files


def test_a_path_through_a_link_is_the_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "far" / "deeper"
    folder.mkdir(parents=True)
    (tmp_path / "link").symlink_to(folder)
    pq.write_table(pa.table({"hand": ["11m"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"hand": ["11m", "12m"]}), tmp_path / "far" / "a.parquet")
    monkeypatch.chdir(tmp_path)
    for source in ("link/../a.parquet", "link/../*.parquet", "link/..", ds.dataset("link/../a.parquet")):
        hands = open_files(source, tmp_path / "out")
        assert list(hands.states) == [str(tmp_path / "link/../a.parquet")]
        assert [rows.size for rows in hands.rows] == [2]


def test_links_to_folders_are_followed_and_no_folder_is_read_twice(tmp_path: Path) -> None:
    folder, far, job = tmp_path / "hands", tmp_path / "far", tmp_path / "job"
    files = [folder / "b" / "0.parquet", far / "deeper" / "1.parquet", job / "2.parquet", folder / ".b" / "3.parquet"]
    for file in files:
        file.parent.mkdir(parents=True)
        pq.write_table(pa.table({"hand": ["11m"]}), file)
    (job / "_job.json").touch()
    for link, place in (("a", folder / "b"), ("c", far), ("d", far), ("e", job), (".f", tmp_path), ("b/up", folder)):
        (folder / link).symlink_to(place)
    (far / "back").symlink_to(folder)
    found = [folder / "b" / "0.parquet", folder / "c" / "deeper" / "1.parquet"]
    assert list(open_files(folder, tmp_path / "out").states) == list(map(str, found))
    # And from all above it.
    (folder / "g").symlink_to(tmp_path)
    assert len(open_files(folder, tmp_path / "out").states) == 2


def test_names_may_end_in_capitals(tmp_path: Path) -> None:
    file = tmp_path / "A.PARQUET"
    pq.write_table(pa.table({"hand": ["11m"]}), file)
    for source in (file, tmp_path):
        assert list(open_files(source, tmp_path / "out").states) == [str(file)]


def test_columns_are_those_of_all_files(tmp_path: Path) -> None:
    never_null = pa.field("n", pa.int32(), nullable=False)
    tables = [
        pa.table([[None], [None], [1]], pa.schema([("hand", pa.null()), ("x", pa.null()), never_null])),
        pa.table({"hand": ["11m"], "x": [3], "y": ["later"]}),
        pa.table({"hand": pa.array([None], pa.null()), "z": [0.5], "n": [2**40]}),
    ]
    files = [tmp_path / f"{number}.parquet" for number in range(len(tables))]
    for table, file in zip(tables, files, strict=True):
        pq.write_table(table, file)
    hands = open_files(files, tmp_path / "out")
    (tmp_path / "_job.json").touch()
    (block,) = hands.cut(10**6)
    answers = tmp_path / "part-00000.parquet"
    write_answers(block.source, 0, answers, AddAnswers("hand"), hands.schema, "identity")
    assert pq.read_table(answers).to_pydict() == {
        "hand": [None, "11m", None],
        "x": [None, 3, None],
        "n": [1, None, 2**40],
        "y": [None, "later", None],
        "z": [None, None, 0.5],
        "distance": [None, 0, None],
    }


def test_types_that_hold_each_others_values_are_one(tmp_path: Path) -> None:
    texts = [pa.array(["11m"]), pa.array(["12m"], pa.large_string()), pa.array(["1m"]).dictionary_encode()]
    numbers = [pa.array([1], pa.int32()), pa.array([2**40]), pa.array([0.5])]
    for order in ([0, 1, 2], [2, 1, 0]):
        out = tmp_path / str(order[0])
        out.mkdir()
        (out / "_job.json").touch()
        files = [tmp_path / f"{number}.parquet" for number in range(3)]
        for file, place in zip(files, order, strict=True):
            pq.write_table(pa.table({"hand": texts[place], "n": numbers[place]}), file)
        hands = open_files(files, out)
        hands.require("hand", hands.schema.names)
        (block,) = hands.cut(10**6)
        write_answers(block.source, 0, out / "part-00000.parquet", AddAnswers("hand"), hands.schema, "identity")
        answers = pq.read_table(out / "part-00000.parquet").take(order).to_pydict()
        assert answers == {"hand": ["11m", "12m", "1m"], "n": [1, 2**40, 0.5], "distance": [0, 1, 1]}


def test_a_file_that_is_damaged_is_told(tmp_path: Path) -> None:
    add, schema = AddAnswers("hand"), pa.schema([("hand", pa.string())])
    (tmp_path / "_job.json").touch()
    table = pa.table({"hand": [f"{1 + row % 9}m" for row in range(100_000)]})
    for name, write in (("hands.parquet", write_parquet), ("hands.arrow", write_arrow)):
        file = tmp_path / name
        for damage in (damage_middle, cut_off):
            write(table, file)
            (block,) = open_files(file, tmp_path / "out").cut(10**6)
            file.write_bytes(damage(file.read_bytes()))
            with pytest.raises(paili.InputError) as caught:
                write_answers(block.source, 0, tmp_path / "part-00000.parquet", add, schema, "identity")
            assert str(caught.value).startswith(f"{file}: it can't be read: ")
            assert [one.name for one in tmp_path.glob("*part*")] == []


def write_parquet(table: pa.Table, file: Path) -> None:
    pq.write_table(table, file, compression="zstd", use_dictionary=False)


def write_arrow(table: pa.Table, file: Path) -> None:
    with pa.ipc.new_file(file, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_table(table)


def damage_middle(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[: middle - 200] + bytes(400) + data[middle + 200 :]


def cut_off(data: bytes) -> bytes:
    return data[: len(data) // 2]
