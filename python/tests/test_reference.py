"""The reference has all that is public, and is made without a warning."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import paili

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def test_the_reference_has_all_that_is_public(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", REFERENCE, tmp_path / "pages"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    inventory = (tmp_path / "pages/objects.inv").read_bytes().split(b"\n", 4)[4]
    named = {line.split(" ", 1)[0] for line in zlib.decompress(inventory).decode().splitlines()}
    public = {f"paili.{name}" for name in paili.__all__}
    # Of a module that is one function or two, those stand there.
    assert public - named - {"paili.arrow", "paili.cluster", "paili.plot"} == set()
    assert {"paili.cluster.simulate", "paili.cluster.batch", "paili.arrow.AddAnswers", "paili.plot.distances"} <= named
