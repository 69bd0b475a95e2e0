#!/usr/bin/env python3
"""How fast is paili from Python: against its own Rust batch, and against the other packages there are?

Compares all answers before it times anything, and prints a page in Markdown. Run it in an environment of its own, in a
clone with Rust:

    python3 -m venv target/bench && . target/bench/bin/activate
    pip install './python[env]' -r benches/python/requirements.txt
    python benches/python.py --out python/docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from timeit import repeat
from typing import Any

import jansou.analysis.efficiency
import jansou.core.hand
import numpy as np
import numpy.typing as npt
import riichienv
import rlcard
import xiangting
from jansou.core.notation import parse_mpsz
from mahjong_utils.models.tile import parse_tiles
from mahjong_utils.shanten import furo_chance_shanten, regular_shanten

import paili
import paili.env
from paili.env import Games, VectorEnv

CHECKOUT = Path(__file__).parents[1]

Counts = npt.NDArray[np.uint8]

#: A line of the page: what, its figure, and which one is wanted.
Row = tuple[str, str, str]

# The other packages answer for the nearest of them, so that is what we are asked for beside them.
ALL_FORMS = "standard,pairs,orphans"


def fastest(rounds: int, work: Callable[[], object]) -> float:
    """The nanoseconds of the fastest of some rounds: whatever else the machine does only adds to them."""
    return min(repeat(work, number=1, repeat=rounds)) * 1e9


def built() -> Path:
    """The Rust batch in a program of its own, optimised like what is published."""
    build = ["cargo", "build", "--release", "--locked", "--example", "time_batch", "--target-dir", "target"]
    subprocess.run(build, cwd=CHECKOUT, check=True)
    return CHECKOUT / "target/release/examples/time_batch"


def against_rust(program: Path, counts: Counts, rounds: int) -> list[Row]:
    """``paili.distances`` on a large array beside the Rust batch, turn by turn.

    The Rust batch reads the same bytes in a process of its own. It tells its path, and then its nanoseconds on ``one``
    or ``all`` threads whenever it is asked.
    """
    out = np.empty(len(counts), np.int8)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        hands, answers = Path(folder, "hands"), Path(folder, "answers")
        counts.tofile(hands)
        command = [program, hands, answers]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as rust:
            assert rust.stdin is not None and rust.stdout is not None
            path = rust.stdout.readline().strip()
            expected = np.fromfile(answers, np.int8)
            for name, threads in (("one", 1), ("all", os.cpu_count())):
                new, into, theirs = [], [], []
                for _ in range(rounds):
                    print(name, file=rust.stdin, flush=True)
                    theirs.append(float(rust.stdout.readline()))
                    into.append(fastest(1, lambda threads=threads: paili.distances(counts, out=out, threads=threads)))
                    new.append(fastest(1, lambda threads=threads: paili.distances(counts, threads=threads)))
                assert np.array_equal(paili.distances(counts, threads=threads), expected), "Python and Rust disagree"
                assert np.array_equal(out, expected), "Python and Rust disagree"
                on = "1 thread" if threads == 1 else f"{threads} threads"
                best = min(theirs)
                rows.append((f"Rust `Batch`, {path}, {on}", f"{best / len(counts):.2f} ns a hand", ""))
                for what, ours in (("new array", min(new)), ("out=", min(into))):
                    figure = f"{ours / len(counts):.2f} ns a hand, {ours / best:.3f} × Rust"
                    rows.append((f"`paili.distances`, {what}, {on}", figure, "≤ 1.15 ×"))
    return rows


def overhead(counts: Counts, rounds: int) -> list[Row]:
    """What a call costs: one with a single hand, of which the hand itself takes some ten nanoseconds."""
    names = {"paili": paili, "one": counts[:1], "out": np.empty(1, np.int8)}
    calls = 20_000
    rows = []
    for call in ("paili.distances(one)", "paili.distances(one, out=out)"):
        nanoseconds = min(repeat(call, globals=names, number=calls, repeat=rounds)) / calls * 1e9
        rows.append((f"`{call}`", f"{nanoseconds:,.0f} ns a call", "< 2,000 ns"))
    return rows


#: A hand that is ready after the right discard, and one that is far from everything, which has most to tell.
NEAR, FAR = "1133m456789p1234s", "147m258p369s12345z"


def single_hands(counts: Counts, rounds: int) -> list[Row]:
    """What one hand costs, made and asked in Python, beside the other packages, which know all three forms alone."""
    four = xiangting.PlayerCount.FOUR
    tiles = [4 * kind + copy for kind, held in enumerate(counts[0].tolist()) for copy in range(held)]
    names = {"Hand": paili.Hand, "near": NEAR, "row": counts[0], "listed": counts[0].tolist()}
    names |= {"ready": paili.Hand(NEAR), "far": paili.Hand(FAR), "four": four}
    names |= {"calculate_replacement_number": xiangting.calculate_replacement_number}
    names |= {"calculate_shanten": riichienv.calculate_shanten, "tiles": tiles, "counted": tuple(counts[0].tolist())}
    rows = []
    for call, wanted in (
        ("Hand(near).distance()", 0.6),
        ("Hand.from_counts(listed).distance()", 0.6),
        ("Hand.from_counts(row).distance()", 0.6),
        ("Hand(near, forms='all').distance()", 0.45),
        ("Hand.from_counts(listed, forms='all').distance()", 0.45),
        ("Hand.from_counts(counted, forms='all').distance()", 0.45),
        ("calculate_replacement_number(listed, four)", None),
        ("calculate_shanten(tiles)", None),
        ("ready.useful()", None),
        ("ready.discards()", 8),
        ("far.discards()", 8),
        ("[(d.tile, d.distance, d.useful.acceptance) for d in far.discards()]", 8),
        ("[d.useful.copies for d in far.discards()]", None),
        ("ready.plan()", None),
        ("ready.to_dict()", 20),
        ("far.to_dict()", None),
    ):
        calls = 2_000
        microseconds = min(repeat(call, globals=names, number=calls, repeat=5 * rounds)) / calls * 1e6
        rows.append((f"`{call}`", f"{microseconds:.2f} µs", "" if wanted is None else f"≤ {wanted} µs"))
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

    def ours(threads: int | None) -> float:
        asked = {"out": out, "forms": ALL_FORMS, "threads": threads}
        return fastest(rounds * 5, lambda: paili.distances(counts, **asked)) / len(counts)

    expected = paili.distances(counts, forms=ALL_FORMS).tolist()
    assert expected == [replacement(hand, four) for hand in as_counts], "xiangting disagrees"
    assert expected == [shanten(hand) + 1 for hand in as_tiles], "riichienv disagrees"

    one, many = ours(1), ours(None)
    rows = [
        ("`paili.distances`, all forms, 1 thread", f"{one:.2f} ns a hand", ""),
        (f"`paili.distances`, all forms, {os.cpu_count()} threads", f"{many:.2f} ns a hand", ""),
    ]
    for name, least, work in (
        ("xiangting", 50, lambda: [replacement(hand, four) for hand in as_counts]),
        ("riichienv", 25, lambda: [shanten(hand) for hand in as_tiles]),
    ):
        theirs = fastest(rounds, work) / len(counts)
        figure = f"{theirs:,.0f} ns a hand: {theirs / one:.0f} × ours on 1 thread, {theirs / many:.0f} × on all"
        rows.append((f"`{name}` {version(name)}, a loop", figure, f"≥ {least} ×"))
    return rows


def next_draws(rounds: int) -> list[Row]:
    """What the next draw brings and what an offered tile is worth, a hand at a time: of hands that lack two tiles."""
    counts = paili.random_hands(200_000)
    counts = counts[paili.distances(counts, forms=ALL_FORMS) == 2][:100]
    texts = ["".join(paili.Hand.from_counts(row).tiles) for row in counts]
    hands, standard = [paili.Hand(text, forms=ALL_FORMS) for text in texts], [paili.Hand(text) for text in texts]
    of_jansou = [jansou.core.hand.Hand(concealed=tuple(parse_mpsz(text)), melds=()) for text in texts]
    of_utils, offered = [parse_tiles(text) for text in texts], parse_tiles("5s")[0]

    for hand, other in zip(hands, of_jansou, strict=True):
        found = jansou.analysis.efficiency.improvements(other).values()
        ours = sorted(kind["acceptance"] for kind in hand.improvements()["improvements"])
        assert ours == sorted(sum(acceptance.values()) for acceptance in found), f"jansou disagrees: {hand}"
    for hand, tiles in zip(standard, of_utils, strict=True):
        good, shanten = hand.good_waits(), regular_shanten(tiles).shanten_info
        if shanten.shanten == 1:
            assert good["copies"] == shanten.good_shape_advance_num, f"mahjong-utils disagrees: {hand}"

    rows = []
    for what, name, ours, theirs in (
        (
            "improvements",
            "jansou",
            lambda: [hand.improvements() for hand in hands],
            lambda: [jansou.analysis.efficiency.improvements(hand) for hand in of_jansou],
        ),
        (
            "good waits, with useful tiles",
            "mahjong-utils",
            lambda: [(hand.useful(), hand.good_waits()) for hand in standard],
            lambda: [regular_shanten(tiles) for tiles in of_utils],
        ),
        (
            "a 5s from the left",
            "mahjong-utils",
            lambda: [hand.offered("5s") for hand in standard],
            lambda: [furo_chance_shanten(tiles, offered) for tiles in of_utils],
        ),
    ):
        one, other = fastest(rounds, ours) / len(hands), fastest(min(rounds, 3), theirs) / len(hands)
        figure = f"{one / 1e3:.1f} µs; `{name}` {version(name)} {other / 1e3:,.0f} µs, {other / one:,.0f} × ours"
        rows.append((what, figure, ""))
    return rows


def many_games(rounds: int) -> list[Row]:
    """Decisions a second of many games with random actions, observation and mask at each; and of other packages' games.

    Games differ: those of `riichienv` are of riichi with its scores, those of `rlcard` have an observation of another
    size, and ours have no scores. Choosing the actions is not timed where all are chosen at once.
    """
    rng = np.random.default_rng(1)

    def random(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        return (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)

    def of_games(n: int, **options: Any) -> float:
        games = Games(n, seed=1, **options)
        observation, mask = games.observe(), games.mask()
        # Games that begin together are at the same turn for a while, and some turns take longer.
        for _ in range(200):
            games.step(random(mask), observation=observation, mask=mask)
        steps = max(50, 100_000 // games.n)
        best = np.inf
        for _ in range(rounds):
            spent = 0.0
            for _ in range(steps):
                actions = random(mask)
                begun = time.perf_counter()
                games.step(actions, observation=observation, mask=mask)
                spent += time.perf_counter() - begun
            best = min(best, spent)
        return steps * games.n / best

    def of_vector() -> float:
        env = VectorEnv(4096, opponents="acceptance")
        seen, _ = env.reset(seed=1)
        best = np.inf
        for _ in range(rounds):
            actions = random(seen["action_mask"])
            begun = time.perf_counter()
            seen, *_ = env.step(actions)
            best = min(best, time.perf_counter() - begun)
        return env.num_envs / best

    def of_zoo(steps: int = 3000) -> None:
        env.reset()
        for place, _ in enumerate(env.agent_iter()):
            observation, _, over, _, _ = env.last()
            env.step(None if over else int(observation["action_mask"].argmax()))
            if place == steps:
                break
            if not env.agents:
                env.reset()

    def of_riichienv() -> int:
        theirs, decisions, draw = riichienv.RiichiEnv(), 0, random_choice(1)
        seen = theirs.reset()
        while not theirs.done():
            for observation in seen.values():
                observation.encode(), observation.mask()
            decisions += len(seen)
            actions = {player: draw(observation.legal_actions()) for player, observation in seen.items()}
            seen = theirs.step(actions)
        return decisions

    def of_rlcard() -> int:
        theirs, decisions, draw = rlcard.make("mahjong", config={"seed": 1}), 0, random_choice(1)
        state, _ = theirs.reset()
        while not theirs.is_over():
            state, _ = theirs.step(draw(list(state["legal_actions"])))
            decisions += 1
        return decisions

    env = paili.env.raw_env()
    rows = []
    for what, wanted, options in (
        ("compact", "≥ 5,000,000", {}),
        ("planes", "≥ 2,000,000", {"observation": "planes"}),
        ("compact, `features=True`", "≥ 1,500,000", {"features": True}),
    ):
        for n in (1000, 20_000):
            one, two = of_games(n, threads=1, **options), of_games(n, threads=2, **options)
            rows.append((f"`Games({n})`, {what}, 1 thread", f"{one:,.0f} a second", wanted))
            figure = f"{two:,.0f} a second, {two / one:.2f} × 1 thread"
            rows.append((f"`Games({n})`, {what}, 2 threads", figure, "≥ 1.8 ×" if n == 20_000 else ""))
    rows.append(("`VectorEnv(4096)` beside `acceptance`, the learner's", f"{of_vector():,.0f} a second", "≥ 500,000"))
    rows.append(("`raw_env()`, PettingZoo's loop", f"{3e12 / fastest(rounds, of_zoo):,.0f} a second", "≥ 50,000"))
    for name, work in (("riichienv", of_riichienv), ("rlcard", of_rlcard)):
        rate = max(decisions_a_second(work) for _ in range(rounds))
        rows.append((f"`{name}` {version(name)}, one game", f"{rate:,.0f} a second", ""))
    return rows


def decisions_a_second(work: Callable[[], int]) -> float:
    """How many there are of what is counted."""
    begun = time.perf_counter()
    return work() / (time.perf_counter() - begun)


def random_choice(seed: int) -> Callable[[Any], Any]:
    """Draws one of a list."""
    return Random(seed).choice


def lightness(wheel: Path | None, rounds: int) -> list[Row]:
    """What importing takes in new interpreters, and what the wheel weighs."""
    script = "import time; begun = time.perf_counter(); import paili; print(time.perf_counter() - begun)"
    command = [sys.executable, "-c", script]
    seconds = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(rounds * 4)]
    rows = [("`import paili`, median of new interpreters", f"{statistics.median(seconds) * 1e3:.1f} ms", "< 50 ms")]
    built = (CHECKOUT / "target/python/wheels").glob("*.whl")
    wheel = wheel or max(built, key=lambda path: path.stat().st_mtime, default=None)
    if wheel is not None:
        rows.append(("the wheel", f"{wheel.stat().st_size / 1e6:.2f} MB", "< 5 MB"))
    return rows


def machine() -> str:
    """What it was measured on."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    processor = names[0].partition(":")[2].strip() if names else platform.machine()
    versions = f"Python {platform.python_version()}, numpy {np.__version__}, paili {paili.__version__}"
    load = f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    return f"{time.strftime('%Y-%m-%d', time.gmtime())}, {processor}, {load}. {versions}."


def table(title: str, rows: list[Row]) -> str:
    """A section of the page."""
    lines = [f"## {title}", "", "|  |  | wanted |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows), ""])


def main() -> None:
    """Measures and prints all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the hands and few rounds, for a first look")
    parser.add_argument("--wheel", type=Path, help="the wheel to weigh; otherwise the one that the tests built, if any")
    parser.add_argument("--rust", type=Path, help="the example time_batch; otherwise it is built now, optimised")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the page to FILE as well")
    options = parser.parse_args()
    many, few, rounds = (1_000_000, 20_000, 3) if options.quick else (10_000_000, 200_000, 15)

    before = machine()
    counts = paili.random_hands(many, tiles=14)
    rust = options.rust.resolve() if options.rust else built()
    sections = [
        table(f"{many:,} random hands of 14 tiles in numpy, standard form", against_rust(rust, counts, rounds)),
        table("A call with one hand", overhead(counts, rounds)),
        table(f"Single hands: near is {NEAR}, far {FAR}", single_hands(counts, rounds)),
        table(f"{few:,} of these hands, other packages", against_packages(counts[:few], rounds)),
        table("The next draw, of hands of 13 tiles that lack two", next_draws(rounds)),
        table("Decisions of many games, random actions", many_games(rounds)),
        table("Lightness", lightness(options.wheel, rounds)),
    ]
    intro = f"""{before}

Every figure is the fastest of {rounds} rounds or more. The Rust batch reads the same bytes in a process of its own,
turn by turn with Python. It may be slower: numpy asks Linux for huge pages, which Rust's vectors do without
(`NUMPY_MADVISE_HUGEPAGE=0` makes both alike). The other packages answer for the nearest of all three win forms, and
take a hand at a time, as a list of counts (`xiangting`) or of tiles (`riichienv`); the lists are made before the clock
starts. Of many games, each decision has its observation and its mask; `riichienv` keeps scores, ours does not. What
`mahjong-utils` is asked for tells more than the good waits, such as those after each discard.
"""
    page = "\n".join(["# Benchmarks of the Python package\n", intro, *sections])
    print(page, end="")
    if options.out is not None:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
