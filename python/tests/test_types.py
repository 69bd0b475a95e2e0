"""The package's types are what it is, and reach those who use it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

USE = """
from typing import assert_type

import paili

tally = paili.simulate(10, seed=1, policies=["rule", "acceptance", "rule", "rule"], threads=1)
assert_type(tally, paili.Tally)
assert_type(tally.games, int)
assert_type(tally + tally, paili.Tally)
assert_type(paili.Tally.from_bytes(tally.to_bytes()), paili.Tally)

error = paili.InputError("tiles", "no tiles", 3)
assert_type(error.row, int | None)
"""

MISUSE = """
import paili

paili.simulate("many")
paili.simulate(10, 1)
paili.simulate(10).winner
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
    assert found == [["misuse.py", "4"], ["misuse.py", "5"], ["misuse.py", "6"]], done.stdout + done.stderr


def test_the_native_half_is_as_its_types_say(tmp_path: Path) -> None:
    done = check("mypy.stubtest", "paili._native", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
