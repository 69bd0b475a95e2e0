"""The test suites of gymnasium and PettingZoo, as they come."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import iterate
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import paili.env

LAYOUTS = [{}, {"observation": "planes"}, {"observation": "history", "features": True}]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_checker_of_gymnasium(layout: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("paili/Thupc-v0", **layout).unwrapped)
        check_env(gymnasium.make("paili.env:paili/Thupc-v0", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_suite_of_pettingzoo(layout: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # It warns that observations are no pictures.
        warnings.simplefilter("ignore")
        api_test(paili.env.env(**layout), num_cycles=1000)
        api_test(paili.env.raw_env(**layout), num_cycles=300)
        seed_test(lambda: paili.env.env(**layout), num_cycles=300)
        parallel_api_test(paili.env.parallel_env(**layout), num_cycles=300)
        parallel_seed_test(lambda: paili.env.parallel_env(**layout), num_cycles=100)
        max_cycles_test(paili.env)
        api_test(paili.env.env(max_cycles=30, **layout), num_cycles=300)


def test_nobody_looks_or_acts_where_no_game_goes_on() -> None:
    turns, at_once = paili.env.raw_env(), paili.env.parallel_env(max_cycles=3)
    passes = dict.fromkeys(at_once.possible_agents, 34)
    for step in (lambda: paili.env.Env().step(0), lambda: paili.env.VectorEnv(2).step(np.zeros(2, int))):
        with pytest.raises(RuntimeError, match="^no game goes on: reset begins the next one$"):
            step()
    # Before the first game, and after it.
    for _ in range(2):
        asked = (turns.last, lambda: turns.observe("player_0"), lambda: turns.step(None), lambda: at_once.step(passes))
        for call in asked:
            with pytest.raises(RuntimeError, match="^no game goes on: reset begins the next one$"):
                call()
        turns.reset(seed=1)
        at_once.reset(seed=1)
        while turns.agents:
            seen, _, over, *_ = turns.last()
            turns.step(None if over else seen["action_mask"].argmax())
        while at_once.agents:
            _, _, ended, cut, _ = at_once.step(passes)
        assert all(cut.values()) and not any(ended.values())


def test_tables_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(paili.env.env)
    assert "tiles left, " in capsys.readouterr().out
    env = paili.env.Env(render_mode="rgb_array", seats="A")
    env.reset(seed=1)
    before = env.render()
    assert before.shape == env.render().shape and (before == env.render()).all()
    env.step(env.unwrapped._games.mask()[0].argmax())
    assert (before != env.render()).any()


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_many_games_are_a_vector_of_one(mode: AutoresetMode, layout: dict[str, Any]) -> None:
    """Place by place what gymnasium makes of single games: of n places, place p plays the games p, p + n and so on."""
    n, seed = 5, 3
    many = gymnasium.make_vec("paili/Thupc-v0", n, opponents="rule", autoreset_mode=mode, **layout)
    assert many.metadata["autoreset_mode"] is mode
    singles = [Single(place, n, seed, layout) for place in range(n)]
    observations, _ = many.reset(seed=seed)
    expected = [single.begin() for single in singles]
    over, rng, ended = np.zeros(n, bool), np.random.default_rng(1), 0
    for step in range(300):
        for one, other in zip(iterate(many.observation_space, observations), expected, strict=True):
            assert one["observation"].dtype == other["observation"].dtype
            assert (one["observation"] == other["observation"]).all()
            assert (one["action_mask"] == other["action_mask"]).all()
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(paili.InputError, match="^actions: place .*: it has ended: reset it first"):
                many.step(np.zeros(n, int))
            observations, _ = many.reset(options={"reset_mask": over})
            expected = [
                single.begin() if gone else seen for single, gone, seen in zip(singles, over, expected, strict=True)
            ]
            over[:] = False
            continue
        # An action that is not allowed, now and then.
        wild = step % 50 == 49
        masks = [other["action_mask"] for other in expected]
        actions = np.array([38 if wild else rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        observations, rewards, terminations, truncations, info = many.step(actions)
        assert not truncations.any()
        finals: list[Any] = [None] * n
        for place, single in enumerate(singles):
            if over[place]:
                assert (rewards[place], terminations[place]) == (0, False), "the action is not looked at"
                expected[place] = single.begin()
                continue
            expected[place], reward, terminated = single.step(int(actions[place]))
            assert (rewards[place], terminations[place]) == (reward, terminated)
            if terminated and mode is AutoresetMode.SAME_STEP:
                finals[place], expected[place] = expected[place], single.begin()
        ended += int(terminations.sum())
        if mode is AutoresetMode.SAME_STEP:
            over[:] = False
            if terminations.any():
                assert (info["_final_obs"] == terminations).all()
            for place in np.flatnonzero(terminations):
                assert (info["final_obs"][place]["observation"] == finals[place]["observation"]).all()
                told = {name: info["final_info"][name][place] for name in ("seat", "game", "illegal")}
                assert told == {"seat": -1, "game": singles[place].ended, "illegal": info["illegal"][place]}
                assert info["final_info"]["rewards"][place].tolist() == singles[place].rewards
            assert "final_obs" not in info or info["final_obs"].tolist().count(None) == n - terminations.sum()
        else:
            over = terminations.copy()
    assert ended > 3 * n
    many.close()


class Single:
    """One place of many."""

    def __init__(self, place: int, n: int, seed: int, layout: dict[str, Any]) -> None:
        self.env = paili.env.Env(opponents="rule", **layout)
        self.place, self.n, self.seed, self.begun = place, n, seed, False
        self.rewards, self.ended = [0.0] * 4, 0

    def begin(self) -> dict[str, Any]:
        for _ in range(self.n if self.begun else self.place + 1):
            observation, info = self.env.reset(seed=None if self.begun else self.seed)
            self.begun = True
        assert info["game"] % self.n == self.place
        return observation

    def step(self, action: int) -> tuple[dict[str, Any], float, bool]:
        observation, reward, terminated, _, info = self.env.step(action)
        self.rewards, self.ended = info["rewards"], info["game"]
        return observation, reward, terminated


def test_an_action_that_is_not_allowed_gives_the_game_up() -> None:
    env = paili.env.Env(seats="B")
    observation, _ = env.reset(seed=1)
    assert not observation["action_mask"][38]
    _, reward, terminated, _, info = env.step(38)
    assert (reward, terminated, info["illegal"], info["rewards"]) == (-1, True, True, [0, -1, 0, 0])
    with pytest.raises(RuntimeError, match="reset begins the next one"):
        env.step(0)
    assert env.reset()[1]["rewards"] == [0, 0, 0, 0]
    zoo = paili.env.env()
    zoo.reset(seed=1)
    agent = zoo.agent_selection
    zoo.step(38)
    assert zoo.rewards == {player: -1 if player == agent else 0 for player in zoo.possible_agents}
    at_once = paili.env.parallel_env()
    at_once.reset(seed=1)
    with pytest.raises(paili.InputError, match=f"^actions: none of {agent}, whose turn it is: expected "):
        at_once.step({other: 34 for other in at_once.agents if other != agent})
    with pytest.raises(paili.InputError, match="^agent: 'Z': expected one of player_0, player_1, player_2, player_3$"):
        zoo.observe("Z")
    assert all(zoo.terminations.values())
