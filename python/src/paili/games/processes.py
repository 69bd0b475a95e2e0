"""Work on several processes of this machine, for policies written in Python, which one process plays one at a time."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.reduction import ForkingPickler
from types import FrameType
from typing import Any, TypeVar

__all__ = ["in_processes"]

T = TypeVar("T")

#: How long a piece of work is meant to take, in seconds: long enough to be worth sending, short enough to wait for.
PIECE = 0.2

#: What a process does with its pieces.
work_here: Callable[[int, int], Any] | None = None


def in_processes(work: Callable[[int, int], T], first: int, end: int, processes: int) -> Iterator[tuple[int, T]]:
    """What ``work`` makes of pieces of a range, each with its length, in whatever order they come.

    The processes are ended when the range is done, or when the iterator is closed or interrupted before.

    Parameters
    ----------
    work
        Is called in the processes with the first number of a piece and the one after its last. Each process gets it
        once, pickled where processes are not forked.
    first, end
        The range: its first number, and the one after its last.
    processes
        How many.

    """
    context = multiprocessing.get_context(start_method(work))
    if context.get_start_method() != "fork":
        check_pickled(work)
    # Whose child a process is: this one's, unless a server forks them.
    parent = None if context.get_start_method() == "forkserver" else os.getpid()
    many = max(1, min(processes, end - first))
    executor = ProcessPoolExecutor(many, context, initializer=begin, initargs=(work, parent))
    try:
        length, running = 1, set[Future[tuple[float, int, T]]]()
        while first < end or running:
            # One for each to work on, and one to go on with.
            while first < end and len(running) < 2 * processes:
                after = min(end, first + length)
                # The first ones start the processes, and an interrupt in the middle of that would be lost.
                with uninterrupted():
                    running.add(executor.submit(do, first, after))
                first = after
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for seconds, size, made in (piece.result() for piece in done):
                if size == length:
                    length = 2 * length if seconds < PIECE / 2 else max(length // 2, 1) if seconds > PIECE else length
                yield size, made
    except BaseException as error:
        stop(executor)
        if isinstance(error, BrokenProcessPool):
            error.add_note(
                "A policy ended its process, or a process could not begin: where processes are not forked, each "
                'imports the main module, whose own work has to stand below `if __name__ == "__main__":`, and of a '
                "notebook there is nothing to import: policies have to be in a module, such as %%writefile makes."
            )
        raise
    executor.shutdown()


def start_method(work: Callable[[int, int], Any]) -> str:
    """How processes are started. Those that are not forked import what they need, and no notebook can be imported."""
    method = multiprocessing.get_start_method()
    main = sys.modules["__main__"]
    policies = getattr(work, "keywords", {}).get("policies", ())
    there = hasattr(main, "__file__") or getattr(main, "__spec__", None) is not None
    if method == "fork" or there or all(type(policy).__module__ != "__main__" for policy in policies):
        return method
    # What is usual from Python 3.14 on, where most had forked before.
    if method == "forkserver" and "fork" in multiprocessing.get_all_start_methods():
        return "fork"
    raise TypeError(
        "policies: one is of a class of this notebook, which processes can't import where they are not forked. "
        "Expected a class of a module: put it into a cell that begins with `%%writefile mine.py`, then `import mine`"
    )


def check_pickled(work: Callable[[int, int], Any]) -> None:
    """Checks that the work can be sent to processes. What can't be is a policy; all else are names and numbers."""
    try:
        ForkingPickler.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise TypeError(
            f"policies: one can't be pickled, as processes= needs it to be where processes are not forked: {error}. "
            "Expected objects of classes at the top of a module, that hold nothing but what can be pickled "
            "(no lambdas, local classes, open files or locks)"
        ) from error


def begin(work: Callable[[int, int], Any], parent: int | None) -> None:
    """Prepares a process. An interrupt is for the one that waits, which ends the others."""
    global work_here
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The one that began it may be gone by now, and another be its parent.
    threading.Thread(target=end_with, args=(parent or os.getppid(),), daemon=True).start()
    work_here = work


def end_with(parent: int) -> None:
    """Ends this process when the one that began it is gone, however that went."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Keeps an interrupt for later. Processes that are begun meanwhile take none either."""
    before = signal.getsignal(signal.SIGINT)
    # Only the main thread is interrupted, and may say what an interrupt does.
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        before(*came[0])


def do(first: int, end: int) -> tuple[float, int, Any]:
    """A piece of work: how long it took, its length, and what was made of it."""
    assert work_here is not None
    begun = time.perf_counter()
    made = work_here(first, end)
    return time.perf_counter() - begun, end - first, made


def stop(executor: ProcessPoolExecutor) -> None:
    """Ends the processes, whatever they are at."""
    # From Python 3.14 on there is `terminate_workers`.
    running = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.terminate()
