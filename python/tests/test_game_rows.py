"""Rows, walls and transcripts are those that the program writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy
import pandas
import polars
import pyarrow
import pyarrow.csv
import pytest
from running import output
from twin import Rule

import paili


@pytest.mark.parametrize("policies", ["rule", "acceptance,rule,random,concealed"])
def test_rows_are_the_programs(policies: str, program: Path, tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.csv" for name in ("rows", "walls", "transcripts")}
    options = [part for name, path in files.items() for part in (f"--{name}", str(path))]
    output(program, "simulate", "--games", "300", "--seed", "7", "--policy", policies, *options)
    rows = paili.game_rows(300, seed=7, policies=policies, walls=True, transcripts=True)
    walls, transcripts = rows.pop("wall"), rows.pop("transcript")

    written = pyarrow.csv.read_csv(
        files["rows"], convert_options=pyarrow.csv.ConvertOptions(strings_can_be_null=True)
    ).to_pydict()
    assert list(rows) == list(written)
    for name, column in written.items():
        assert list(rows[name]) == column, name
    assert [f"{wall}\n" for wall in walls] == files["walls"].read_text().splitlines(keepends=True)
    assert "\n".join(map(str, transcripts)) == files["transcripts"].read_text()


def test_rows_depend_on_their_games_alone() -> None:
    rows = paili.game_rows(500, seed=3, threads=1)
    for more in (paili.game_rows(500, seed=3, threads=2), paili.game_rows(500, seed=3, policies=Rule())):
        assert all(list(more[name]) == list(rows[name]) for name in rows)
    late = paili.game_rows(10, seed=3, first=490)
    assert all(list(late[name]) == list(rows[name][490:]) for name in rows)
    assert set(rows) == set(paili.game_rows(0))


def test_columns_are_ready_for_data_frames() -> None:
    rows = paili.game_rows(100, walls=True)
    assert isinstance(rows["game"], numpy.ndarray) and rows["game"].dtype == numpy.uint64
    assert isinstance(rows["start_d"], numpy.ndarray) and rows["start_d"].dtype == numpy.int16
    rows["turns"][0] = 1  # type: ignore[call-overload]
    for frame in (pandas.DataFrame(rows), polars.DataFrame(rows), pyarrow.table(rows)):
        assert len(frame) == 100
    tally = paili.simulate(100)
    assert sum(outcome == "ron" for outcome in rows["outcome"]) == tally.ron.count
    wall = rows["wall"][3]
    assert isinstance(wall, str)
    assert paili.play(wall).wall == tuple(paili.wall(1, 3))


def test_without_numpy_numbers_are_memory_views(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {name: list(column) for name, column in paili.game_rows(20).items()}
    monkeypatch.setitem(sys.modules, "numpy", None)
    rows = paili.game_rows(20)
    assert isinstance(rows["game"], memoryview)
    assert {name: list(column) for name, column in rows.items()} == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": -1}, "^games: -1: expected a number of games"),
        ({"games": 1, "first": 2**64 - 1}, "^games: 1 from game "),
        ({"games": 1, "policies": "rulez"}, '^policies: "rulez"'),
        ({"games": 1, "policies": "exec:/bin/cat"}, "^policies: .*programs can't play here$"),
        ({"games": 1, "threads": 0}, "^threads: 0: expected 1 to 4096"),
        ({"games": 1, "progress": 7}, "^progress: expected True for a bar, or something to call, not int"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((paili.InputError, TypeError), match=message):
        paili.game_rows(**arguments)  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit memory otherwise")
def test_too_many_rows_for_the_memory_are_an_error() -> None:
    code = """
import resource
import paili
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
try:
    paili.game_rows(10**9)
except MemoryError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "there is no memory for the rows of 1000000000 games\n"
