"""The program `paili`, whose answers the package's have to equal."""

from __future__ import annotations

import os
import subprocess

import pytest


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the program named by PAILI_PROGRAM."""
    program = os.environ.get("PAILI_PROGRAM")
    if not program:
        pytest.fail(
            "PAILI_PROGRAM is not set: build the program (cargo build --release) and say where it is "
            "(PAILI_PROGRAM=target/release/paili)",
            pytrace=False,
        )
    return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=False)


def output(*arguments: str, text: str = "") -> str:
    """What the program prints when all is well."""
    ran = run(*arguments, text=text)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
