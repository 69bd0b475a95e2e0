"""Many games for gymnasium."""

from __future__ import annotations

from typing import Any, SupportsIndex, Unpack

import numpy
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from paili.env.actions import ACTIONS
from paili.env.games import GamesOptions, refuse_others
from paili.env.learner import NO_GAME, OpponentNames, begins, observation_space, places
from paili.errors import InputError

__all__ = ["VectorEnv"]

Step = tuple[dict[str, Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]


class VectorEnv(GymnasiumVectorEnv[dict[str, Any], Any, Any]):
    """Many games in which a learner sits in one seat, or several.

    ``gymnasium.make_vec("paili.env:paili/Thupc-v0", n)`` makes one, too.

    Observations, rewards and actions that are not allowed are those of :class:`paili.env.Env`. ``info`` has arrays:
    ``seat``, who has to decide (0 to 3, −1 where the game has ended), ``game``, ``rewards`` of all four seats,
    ``illegal`` and ``action_mask``. With ``SAME_STEP``, ``info["final_obs"]`` holds the last observation of each game
    that ended, and None elsewhere; ``info["final_info"]`` has arrays of what ``info`` was then, right where
    ``info["_final_info"]`` is True. So have gymnasium's own vector environments.

    Parameters
    ----------
    num_envs : int
        How many games.
    opponents : str, Policy or iterable of them
        Who plays in the other seats: names, objects, or programs (``exec:`` and a command).
    seats : str, optional
        The learner's; in game i seat i mod 4 unless it is given.
    autoreset_mode : gymnasium.vector.AutoresetMode or str
        When the next game begins.
    first : int
        The number of the first game, where a run goes on.
    threads : int, optional
        As in :class:`paili.env.Games`.
    **options
        Those of :class:`paili.env.Games`: ``observation``, ``features``, ``history`` and ``dtype``, and the terms of
        programs, ``move_time``, ``memory``, ``sandbox``, ``allow`` and ``player_errors``.

    Examples
    --------
    >>> from paili.env import VectorEnv
    >>> env = VectorEnv(64, opponents="rule")
    >>> observations, info = env.reset(seed=1)
    >>> for _ in range(50):
    ...     actions = observations["action_mask"].argmax(axis=1)
    ...     observations, rewards, terminations, truncations, info = env.step(actions)
    >>> observations["observation"].shape
    (64, 326)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (the modes differ from object to object)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "autoreset_modes": list(AutoresetMode),
    }

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        opponents: OpponentNames = "acceptance",
        *,
        seats: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        first: SupportsIndex = 0,
        threads: SupportsIndex | None = None,
        **options: Unpack[GamesOptions],
    ) -> None:
        refuse_others(VectorEnv, options, GamesOptions.__optional_keys__)
        policies, rotate = places(seats, opponents)
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise InputError("autoreset_mode", f"{autoreset_mode!r:.80}: expected one of {modes}") from None
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        own: dict[str, Any] = {"policies": policies, "rotate": rotate, "first": first, "threads": threads}
        self._begin = begins(num_envs, **own, **options)
        self._games = self._begin()
        self._is_begun = False
        self.num_envs = self._games.n
        self._over = numpy.zeros(self.num_envs, bool)
        self._all = numpy.arange(self.num_envs)
        self.single_observation_space = observation_space(self._games)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next game everywhere, or at some places.

        Parameters
        ----------
        seed : int, optional
            Begin with the first of this seed.
        options : dict, optional
            ``reset_mask`` (bool) chooses at which places.

        Returns
        -------
        tuple
            The observations, and ``info``.
        """
        super().reset(seed=seed)
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            chosen = self._games._chosen(chosen, "reset_mask")
        if seed is not None or not self._is_begun:
            if chosen is not None and self._is_begun:
                raise InputError("seed", "expected None where reset_mask chooses some games: all are of one seed")
            self._games = self._begin(seed=seed)
            self._is_begun = True
            self._over[:] = False
        else:
            self._games.restart(chosen)
            self._over[...] = False if chosen is None else self._over & ~chosen
        seen = self._observations()
        return seen, {**self._info(None), "action_mask": seen["action_mask"].astype(bool)}

    def step(self, actions: Any) -> Step:
        """Decide in every game.

        Parameters
        ----------
        actions : array of int
            0 to 38 for each.

        Returns
        -------
        tuple
            Observations, rewards, terminations, truncations (never) and ``info``.

        Raises
        ------
        RuntimeError
            Before the first :meth:`reset`.
        """
        if not self._is_begun:
            raise RuntimeError(NO_GAME)
        games, waiting = self._games, self._over
        if self._mode is AutoresetMode.DISABLED and waiting.any():
            place = int(waiting.argmax())
            raise InputError("actions", f"place {place}, game {games.games[place]}: it has ended: reset it first")
        chosen = numpy.array(games._read(actions), numpy.int64)
        seats = games.current.copy()
        mask = games.mask()
        allowed = (0 <= chosen) & (chosen < mask.shape[1])
        allowed &= mask[self._all, numpy.where(allowed, chosen, 0)]
        illegal = ~(allowed | waiting)
        chosen[~allowed] = -1
        if self._mode is AutoresetMode.NEXT_STEP and waiting.any():
            games.restart(waiting)
            self._over = numpy.zeros_like(waiting)
        seen = self._room()
        games.step(chosen, observation=seen["observation"], mask=seen["action_mask"].view(bool))
        if illegal.any():
            games.give_up(illegal)
            seen = self._observations()
        rewards = games.rewards.copy()
        terminations = games.ended.copy()
        info: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and terminations.any():
            last = {**self._info(rewards), "illegal": illegal, "action_mask": seen["action_mask"].astype(bool)}
            info |= self._final(seen, last, terminations)
            games.restart(terminations)
            seen = self._observations()
        if self._mode is not AutoresetMode.SAME_STEP:
            self._over = terminations.copy()
        info |= self._info(rewards)
        info["illegal"], info["action_mask"] = illegal, seen["action_mask"].astype(bool)
        own = rewards[self._all, seats].astype(numpy.float64)
        return seen, own, terminations, numpy.zeros(self.num_envs, bool), info

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """When the next game begins."""
        return self._mode

    def action_masks(self) -> npt.NDArray[numpy.bool_]:
        """Which actions are allowed in each game.

        Returns
        -------
        numpy.ndarray
            bool, (num_envs, 39).
        """
        return self._games.mask().copy()

    def close_extras(self, **kwargs: Any) -> None:
        """End the programs that play, if some do; gymnasium's :meth:`close` calls it.

        Parameters
        ----------
        **kwargs
            What :meth:`close` was given, which changes nothing.

        Returns
        -------
        None
        """
        self._games.close()

    def _observations(self) -> dict[str, Any]:
        seen = self._room()
        self._games.observe(seen["observation"])
        self._games.mask(seen["action_mask"].view(bool))
        return seen

    def _room(self) -> dict[str, Any]:
        """New arrays for observations."""
        return {
            "observation": numpy.empty((self.num_envs, *self._games.shape), self._games.dtype),
            "action_mask": numpy.empty((self.num_envs, ACTIONS), numpy.int8),
        }

    def _final(self, seen: dict[str, Any], last: dict[str, Any], ended: npt.NDArray[numpy.bool_]) -> dict[str, Any]:
        """What was seen and told last in games that ended, as gymnasium's own vector environments tell it."""
        observations = numpy.full(self.num_envs, None, object)
        for place in numpy.flatnonzero(ended):
            observations[place] = {name: array[place] for name, array in seen.items()}
        marked = last | {f"_{name}": ended.copy() for name in last}
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": marked,
            "_final_info": ended.copy(),
        }

    def _info(self, rewards: npt.NDArray[Any] | None) -> dict[str, Any]:
        info = {"seat": self._games.current.copy(), "game": self._games.games}
        return info if rewards is None else {**info, "rewards": rewards}
