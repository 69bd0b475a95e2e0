"""Games on a Ray cluster: the tally of one machine, whatever dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from nodes import PATIENCE, Nodes

import paili
import paili.cluster
from paili.cluster import Progress

#: Some seconds of two workers.
GAMES = 1_000_000
PIECE = 25_000


@pytest.fixture(scope="session")
def expected(program: Path) -> str:
    """What the program says of the games."""
    said = subprocess.run(
        [program, "simulate", "--games", str(GAMES), "--seed", "7", "--format", "json"], check=True, capture_output=True
    )
    tally, _, _ = said.stdout.decode().partition(',"games_asked":')
    return tally + "}"


class Disturbance:
    """Does something to the cluster when the job is under way, until a piece was lost by it."""

    def __init__(self, disturb: object) -> None:
        self.disturb = disturb
        self.said: list[Progress] = []

    def __call__(self, progress: Progress) -> None:
        self.said.append(progress)
        if self.disturb is not None and progress.pieces > 0 and progress.lost == 0 and progress.done < progress.total:
            self.disturb()

    @property
    def last(self) -> Progress:
        return self.said[-1]


def play(nodes: Nodes, disturb: object = None, **options: object) -> tuple[str, Disturbance]:
    watching = Disturbance(disturb)
    tally = paili.cluster.simulate(
        GAMES, seed=7, address=nodes.address, games_per_piece=PIECE, progress=watching, **options
    )
    assert watching.last.done == GAMES
    assert watching.last.pieces == watching.last.total_pieces == GAMES // PIECE
    return tally.to_json(), watching


def test_two_nodes_give_the_programs_tally(nodes: Nodes, expected: str) -> None:
    tally, watching = play(nodes)
    assert tally == expected
    assert watching.last.lost == 0


def test_a_worker_killed_in_the_middle_changes_nothing(nodes: Nodes, expected: str) -> None:
    tally, watching = play(nodes, lambda: nodes.kill_worker("play"))
    assert watching.last.lost >= 1
    assert tally == expected


def test_a_node_killed_in_the_middle_changes_nothing(nodes: Nodes, expected: str) -> None:
    killed = []

    def kill_once() -> None:
        if not killed:
            killed.append(True)
            nodes.kill_node("play")

    try:
        tally, watching = play(nodes, kill_once)
    finally:
        nodes.mend()
    assert watching.last.lost >= 1
    assert tally == expected


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "paili.cluster", "simulate", *map(str, arguments)]


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_job_whose_driver_was_killed_goes_on(nodes: Nodes, expected: str, tmp_path: Path) -> None:
    out = tmp_path / "job"
    options = ("--games", GAMES, "--seed", 7, "--games-per-piece", PIECE, "--out", out, "--address", nodes.address)
    driver = subprocess.Popen(command(*options), stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        wait_for(out / "finished.paili", driver)
    finally:
        driver.kill()
        driver.communicate()
    assert not (out / "_SUCCESS").exists()

    tally, watching = play(nodes, out=out)
    assert 0 < watching.last.resumed_pieces < watching.last.total_pieces
    assert tally == expected
    assert (out / "tally.json").read_text() == expected + "\n"
    # Nothing is left to do, and no cluster is needed to say so.
    again = subprocess.run(command(*options[:-1], "127.0.0.1:1"), capture_output=True, text=True, timeout=PATIENCE)
    assert (again.returncode, again.stdout) == (0, expected + "\n")


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(nodes: Nodes, tmp_path: Path) -> None:
    out = tmp_path / "job"
    options = ("--games", 10**12, "--games-per-piece", 10_000, "--out", out, "--address", nodes.address)
    # A terminal sends the signal to all processes of the group.
    driver = subprocess.Popen(
        command(*options), stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, text=True
    )
    try:
        wait_for(out / "finished.paili", driver)
        os.killpg(driver.pid, signal.SIGINT)
        said, error = driver.communicate(timeout=PATIENCE)
    finally:
        driver.kill()
    assert driver.returncode == 1, error
    assert said == ""
    assert "interrupted after " in error and f"the same command goes on from what is finished in {out}" in error
    assert sorted(file.name for file in out.iterdir()) == ["_job.json", "_lock", "finished.paili"]


def test_four_policies_and_the_detail(nodes: Nodes) -> None:
    options = {"seed": 2**64 - 1, "policies": ["acceptance", "rule", "concealed", "random"], "detail": True}
    tally = paili.cluster.simulate(3000, address=nodes.address, games_per_piece=701, **options)
    assert tally.to_bytes() == paili.simulate(3000, **options).to_bytes()


def test_a_cluster_of_this_machine_is_started_and_ended() -> None:
    import ray

    assert paili.cluster.simulate(30_000, seed=3) == paili.simulate(30_000, seed=3)
    assert not ray.is_initialized()


def test_a_connection_that_is_there_is_used_and_left(nodes: Nodes) -> None:
    import ray

    ray.init(address=nodes.address, logging_level="ERROR")
    try:
        # Written otherwise, it is the same.
        assert paili.cluster.simulate(10_000, address=nodes.address.replace("127.0.0.1", "localhost")).games == 10_000
        assert paili.cluster.simulate(10_000) == paili.simulate(10_000)
        assert ray.is_initialized()
        with pytest.raises(paili.InputError, match=r"^address: \S+: Ray is connected to \S+ already"):
            paili.cluster.simulate(10_000, address="127.0.0.1:1")
    finally:
        ray.shutdown()


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


def test_threads_that_no_node_has_are_told(nodes: Nodes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("paili.cluster.width.PATIENCE", 0.5)
    monkeypatch.setattr("paili.cluster.width.LOOK_EVERY", 0.1)
    with (
        pytest.warns(RuntimeWarning, match="waiting 0 seconds for one"),
        pytest.raises(paili.InputError, match="^threads: 3: no node of the cluster has more than 1 processor$"),
    ):
        paili.cluster.simulate(10_000, threads=3, address=nodes.address, out=tmp_path / "job")
    assert not (tmp_path / "job").exists()


def test_no_games_need_no_cluster() -> None:
    assert paili.cluster.simulate(0, address="127.0.0.1:1") == paili.simulate(0)


def kill_itself(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_piece_that_kills_its_workers_ends_the_job(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import ray.cloudpickle

    monkeypatch.setattr("paili.cluster.simulation.play", kill_itself)
    monkeypatch.setattr("paili.cluster.engine.MOST_LOSSES", 3)
    # Workers can't import the tests.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        with pytest.raises(RuntimeError, match=r"^piece 0 \(games 0 to 999\) was lost 3 times, last so: "):
            paili.cluster.simulate(1000, address=nodes.address, out=tmp_path / "job")
    finally:
        ray.cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
    assert not (tmp_path / "job").exists()


def test_another_version_on_the_nodes_is_refused(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paili, "__version__", "9.9.9")
    with pytest.raises(RuntimeError, match=r"^the node \S+ has paili 0\.\S+, the driver has 9\.9\.9: "):
        paili.cluster.simulate(10_000, address=nodes.address)


def test_the_manifest_says_what_the_job_is(nodes: Nodes, tmp_path: Path) -> None:
    paili.cluster.simulate(1000, seed=5, address=nodes.address, out=tmp_path)
    assert json.loads((tmp_path / "_job.json").read_text()) == {
        "job": "simulate",
        "paili": paili.__version__,
        "games": 1000,
        "seed": 5,
        "policies": ["rule"] * 4,
        "detail": False,
        "games_per_piece": 10_000,
    }
