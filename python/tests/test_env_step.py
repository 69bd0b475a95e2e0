"""A step of many games that writes what is seen after it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playing import Asked, first

import paili
from paili.env import Games

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"observation": "planes"},
    {"observation": "planes", "dtype": "float32", "features": True},
    {"observation": "history", "restart": False, "threads": 2},
    {"features": True, "threads": 2},
    {"policies": [None, "rule", "rule", "rule"], "rotate": True},
    {"policies": [None, Asked(), "rule", Asked()], "restart": False},
)


@pytest.mark.parametrize(
    "options", [pytest.param(options, marks=pytest.mark.long if "dtype" in options else []) for options in OPTIONS]
)
def test_a_step_writes_what_is_seen_after_it(options: dict[str, Any]) -> None:
    """Like a step, an observation and a mask one after the other."""
    n = 9 if "policies" in options else 300
    together, apart = Games(n, seed=5, **options), Games(n, seed=5, **options)
    rng = np.random.default_rng(1)
    observation, mask = np.full((n, *together.shape), 9, together.dtype), together.mask().copy()
    ended = 0
    for step in range(250):
        actions = np.where(mask.any(axis=1), (rng.random(mask.shape) * mask).argmax(axis=1), -1)
        told = together.step(actions, observation=observation, mask=mask)
        for one, other in zip(told, apart.step(actions), strict=True):
            assert (one == other).all()  # type: ignore[union-attr]
        assert (observation == apart.observe()).all() and (mask == apart.mask()).all()
        ended += int(told[1].sum())
        if step % 50 == 0:
            together.step(np.full(n, -1), mask=mask)
            assert (mask == apart.mask()).all()
    assert ended >= n


def test_arrays_that_share_memory_are_refused_and_nothing_goes_on() -> None:
    games = Games(39, seed=1)
    before, actions = games.observe().copy(), first(games)
    memory = np.zeros(39 * 326, np.uint8)
    observation = memory.reshape(39, 326)
    mask = memory[-39 * 39 :].view(bool).reshape(39, 39)
    memory[:39] = actions
    shared: tuple[tuple[Any, dict[str, Any], str], ...] = (
        (actions, {"observation": observation, "mask": mask}, "mask"),
        (memory[:39], {"observation": observation}, "observation"),
        (memory[-39:], {"mask": mask}, "mask"),
    )
    for given, arrays, argument in shared:
        with pytest.raises(paili.InputError, match=f"^{argument}: it shares memory with the actions"):
            games.step(given, **arrays)
        assert (memory[:39] == actions).all() and not memory[39:].any()
    with pytest.raises(paili.InputError, match="^actions: place 38, game 38: "):
        games.step([*actions[:38], 39], observation=observation)
    with pytest.raises(TypeError, match="^mask: expected an array, not list"):
        games.step(actions, mask=[])
    assert not memory[39:].any() and (games.observe() == before).all()
    games.step(actions, observation=observation)
    assert (observation == games.observe()).all()
