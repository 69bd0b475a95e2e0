"""The example for Dask."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pandas as pd
from engines import EXAMPLES, check_answers, write_hands

from paili.arrow import AddAnswers

FILES = 4
ROWS = 5000


def test_the_example_answers_as_the_library_does(tmp_path: Path) -> None:
    write_hands(tmp_path / "hands", FILES, ROWS)
    command = [sys.executable, EXAMPLES / "dask_batch.py", tmp_path / "hands", tmp_path / "answers"]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    check_answers(tmp_path / "answers", FILES, ROWS)
    assert said.stdout.startswith("distance\n")


def test_partitions_may_have_no_rows_or_be_joined() -> None:
    answer = runpy.run_path(str(EXAMPLES / "dask_batch.py"))["answer"]
    # As Dask reads texts.
    none, one = (pd.DataFrame({"hand": pd.Series(hands, dtype="string[pyarrow]")}) for hands in ([], ["11m"]))
    for frame in (none, one, pd.concat([one, one], ignore_index=True)):
        answers = answer(frame, AddAnswers("hand", useful=True))
        assert answers["distance"].tolist() == [0] * len(frame)
