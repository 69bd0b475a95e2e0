"""Many games for stable-baselines3 and sb3-contrib, which have to be installed: ``pip install sb3-contrib``."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy
from gymnasium.vector import AutoresetMode

try:
    from stable_baselines3.common.vec_env import VecEnv as Sb3VecEnv
except ImportError as error:
    raise ImportError("paili.env.sb3 needs stable-baselines3: pip install sb3-contrib") from error

from paili.env.learner import OpponentNames
from paili.env.vector import VectorEnv

__all__ = ["VecEnv"]

#: What ``info`` tells of each game.
TOLD = ("seat", "game", "rewards", "illegal", "action_mask")


class VecEnv(Sb3VecEnv):  # type: ignore[misc]
    """Many games in which a learner sits in one seat: what ``MaskablePPO`` and the others of stable-baselines3 take.

    Games, rewards and actions that are not allowed are those of :class:`paili.env.VectorEnv`, and so is what each
    ``info`` tells; where one ends, the next begins. Observations are arrays, and masks come by
    ``env_method("action_masks")``.

    Parameters
    ----------
    num_envs : int
        How many games.
    opponents : str, Policy or iterable of them
        Who plays in the other seats.
    **options
        Those of :class:`paili.env.VectorEnv`; ``dtype`` is ``"scaled"`` unless it is given.

    Examples
    --------
    >>> from paili.env.sb3 import VecEnv
    >>> env = VecEnv(8, opponents="rule")
    >>> env.reset().shape
    (8, 364)
    >>> masks = env.env_method("action_masks")
    >>> observations, rewards, dones, infos = env.step([mask.argmax() for mask in masks])
    """

    def __init__(self, num_envs: SupportsIndex = 1, opponents: OpponentNames = "acceptance", **options: Any) -> None:
        terms = {"dtype": "scaled", **options, "autoreset_mode": AutoresetMode.SAME_STEP}
        self._games = VectorEnv(num_envs, opponents, **terms)
        self._actions: Any = None
        spaces: Any = self._games.single_observation_space
        super().__init__(self._games.num_envs, spaces["observation"], self._games.single_action_space)

    def reset(self) -> Any:
        """Begin the next games, or the first of the seed that :meth:`seed` was told, and give observations."""
        seen, _ = self._games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return seen["observation"]

    def step_async(self, actions: Any) -> None:
        """Take what is decided in every game; :meth:`step_wait` tells what comes of it."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Observations, rewards, which games ended, and each ``info``, at the end with ``terminal_observation``."""
        seen, rewards, ended, _, info = self._games.step(self._actions)
        # Where games ended, what was told last of them; elsewhere they have not gone on since.
        told = info.get("final_info", info)
        always = {"TimeLimit.truncated": False}
        infos = [always | {name: told[name][place] for name in TOLD} for place in range(len(ended))]
        for place in numpy.flatnonzero(ended):
            infos[place]["terminal_observation"] = info["final_obs"][place]["observation"]
        return seen["observation"], rewards.astype(numpy.float32), ended, infos

    def close(self) -> None:
        """End the programs that play, if some do."""
        self._games.close()

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """The masks of games, which are all that each of them can be asked: ``"action_masks"``."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name}: expected action_masks, the only method that each game has")
        masks = self._games.action_masks(*method_args, **method_kwargs)
        return [masks[place] for place in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the :class:`paili.env.VectorEnv`, which all games share."""
        return [getattr(self._games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse to change anything."""
        raise AttributeError(f"{attr_name}: games can't be changed")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Whether games are wrapped: they never are."""
        return [False for _ in self._get_indices(indices)]
