"""Games for stable-baselines3: a ``VecEnv`` that sb3-contrib's MaskablePPO takes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

import paili
from paili.env import VectorEnv
from paili.env.sb3 import VecEnv


def test_games_are_those_of_the_vector_environment() -> None:
    options: dict[str, Any] = {"opponents": "rule", "features": True, "dtype": "scaled"}
    env, games = VecEnv(20, **options), VectorEnv(20, autoreset_mode="SameStep", **options)
    env.seed(3)
    seen, (expected, _) = env.reset(), games.reset(seed=3)
    over = 0
    for step in range(60):
        assert env.observation_space.contains(seen[0]) and (seen == expected["observation"]).all()
        masks = np.stack(env.env_method("action_masks"))
        assert (masks == games.action_masks()).all() and (masks == expected["action_mask"]).all()
        actions = masks.argmax(axis=1)
        if step == 50:
            actions[3] = 38
            assert not masks[3, 38]
        seen, rewards, ended, infos = env.step(actions)
        expected, won, terminated, _, info = games.step(actions)
        assert (rewards == won.astype(np.float32)).all() and (ended == terminated).all()
        for place, told in enumerate(infos):
            assert ("terminal_observation" in told) == ended[place]
            last = info["final_info"] if ended[place] else info
            for name in ("seat", "game", "rewards", "illegal", "action_mask"):
                assert (told[name] == last[name][place]).all()
            assert told["illegal"] == (step == 50 and place == 3)
            if ended[place]:
                assert (told["terminal_observation"] == info["final_obs"][place]["observation"]).all()
        over += int(ended.sum())
    assert over > 20


def test_seeds_are_for_one_reset_and_nothing_is_changed() -> None:
    env = VecEnv(4)
    env.seed(1)
    first, next_one = env.reset(), env.reset()
    assert (first != next_one).any()
    env.seed(1)
    assert (env.reset() == first).all()
    assert len(env.env_method("action_masks", indices=[1, 3])) == 2
    assert env.get_attr("render_mode", indices=0) == [None] and env.env_is_wrapped(VecMonitor) == [False] * 4
    for refused in (
        lambda: env.set_attr("seats", "A"),
        lambda: env.env_method("render"),
        lambda: env.get_attr("walls"),
    ):
        with pytest.raises(AttributeError):
            refused()
    with pytest.raises(paili.InputError, match="^seats: "):
        VecEnv(4, seats="E")
    env.close()


def test_maskable_ppo_learns_and_plays_what_is_allowed() -> None:
    env = VecMonitor(VecEnv(16, "random", features=True))
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=128, seed=1, device="cpu")
    before = [part.clone() for part in model.policy.parameters()]
    model.learn(512)
    assert any((part != old).any() for part, old in zip(model.policy.parameters(), before, strict=True))
    rewards, lengths = evaluate_policy(model, env, n_eval_episodes=40, return_episode_rewards=True)
    # A game that is given up would cost 1.
    assert min(rewards) > -0.5 and min(lengths) >= 1
