"""The example that learns goes on after it was killed, and what it learned plays."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paili
from paili.env import Games

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

TINY = ["--rounds", "6", "--games", "32", "--tried", "100", "--every", "3"]


def start(folder: Path, *more: str) -> subprocess.Popen[str]:
    """Starts to learn, with the package that is tested."""
    # One thread: sums that are split otherwise would differ in their last digits.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "Agg"}
    command = [sys.executable, str(EXAMPLES / "train.py"), str(folder), *TINY, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)


def finished(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate()
    assert process.returncode == 0, said
    return said


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was killed before its first round and after some, and has gone on."""
    folder = tmp_path_factory.mktemp("killed")
    process = start(folder)
    while not (folder / "kept.npz").exists():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    process = start(folder, "--resume")
    assert process.stdout is not None and any("round    3" in line for line in process.stdout)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    said = finished(start(folder, "--resume"))
    assert "round    0" not in said, "it began anew"
    return folder


def test_a_run_that_was_killed_ends_as_if_it_had_not_been(learned: Path, tmp_path: Path) -> None:
    said = finished(start(tmp_path / "whole"))
    assert "round    0" in said and "wins" in said
    with np.load(tmp_path / "whole" / "weights.npz") as whole, np.load(learned / "weights.npz") as resumed:
        assert set(whole.files) == set(resumed.files)
        for name in whole.files:
            np.testing.assert_array_equal(whole[name], resumed[name])
        assert any(whole["like"].any(axis=0)), "it has learned something"
    assert (learned / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (learned / "weights.npz").stat().st_size < 2_000_000


def test_a_run_killed_between_the_files_of_its_last_round_ends_with_its_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import train

    save, saved = train.save, []

    def killed(path: Path, **arrays: Any) -> None:
        """Saves; after the first file of the last round the run ends."""
        save(path, **arrays)
        saved.append(path)
        if len(saved) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(train, "save", killed)
    monkeypatch.setattr(sys, "argv", ["train.py", str(tmp_path), *TINY, "--rounds", "1"])
    with pytest.raises(KeyboardInterrupt):
        train.main()
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--resume"])
    train.main()
    with np.load(tmp_path / "weights.npz") as weights, np.load(tmp_path / "kept.npz") as kept:
        for name in weights.files:
            np.testing.assert_array_equal(weights[name], kept[name])


def test_no_run_is_written_over_and_none_begun_that_was_to_go_on(learned: Path, tmp_path: Path) -> None:
    kept = (learned / "kept.npz").read_bytes()
    mistyped = tmp_path / "lerned"
    for folder, options, why in ((learned, (), "a run is there"), (mistyped, ("--resume",), "no run is there")):
        process = start(folder, *options)
        said, _ = process.communicate()
        assert process.returncode == 2 and f"error: {folder}: {why}: " in said
    assert (learned / "kept.npz").read_bytes() == kept
    assert not mistyped.exists()


@pytest.mark.parametrize("seed", [1, 2**64 - 1])
def test_a_run_goes_on_with_the_options_it_began_with_or_tells_them(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import train

    own = ["--seed", str(seed), "--rounds", "0", "--games", "32", "--tried", "10"]
    for more in (own, [*own, "--resume"]):
        monkeypatch.setattr(sys, "argv", ["train.py", str(tmp_path), *more])
        train.main()
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--seed", str(seed - 1)])
    with pytest.raises(SystemExit) as ended:
        train.main()
    assert ended.value.code == 2
    why = f"error: {tmp_path}: a run with other options is there: it goes on with {' '.join(own)}\n"
    assert capsys.readouterr().err.endswith(why)


def test_a_wrong_number_is_refused_by_its_option_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import train

    folder = tmp_path / "none"
    for option, wrong, why in (
        ("--rounds", "-3", "-3: expected 0 to 10000000"),
        ("--games", "0", "0: expected 1 to 10000000"),
        ("--games", "10000001", "10000001: expected 1 to 10000000"),
        ("--every", "0", "0: expected 1 to 10000000"),
        ("--tried", "0", "0: expected 1 to 10000000"),
        ("--tried", "many", "invalid number value: 'many'"),
        ("--seed", "-1", "-1: expected 0 to 18446744073709551615"),
        ("--seed", str(2**64), "18446744073709551616: expected 0 to 18446744073709551615"),
    ):
        monkeypatch.setattr(sys, "argv", ["train.py", str(folder), *TINY, option, wrong])
        with pytest.raises(SystemExit) as ended:
            train.main()
        assert ended.value.code == 2
        assert capsys.readouterr().err.endswith(f"error: argument {option}: {why}\n")
        assert not folder.exists()


def test_files_that_are_missing_damaged_or_others_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from learner.network import Network

    weights, kept = Network().weights, tmp_path / "kept.npz"
    kept.write_bytes(b"PK")
    others = {"shape": weights | {"like": weights["like"][:1]}, "nan": weights | {"like": weights["like"] + np.nan}}
    for name, arrays in {**others, "none": {}}.items():
        np.savez(tmp_path / f"{name}.npz", **arrays)
    for command, why in (
        (["train.py", kept], "File exists: "),
        (["train.py", tmp_path, "--resume"], f"{kept}: it is damaged: another folder begins a run"),
        (["learned.py"], "the following arguments are required: weights"),
        (["learned.py", tmp_path / "missing.npz"], "No such file or directory: "),
        *((["learned.py", path], f"{path}: expected weights that train.py wrote") for path in tmp_path.iterdir()),
    ):
        monkeypatch.setattr(sys, "argv", [str(part) for part in command])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(EXAMPLES / sys.argv[0]), run_name="__main__")
        assert ended.value.code == 2 and why in capsys.readouterr().err


def test_before_it_learns_it_plays_as_acceptance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from learned import Learned
    from learner.network import Network

    np.savez(tmp_path / "weights.npz", **Network().weights)
    player = Learned(tmp_path / "weights.npz")
    for game in range(10):
        wall = paili.wall(5, game)
        assert paili.play(wall, player).events == paili.play(wall, "acceptance").events


def test_it_plays_alike_wherever_it_sits(learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from learned import Learned
    from learner.choices import seen_in

    player = Learned(learned / "weights.npz")
    n, others = 12, ["rule", "acceptance", "concealed"]
    program = f"exec:{sys.executable} {EXAMPLES / 'learned.py'} {learned / 'weights.npz'}"

    def endings(place: Any) -> list[Any]:
        """How games end in which it decides for A by arrays, and for D as this or, if None, by arrays too."""
        games = Games(n, seed=5, policies=[None, *others[:2], place], features=True, restart=False)
        ended = []
        while len(where := np.flatnonzero(games.current >= 0)):
            seen = seen_in(games, where)
            actions = np.full(n, -1)
            actions[where] = player.network.decide(seen)
            _, over, _ = games.step(actions)
            ended += [games.ending(int(number)) for number in np.flatnonzero(over)]
        games.close()
        return sorted(ended, key=lambda ending: ending.game)

    by_arrays = endings(None)
    assert by_arrays == endings(player) == endings(program)
    assert len({ending.winner for ending in by_arrays}) > 1
    compared = paili.compare(player, "rule", games=12)
    assert compared.games == 12
