"""Programs sit beside a learner, and what they do wrong is told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playing import first
from twin import Rule

import paili
from paili.env import Env, Games, VectorEnv

RULE = f"exec:{sys.executable} {Path(__file__).resolve().parents[2] / 'examples' / 'players' / 'rule.py'}"

ANEW = "; to go on, make new Games or give reset a seed"

#: Discards the first tile that it may, and does something else in the end.
HASTY = """
import sys
asked = 0
for line in sys.stdin:
    match line.split():
        case ["PAILI", _]:
            print("PAILI 1 hasty", flush=True)
        case [number, "OUT?", *tiles]:
            asked += 1
            if asked > 40:
                {then}
            print(number, "OUT", tiles[0], flush=True)
        case [number, "PONG?" | "CHOW?", *_]:
            print(number, "PASS", flush=True)
        case ["END"]:
            open({ended!r}, "w").close()
            break
"""


@pytest.fixture
def hasty(tmp_path: Path) -> Any:
    """Makes the command of such a program, and tells where it leaves a note when it ends as it should."""

    def make(then: str) -> tuple[str, Path]:
        ended, script = tmp_path / "ended", tmp_path / "hasty.py"
        script.write_text(HASTY.format(then=then, ended=str(ended)))
        return f"exec:{sys.executable} {script}", ended

    return make


def seen(opponent: Any, restart: bool, rotate: bool) -> list[Any]:
    """All that is told of some games."""
    seats = [None, opponent, "concealed", opponent]
    games = Games(8, seed=3, policies=seats, rotate=rotate, restart=restart, features=True)
    told = []
    for _ in range(60):
        rewards, ended, current = games.step(first(games))
        told += [rewards.copy(), ended.copy(), current.copy(), games.games, games.observe().copy(), games.mask().copy()]
        if not restart and ended.any():
            # One that goes on is given up.
            games.restart(ended | (np.arange(8) == 5))
            told.append(games.observe().copy())
    games.close()
    return told


@pytest.mark.parametrize(
    ("restart", "rotate"),
    [(True, True), (False, False), *(pytest.param(one, not one, marks=pytest.mark.long) for one in (True, False))],
)
def test_programs_play_like_policies_by_name(restart: bool, rotate: bool) -> None:
    by_name = seen("rule", restart, rotate)
    for opponent in (RULE, Rule()):
        for expected, told in zip(by_name, seen(opponent, restart, rotate), strict=True):
            np.testing.assert_array_equal(expected, told)


def test_environments_seat_programs() -> None:
    vector, single = VectorEnv(4, opponents=RULE), Env(opponents=[RULE, "rule", RULE], seats="B")
    for env in (vector, single):
        observations, _ = env.reset(seed=1)
        for _ in range(5):
            observations, _, ended, _, _ = env.step(observations["action_mask"].argmax(axis=-1))
            if env is single and ended:
                observations, _ = env.reset()
        env.close()


@pytest.mark.parametrize(
    ("then", "what"),
    [
        ("sys.exit(3)", "ended with exit status 3, when OUT and one of"),
        ("print(number, 'OUT 9Z', flush=True); continue", "answered"),
        ("print('what?', flush=True)", "which answers no question"),
        ("import time; time.sleep(60)", "did not answer within 1 s"),
    ],
)
def test_what_a_program_does_wrong_ends_the_games(hasty: Any, then: str, what: str) -> None:
    command, _ = hasty(then)
    # Nobody else is to be late, on a busy machine either.
    move_time = 1 if "sleep" in then else 30
    games = Games(8, seed=3, policies=[None, command, "rule", "rule"], move_time=move_time, sandbox="none")
    with pytest.raises(RuntimeError, match=rf"hasty.py: game \d+, seat B, after line \d+ of the transcript: .*{what}"):
        for _ in range(100):
            games.step(first(games))
    # These games have ended: nobody sees what the program saw, and nobody decides for it.
    nothing, all_places = np.zeros(8, np.int64), np.ones(8, bool)
    for call in (
        lambda: games.step(nothing),
        games.observe,
        games.mask,
        games.restart,
        lambda: games.observe_seat(0, 0),
        lambda: games.give_up(all_places),
        lambda: games.table(0),
        lambda: games.ending(0),
    ):
        ended = rf"^these games have ended: .*hasty.py: game \d+, seat B, .*{what}.*{ANEW}$"
        with pytest.raises(RuntimeError, match=ended):
            call()
    assert (games.games % 8 == np.arange(8)).all()


def test_programs_end_with_their_games(hasty: Any) -> None:
    command, ended = hasty("pass")
    games = Games(2, seed=3, policies=[None, command, command, command], sandbox="none")
    games.step(first(games))
    games.close()
    assert ended.exists()
    for closed in ("", "these games have ended: RuntimeError: "):
        with pytest.raises(RuntimeError, match=f"^{closed}the games are closed: their programs have ended{ANEW}$"):
            games.restart()
    ended.unlink()
    env = VectorEnv(2, opponents=command, sandbox="none")
    env.reset(seed=1)
    ended.unlink(missing_ok=True)
    env.close()
    assert ended.exists()


def test_programs_that_do_not_start_are_refused() -> None:
    with pytest.raises(paili.InputError, match=r"policies: exec:/no/such/bot: there is no program"):
        Games(2, policies=[None, "exec:/no/such/bot", "rule", "rule"])
    with pytest.raises(paili.InputError, match=r'^opponents: .*before it said "PAILI 1" and a name'):
        VectorEnv(2, opponents="exec:false")


def test_what_a_policy_raises_without_a_word_is_told_afterwards() -> None:
    class Silent(paili.Policy):
        def discard(self, view: paili.View) -> str:
            raise ValueError

    games = Games(2, seed=1, policies=[None, Silent(), "rule", "rule"])
    with pytest.raises(ValueError):
        for _ in range(100):
            games.step(first(games))
    with pytest.raises(RuntimeError, match=f"^these games have ended: ValueError{ANEW}$"):
        games.observe()
