#!/usr/bin/env python3
"""How fast is paili from Python: against its own Rust batch, and against the other packages there are?

Compares all answers before it times anything, and prints a page in Markdown. Run it in an environment of its own, in a
clone with Rust:

    python3 -m venv target/bench && . target/bench/bin/activate
    pip install ./python -r benches/python/requirements.txt
    python benches/python.py --out python/docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib.metadata
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import riichienv
import xiangting

import paili

CHECKOUT = Path(__file__).parents[1]

Counts = npt.NDArray[np.uint8]

# The other packages answer for the nearest of them, so that is what we are asked for beside them.
ALL_FORMS = "standard,pairs,orphans"


@dataclass
class Row:
    """A line of the page."""

    what: str
    figure: str
    target: str = ""


def fastest(rounds: int, work: Callable[[], object]) -> float:
    """The seconds of the fastest of some rounds: whatever else the machine does only adds to them."""
    seconds = []
    gc.disable()
    try:
        for _ in range(rounds):
            begun = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - begun)
    finally:
        gc.enable()
    return min(seconds)


@contextmanager
def rust_batch(counts: Counts) -> Iterator[tuple[str, Callable[[str], float], npt.NDArray[np.int8]]]:
    """The Rust batch on the same bytes, in a process of its own.

    Gives its path, its seconds on ``one`` or ``all`` threads, and its answers.
    """
    build = ["cargo", "build", "--release", "--locked", "--example", "time_batch", "--target-dir", "target"]
    subprocess.run(build, cwd=CHECKOUT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        hands, answers = Path(folder, "hands"), Path(folder, "answers")
        counts.tofile(hands)
        command = [CHECKOUT / "target/release/examples/time_batch", hands, answers]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None and process.stdout is not None
            questions, replies = process.stdin, process.stdout
            path = replies.readline().strip()

            def ask(threads: str) -> float:
                questions.write(f"{threads}\n")
                questions.flush()
                return int(replies.readline()) * 1e-9

            yield path, ask, np.fromfile(answers, np.int8)
            questions.close()


def against_rust(counts: Counts, rounds: int) -> list[Row]:
    """``paili.distances`` on a large array beside the Rust batch, turn by turn."""
    hands = len(counts)
    out = np.empty(hands, np.int8)
    rows = []
    with rust_batch(counts) as (path, rust, answers):
        assert np.array_equal(paili.distances(counts), answers), "Python and Rust disagree"
        for name, threads in (("one", 1), ("all", os.cpu_count())):
            into = functools.partial(paili.distances, counts, out=out, threads=threads)
            new = functools.partial(paili.distances, counts, threads=threads)
            times: dict[str, list[float]] = {"Rust": [], "out=": [], "new array": []}
            for _ in range(rounds):
                times["Rust"].append(rust(name))
                times["out="].append(fastest(1, into))
                times["new array"].append(fastest(1, new))
            assert np.array_equal(out, answers), "Python and Rust disagree"
            best = {key: min(seconds) / hands * 1e9 for key, seconds in times.items()}
            thread = "1 thread" if threads == 1 else f"{os.cpu_count()} threads"
            rows.append(Row(f"Rust `Batch`, {path}, {thread}", f"{best['Rust']:.2f} ns a hand"))
            for key in ("new array", "out="):
                ratio = best[key] / best["Rust"]
                figure = f"{best[key]:.2f} ns a hand, {ratio:.3f} × Rust"
                rows.append(Row(f"`paili.distances`, {key}, {thread}", figure, "≤ 1.15 ×"))
    return rows


def overhead(counts: Counts, rounds: int) -> list[Row]:
    """What a call costs: one with a single hand, of which the hand itself takes some ten nanoseconds."""
    one, out, calls = counts[:1], np.empty(1, np.int8), range(20_000)

    def plain() -> None:
        for _ in calls:
            paili.distances(one)

    def into() -> None:
        for _ in calls:
            paili.distances(one, out=out)

    def nothing() -> None:
        for _ in calls:
            pass

    empty = fastest(rounds, nothing)
    rows = []
    for what, work in (("`paili.distances(one)`", plain), ("`paili.distances(one, out=out)`", into)):
        nanoseconds = (fastest(rounds, work) - empty) / len(calls) * 1e9
        rows.append(Row(what, f"{nanoseconds:,.0f} ns a call", "< 2,000 ns"))
    return rows


def against_packages(counts: Counts, rounds: int) -> list[Row]:
    """The other packages take a hand at a time: a loop over lists in their own form is their batch.

    Making the lists is not timed.
    """
    four = xiangting.PlayerCount.FOUR
    as_counts: list[list[int]] = counts.tolist()
    # Tiles 0-135: of each kind the first ones.
    as_tiles = [[4 * kind + copy for kind, held in enumerate(hand) for copy in range(held)] for hand in as_counts]
    replacement, shanten = xiangting.calculate_replacement_number, riichienv.calculate_shanten
    out = np.empty(len(counts), np.int8)

    ours = paili.distances(counts, forms=ALL_FORMS).tolist()
    assert ours == [replacement(hand, four) for hand in as_counts], "xiangting disagrees"
    assert ours == [shanten(hand) + 1 for hand in as_tiles], "riichienv disagrees"

    def single() -> object:
        return paili.distances(counts, out=out, forms=ALL_FORMS, threads=1)

    def everywhere() -> object:
        return paili.distances(counts, out=out, forms=ALL_FORMS)

    hands = len(counts)
    one, many = (fastest(rounds * 5, work) / hands * 1e9 for work in (single, everywhere))
    rows = [
        Row("`paili.distances`, all forms, 1 thread", f"{one:.2f} ns a hand"),
        Row(f"`paili.distances`, all forms, {os.cpu_count()} threads", f"{many:.2f} ns a hand"),
    ]
    for name, least, work in (
        ("xiangting", 50, lambda: [replacement(hand, four) for hand in as_counts]),
        ("riichienv", 25, lambda: [shanten(hand) for hand in as_tiles]),
    ):
        theirs = fastest(rounds, work) / hands * 1e9
        figure = f"{theirs:,.0f} ns a hand: {theirs / one:.0f} × ours on 1 thread, {theirs / many:.0f} × on all"
        rows.append(Row(f"`{name}` {importlib.metadata.version(name)}, a loop", figure, f"≥ {least} ×"))
    return rows


def lightness(wheel: Path | None, rounds: int) -> list[Row]:
    """What importing takes in new interpreters, and what the wheel weighs."""
    script = "import time; begun = time.perf_counter(); import paili; print(time.perf_counter() - begun)"
    command = [sys.executable, "-c", script]
    seconds = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(rounds * 4)]
    rows = [Row("`import paili`, median of new interpreters", f"{statistics.median(seconds) * 1e3:.1f} ms", "< 50 ms")]
    if wheel is None:
        built = sorted((CHECKOUT / "target/python/wheels").glob("*.whl"), key=lambda path: path.stat().st_mtime)
        wheel = built[-1] if built else None
    if wheel is not None:
        rows.append(Row("the wheel", f"{wheel.stat().st_size / 1e6:.2f} MB", "< 5 MB"))
    return rows


def machine() -> str:
    """What it was measured on."""
    processor = platform.processor() or platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        names = [line.partition(":")[2] for line in cpus.read_text().splitlines() if line.startswith("model name")]
        processor = names[0].strip() if names else processor
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    versions = f"Python {platform.python_version()}, numpy {np.__version__}, paili {paili.__version__}"
    return f"{time.strftime('%Y-%m-%d', time.gmtime())}, {processor}, {os.cpu_count()} processors{load}. {versions}."


def table(title: str, rows: list[Row]) -> str:
    """A section of the page."""
    lines = [f"## {title}", "", "|  |  | wanted |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {row.what} | {row.figure} | {row.target} |" for row in rows), ""])


def main() -> None:
    """Measures and prints all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the hands and few rounds, for a first look")
    parser.add_argument("--wheel", type=Path, help="the wheel to weigh; otherwise the one that the tests built, if any")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the page to FILE as well")
    options = parser.parse_args()
    many, few, rounds = (1_000_000, 20_000, 3) if options.quick else (10_000_000, 200_000, 15)

    before = machine()
    counts = paili.random_hands(many, tiles=14)
    sections = [
        table(f"{many:,} random hands of 14 tiles in numpy, standard form", against_rust(counts, rounds)),
        table("A call with one hand", overhead(counts, rounds)),
        table(f"{few:,} of these hands, other packages", against_packages(counts[:few], rounds)),
        table("Lightness", lightness(options.wheel, rounds)),
    ]
    intro = f"""{before}

Every figure is the fastest of {rounds} rounds or more. The Rust batch reads the same bytes in a process of its own,
turn by turn with Python. It may be slower: numpy asks Linux for huge pages, which Rust's vectors do without
(`NUMPY_MADVISE_HUGEPAGE=0` makes both alike). The other packages answer for the nearest of all three win forms, and
take a hand at a time, as a list of counts (`xiangting`) or of tiles (`riichienv`); the lists are made before the clock
starts.
"""
    page = "\n".join(["# Benchmarks of the Python package\n", intro, *sections])
    print(page, end="")
    if options.out is not None:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
