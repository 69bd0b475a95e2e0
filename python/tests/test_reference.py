"""The reference has all that is public, and is made without a warning."""

from __future__ import annotations

import inspect
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import paili
import paili.arrow
import paili.cluster
import paili.env
import paili.plot
import paili.polars

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


@pytest.mark.long
def test_the_reference_has_all_that_is_public(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", REFERENCE, tmp_path / "pages"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    inventory = (tmp_path / "pages/objects.inv").read_bytes().split(b"\n", 4)[4]
    named = {line.split(" ", 1)[0] for line in zlib.decompress(inventory).decode().splitlines()}
    public = {f"paili.{name}" for name in paili.__all__}
    # Of a module that is one function or two, those stand there.
    assert public - named - {"paili.arrow", "paili.cluster", "paili.env", "paili.plot"} == set()
    assert {f"paili.env.{name}" for name in paili.env.__all__} <= named
    assert {"paili.cluster.simulate", "paili.cluster.batch", "paili.arrow.AddAnswers", "paili.plot.distances"} <= named


def public() -> Iterator[tuple[str, Any]]:
    """All that is public and can be called, and public methods."""
    for module in (paili, paili.arrow, paili.cluster, paili.env, paili.plot, paili.polars):
        for name in module.__all__:
            thing = getattr(module, name)
            if not callable(thing):
                continue
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                methods = [method for method in vars(thing) if not method.startswith("_")]
                called = ((method, getattr(thing, method)) for method in methods)
                yield from ((f"{module.__name__}.{name}.{method}", call) for method, call in called if callable(call))


#: Classes whose objects are made by those who use the package. What others hold, their attributes tell.
MADE_BY_USERS = {"paili.Hand", "paili.InputError", "paili.RuleSet", "paili.Solved", "paili.arrow.AddAnswers"}


@pytest.mark.parametrize(("name", "thing"), list(public()), ids=[name for name, _ in public()])
def test_docstrings_have_their_sections(name: str, thing: Any) -> None:
    text = inspect.getdoc(thing) or ""
    assert text
    if inspect.isclass(thing) and name not in MADE_BY_USERS:
        return
    parameters = set(inspect.signature(thing).parameters) - {"self"}
    wanted = {"Parameters"} if parameters else set()
    if not inspect.isclass(thing) and parameters:
        wanted.add("Returns")
    if name.count(".") == 1 or name.startswith("paili.plot."):
        wanted.add("Examples")
    assert {section for section in wanted if f"\n{section}\n{'-' * len(section)}\n" not in text} == set()
    _, _, section = text.partition("\nParameters\n----------\n")
    section = section.partition("\n\nReturns\n")[0]
    assert {parameter for parameter in parameters if parameter not in section} == set()
