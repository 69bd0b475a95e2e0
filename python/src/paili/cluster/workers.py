"""Blocks of work on the workers of a Ray cluster."""

from __future__ import annotations

import platform
import time
import warnings
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

import paili
from paili.cluster.connection import Cluster, import_ray
from paili.cluster.progress import Watch
from paili.errors import InputError

__all__ = ["Block", "results"]

#: How often Ray tries a block whose worker or node dies.
MOST_TRIES = 10

#: How often the cluster is asked for its size, in seconds: nodes come and go.
LOOK_EVERY = 2.0

#: How long blocks that nobody waits for may take to end, in seconds.
END_WITHIN = 5.0


@dataclass(frozen=True)
class Block:
    """Work that a worker does at once. Doing it twice gives the same as doing it once."""

    index: int
    #: Games or rows.
    size: int
    #: Which ones, for a message.
    place: str
    #: What the worker is given.
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return f"block {self.index} ({self.place})"


def results(
    cluster: Cluster, work: Callable[..., Any], blocks: Iterable[Block], cpus: int, watch: Watch
) -> Generator[tuple[Block, Any], None, None]:
    """Does blocks, and gives each with its result, in the order in which they are finished.

    Ray does a block again if its worker or node dies, but not if it raises an exception. Blocks are taken as they are
    needed, in their order. If some fail, the failure of the first of them is raised, whoever is faster: blocks before
    it are done, and no more are given out.
    """
    ray = cluster.ray
    task = ray.remote(max_retries=MOST_TRIES - 1, num_cpus=cpus, name=work.__name__)(do)
    left = iter(blocks)
    most, look_at = 0, time.monotonic()
    flying: dict[Any, Block] = {}
    failed: tuple[int, Exception] | None = None
    try:
        while True:
            if time.monotonic() >= look_at:
                most, look_at = width(cluster, cpus), time.monotonic() + LOOK_EVERY
            if failed is None:
                for block in islice(left, max(most - len(flying), 0)):
                    flying[task.remote(paili.__version__, str(block), work, *block.arguments)] = block
            wanted = [ref for ref, block in flying.items() if failed is None or block.index < failed[0]]
            if not wanted:
                break
            ray.wait(wanted, timeout=0.5)
            # All that are ready by now: on a large cluster, one at a time would be too slow.
            for ref in ray.wait(wanted, num_returns=len(wanted), timeout=0)[0]:
                block = flying.pop(ref)
                try:
                    lost, result = ray.get(ref)
                except ray.exceptions.RayError as error:
                    if failed is None or block.index < failed[0]:
                        failed = (block.index, cause_of(ray, error, block))
                else:
                    watch.add(block.size, lost)
                    yield block, result
            watch.say()
    finally:
        # They are not cancelled: Ray (2.60) crashes at times when it is told to cancel a task that has just ended. And
        # if the cluster is gone, that is told by another exception.
        with suppress(Exception):
            ray.wait(list(flying), num_returns=len(flying), timeout=END_WITHIN)
    if failed is not None:
        raise failed[1]


class WorkerError(RuntimeError):
    """A worker can't do a block at all."""


def do(version: str, block: str, work: Callable[..., Any], *arguments: Any) -> tuple[int, Any]:
    """Does a block on a worker, and says how often it was lost before."""
    if version != paili.__version__:
        raise WorkerError(
            f"the node {platform.node()} has paili {paili.__version__}, the driver has {version}: "
            "install the same version on all of them"
        )
    worker = import_ray()._private.worker.global_worker
    lost: int = worker.core_worker.get_current_task_attempt_number()
    # Ray has no bound for blocks whose workers it ended itself.
    if lost >= MOST_TRIES:
        raise WorkerError(f"{block} was lost {lost} times, last so: Ray ended its worker, as memory ran out")
    return lost, work(*arguments)


def cause_of(ray: Any, error: Exception, block: Block) -> Exception:
    """What went wrong with a block, as it is raised here. What nobody foresaw says which block it was."""
    cause = getattr(error, "cause", None) if isinstance(error, ray.exceptions.RayTaskError) else None
    lost = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError)
    raised: Exception
    if isinstance(cause, InputError | WorkerError):
        return cause
    if "No module named 'paili" in f"{error} {cause}":
        raised = ImportError("paili is missing on a node of the cluster: install the same version on all of them")
    elif isinstance(cause, ImportError):
        raised = ImportError(f"on a node of the cluster: {cause}")
    elif isinstance(error, lost):
        raised = RuntimeError(f"{block} was lost {MOST_TRIES} times, last so: {error}")
    elif isinstance(error, ray.exceptions.LocalRayletDiedError | ray.exceptions.RaySystemError):
        raised = RuntimeError(f"the cluster is gone or failed at {block}; with out, the same call goes on: {error}")
    else:
        raised = RuntimeError(f"{block}: {type(cause or error).__name__}: {cause or error}")
    # That has the worker's traceback.
    raised.__cause__ = error
    return raised


def width(cluster: Cluster, cpus: int) -> int:
    """How many blocks are given out at a time: for each processor one that is being done, and the next."""
    nodes = [node["Resources"].get("CPU", 0) for node in cluster.ray.nodes() if node["Alive"]]
    at_once = sum(int(there // cpus) for there in nodes)
    if at_once == 0:
        error: Exception = RuntimeError("no node of the cluster has a processor for workers")
        if cpus > 1:
            most = max(nodes, default=0)
            many = f"{most:g} processor" + ("" if most == 1 else "s")
            error = InputError("threads", f"{cpus}: no node of the cluster has more than {many}")
        if cluster.own:
            raise error
        # It may be about to grow. Python shows a warning once.
        warnings.warn(f"{error}: the job waits for one", RuntimeWarning, stacklevel=2)
    return 2 * max(at_once, 1)
