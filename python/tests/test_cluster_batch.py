"""Hands in files on a Ray cluster: the same files, whatever dies."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
import ray.data
from nodes import PATIENCE, Nodes, meanwhile

import paili
import paili.cluster
from paili.cluster import BatchReport, Progress
from paili.cluster.workers import results

FILES = 3
ROWS = 150_000
GROUP = 25_000
BLOCK = 50_000
BLOCKS = FILES * ROWS // BLOCK

#: What makes the work worth a moment.
ASKED = {"useful": True, "forms": ["standard", "pairs", "orphans"], "rows_per_block": BLOCK}


@pytest.fixture(scope="module", autouse=True)
def joined(nodes: Nodes) -> Iterator[None]:
    with nodes.joined():
        yield


def column(counts: np.ndarray) -> pa.Array:
    return pa.Array.from_buffers(pa.binary(34), len(counts), [None, pa.py_buffer(np.ascontiguousarray(counts))])


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files of hands, with what data sets leave alone among them."""
    folder = tmp_path_factory.mktemp("hands")
    for file in range(FILES):
        ids = np.arange(file * ROWS, (file + 1) * ROWS)
        table = pa.table({"id": ids, "hand": column(paili.random_hands(ROWS, tiles=14, seed=file))})
        pq.write_table(table, folder / f"{file}.parquet", row_group_size=GROUP)
    (folder / "_SUCCESS").touch()
    (folder / ".hidden.parquet").write_text("no Parquet")
    return folder


@pytest.fixture(scope="module")
def undisturbed(nodes: Nodes, hands: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a run that nothing happened to."""
    out = tmp_path_factory.mktemp("undisturbed")
    report = paili.cluster.batch(hands, out=out, address=nodes.address, **ASKED)
    check(report, out)
    # They hold what the library says.
    table = ds.dataset(out).to_table()
    counts = np.concatenate([paili.random_hands(ROWS, tiles=14, seed=file) for file in range(FILES)])
    answers = paili.useful(counts, forms=ASKED["forms"])
    assert table.column_names == ["id", "hand", "distance", "acceptance", "useful"]
    assert np.array_equal(table["id"].to_numpy(), np.arange(FILES * ROWS))
    assert table["hand"].combine_chunks().equals(column(counts))
    for name, answer in answers._asdict().items():
        assert table[name].type == pa.from_numpy_dtype(answer.dtype)
        assert np.array_equal(table[name].to_numpy(), answer), name
    there, many = np.unique(answers.distance, return_counts=True)
    assert report.distances == dict(zip(there.tolist(), many.tolist(), strict=True))
    return files_of(out)


def files_of(out: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in out.glob("part-*")}


def check(report: BatchReport, out: Path) -> None:
    """All is there and nothing else."""
    names = [f"part-{index:05}.parquet" for index in range(BLOCKS)]
    assert (report.rows, report.bad, report.nulls, report.blocks) == (FILES * ROWS, 0, 0, BLOCKS)
    assert report.files == [out / name for name in names]
    assert sorted(file.name for file in out.iterdir()) == ["_SUCCESS", "_job.json", "_lock", *names]
    assert json.loads((out / "_SUCCESS").read_text()) == report.to_dict()


def run(
    nodes: Nodes, hands: Path, out: Path, disturb: Callable[[], None] | None = None
) -> tuple[BatchReport, Progress]:
    """The report, and how far the job was at its end."""
    said: list[Progress] = []
    with meanwhile(disturb):
        report = paili.cluster.batch(hands, out=out, address=nodes.address, progress=said.append, **ASKED)
    return report, said[-1]


def test_a_ray_data_set(nodes: Nodes, tmp_path: Path) -> None:
    """It comes first: ray.data may wait for ever for a node that was killed."""
    ray.data.DataContext.get_current().enable_progress_bars = False
    table = pa.table({"id": range(1000), "hand": ["11m"] * 999 + ["12m"]})
    blocks = [table.slice(start, 250) for start in range(0, 1000, 250)]
    source = ray.data.from_arrow(blocks)
    report = paili.cluster.batch(source, out=tmp_path / "answers")
    assert (report.rows, report.blocks, report.distances) == (1000, 4, {0: 999, 1: 1})
    answers = ds.dataset(tmp_path / "answers").to_table()
    assert answers["id"].to_pylist() == list(range(1000))
    assert answers["distance"].to_pylist() == [0] * 999 + [1]
    # Rows are counted through all blocks.
    flawed = ray.data.from_arrow([*blocks, pa.table({"id": [0, 1], "hand": ["11m", "x"]})])
    with pytest.raises(paili.InputError, match="^source: row 1001: column 'hand': "):
        paili.cluster.batch(flawed, out=tmp_path / "flawed")
    with pytest.raises(paili.InputError, match=r"^out: .* a ray\.data\.Dataset can't be told from another"):
        paili.cluster.batch(source, out=tmp_path / "answers")
    other = ray.data.from_arrow([*blocks, pa.table({"id": [0, 1]})])
    with pytest.raises(paili.InputError, match="^source: row 1000: the block that begins here has no column 'hand'$"):
        paili.cluster.batch(other, out=tmp_path / "other")


def test_a_worker_killed_in_the_middle_changes_nothing(
    nodes: Nodes, hands: Path, undisturbed: dict[str, str], tmp_path: Path
) -> None:
    report, last = run(nodes, hands, tmp_path, lambda: nodes.kill_worker("write_answers"))
    assert last.lost >= 1
    check(report, tmp_path)
    assert files_of(tmp_path) == undisturbed


def test_a_node_killed_in_the_middle_changes_nothing(
    nodes: Nodes, hands: Path, undisturbed: dict[str, str], tmp_path: Path
) -> None:
    try:
        report, last = run(nodes, hands, tmp_path, lambda: nodes.kill_node("write_answers"))
    finally:
        nodes.mend()
    assert last.lost >= 1
    check(report, tmp_path)
    assert files_of(tmp_path) == undisturbed


def test_a_job_whose_driver_was_killed_goes_on(
    nodes: Nodes, hands: Path, undisturbed: dict[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "answers"
    command = [sys.executable, "-m", "paili.cluster", "batch", str(hands), "--out", str(out), "--useful"]
    command += ["--forms", "standard,pairs,orphans", "--rows-per-block", str(BLOCK), "--address", nodes.address]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        until = time.monotonic() + PATIENCE
        while not files_of(out):
            assert driver.poll() is None, driver.communicate()
            assert time.monotonic() < until
            time.sleep(0.005)
    finally:
        driver.kill()
        driver.communicate()
    assert not (out / "_SUCCESS").exists()
    report, last = run(nodes, hands, out)
    assert 0 < report.resumed_blocks == last.resumed_blocks < BLOCKS
    check(report, out)
    assert files_of(out) == undisturbed
    # Nothing is left to do, and no cluster is needed to say so.
    again = subprocess.run([*command[:-1], "127.0.0.1:1"], capture_output=True, text=True, timeout=PATIENCE)
    assert (again.returncode, json.loads(again.stdout)) == (0, report.to_dict())


def test_a_late_worker_of_a_driver_that_died_spoils_nothing(
    nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "hands.parquet", tmp_path / "answers"
    pq.write_table(pa.table({"hand": ["11m"] * 30}), source, row_group_size=10)
    before = paili.cluster.batch(source, out=out, address=nodes.address, rows_per_block=10)
    stale = before.files[0].read_bytes()
    shutil.rmtree(out)
    pq.write_table(pa.table({"hand": ["12m"] * 30}), source, row_group_size=10)

    def late(*arguments: Any) -> Iterator[Any]:
        # The worker began with the file as it was, and is done after the block was done anew.
        yield from results(*arguments)
        before.files[0].write_bytes(stale)

    monkeypatch.setattr("paili.cluster.batches.results", late)
    monkeypatch.setattr("paili.cluster.batches.SEEN_WITHIN", 0.5)
    with pytest.raises(paili.InputError, match=f"^out: {before.files[0]} was written by a node, but "):
        paili.cluster.batch(source, out=out, address=nodes.address, rows_per_block=10)
    monkeypatch.undo()
    report = paili.cluster.batch(source, out=out, address=nodes.address, rows_per_block=10)
    assert (report.distances, report.resumed_blocks) == ({1: 30}, 2)
    assert ds.dataset(out).to_table()["distance"].to_pylist() == [1] * 30


def test_answers_may_lie_in_the_folder_of_the_hands(nodes: Nodes, flawed: list[Path], tmp_path: Path) -> None:
    ask = {"out": tmp_path / "answers", "address": nodes.address, "rows_per_block": 300}
    with pytest.raises(paili.InputError, match=r"a\.parquet: row 700: "):
        paili.cluster.batch(tmp_path, **ask)
    kept = files_of(tmp_path / "answers")
    assert kept
    report = paili.cluster.batch(tmp_path, on_error="null", **ask)
    assert (report.rows, report.resumed_blocks) == (2000, len(kept))
    # Done as it is, it is found done.
    assert paili.cluster.batch(tmp_path, on_error="null", **ask).resumed_blocks == report.blocks


@pytest.fixture
def flawed(tmp_path: Path) -> list[Path]:
    """Two files, in each of which is a row that is no hand, and nulls."""
    rows = ["11m"] * 1000
    paths = []
    for name, bad in (("a", 700), ("b", 20)):
        rows_here = rows.copy()
        rows_here[bad], rows_here[bad + 1], rows_here[bad + 2] = "12x", "1m", None
        paths.append(tmp_path / f"{name}.parquet")
        table = pa.table({"hand": rows_here, "note": ["n"] * 1000, "weight": [0.5] * 1000})
        pq.write_table(table, paths[-1], row_group_size=300)
    return paths


def test_the_first_bad_row_stops_the_job_and_can_be_mended(nodes: Nodes, flawed: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "answers"
    ask = {"out": out, "address": nodes.address, "rows_per_block": 300}
    with pytest.raises(paili.InputError) as caught:
        paili.cluster.batch(flawed, **ask)
    # Of two bad rows it is the first, whichever was seen first.
    assert str(caught.value).startswith(f"{flawed[0]}: row 700: column 'hand': ")
    assert (caught.value.row, caught.value.argument) == (700, str(flawed[0]))
    kept = files_of(out)
    assert {"part-00000.parquet", "part-00001.parquet"} <= set(kept)
    assert "part-00002.parquet" not in kept
    assert not (out / "_SUCCESS").exists()
    assert not list(out.glob(".*"))
    # The second is mended now, and the first is left to be null.
    rows = ["11m"] * 1000
    pq.write_table(pa.table({"hand": rows, "note": rows, "weight": [0.5] * 1000}), flawed[1], row_group_size=300)
    report = paili.cluster.batch(flawed, on_error="null", **ask)
    assert (report.rows, report.bad, report.nulls, report.blocks) == (2000, 1, 1, 8)
    assert report.resumed_blocks >= 2
    assert {name: files_of(out)[name] for name in ("part-00000.parquet", "part-00001.parquet")}.items() <= kept.items()
    distances = ds.dataset(out).to_table()["distance"].to_pylist()
    assert distances == [None if row in (700, 702) else 1 if row == 701 else 0 for row in range(2000)]
    # Now it is done, and a bad row stops a job again.
    with pytest.raises(paili.InputError, match='holds the blocks of another job: on_error is "null" there'):
        paili.cluster.batch(flawed, **ask)


def test_columns_are_kept_as_asked(nodes: Nodes, flawed: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "answers"
    report = paili.cluster.batch(
        ds.dataset(flawed), out=out, on_error="null", keep=["weight"], address=nodes.address, rows_per_block=10**6
    )
    assert report.blocks == 1
    assert report.files[0].name == "part-00000.parquet"
    assert pq.read_schema(report.files[0]).names == ["hand", "weight", "distance"]


def test_rules_are_those_of_every_row(nodes: Nodes, tmp_path: Path) -> None:
    texts = ["1112345678999p", "19m99p", "1111m111122233z"]
    pq.write_table(pa.table({"hand": texts}), tmp_path / "hands.parquet")
    three_pins: Any = {"name": "three pins", "like": "sanma", "copies": {"1p": 3}}
    for number, rules in enumerate(["sanma", paili.RuleSet("sanma", wildcards=2), three_pins]):
        asked: Any = {"out": tmp_path / str(number), "rules": rules, "useful": True, "address": nodes.address}
        report = paili.cluster.batch(tmp_path / "hands.parquet", **asked)
        answers = pq.read_table(report.files[0]).to_pydict()
        assert answers["distance"] == paili.distances(texts, rules=rules).tolist()
        assert answers["acceptance"] == paili.useful(texts, rules=rules).acceptance.tolist()
        asked["rules"] = rules if isinstance(rules, paili.RuleSet) else paili.RuleSet(rules)
        assert paili.cluster.batch(tmp_path / "hands.parquet", **asked).resumed_blocks == 1
        with pytest.raises(paili.InputError, match="rules"):
            paili.cluster.batch(tmp_path / "hands.parquet", **{**asked, "rules": "taiwan"})


def test_small_files_share_a_block_and_arrow_files_are_read(nodes: Nodes, tmp_path: Path) -> None:
    for file in range(5):
        table = pa.table({"counts": paili_lists(file)})
        with pa.ipc.new_file(tmp_path / f"{file}.arrow", table.schema) as writer:
            writer.write_table(table)
    out = tmp_path / "answers"
    report = paili.cluster.batch(str(tmp_path / "*.arrow"), out=out, address=nodes.address, rows_per_block=250)
    assert (report.rows, report.blocks) == (500, 3)
    expected = np.concatenate([paili.distances(paili.random_hands(100, seed=file)) for file in range(5)])
    assert ds.dataset(out).to_table()["distance"].to_pylist() == expected.tolist()


def paili_lists(seed: int) -> pa.Array:
    return pa.array(paili.random_hands(100, seed=seed).tolist(), pa.list_(pa.uint8(), 34))


def test_files_of_other_columns_are_brought_in_line(nodes: Nodes, tmp_path: Path) -> None:
    tables = [
        pa.table({"id": pa.array([1], pa.int64()), "hand": ["11m"]}),
        pa.table({"hand": ["1m"], "id": pa.array([2], pa.int64())}),
        pa.table({"hand": ["12m"]}),
    ]
    for file, table in enumerate(tables):
        pq.write_table(table, tmp_path / f"{file}.parquet")
    out = tmp_path / "out"
    report = paili.cluster.batch([tmp_path / f"{file}.parquet" for file in range(3)], out=out, address=nodes.address)
    expected = {"id": [1, 2, None], "hand": ["11m", "1m", "12m"], "distance": [0, 1, 1]}
    assert pq.read_table(report.files[0]).to_pydict() == expected


def test_a_partitioned_data_set_keeps_its_partitions(nodes: Nodes, tmp_path: Path) -> None:
    table = pa.table({"hand": ["11m", "1m"] * 500, "day": ["mon", "tue"] * 500})
    days = ds.partitioning(pa.schema([("day", pa.string())]), flavor="hive")
    ds.write_dataset(table, tmp_path / "hands", format="parquet", partitioning=days)
    source = ds.dataset(tmp_path / "hands", partitioning="hive")
    report = paili.cluster.batch(source, out=tmp_path / "out", column="hand", address=nodes.address)
    answers = pq.read_table(report.files[0])
    assert answers.select(["day", "distance"]).to_pydict() == {
        "day": ["mon"] * 500 + ["tue"] * 500,
        "distance": [0] * 500 + [1] * 500,
    }


def test_no_rows_give_a_file_of_none(nodes: Nodes, tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": pa.array([], pa.string())}), tmp_path / "none.parquet")
    report = paili.cluster.batch(tmp_path / "none.parquet", out=tmp_path / "answers", address=nodes.address)
    assert (report.rows, report.blocks, report.distances) == (0, 1, {})
    assert pq.read_table(report.files[0]).schema.names == ["hand", "distance"]
