"""A Ray cluster of two nodes on this machine, whose workers and nodes can be killed."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import psutil
import ray
from ray.cluster_utils import Cluster

#: Far longer than anything takes on a slow machine.
PATIENCE = 60.0


class Nodes:
    """A head and another node, one processor each. Both listen on loopback alone."""

    def __init__(self) -> None:
        self._cluster = Cluster(initialize_head=True, head_node_args={"include_dashboard": False, **NODE})
        self._other = self._cluster.add_node(**NODE)

    @property
    def address(self) -> str:
        """What drivers connect to."""
        return str(self._cluster.address)

    def kill_worker(self, doing: str) -> None:
        """Kills a worker in the middle of something, as the kernel does when memory runs out."""
        self._frozen_worker(doing, self._cluster.list_all_nodes()).kill()

    def kill_node(self, doing: str) -> None:
        """Kills all processes of the node that isn't the head, at once and in the middle of what a worker does."""
        # As long as the head's workers stand still, there is something left to do for the other node.
        head = workers_of(self._cluster.head_node)
        try:
            for worker in head:
                worker.suspend()
            self._frozen_worker(doing, [self._other])
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

    @staticmethod
    def _frozen_worker(doing: str, nodes: list[Any]) -> psutil.Process:
        """A worker of these nodes that was stopped while it does it, so that it can't end before it is killed."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for worker in [worker for node in nodes for worker in workers_of(node)]:
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
    return [child for child in children if title(child).startswith(("ray::IDLE", "ray::play", "ray::write_part"))]


#: What each node is. The smallest memory that Ray allows is enough.
NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80 << 20}


def title(process: psutil.Process) -> str:
    """What a process says that it is doing."""
    try:
        return (process.cmdline() or [""])[0]
    except psutil.Error:
        return ""
