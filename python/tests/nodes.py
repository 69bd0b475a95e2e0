"""A Ray cluster of two nodes on this machine, whose workers and nodes can be killed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import psutil
import ray
from ray.cluster_utils import Cluster

#: Far longer than anything takes on a slow machine.
PATIENCE = 600.0


class Nodes:
    """A head and another node, one processor each. Both listen on loopback alone."""

    def __init__(self) -> None:
        self._cluster = Cluster(initialize_head=True, head_node_args={"include_dashboard": False, **NODE})
        self._other = self._cluster.add_node(**NODE)

    @property
    def address(self) -> str:
        """What drivers connect to."""
        return str(self._cluster.address)

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Connects this process for a while, so that workers stay from call to call."""
        self.join()
        try:
            yield
        finally:
            ray.shutdown()

    def join(self) -> None:
        """Connects this process."""
        ray.init(address=self.address, logging_level="ERROR", log_to_driver=False)

    def kill_worker(self, doing: str) -> None:
        """Kills a worker in the middle of something, as the kernel does when memory runs out."""
        frozen_worker(doing, self._cluster.list_all_nodes).kill()

    def kill_node(self, doing: str) -> None:
        """Kills all processes of the node that isn't the head, at once and in the middle of what a worker does."""
        head: list[psutil.Process] = []

        def other() -> list[Any]:
            # As long as the head's workers stand still, there is something left to do for the other node.
            for worker in workers_of(self._cluster.head_node):
                if worker not in head:
                    head.append(worker)
                    worker.suspend()
            return [self._other]

        try:
            frozen_worker(doing, other)
            raylet = psutil.Process(raylet_of(self._other))
            for process in [raylet, *raylet.children(recursive=True)]:
                process.kill()
        finally:
            for worker in head:
                with suppress(psutil.NoSuchProcess):
                    worker.resume()
        self._cluster.remove_node(self._other, allow_graceful=False)

    def mend(self) -> None:
        """Brings the cluster back to two nodes."""
        if self._other not in self._cluster.list_all_nodes():
            self._other = self._cluster.add_node(**NODE)

    def shut_down(self) -> None:
        """Ends it all."""
        ray.shutdown()
        self._cluster.shutdown()


@contextmanager
def meanwhile(disturb: Callable[[], None] | None) -> Iterator[None]:
    """Disturbs what is done here, once it is under way. What it takes for that doesn't hold it up."""
    with ThreadPoolExecutor(1) as thread:
        disturbed = thread.submit(disturb or (lambda: None))
        yield
        disturbed.result()


def frozen_worker(doing: str, nodes: Callable[[], list[Any]]) -> psutil.Process:
    """A worker of these nodes that was stopped while it does it, so that it can't end before it is killed."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for worker in [worker for node in nodes() for worker in workers_of(node)]:
            if title(worker).startswith(f"ray::{doing}"):
                worker.suspend()
                if title(worker).startswith(f"ray::{doing}"):
                    return worker
                worker.resume()
        time.sleep(0.005)
    raise AssertionError(f"no worker is doing {doing}")


def raylet_of(node: Any) -> int:
    """The process of a node that starts its workers."""
    return int(node.all_processes["raylet"][0].process.pid)


def workers_of(node: Any) -> list[psutil.Process]:
    """The processes of a node that do what drivers ask for, or wait for it."""
    children = psutil.Process(raylet_of(node)).children()
    return [child for child in children if title(child).startswith(("ray::IDLE", "ray::play", "ray::write_answers"))]


#: What each node is. The smallest memory that Ray allows is enough.
NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80 << 20}


def title(process: psutil.Process) -> str:
    """What a process says that it is doing."""
    try:
        return (process.cmdline() or [""])[0]
    except psutil.Error:
        return ""
