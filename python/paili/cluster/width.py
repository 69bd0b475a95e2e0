"""How many pieces a cluster is given at a time."""

from __future__ import annotations

import time
import warnings

from paili.cluster.connection import Cluster
from paili.errors import InputError

__all__ = ["Width"]

#: How often the cluster is asked for its size, in seconds: nodes come and go.
LOOK_EVERY = 2.0

#: How long a cluster may have no node that can do a piece, in seconds. One that grows as it is asked to takes minutes
#: to bring a node, and Ray doesn't tell whether a cluster does so.
PATIENCE = 300.0


class Width:
    """How many pieces are given out at a time: enough to keep all workers busy, and as few as do that."""

    def __init__(self, cluster: Cluster, cpus: int) -> None:
        self._cluster = cluster
        self._cpus = cpus
        self._looked = float("-inf")
        self._width = 0
        # Since when no node can do a piece, if none can.
        self._without: float | None = None

    def now(self) -> int:
        """So many pieces. Raises an error if nobody can do them, and nobody is to be expected."""
        now = time.monotonic()
        if now - self._looked > LOOK_EVERY:
            self._looked = now
            nodes = self._cluster.ray.nodes()
            processors = [node["Resources"].get("CPU", 0) for node in nodes if node["Alive"]]
            room = sum(int(one // self._cpus) for one in processors)
            if room > 0:
                self._without = None
            else:
                self._hope(max(processors, default=0), now)
            # One piece is done and the next is waiting on each.
            self._width = max(2 * room, 2)
        return self._width

    def _hope(self, most: float, now: float) -> None:
        """No node can do a piece. That may pass."""
        error = too_small(self._cpus, most)
        if self._cluster.own or (self._without is not None and now - self._without >= PATIENCE):
            raise error
        if self._without is None:
            self._without = now
            warnings.warn(f"{error}: waiting {PATIENCE:.0f} seconds for one", RuntimeWarning, stacklevel=2)


def too_small(cpus: int, most: float) -> Exception:
    if cpus == 1:
        return RuntimeError("no node of the cluster has a processor for workers")
    many = f"{most:g} processor" + ("" if most == 1 else "s")
    return InputError("threads", f"{cpus}: no node of the cluster has more than {many}")
