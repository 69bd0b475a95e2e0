"""Runs ruff, mypy and pytest on the package, in an environment made for the purpose.

run.py FOLDER NATIVE PROGRAM

`cargo test` runs it. FOLDER keeps the environment, NATIVE is the built library, PROGRAM the built program. The first
run needs a network; without one the tests are left out, unless the environment variable CI is set. PAILI_WHEEL names a
wheel to test instead of NATIVE, and PAILI_PYTEST has further arguments for pytest, such as `-k hand` or `-n 0`. With
PAILI_TESTS=long nothing is left out: neither what takes long nor Ray, Spark and Dask.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
IS_LONG = os.environ.get("PAILI_TESTS") == "long"
REQUIREMENTS = [PACKAGE / "tests" / f"requirements{more}.txt" for more in (["", "-long"] if IS_LONG else [""])]

#: Installs what the tests require in a third of the time that pip takes.
UV = "uv==0.13.9"


def main() -> None:
    """Everything, one after the other; the first failure ends it."""
    folder, native, program = map(Path, sys.argv[1:])
    folder.mkdir(exist_ok=True)
    # Of two runs at once, the second waits. The lock ends with this process, however that ends.
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        environment = folder / "environment-{}.{}.{}".format(*sys.version_info)
        if IS_LONG:
            environment = environment.with_name(f"{environment.name}-long")
        forget_other_environments(environment)
        if make(environment):
            install(environment, native)
            check(environment, program)


def forget_other_environments(environment: Path) -> None:
    """No package and no setting is to come from elsewhere."""
    for name in ("CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME", "MYPYPATH", "PYTEST_ADDOPTS"):
        os.environ.pop(name, None)
    os.environ["VIRTUAL_ENV"] = str(environment)
    os.environ["PATH"] = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"


def make(environment: Path) -> bool:
    """Whether there is an environment with what the tests require: an earlier run's, or else a new one."""
    made_of = "".join([f"# {sys.executable}\n", *(required.read_text() for required in REQUIREMENTS)])
    note = environment / "made-of.txt"
    if note.exists() and note.read_text() == made_of:
        return True
    step(f"a Python environment, {environment} (minutes, but only once)")
    venv.create(environment, clear=True, symlinks=True, with_pip=True)
    try:
        run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV)
        required = (f"--requirements={required}" for required in REQUIREMENTS)
        # In its cache it would leave 1.4 GB more with each run: what it builds Spark of.
        run("uv", "pip", "install", "--quiet", "--no-cache", *required)
    except subprocess.CalledProcessError:
        if os.environ.get("CI"):
            raise
        step("LEFT OUT: the tests of the Python package: what they require could not be installed (see above)")
        return False
    # Last of all: an environment that was left half-way has no note, and is made anew.
    note.write_text(made_of)
    return True


def install(environment: Path, native: Path) -> None:
    """Puts the package into the environment, as a wheel would."""
    (packages,) = environment.glob("lib/python*/site-packages")
    for earlier in packages.glob("paili*"):
        shutil.rmtree(earlier)
    if wheel := os.environ.get("PAILI_WHEEL"):
        run("python", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel)
        os.environ["PAILI_WHEEL"] = str(Path(wheel).resolve())
        return
    unwanted = shutil.ignore_patterns("__pycache__", "_native.*.so")
    shutil.copytree(PACKAGE / "src/paili", packages / "paili", ignore=unwanted)
    shutil.copy(native, packages / "paili" / "_native.abi3.so")
    metadata = "import maturin, sys; maturin.prepare_metadata_for_build_wheel(sys.argv[1])"
    run("python", "-c", metadata, packages, cwd=PACKAGE)


def check(environment: Path, program: Path) -> None:
    """The lints, the types and the tests."""
    for lint in (["check"], ["format", "--check"]):
        step(f"ruff {lint[0]}")
        run("ruff", *lint, "--no-cache", "--config", "pyproject.toml", ".", "../benches", cwd=PACKAGE)
    step("mypy")
    run("mypy", "--cache-dir", environment / "mypy", cwd=PACKAGE)
    step("pytest")
    os.environ["PAILI_PROGRAM"] = str(program)
    more = [*(["--long"] if IS_LONG else []), *os.environ.get("PAILI_PYTEST", "").split()]
    spread = ["-n", "logical", "--no-loadscope-reorder"]
    run("pytest", "-p", "no:cacheprovider", *spread, PACKAGE / "tests", *more, cwd=PACKAGE)


def step(name: str) -> None:
    """Says what comes next."""
    print(f"\n== {name}", file=sys.stderr, flush=True)


def run(program: str, *arguments: str | Path, cwd: Path | None = None) -> None:
    """Runs a program of the environment to its end."""
    subprocess.run([program, *arguments], cwd=cwd, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failed:
        sys.exit(f"\n== FAILED: {failed}")
