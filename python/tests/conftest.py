"""What the tests share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from nodes import Nodes

# Ray is to listen on loopback alone, as it does where it has no clusters, and to tell nobody of itself. It reads this
# when it is imported. And a cluster that happens to be there is none of our business.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ.pop("RAY_ADDRESS", None)

TEST_COMMAND = "cargo test --workspace"


def told(variable: str, meaning: str) -> Path:
    """A file that the runner of the tests names in the environment."""
    value = os.environ.get(variable)
    if not value:
        pytest.fail(f"{variable} is not set: it names {meaning}, and `{TEST_COMMAND}` sets it")
    path = Path(value)
    if not path.is_file():
        pytest.fail(f"{variable}={value}: there is no such file; it names {meaning}")
    return path


@pytest.fixture(scope="session")
def program() -> Path:
    """The program ``paili``, which the package is compared with."""
    return told("PAILI_PROGRAM", "the built program paili (cargo build --release)")


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel that is tested."""
    return told("PAILI_WHEEL", "the wheel of the package (pip wheel ./python --no-deps)")


@pytest.fixture(scope="session")
def java() -> None:
    """A Java, which Spark needs: its tests are left out only when one says that there is none."""
    if os.environ.get("PAILI_WITHOUT_JAVA", "0") not in ("", "0"):
        pytest.skip("PAILI_WITHOUT_JAVA is set: there is no Java to run Spark on")
    if not os.environ.get("JAVA_HOME") and shutil.which("java") is None:
        pytest.fail("Spark needs Java 17 or newer (openjdk-17-jre-headless), or PAILI_WITHOUT_JAVA=1 to do without")


@pytest.fixture(scope="session")
def nodes() -> Iterator[Nodes]:
    """A Ray cluster of two nodes on this machine, one processor each."""
    from nodes import Nodes

    nodes = Nodes()
    try:
        yield nodes
    finally:
        nodes.shut_down()
