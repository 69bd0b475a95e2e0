"""The cluster that a job runs on."""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from paili.errors import InputError

__all__ = ["Cluster", "connected", "import_ray"]

#: How long a cluster may take to answer at all.
PATIENCE = 10.0


def import_ray() -> Any:
    """Ray, or an error that says how to get it."""
    try:
        import ray
    except ImportError as error:
        raise ImportError("paili.cluster needs Ray: pip install 'paili[ray]'") from error
    return ray


@dataclass(frozen=True)
class Cluster:
    """A cluster that is connected."""

    ray: Any
    #: Whether it was started here, for this job alone: then it stays as it is.
    own: bool


@contextmanager
def connected(address: str | None) -> Iterator[Cluster]:
    """Ray, connected to a cluster for as long as it is used.

    A connection that was there before is used and left as it is. Without one and without an address (here, or in the
    variable ``RAY_ADDRESS``), a cluster of this machine alone is started, and ended afterwards.
    """
    ray = import_ray()
    if ray.is_initialized():
        there = ray.get_runtime_context().gcs_address
        if address not in (None, "auto") and not same(ray, address, there):
            raise InputError("address", f"{address}: Ray is connected to {there} already; ray.shutdown() ends that")
        yield Cluster(ray, own=False)
        return
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    if address == "local":
        start(ray)
    else:
        join(ray, address)
    try:
        yield Cluster(ray, own=address == "local")
    finally:
        ray.shutdown()


def same(ray: Any, address: str, there: str) -> bool:
    """Whether an address is that of a cluster, however it is written."""
    named = {place(address)}
    with suppress(ConnectionError):
        # A loopback address may stand for the machine's own.
        named.add(place(resolve(ray, address)))
    return place(there) in named


def place(address: str) -> tuple[str, str]:
    """The host's number, if it has one, and the port."""
    host, _, port = address.rpartition(":")
    try:
        return socket.gethostbyname(host.strip("[]")), port
    except (OSError, UnicodeError):
        return host, port


def start(ray: Any) -> None:
    """Starts a cluster of this machine, which nobody else can reach and which tells nobody of itself."""
    with loopback(ray), environment("RAY_USAGE_STATS_ENABLED", "0"):
        ray.init(address="local", _node_ip_address="127.0.0.1", include_dashboard=False, **QUIET)


#: What Ray has to say is said by its logs.
QUIET = {"logging_level": "ERROR", "log_to_driver": False}


def join(ray: Any, address: str) -> None:
    """Connects to a cluster, or says in bounded time that it can't be reached."""
    if "://" in address:
        raise InputError("address", f"{address}: expected host:port, auto or local, on a node of the cluster")
    resolved = resolve(ray, address)
    host, _, _ = address.rpartition(":")
    # Ray takes a loopback address to mean the machine's own, which a cluster that listens on loopback only has not.
    if host in LOOPBACK and not answers(resolved):
        with loopback(ray):
            greet(address, address)
            return init(ray, address, address)
    greet(address, resolved)
    return init(ray, address, resolved)


LOOPBACK = ("localhost", "127.0.0.1", "::1")


def init(ray: Any, named: str, address: str) -> None:
    try:
        ray.init(address=address, **QUIET)
    except Exception as error:
        # It may be half connected.
        with suppress(Exception):
            ray.shutdown()
        token = "; if it asks for a token, RAY_AUTH_TOKEN has to hold the cluster's"
        raise ConnectionError(f"address {named}: cannot join the Ray cluster: {error}{token}") from error


def resolve(ray: Any, address: str) -> str:
    """Where the cluster is: its host and port."""
    try:
        resolved = ray._private.services.canonicalize_bootstrap_address(address, None)
    except AttributeError:
        # Another version of Ray. It looks for itself.
        resolved = address
    except Exception as error:
        raise ConnectionError(f"address {address}: {error}") from error
    if resolved is None:
        raise ConnectionError(f"address {address}: there is no running Ray cluster on this machine")
    return str(resolved)


def greet(named: str, address: str) -> None:
    """Makes sure that somebody is there, whom Ray itself would wait minutes for."""
    try:
        speak(address)
    except (OSError, ValueError) as error:
        raise ConnectionError(f"address {named}: cannot reach a Ray cluster there: {error}") from error


def answers(address: str) -> bool:
    try:
        speak(address)
    except (OSError, ValueError):
        return False
    return True


def speak(address: str) -> None:
    """Asks for what every server of gRPC says first: its settings (RFC 9113, 3.4)."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal():
        raise ValueError("expected host:port, auto or local")
    settings = struct.pack(">HBBBI", 0, 0, FRAME_OF_SETTINGS, 0, 0)
    with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + settings)
        answer = b""
        while len(answer) < len(settings):
            more = connection.recv(len(settings) - len(answer))
            if not more:
                break
            answer += more
        if len(answer) < len(settings) or answer[3] != FRAME_OF_SETTINGS:
            raise ValueError("something else than Ray answers")


FRAME_OF_SETTINGS = 4


@contextmanager
def loopback(ray: Any) -> Iterator[None]:
    """Ray takes ``127.0.0.1`` as it is. It does so on systems where it has no clusters, and listens there alone."""
    constants = getattr(getattr(ray, "_private", None), "ray_constants", None)
    before = getattr(constants, "ENABLE_RAY_CLUSTER", None)
    if constants is None or before is None:
        yield
        return
    constants.ENABLE_RAY_CLUSTER = False
    try:
        yield
    finally:
        constants.ENABLE_RAY_CLUSTER = before


@contextmanager
def environment(name: str, value: str) -> Iterator[None]:
    """A variable that is set for a while, unless it is set anyway."""
    if name in os.environ:
        yield
        return
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name, None)
