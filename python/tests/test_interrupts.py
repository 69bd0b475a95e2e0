"""Long calls end soon after Ctrl-C: after little work, however busy the machine is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: What calls that take seconds are made on, and the calls. Chunks of Arrow share their memory.
CALLS = {
    "distances": ("pa.chunked_array([no_hands] * 300)", "paili.distances(hands, on_error='null', threads={threads})"),
    "distances of texts": ("texts * 200", "paili.distances(hands, threads={threads})"),
    "distances of millions of texts": ("texts * 100", "time.sleep(0.2), paili.distances(hands, threads={threads})"),
    "distances of Arrow": ("pa.chunked_array([pa.array(texts)] * 200)", "paili.distances(hands, threads={threads})"),
    "useful": ("pa.chunked_array([tables] * 300)", "paili.useful(hands, threads={threads})"),
    "useful beside others": ("texts * 200", "paili.useful(hands, visible='1z', on_error='null', threads={threads})"),
    "discards": ("np.tile(counts, (20, 1))", "paili.discards(hands, threads={threads})"),
    "odds": ("counts", "paili.odds(hands, threads={threads})"),
    "odds with changes": ("['123579m1357p135s1z'] * 4", "paili.odds(hands, changes=2, threads={threads})"),
    "counts": ("pa.chunked_array([pa.array(texts)] * 200)", "paili.counts(hands, threads={threads})"),
    "texts": ("pa.chunked_array([tables] * 200)", "paili.texts(hands, threads={threads})"),
    "features": ("np.tile(counts, (40, 1))", "paili.features(hands, threads={threads})"),
    "the odds of a hand": ("paili.Hand('123579m1357p135s1z')", "hands.odds(changes=2)"),
}

PROGRAM = """
import os, signal, threading, time
import numpy as np
import pyarrow as pa
import paili

counts = paili.random_hands(100_000, tiles=14, seed=1)
texts = paili.texts(counts).tolist()
tables = pa.array([row.tobytes() for row in counts], pa.binary(34))
no_hands = pa.array([bytes(34)] * 100_000, pa.binary(34))
hands = {hands}

def interrupt():
    global sent
    time.sleep(0.3)
    sent = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
begun = time.process_time()
try:
    {call}
    print("ended by itself after", time.process_time() - begun)
except KeyboardInterrupt:
    print(time.process_time() - sent)
    # What is worked on in the background is left alone.
    os._exit(0)
"""

#: Those of a short run: what a block of many hands is looked at between, and what is asked hand by hand.
SHORT = ("distances", "odds")

#: Seconds of all threads' work, of which other programs take none: a quarter would do for one thread.
SOON = 1.5


@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.long), 2])
@pytest.mark.parametrize(
    "call", [pytest.param(call, marks=[] if call in SHORT else pytest.mark.long) for call in CALLS]
)
def test_long_calls_can_be_interrupted(call: str, threads: int) -> None:
    hands, work = CALLS[call]
    program = PROGRAM.format(hands=hands, call=work.format(threads=threads))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr == ""
    assert float(done.stdout) < SOON, done.stdout


#: A bot that plays as the rule does, half a second an answer: a wall of it takes minutes.
SLOW = """
import random, sys, time
print = __import__("functools").partial(print, flush=True)
while (line := input()) != "END":
    if line.startswith("PAILI"):
        print("PAILI 1 slow")
    elif "?" in line:
        time.sleep(0.5)
        print(line.split()[0], "PASS")
"""

ARENA = """
import os, signal, sys, threading, time
import psutil
sys.path.insert(0, sys.argv[2])
import paili
from twin import Rule

def interrupt():
    while not psutil.Process().children():
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    paili.arena(f"exec:{{sys.executable}} {{sys.argv[1]}}", {other}, walls=50, on_fault="rule", threads={threads})
    print("ended by itself")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.long), 2])
@pytest.mark.parametrize("other", ["'rule'", pytest.param("Rule()", marks=pytest.mark.long)])
def test_a_league_of_slow_programs_can_be_interrupted(other: str, threads: int, tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW)
    program = ARENA.format(other=other, threads=threads)
    command = [sys.executable, "-c", program, bot, Path(__file__).parent]
    done = subprocess.run(command, capture_output=True, text=True)
    # What the sandbox lacks here is none of this test's business.
    assert "Traceback" not in done.stderr
    assert done.stdout == "interrupted\n"
