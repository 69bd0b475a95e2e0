"""The package as a whole: what is in it, what it needs, and that it stands processes and threads."""

from __future__ import annotations

import ast
import graphlib
import importlib.metadata
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import venv
import zipfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from email.parser import Parser
from pathlib import Path

import pytest
from length import short_or_long

import paili

CHECKOUT = Path(__file__).parents[2]

# Longer than anything here takes on any machine, so that what hangs becomes a failure.
LONG = 600

# None of them comes in unless something is asked that needs it.
HEAVY = ["aiohttp", "dask", "duckdb", "gymnasium", "matplotlib", "numpy", "pandas", "pettingzoo", "polars", "pyarrow"]
HEAVY += ["pyspark", "ray"]

ASKS = """
import sys
import paili
tally = paili.simulate(200, seed=7, threads=2)
assert tally.games == 200
assert tally == paili.simulate(100, seed=7) + paili.simulate(100, seed=7, first=100)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def python(*arguments: str, program: str | Path = sys.executable, cwd: str = "tests") -> str:
    """What a new interpreter writes, with every warning an error."""
    command = [str(program), "-W", "error", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT / cwd)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_versions_agree() -> None:
    manifest = tomllib.loads((CHECKOUT / "Cargo.toml").read_text())
    version = manifest["workspace"]["package"]["version"]
    assert paili.__version__ == version
    assert importlib.metadata.version("paili") == version


def test_importing_brings_nothing_heavy() -> None:
    imported = python("-c", "import sys, paili; print(*{name.partition('.')[0] for name in sys.modules})").split()
    assert "paili" in imported
    assert not set(HEAVY) & set(imported)


def test_what_needs_nothing_heavy_brings_nothing_heavy() -> None:
    imported = python("-c", ASKS).split()
    assert not set(HEAVY) & set(imported)


def test_works_where_nothing_else_is_installed(tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    (packages,) = (tmp_path / "bare/lib").glob("python*/site-packages")
    shutil.copytree(Path(paili.__file__).parent, packages / "paili")
    batch = """assert list(paili.distances(["11m", "1133m456789p123s"], threads=2)) == [0, 1]"""
    imported = python("-I", "-c", ASKS + batch, program=tmp_path / "bare/bin/python").split()
    assert not set(HEAVY) & set(imported)


def imports(module: Path) -> set[str]:
    """The modules of the package that a module imports anywhere, be it for types alone."""
    found = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "paili":
            found |= {f"paili.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("paili."):
            found.add(str(node.module))
    return found


def test_beside_the_sources_the_installed_package_is_imported() -> None:
    where = python("-c", "import paili; print(paili.__file__)", cwd="python")
    assert Path(where.strip()) == Path(paili.__file__)


def test_no_module_imports_one_above_it() -> None:
    source = CHECKOUT / "python/src"
    modules = {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in [*source.glob("paili/**/*.py"), source / "paili/_native.pyi"]
    }
    # The first page of the package names what is in it, and is above everything.
    del modules["paili"]
    above = {name: imports(path) & modules.keys() for name, path in modules.items()}
    assert above["paili.games.tally"] and above["paili._native"]
    # A circle is an error that names its modules.
    tuple(graphlib.TopologicalSorter(above).static_order())


def answers(seed: int, threads: int | None = 2) -> bytes:
    """What is asked of other processes and threads: more than one thread's worth."""
    distances = paili.distances(paili.random_hands(50_000, seed=seed), threads=threads)
    return paili.simulate(500, seed=seed, threads=threads).to_bytes() + distances.tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_works_and_so_does_its_parent() -> None:
    # On all threads, and on two: pools whose threads the child does not have.
    here = answers(1)
    assert answers(1, threads=None) == here
    child = os.fork()
    if child == 0:
        # Whatever happens, the child must not go on with pytest.
        try:
            os._exit(0 if answers(1, threads=None) == answers(1) == here else 3)
        finally:
            os._exit(4)
    deadline = time.monotonic() + LONG
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the forked child hangs")
        time.sleep(0.01)
    assert os.waitstatus_to_exitcode(ended[1]) == 0
    assert answers(1) == here


@pytest.mark.parametrize(
    "method",
    [
        pytest.param(method, marks=pytest.mark.long if method == "forkserver" else [])
        for method in multiprocessing.get_all_start_methods()
    ],
)
def test_other_processes_give_the_same(method: str) -> None:
    seeds = range(4)
    here = [answers(seed) for seed in seeds]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as processes:
        assert list(processes.map(answers, seeds)) == here


def test_threads_of_python_give_the_same() -> None:
    seeds = range(short_or_long(8, 16))
    here = [answers(seed) for seed in seeds]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(answers, seeds)) == here


def test_answers_do_not_depend_on_threads() -> None:
    everywhere = answers(3, threads=None)
    # More kinds of pools than are kept.
    for threads in (1, 2, 3, 4, 5, 6, 1):
        assert answers(3, threads) == everywhere


@pytest.mark.parametrize("threads", [0, 4097, 1 << 40])
def test_numbers_of_threads_that_cannot_be(threads: int) -> None:
    with pytest.raises(paili.InputError, match=f"^threads: {threads}: expected 1 to 4096, or None for all$"):
        paili.simulate(1, threads=threads)


def test_the_wheel_holds_the_package_and_no_more(wheel: Path) -> None:
    name, version, _python, abi, _platform = wheel.stem.split("-")
    assert (name, version, _python, abi) == ("paili", paili.__version__, "cp311", "abi3")

    assert wheel.stat().st_size < 5_000_000

    source = CHECKOUT / "python/src/paili"
    expected = {f"paili/{path.relative_to(source)}" for kind in ("*.py", "*.pyi") for path in source.rglob(kind)}
    expected |= {"paili/py.typed", "paili/_native.abi3.so"}
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not name.endswith("/")}
        about = {name for name in held if ".dist-info/" in name}
        assert held - about == expected
        folder = f"paili-{version}.dist-info"
        licences = {f"licenses/{name}" for name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md")}
        sboms = {name for name in about if name.startswith(f"{folder}/sboms/")}
        assert about - sboms == {f"{folder}/{name}" for name in {"METADATA", "WHEEL", "RECORD"} | licences}
        metadata = Parser().parsestr(archive.read(f"{folder}/METADATA").decode())
        for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
            assert archive.read(f"{folder}/licenses/{licence}") == (CHECKOUT / licence).read_bytes()
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert set(metadata.get_all("Provides-Extra", [])) == set(extras())
    # Nothing is required but by extras.
    assert all("extra ==" in requirement for requirement in metadata.get_all("Requires-Dist", []))


def extras() -> dict[str, list[str]]:
    """The extras that the package's manifest lists."""
    manifest = tomllib.loads((CHECKOUT / "python/pyproject.toml").read_text())
    extras: dict[str, list[str]] = manifest["project"]["optional-dependencies"]
    return extras
