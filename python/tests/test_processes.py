"""Policies written in Python on several processes, and bars of progress."""

from __future__ import annotations

import io
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from twin import Rule

import paili


class Failing(Rule):
    """Gives up in game 20."""

    def discard(self, view: paili.View) -> str:
        if view.game == 20:
            raise ZeroDivisionError("no more")
        return super().discard(view)


class Dying(Rule):
    """Takes its process along."""

    def discard(self, view: paili.View) -> str:
        os._exit(7)


def test_processes_change_nothing() -> None:
    policies = [Rule(), "acceptance", "random", Rule()]
    told: list[int] = []
    here = paili.simulate(60, seed=3, first=7, policies=policies)
    assert paili.simulate(60, seed=3, first=7, policies=policies, processes=2, progress=told.append) == here
    assert told == sorted(told) and told[-1] == 60
    assert paili.compare(Rule(), "acceptance", 30, processes=2) == paili.compare(Rule(), "acceptance", 30)
    # Those without Python as well.
    assert paili.simulate(2_000, processes=3) == paili.simulate(2_000)
    assert multiprocessing.active_children() == []


def test_what_a_policy_raises_ends_all() -> None:
    with pytest.raises(ZeroDivisionError, match="no more") as raised:
        paili.simulate(5_000, policies=Failing(), processes=2)
    assert any("asked: game 20, player A, discard" in note for note in raised.value.__notes__)
    with pytest.raises(paili.InputError, match="policies: game [0-9], player [A-D], discard answered"):
        paili.simulate(10, policies=Answering(), processes=2)
    while multiprocessing.active_children():
        time.sleep(0.01)


class Answering(Rule):
    """Has no such tile."""

    def discard(self, view: paili.View) -> str:
        return "10M"


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(RuntimeError, match="terminated abruptly") as error:
        paili.simulate(10, policies=Dying(), processes=2)
    assert any("A policy ended its process" in note for note in error.value.__notes__)


SPAWNED = """
import multiprocessing
import paili

class Top(paili.Policy):
    def __init__(self, held=None):
        self.held = held

    def discard(self, view):
        return view.best_discard()

def local():
    class Local(Top):
        pass
    return Local()

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    assert paili.simulate(4, policies=Top(), processes=2) == paili.simulate(4, policies=Top())
    for policy in (local(), Top(lambda: None), Top(open(__file__)), Top(multiprocessing)):
        try:
            paili.simulate(4, policies=[policy, "rule", "rule", "rule"], processes=2)
        except TypeError as error:
            print(error)
"""


def test_policies_that_can_not_be_sent_are_told(tmp_path: Path) -> None:
    (tmp_path / "spawned.py").write_text(SPAWNED)
    command = [sys.executable, tmp_path / "spawned.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    begin = "policies: one can't be pickled, as processes= needs it to be where processes are not forked: "
    reasons = ("local object|local class", "lambda|function", "TextIOWrapper", "module")
    assert len(lines) == len(reasons)
    for line, reason in zip(lines, reasons, strict=True):
        assert line.startswith(begin) and re.search(reason, line) and "classes at the top of a module" in line


SLOW = """
import time, paili

class Slow(paili.Policy):
    def discard(self, view):
        time.sleep(3600)

print("begun", flush=True)
try:
    paili.simulate(100, policies=Slow(), processes=2)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_interrupts_end_the_processes() -> None:
    child = subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout and child.stdout.readline() == "begun\n"
        own = psutil.Process(child.pid)
        while len(own.children()) < 2:
            time.sleep(0.01)
        workers = own.children()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted\n"
        # An answer takes an hour, for which nobody waits: the test would take longer than it may.
        assert child.wait() == 0
        assert not [worker for worker in workers if worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE]
    finally:
        child.kill()


def test_an_interrupt_while_processes_begin_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    submit = ProcessPoolExecutor.submit

    def interrupted(*arguments: Any) -> Any:
        # Whichever thread gets it, Python hands it to this one.
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
        begun.append(submit(*arguments))
        return begun[-1]

    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        paili.simulate(1_000, policies=Rule(), processes=2)
    assert len(begun) == 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_processes_end_with_the_one_that_began_them() -> None:
    child = subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True)
    try:
        own = psutil.Process(child.pid)
        while len(own.children()) < 2:
            time.sleep(0.01)
        workers = own.children()
    finally:
        child.kill()
    child.wait()
    psutil.wait_procs(workers)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"processes": 0}, "^processes: 0: expected 1 to 4096"),
        ({"processes": 10**6}, "^processes: 1000000: expected 1 to 4096"),
        ({"processes": 1.5}, "^processes: expected a whole number, not float"),
        ({"processes": 2, "threads": 2}, "^threads: with processes each plays on one: expected threads or processes"),
        ({"processes": 2, "policies": "rulez"}, '^policies: "rulez"'),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((paili.InputError, TypeError), match=message):
        paili.simulate(10, **arguments)  # type: ignore[arg-type]


def test_a_bar_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    paili.simulate(2_000, progress=True)
    assert "100%" in shown.getvalue() and "2.00k/2.00k" in shown.getvalue() and "games" in shown.getvalue()
    silent = io.StringIO()
    monkeypatch.setattr(sys, "stderr", silent)
    paili.simulate(2_000, progress=False)
    assert silent.getvalue() == ""


def test_without_tqdm_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="^progress=True needs tqdm: pip install tqdm"):
        paili.simulate(10, progress=True)


#: A notebook: there is no file that a process could import.
NOTEBOOK = """
import multiprocessing, sys, warnings
import paili

class Mine(paili.Policy):
    def discard(self, view):
        return view.best_discard()

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    # From Python 3.12 on it warns of forks beside threads.
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        print(paili.simulate(40, policies=Mine(), processes=2) == paili.simulate(40, policies=Mine()))
    except TypeError as error:
        print(error)
"""


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no process is forked here")
def test_a_notebooks_policies_play_in_processes_wherever_they_can() -> None:
    def said(method: str) -> str:
        command = [sys.executable, "-c", NOTEBOOK, method]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert said("fork") == said("forkserver") == "True\n"
    assert "cell that begins with `%%writefile mine.py`, then `import mine`" in said("spawn")
