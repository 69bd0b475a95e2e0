"""What the tests share."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from nodes import Nodes

# Ray is to listen on loopback alone, as it does where it has no clusters, and to tell nobody of itself. It reads this
# when it is imported. And a cluster that happens to be there is none of our business.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ.pop("RAY_ADDRESS", None)

# A shell that starts the tests in the background, as `nohup … &` does, has them ignore Ctrl-C, and every process that
# they start would inherit that. Tests of interrupts would then wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

#: The files whose tests start a Ray cluster, or join one that is there: two at once would meet.
RAY = {
    "test_cluster_batch",
    "test_cluster_progress",
    "test_cluster_refusals",
    "test_cluster_simulate",
    "test_cluster_sources",
    "test_examples",
}

#: What Spark 4 runs on.
OLDEST_JAVA = 17


#: The files about engines, each an installation of its own.
ENGINES = {*RAY - {"test_examples"}, "test_dask", "test_spark"}

#: Whether there is what machines learn with, which takes more room than all the rest.
HAS_LEARNERS = find_spec("sb3_contrib") is not None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="leave nothing out: what takes long, and Ray, Spark and Dask")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves engines to the long run, and learners to where they are installed."""
    if collection_path.stem == "test_sb3" and not HAS_LEARNERS:
        return True
    return True if collection_path.stem in ENGINES and not config.getoption("long") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves what takes long to the long run, and puts first the files of few tests: those take longest."""
    if not config.getoption("long"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: sizes[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keeps the tests of a file in one process, where several run, and those that need Ray too."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            name = Path(nodeid.split("::")[0]).stem
            return "ray" if name in RAY else name

    return ByFile(config, log)


@pytest.fixture(scope="session")
def program() -> Path:
    """The program ``paili``, which the package is compared with."""
    return Path(os.environ["PAILI_PROGRAM"])


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel that is tested."""
    if not (wheel := os.environ.get("PAILI_WHEEL")):
        pytest.skip("there is no wheel: PAILI_WHEEL names none (.ci/run makes one)")
    return Path(wheel)


@pytest.fixture(scope="session")
def java() -> None:
    """A Java, which Spark needs. Without one its test is left out, unless CI is set."""
    home = os.environ.get("JAVA_HOME")
    command = [str(Path(home) / "bin" / "java") if home else "java", "-version"]
    try:
        said = subprocess.run(command, capture_output=True, text=True).stderr
    except OSError as error:
        said = str(error)
    version = re.search(r'version "(\d+)', said)
    if version is None or int(version[1]) < OLDEST_JAVA:
        message = f"Spark needs Java {OLDEST_JAVA} or newer (such as openjdk-17-jre-headless): {said.strip()}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)


@pytest.fixture(scope="session")
def nodes() -> Iterator[Nodes]:
    """A Ray cluster of two nodes on this machine, one processor each."""
    from nodes import Nodes

    nodes = Nodes()
    try:
        yield nodes
    finally:
        nodes.shut_down()
