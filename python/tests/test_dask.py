"""The example for Dask."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engines import EXAMPLES, check_answers, write_hands

FILES = 4
ROWS = 5000


def test_the_example_answers_as_the_library_does(tmp_path: Path) -> None:
    write_hands(tmp_path / "hands", FILES, ROWS)
    command = [sys.executable, EXAMPLES / "dask_batch.py", tmp_path / "hands", tmp_path / "answers"]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    check_answers(tmp_path / "answers", FILES, ROWS)
    assert said.stdout.startswith("distance\n")
