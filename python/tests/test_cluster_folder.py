"""A job's folder when others want it too, at the worst moment."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import paili
from paili.cluster import folder as folders
from paili.cluster.folder import JobFolder
from paili.cluster.ranges import Ranges
from paili.cluster.saved import read_sum, save_sum

ONE = {"job": "simulate", "seed": 1, "games_per_piece": None}
OTHER = {"job": "simulate", "seed": 2, "games_per_piece": None}
CHOSEN = {"games_per_piece": 100}


def finish(path: Path, job: dict[str, Any], games: int) -> None:
    with JobFolder.open(path, job, CHOSEN) as folder:
        save_sum(folder, paili.simulate(games, seed=job["seed"]), Ranges([(0, 1)]))
        folder.finish({})


def test_a_job_that_was_finished_before_the_lock_was_had_is_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "job"
    take = folders.locked

    def late(path: Path) -> Any:
        monkeypatch.setattr(folders, "locked", take)
        finish(path, ONE, 50)
        return take(path)

    monkeypatch.setattr(folders, "locked", late)
    with (
        pytest.raises(paili.InputError, match="holds the pieces of another job: seed is 1 there and 2 here"),
        JobFolder.open(out, OTHER, CHOSEN),
    ):
        pass
    with JobFolder.open(out, ONE, {"games_per_piece": 7}) as folder:
        # What the other chose holds.
        assert folder.job["games_per_piece"] == 100
        assert read_sum(folder, paili.simulate(0), Ranges())[0] == paili.simulate(50)


def test_the_tally_of_another_job_is_refused(tmp_path: Path) -> None:
    finish(tmp_path / "one", ONE, 50)
    finish(tmp_path / "other", OTHER, 50)
    stray = tmp_path / "one/finished.paili"
    shutil.copy(tmp_path / "other/finished.paili", stray)
    with (
        JobFolder.open(tmp_path / "one", ONE, CHOSEN) as folder,
        pytest.raises(paili.InputError, match=f"^out: {stray} is of another job than {tmp_path}/one/_job.json: "),
    ):
        read_sum(folder, paili.simulate(0), Ranges())
    assert stray.read_bytes() == (tmp_path / "other/finished.paili").read_bytes()


@pytest.mark.parametrize("moment", ["open", "flock"])
def test_a_lock_that_was_removed_meanwhile_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    out = tmp_path / "job"
    module = {"open": folders.os, "flock": folders.fcntl}[moment]
    take = getattr(module, moment)

    def late(*arguments: Any) -> Any:
        # Whoever had it ends now, without a piece, and leaves nothing.
        monkeypatch.setattr(module, moment, take)
        shutil.rmtree(out)
        return take(*arguments)

    monkeypatch.setattr(module, moment, late)
    with JobFolder.open(out, ONE, CHOSEN):
        assert (out / "_lock").exists()
        with (
            pytest.raises(paili.InputError, match=f"^out: {out}: another process is working on this job$"),
            JobFolder.open(out, ONE, CHOSEN),
        ):
            pass
    assert not out.exists()


def test_a_lock_of_another_file_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "job"
    take = folders.fcntl.flock

    def late(*arguments: Any) -> Any:
        # The lock was removed, and somebody else made a new one and has it.
        monkeypatch.setattr(folders.fcntl, "flock", take)
        os.unlink(out / "_lock")
        held.append(os.open(out / "_lock", os.O_RDWR | os.O_CREAT))
        take(held[0], folders.fcntl.LOCK_EX)
        return take(*arguments)

    held: list[int] = []
    monkeypatch.setattr(folders.fcntl, "flock", late)
    with (
        pytest.raises(paili.InputError, match="another process is working on this job"),
        JobFolder.open(out, ONE, CHOSEN),
    ):
        pass
    os.close(held[0])


def test_a_folder_that_is_removed_in_the_middle_hides_nothing(tmp_path: Path) -> None:
    out = tmp_path / "job"
    with pytest.raises(ZeroDivisionError), JobFolder.open(out, ONE, CHOSEN):
        shutil.rmtree(out)
        raise ZeroDivisionError
