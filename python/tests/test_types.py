"""The package's types are what it is, and reach those who use it."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from paili import _native
from paili.arguments.names import FormName, LawName, NotationName, PolicyName

USE = """
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl

import paili
import paili.env
import paili.polars

tally = paili.simulate(10, seed=1, policies=["rule", "acceptance", "rule", "rule"], threads=1)
assert_type(tally, paili.Tally)
assert_type(tally.games, int)
assert_type(tally + tally, paili.Tally)
assert_type(paili.Tally.from_bytes(tally.to_bytes()), paili.Tally)

counts = np.zeros((1, 34), np.uint8)
strings, series, frame = ["11m"], pd.Series(["11m"]), pl.Series(["11m"])
hands = paili.random_hands(3, tiles=14)
assert_type(hands, npt.NDArray[np.uint8])
assert_type(paili.distances(hands), npt.NDArray[np.int8])
assert_type(paili.distances(counts), npt.NDArray[np.int8])
assert_type(paili.distances(strings), npt.NDArray[np.int8])
assert_type(paili.distances([paili.Hand("11m")]), npt.NDArray[np.int8])
assert_type(paili.distances(frame), pl.Series)
assert_type(paili.distances(series), "pd.Series[Any]")
assert_type(paili.useful(series), pd.DataFrame)
assert_type(paili.shanten(counts), npt.NDArray[np.int8])
assert_type(paili.shanten(frame), pl.Series)
assert_type(paili.polars.Hands(pl.col("hand")).distance(), pl.Expr)
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
assert_type(compared.difference, float | None)
assert_type(compared.wins, tuple[paili.Rate, paili.Rate])
hand = paili.Hand("11m", forms=["standard", "pairs"], notation="mpsz")
assert_type(list(hand), list[str])
assert_type(hand.discards()[0].to_dict(), dict[str, Any])
rewards = paili.env.Games(2, rewards=None, dtype="scaled").step([0, 0])[0]
assert_type(rewards, npt.NDArray[np.float32])

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
paili.distances(5)
paili.distances(pl.Series(["11m"])).tolist()
paili.simulate(10, policies=7)
paili.compare("rule", "random", until="bored")
paili.Hand("11m", forms="pair")
paili.Hand("11m").written("tenhou")
paili.Hand("11m").odds(law="mine")
"""


def check(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a module of mypy's on what is installed."""
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


@pytest.mark.long
def test_strict_code_that_uses_the_package_passes_and_misuse_is_found(tmp_path: Path) -> None:
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "misuse.py").write_text(MISUSE)
    done = check("mypy", "--strict", "use.py", "misuse.py", folder=tmp_path)
    found = [line.split(":")[:2] for line in done.stdout.splitlines() if ": error:" in line]
    assert found == [["misuse.py", str(line)] for line in range(5, 16)], done.stdout + done.stderr


@pytest.mark.long
def test_the_policy_of_the_front_page_is_typed(tmp_path: Path) -> None:
    readme = Path(__file__).parents[1] / "README.md"
    (policy,) = re.findall(r"^class Careful\(.*?(?=^\S|\Z)", readme.read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "careful.py").write_text(f"import paili\n\n\n{policy}")
    done = check("mypy", "--strict", "careful.py", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("choices", "literal"),
    [("forms", FormName), ("laws", LawName), ("notations", NotationName), ("policies", PolicyName)],
)
def test_names_that_types_know_are_the_librarys(choices: str, literal: Any) -> None:
    assert set(get_args(literal)) == set(_native.CHOICES[choices])


#: Functions of which some arguments are typed together, for all their overloads. stubtest does not look into these.
TYPED_TOGETHER = ("counts", "discards", "distances", "odds", "shanten", "texts", "unneeded", "useful")


@pytest.mark.long
def test_the_native_half_is_as_its_types_say(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed.txt"
    # What is public there, the module alone says.
    allowed.write_text("".join(f"paili._native.{name}\n" for name in (*TYPED_TOGETHER, "__all__")))
    done = check("mypy.stubtest", "paili._native", "--allowlist", str(allowed), folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", TYPED_TOGETHER)
def test_arguments_that_are_typed_together_are_those_there_are(name: str) -> None:
    stub = ast.parse(Path(_native.__file__).with_name("_native.pyi").read_text()).body
    classes = {node.name: node for node in stub if isinstance(node, ast.ClassDef)}

    def typed(together: str) -> set[str]:
        node = classes[together]
        above = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
        own = {
            line.target.id
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        }
        return own.union(*map(typed, above))

    overloads = [node.args for node in stub if isinstance(node, ast.FunctionDef) and node.name == name]
    assert len(overloads) >= 4
    for arguments in overloads:
        assert arguments.kwarg is not None and isinstance(arguments.kwarg.annotation, ast.Subscript)
        told = {argument.arg for argument in (*arguments.args, *arguments.kwonlyargs)}
        told |= typed(ast.unparse(arguments.kwarg.annotation.slice))
        assert told == set(inspect.signature(getattr(_native, name)).parameters)
