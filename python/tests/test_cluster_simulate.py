"""Games on a Ray cluster: the tally of one machine, whatever dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import ray
import ray.cloudpickle
from nodes import PATIENCE, Nodes, meanwhile

import paili
import paili.cluster
from paili.cluster import Progress
from paili.cluster.connection import Cluster
from paili.cluster.workers import width

#: Some seconds of two workers.
GAMES = 600_000
BLOCK = 20_000


@pytest.fixture(scope="module", autouse=True)
def joined(nodes: Nodes) -> Iterator[None]:
    with nodes.joined():
        yield


@pytest.fixture
def alone(nodes: Nodes) -> Iterator[None]:
    """No cluster is connected."""
    ray.shutdown()
    yield
    ray.shutdown()
    nodes.join()


@pytest.fixture(scope="module")
def expected(program: Path) -> str:
    """What the program says of the games."""
    said = subprocess.run(
        [program, "simulate", "--games", str(GAMES), "--seed", "7", "--format", "json"], check=True, capture_output=True
    )
    tally, _, _ = said.stdout.decode().partition(',"games_asked":')
    return tally + "}"


def play(nodes: Nodes, disturb: Callable[[], None] | None = None, **options: object) -> tuple[str, Progress]:
    """The tally, and how far the job was at its end."""
    said: list[Progress] = []
    with meanwhile(disturb):
        tally = paili.cluster.simulate(
            GAMES, seed=7, address=nodes.address, games_per_block=BLOCK, progress=said.append, **options
        )
    last = said[-1]
    assert (last.done, last.blocks, last.total_blocks) == (GAMES, GAMES // BLOCK, GAMES // BLOCK)
    return tally.to_json(), last


def test_two_nodes_give_the_programs_tally(nodes: Nodes, expected: str) -> None:
    tally, last = play(nodes)
    assert tally == expected
    assert last.lost == 0


def test_a_worker_killed_in_the_middle_changes_nothing(nodes: Nodes, expected: str) -> None:
    tally, last = play(nodes, lambda: nodes.kill_worker("play"))
    assert last.lost >= 1
    assert tally == expected


def test_a_node_killed_in_the_middle_changes_nothing(nodes: Nodes, expected: str) -> None:
    try:
        tally, last = play(nodes, lambda: nodes.kill_node("play"))
    finally:
        nodes.mend()
    assert last.lost >= 1
    assert tally == expected


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "paili.cluster", "simulate", *map(str, arguments)]


def wait_for_games(out: Path, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while not ((out / "_job.json").exists() and json.loads((out / "_job.json").read_text())["finished"]):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_job_whose_driver_was_killed_goes_on(nodes: Nodes, expected: str, tmp_path: Path) -> None:
    out = tmp_path / "job"
    options = ("--games", GAMES, "--seed", 7, "--games-per-block", BLOCK, "--out", out, "--address", nodes.address)
    driver = subprocess.Popen(command(*options), stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        wait_for_games(out, driver)
    finally:
        driver.kill()
        driver.communicate()
    assert not (out / "_SUCCESS").exists()

    tally, last = play(nodes, out=out)
    assert 0 < last.resumed_blocks < last.total_blocks
    assert tally == expected
    assert (out / "tally.json").read_text() == expected + "\n"
    # Nothing is left to do, and no cluster is needed to say so.
    again = subprocess.run(command(*options[:-1], "127.0.0.1:1"), capture_output=True, text=True, timeout=PATIENCE)
    assert (again.returncode, again.stdout) == (0, expected + "\n")


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(nodes: Nodes, tmp_path: Path) -> None:
    out = tmp_path / "job"
    options = ("--games", 10**12, "--games-per-block", 10_000, "--out", out, "--address", nodes.address)
    # A terminal sends the signal to all processes of the group.
    driver = subprocess.Popen(
        command(*options), stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, text=True
    )
    try:
        wait_for_games(out, driver)
        os.killpg(driver.pid, signal.SIGINT)
        said, error = driver.communicate(timeout=PATIENCE)
    finally:
        driver.kill()
    assert driver.returncode == 1, error
    assert said == ""
    assert "interrupted after " in error and f"the same command goes on from what is finished in {out}" in error
    assert sorted(file.name for file in out.iterdir()) == ["_job.json", "_lock"]


def test_four_policies_and_the_detail(nodes: Nodes) -> None:
    options = {"seed": 2**64 - 1, "policies": ["acceptance", "rule", "concealed", "random"], "detail": True}
    tally = paili.cluster.simulate(3000, address=nodes.address, games_per_block=701, **options)
    assert tally.to_bytes() == paili.simulate(3000, **options).to_bytes()


def test_policies_written_in_python(nodes: Nodes) -> None:
    class Last(paili.Policy):
        def discard(self, view: paili.View) -> str:
            return view.tiles[-1]

    policies = [Last(), "rule", "acceptance", Last()]
    tally = paili.cluster.simulate(60, address=nodes.address, policies=policies, games_per_block=25, progress=False)
    assert tally == paili.simulate(60, policies=policies)


def test_a_cluster_of_this_machine_is_started_and_ended(alone: None) -> None:
    assert paili.cluster.simulate(30_000, seed=3) == paili.simulate(30_000, seed=3)
    assert not ray.is_initialized()


def test_a_connection_that_is_there_is_used_and_left(nodes: Nodes) -> None:
    # Written otherwise, it is the same.
    assert paili.cluster.simulate(10_000, address=nodes.address.replace("127.0.0.1", "localhost")).games == 10_000
    assert paili.cluster.simulate(10_000) == paili.simulate(10_000)
    assert ray.is_initialized()
    with pytest.raises(paili.InputError, match=r"^address: \S+: Ray is connected to \S+ already"):
        paili.cluster.simulate(10_000, address="127.0.0.1:1")


NOTEBOOK = """
import asyncio, paili, paili.cluster

async def cell():
    return paili.cluster.simulate(10_000, address={address!r})

# Notebooks run cells within a loop that is running.
tally = asyncio.run(cell())
assert tally == paili.simulate(10_000)
print(tally.games)
"""


def test_a_script_without_a_main_and_a_notebook_may_use_it(nodes: Nodes, tmp_path: Path) -> None:
    code = NOTEBOOK.format(address=nodes.address)
    script = tmp_path / "script.py"
    script.write_text(code)
    # As a file that workers might import, and from standard input, where there is none to import.
    both = [
        subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for arguments in ([str(script)], ["-"])
    ]
    try:
        for process, text in zip(both, ("", code), strict=True):
            said, error = process.communicate(text, timeout=PATIENCE)
            assert (process.returncode, said) == (0, "10000\n"), error
    finally:
        for process in both:
            process.kill()


def test_threads_that_no_node_has_are_told(nodes: Nodes, tmp_path: Path) -> None:
    """The cluster might grow, so it is waited for: until the warning, which is an error here, ends that."""
    said = "threads: 3: no node of the cluster has more than 1 processor: the job waits for one"
    with warnings.catch_warnings(), pytest.raises(RuntimeWarning, match=f"^{said}$"):
        warnings.simplefilter("error", RuntimeWarning)
        paili.cluster.simulate(10_000, threads=3, address=nodes.address, out=tmp_path / "job")
    assert not (tmp_path / "job").exists()
    # None will join a cluster that was started for the job.
    with pytest.raises(paili.InputError, match="^threads: 3: no node of the cluster has more than 1 processor$"):
        width(Cluster(ray, own=True), cpus=3)


@pytest.fixture
def by_value() -> Iterator[None]:
    """Workers can't import the tests, and are given functions as they are."""
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    yield
    ray.cloudpickle.unregister_pickle_by_value(sys.modules[__name__])


def kill_after_the_first(first: int, games: int, *_: object) -> bytes:
    if first > 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return paili.simulate(games).to_bytes()


def test_a_block_that_kills_its_workers_ends_the_job(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, by_value: None, tmp_path: Path
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("paili.cluster.simulation.play", kill_after_the_first)
        patch.setattr("paili.cluster.workers.MOST_TRIES", 3)
        with pytest.raises(RuntimeError, match=r"^block 1 \(games 1000 to 1999\) was lost 3 times, last so: "):
            paili.cluster.simulate(2000, games_per_block=1000, address=nodes.address, out=tmp_path / "job")
    # What was finished stays.
    said: list[Progress] = []
    tally = paili.cluster.simulate(
        2000, games_per_block=1000, address=nodes.address, out=tmp_path / "job", progress=said.append
    )
    assert (tally, said[-1].resumed_blocks) == (paili.simulate(2000), 1)


def divide(*_: object) -> float:
    return 1 / 0


def lack(*_: object) -> None:
    raise ImportError("x needs y")


@pytest.mark.parametrize(
    ("work", "kind", "message"),
    [
        (divide, RuntimeError, r"^block 0 \(games 0 to 999\): ZeroDivisionError: division by zero$"),
        (lack, ImportError, "^on a node of the cluster: x needs y$"),
    ],
)
def test_failures_say_what_and_where(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, by_value: None, work: object, kind: type[Exception], message: str
) -> None:
    monkeypatch.setattr("paili.cluster.simulation.play", work)
    with pytest.raises(kind, match=message):
        paili.cluster.simulate(2000, games_per_block=1000, address=nodes.address)


def test_another_version_on_the_nodes_is_refused(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paili, "__version__", "9.9.9")
    with pytest.raises(RuntimeError, match=r"^the node \S+ has paili 0\.\S+, the driver has 9\.9\.9: "):
        paili.cluster.simulate(10_000, address=nodes.address)


def test_no_seed_is_a_fresh_one_that_the_folder_keeps(tmp_path: Path) -> None:
    first = paili.cluster.simulate(2_000, seed=None, out=tmp_path / "job")
    assert first.seed is not None and first == paili.simulate(2_000, seed=first.seed)
    again = paili.cluster.simulate(2_000, seed=None, out=tmp_path / "job")
    assert (again, again.seed) == (first, first.seed)
    assert paili.cluster.simulate(2_000, seed=None).seed not in (None, first.seed)
    assert paili.cluster.simulate(2_000).seed == 1


def test_walls_of_programs_are_drawn_afresh_and_told(tmp_path: Path) -> None:
    program = f"exec:{sys.executable} {Path(__file__).resolve().parents[2] / 'examples' / 'players' / 'rule.py'}"
    first = paili.cluster.simulate(0, policies=program, out=tmp_path / "job")
    assert first.seed not in (1, paili.cluster.simulate(0, policies=program).seed)
    assert paili.cluster.simulate(0, policies=program, out=tmp_path / "job").seed == first.seed
    assert paili.cluster.simulate(0, policies=program, seed=7).seed == 7
    assert paili.cluster.simulate(0, seed="auto").seed == 1
    options = ("--games", 0, "--policy", program, "--out")
    again = subprocess.run(command(*options, tmp_path / "job"), capture_output=True, text=True, timeout=PATIENCE)
    assert (again.returncode, again.stderr) == (0, f"seed {first.seed}\n")
    known = subprocess.run(
        command(*options, tmp_path / "known", "--seed", 7), capture_output=True, text=True, timeout=PATIENCE
    )
    assert (known.returncode, known.stderr) == (0, "")
