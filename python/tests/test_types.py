"""The package's types are what it is, and reach those who use it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

USE = """
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl

import paili

tally = paili.simulate(10, seed=1, policies=["rule", "acceptance", "rule", "rule"], threads=1)
assert_type(tally, paili.Tally)
assert_type(tally.games, int)
assert_type(tally + tally, paili.Tally)
assert_type(paili.Tally.from_bytes(tally.to_bytes()), paili.Tally)

counts = np.zeros((1, 34), np.uint8)
strings, series, frame = ["11m"], pd.Series(["11m"]), pl.Series(["11m"])
assert_type(paili.distances(counts), npt.NDArray[np.int8])
assert_type(paili.distances(strings), npt.NDArray[np.int8])
assert_type(paili.distances([paili.Hand("11m")]), npt.NDArray[np.int8])
assert_type(paili.distances(frame), pl.Series)
assert_type(paili.distances(series), "pd.Series[Any]")
assert_type(paili.useful(series), pd.DataFrame)
out: npt.NDArray[np.int8] = np.empty(1, np.int8)
assert_type(paili.distances(series, out=out), npt.NDArray[np.int8])
assert_type(paili.useful(counts), paili.Outlooks)
assert_type(paili.useful(frame), pl.DataFrame)
assert_type(paili.odds(counts, 3), npt.NDArray[np.float64])
assert_type(paili.discards(frame), pl.DataFrame)
assert_type(paili.discards(strings), paili.Discards)
assert_type(paili.counts(strings), npt.NDArray[np.uint8])
assert_type(paili.texts(frame), pl.Series)
assert_type(paili.kinds_of([5]), npt.NDArray[np.bool_])
paili.ArrowArray.from_texts(["11m"])[1:].to_numpy()

class Mine(paili.Policy):
    def discard(self, view: paili.View) -> str:
        return view.discards("B")[0]

compared = paili.compare("rule", Mine(), 60, processes=2, progress=print)
assert_type(compared, paili.Comparison)
assert_type(compared.better, str | None)
paili.Hand("11m", forms=["standard", "pairs"], notation="mpsz")

error = paili.InputError("tiles", "no tiles", 3)
assert_type(error.row, int | None)
"""

MISUSE = """
import paili
import polars as pl

paili.simulate("many")
paili.simulate(10, 1)
paili.simulate(10).winner
paili.distances(["11m"], on_error="skip")
paili.distances(pl.Series(["11m"])).tolist()
paili.simulate(10, policies="rulez")
paili.compare("rule", "clever")
paili.Hand("11m", forms="pair")
paili.Hand("11m").written("tenhou")
paili.Hand("11m").odds(law="mine")
"""


def check(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a module of mypy's on what is installed."""
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)


def test_strict_code_that_uses_the_package_passes_and_misuse_is_found(tmp_path: Path) -> None:
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "misuse.py").write_text(MISUSE)
    done = check("mypy", "--strict", "use.py", "misuse.py", folder=tmp_path)
    found = [line.split(":")[:2] for line in done.stdout.splitlines() if ": error:" in line]
    assert found == [["misuse.py", str(line)] for line in range(5, 15)], done.stdout + done.stderr


def test_the_native_half_is_as_its_types_say(tmp_path: Path) -> None:
    done = check("mypy.stubtest", "paili._native", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
