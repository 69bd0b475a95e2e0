"""The Ray cluster that a job runs on."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from paili.errors import InputError

__all__ = ["Cluster", "connected", "import_ray"]

#: How long a cluster may take to answer at all, in seconds.
PATIENCE = 10.0

#: Ray's messages are in its logs.
QUIET = {"logging_level": "ERROR", "log_to_driver": False}


def import_ray() -> Any:
    """Ray, or an error that says how to get it."""
    try:
        import ray
    except ImportError as error:
        raise ImportError("paili.cluster needs Ray: pip install 'ray[data]' aiohttp pyarrow numpy") from error
    return ray


@dataclass(frozen=True)
class Cluster:
    """A cluster that is connected."""

    ray: Any
    #: Whether it was started for this job alone: then no node will join it.
    own: bool


@contextmanager
def connected(address: str | None) -> Iterator[Cluster]:
    """Ray, connected to a cluster for as long as it is used.

    A connection that was there before is used and left as it is. Without one and without an address (here, or in the
    variable ``RAY_ADDRESS``), a cluster of this machine alone is started, and ended afterwards.
    """
    ray = import_ray()
    check(address)
    if ray.is_initialized():
        there = ray.get_runtime_context().gcs_address
        if address not in (None, "auto") and resolved(ray, address) != resolved(ray, there):
            raise InputError("address", f"{address}: Ray is connected to {there} already; ray.shutdown() ends that")
        yield Cluster(ray, own=False)
        return
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    check(address)
    try:
        if address == "local":
            start(ray)
        else:
            join(ray, address)
        yield Cluster(ray, own=address == "local")
    except ray.exceptions.RayError as error:
        raise RuntimeError(f"Ray cannot go on: {error}") from error
    finally:
        # A connection that failed may be there by half.
        with suppress(Exception):
            ray.shutdown()


def check(address: str | None) -> None:
    """Makes sure that it can be an address, whether or not anybody is there."""
    if not isinstance(address, str | None):
        raise TypeError(f"address: expected host:port, auto or local, not {type(address).__name__}")
    if address in (None, "", "auto", "local"):
        return
    named = re.fullmatch("[^/]+:([0-9]{1,5})", address)
    if named is None or not 0 < int(named[1]) < 1 << 16:
        raise InputError("address", f"{address}: expected host:port, auto or local, on a node of the cluster")


def start(ray: Any) -> None:
    """Starts a cluster of this machine, which nobody else can reach and which tells nobody of itself."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Ray listens on loopback alone only where it takes itself to have no clusters.
    with patch.object(ray._private.ray_constants, "ENABLE_RAY_CLUSTER", False, create=True):
        ray.init(address="local", _node_ip_address="127.0.0.1", include_dashboard=False, **QUIET)


def join(ray: Any, address: str) -> None:
    """Connects to a cluster, or says in bounded time that it can't be reached."""
    host, port = resolved(ray, address)
    try:
        # Where nobody listens, Ray would wait for minutes.
        if address != "auto":
            socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise ConnectionError(f"address {address}: cannot reach a Ray cluster there: {error}") from error
    try:
        # Where something else listens, too.
        with patch.object(ray._private.ray_constants, "NUM_REDIS_GET_RETRIES", 2, create=True):
            ray.init(address=address, **QUIET)
    except Exception as error:
        token = "if it asks for a token, RAY_AUTH_TOKEN has to hold the cluster's"
        raise ConnectionError(f"address {address}: cannot join the Ray cluster: {error}; {token}") from error


def resolved(ray: Any, address: str) -> tuple[str, str]:
    """The number of the host, if it has one, and the port. As for Ray, loopback stands for the machine's own number."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]")
    with suppress(OSError, UnicodeError):
        host = socket.gethostbyname(host)
    own = host == "::1" or host.startswith("127.")
    return ray.util.get_node_ip_address() if own else host, port
