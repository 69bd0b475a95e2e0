"""Runs the program `paili`, whose answers the package's have to equal."""

from __future__ import annotations

import subprocess
from pathlib import Path


def run(program: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """What becomes of a command."""
    return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=False)


def output(program: Path, *arguments: str, text: str = "") -> str:
    """What the program prints when all is well."""
    ran = run(program, *arguments, text=text)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
