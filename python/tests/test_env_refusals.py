"""What ``paili.env`` refuses: wrong games, actions, opponents and arrays, by their names."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from playing import Asked, first

import paili
import paili.env
from paili.env import Games


def played_out(rewards: Any) -> None:
    """Plays until a game has ended."""
    games = Games(8, seed=1, rewards=rewards)
    while not games.ended.any():
        games.step(first(games))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: paili.env.action("out 1M"), 'words: "out 1M" is no action: expected OUT and a tile, '),
        (lambda: paili.env.action("OUT PASS"), 'words: "OUT PASS" is no action: '),
        (lambda: paili.env.action("CHOW 3P 4P 5P"), 'words: "CHOW 3P 4P 5P" is no action: '),
        (lambda: paili.env.action("PASS", offered="1x"), 'offered: "1x" is not a tile: '),
        (lambda: paili.env.name(39), "action: 39: expected 0 to 38"),
        (lambda: paili.env.name(36, offered="8p"), "action: 36 (CHOW low): 8p is in no such chow"),
        (lambda: paili.env.name(36, offered="DOUBLE"), "offered: DOUBLE: expected a tile that can be claimed"),
        (lambda: Games(0), "n: 0: expected 1 to "),
        (lambda: Games(2, seed=-1), "seed: -1: expected None, or a seed from "),
        (lambda: Games(2, observation="pixels"), "observation: 'pixels': expected \"compact\", "),  # type: ignore[arg-type]
        (lambda: Games(2, history=129), "history: 129: expected 1 to 128"),
        (lambda: Games(2, dtype="int64"), "dtype: int64: expected uint8, float32 or scaled"),
        (lambda: Games(2, dtype="Scaled"), "dtype: 'Scaled': expected uint8, float32 or scaled"),
        (
            lambda: paili.env.VectorEnv(2, autoreset_mode="foo"),
            "autoreset_mode: 'foo': expected one of NextStep, SameStep, Disabled",
        ),
        (lambda: Games(2, rewards="points"), "rewards: 'points': expected \"win\", "),  # type: ignore[arg-type]
        (lambda: Games(2, rewards=np.ones(4)), 'rewards: array([1., 1., 1., 1.]): expected "win", '),  # type: ignore[arg-type]
        (lambda: Games(2, policies=["rule"] * 4), "policies: all four seats have policies: expected one without"),
        (lambda: Games(2, policies=[None, "rule"]), "policies: 2 policies for four seats: "),
        (lambda: Games(2, policies=[None, "rule", "best", "rule"]), 'policies: "best" is no policy: '),
        (lambda: Games(2).restart([True]), "which: bool of shape (1,): expected bool of shape (2,)"),
        (
            lambda: paili.env.VectorEnv(2).reset(options={"reset_mask": np.array([1, 0])}),
            "reset_mask: int64 of shape (2,): expected bool of shape (2,)",
        ),
        (lambda: Games(2).ending(2), "place: 2: expected 0 to 1"),
        (lambda: Games(2).observe_seat(0, 4), "seat: 4: expected 0 to 3"),
        (lambda: Games(2).step([0]), "actions: int64 of shape (1,): expected shape (2,)"),
        (lambda: Games(2).step([38, 2**62]), "actions: place 0, game 0: 38 (CHOW high) is not allowed: player C may "),
        (lambda: Games(2).step(np.array([2**63, 2**63], np.uint64)), f"actions: place 0, game 0: {2**63} is no action"),
        (lambda: played_out(lambda _: (1, 2)), "rewards: (1, 2) for game "),
        (lambda: played_out(lambda _: "none"), "rewards: 'none' for game "),
        (lambda: Games(2).observe(out=np.empty((2, 326), np.int8)), "out: int8 of shape (2, 326): expected uint8 of "),
        (
            lambda: Games(2).mask(out=np.empty((2, 78), bool)[:, ::2]),
            "out: expected an array that is C-contiguous and ",
        ),
        (
            lambda: Games(1, dtype="float32").observe(
                out=np.empty(1305, np.uint8)[1:].view(np.float32).reshape(1, 326)
            ),
            "out: expected an array that is C-contiguous and aligned, and can be written to",
        ),
        (lambda: Games(2).step([0, 0], observation=np.empty((2, 325), np.uint8)), "observation: uint8 of shape (2, 3"),
        (lambda: Games(2).step([0, 0], observation=np.empty((2, 326), np.float32)), "observation: float32 of shape "),
        (lambda: Games(2).step([0, 0], mask=np.empty((2, 39), np.uint8)), "mask: uint8 of shape (2, 39): expected "),
    ],
)
def test_what_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        ask()
    assert str(caught.value).startswith(message), str(caught.value)


def test_wrong_types_are_refused_and_nothing_goes_on() -> None:
    games = Games(3, restart=False)
    before = games.observe().copy()
    for wrong in ([0.5] * 3, ["a"] * 3, [None] * 3):
        with pytest.raises(TypeError, match="^actions: expected whole numbers, not "):
            games.step(wrong)
    with pytest.raises(TypeError, match="^out: expected an array, not list"):
        games.observe(out=[])
    with pytest.raises(paili.InputError, match="^actions: place 2, game 2: "):
        games.step([*first(games)[:2], 38])
    assert (games.observe() == before).all()
    while (games.current >= 0).any():
        games.step(first(games))
    with pytest.raises(paili.InputError, match="place 0, game 0: 3 for a game that has ended: expected -1"):
        games.step([3, -1, -1])
    assert not games.mask().any()
    games.restart(np.array([False, True, False]))
    assert games.games.tolist() == [0, 4, 2]
    assert (games.current >= 0).tolist() == [False, True, False]


def test_what_is_no_game_or_action_is_refused() -> None:
    with pytest.raises(paili.InputError, match="first: 18446744073709551614: expected at most 18446744073709551613"):
        Games(3, first=2**64 - 2)
    assert Games(2, first=2**64 - 2).games.tolist() == [2**64 - 2, 2**64 - 1]
    for env, option in ((paili.env.Env, "first"), (paili.env.VectorEnv, "rewards"), (paili.env.raw_env, "policies")):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{option}': expected .*observation"):
            env(**{option: None})
    single, many, turns = paili.env.Env(), paili.env.VectorEnv(2), paili.env.raw_env()
    for begun in (single, many, turns):
        begun.reset(seed=1)
    for bad in (1.5, "1", None, [1, 2]):
        with pytest.raises(TypeError, match="action: expected a whole number, not"):
            single.step(bad)
        with pytest.raises(TypeError, match="action: expected a whole number, not"):
            turns.step(bad)
    with pytest.raises(TypeError, match="actions: expected whole numbers, not float64"):
        many.step([1.5, 2.0])
    with pytest.raises(paili.InputError, match=r"^reset_mask: bool of shape \(1,\): expected bool of shape \(2,\)"):
        many.reset(options={"reset_mask": [True]})
    observation, *_ = single.step(np.array([single.action_masks().argmax()]))
    assert observation["action_mask"].any()


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (
            paili.env.Env,
            "allow, dtype, features, history, memory, move_time, observation, opponents, player_errors, render_mode, "
            "sandbox, seats",
        ),
        (
            paili.env.VectorEnv,
            "allow, autoreset_mode, dtype, features, first, history, memory, move_time, num_envs, observation, "
            "opponents, player_errors, sandbox, seats, threads",
        ),
        (paili.env.raw_env, "dtype, features, history, observation, render_mode"),
        (paili.env.env, "dtype, features, history, max_cycles, observation, render_mode"),
        (paili.env.parallel_env, "dtype, features, history, max_cycles, observation, render_mode"),
    ],
)
def test_a_mistyped_argument_is_answered_by_all_that_there_are(make: Any, expected: str) -> None:
    with pytest.raises(TypeError, match=f"^unexpected keyword argument 'seets': expected {expected}$"):
        make(seets="A")


@pytest.mark.parametrize("make", [paili.env.Env, paili.env.VectorEnv])
def test_opponents_are_refused_by_their_own_name(make: Any) -> None:
    wrong = (
        ({"opponents": ["rule", None, "rule"], "seats": "A"}, "opponents: None is no policy: seats tells where "),
        ({"opponents": "best"}, 'opponents: "best" is no policy: expected '),
        ({"opponents": ["rule", "best", "rule"]}, 'opponents: "best" is no policy: expected '),
        ({"opponents": ["rule", "rule"]}, "opponents: 2 for 3 seats: "),
        ({"opponents": None}, "opponents: NoneType is no policy: expected a name, or "),
        ({"opponents": 3}, "opponents: int is no policy: expected a name, or "),
        ({"opponents": lambda view: 0}, "opponents: function is no policy: expected a name, or "),
        ({"opponents": {"rule", "odds", "random"}}, "opponents: set is no policy: expected a name, or "),
        ({"opponents": frozenset(["rule", "odds"])}, "opponents: frozenset is no policy: expected a name, or "),
        ({"opponents": {"rule": 1}}, "opponents: dict is no policy: expected a name, or "),
        ({"opponents": ["rule", 3, "rule"]}, "opponents: int is no policy: expected a name, or "),
        ({"opponents": Asked}, "opponents: Asked is a class: expected an object of it"),
    )
    for options, message in wrong:
        with pytest.raises((paili.InputError, TypeError)) as caught:
            make(**options)
        assert str(caught.value).startswith(message), str(caught.value)


@pytest.mark.parametrize("policies", [5, Asked()])
def test_policies_that_are_not_four_are_refused(policies: Any) -> None:
    with pytest.raises(TypeError, match="^policies: expected four, of which None is decided from outside, not "):
        Games(1, policies=policies)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit memory otherwise")
def test_too_many_games_for_the_memory_are_an_error() -> None:
    code = """
import resource
import paili.env
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
try:
    paili.env.Games(10**7)
except MemoryError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "10000000 games: not enough memory for so many at once\n"
