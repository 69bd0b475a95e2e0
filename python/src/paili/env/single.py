"""One game for gymnasium."""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

import gymnasium
import numpy
import numpy.typing as npt
from gymnasium import spaces

from paili.env.actions import ACTIONS
from paili.env.games import SEATS, GamesOptions, refuse_others
from paili.env.learner import NO_GAME, RENDER_MODES, OneGame, OpponentNames, observation_space, places

__all__ = ["Env"]


class Env(OneGame, gymnasium.Env[dict[str, Any], Any]):
    """A game in which a learner sits in one seat, or several: ``gymnasium.make("paili.env:paili/Thupc-v0")``.

    Observations are ``{"observation", "action_mask"}``. An action that is not allowed gives the game up: it ends with a
    reward of −1, and ``info["illegal"]`` is True. Otherwise the winner gets 1 and the others −1/3. Where the learner
    has several seats, a step's reward is that of the seat that decided; ``info["rewards"]`` has all four. The games
    are those of the seed in order; without a seed, one from the operating system is drawn at the first reset.

    Parameters
    ----------
    opponents : str, Policy or iterable of them
        Who plays in the other seats: names, objects, or programs (``exec:`` and a command).
    seats : str, optional
        The learner's: one or several of A, B, C and D. In game i it is seat i mod 4 unless it is given.
    render_mode : {"human", "ansi", "rgb_array"}, optional
        What :meth:`render` does: prints the table, gives it as text, or as a picture.
    **options
        Those of :class:`paili.env.Games`: ``observation``, ``features``, ``history`` and ``dtype``, and the terms of
        programs, ``move_time``, ``memory``, ``sandbox``, ``allow`` and ``player_errors``.

    Examples
    --------
    >>> from paili.env import Env
    >>> env = Env(opponents="rule", seats="A")
    >>> observation, info = env.reset(seed=1)
    >>> terminated = False
    >>> while not terminated:
    ...     action = observation["action_mask"].argmax()
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> -1 <= reward <= 1
    True
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": RENDER_MODES,
        "render_fps": 4,
    }

    def __init__(
        self,
        opponents: OpponentNames = "acceptance",
        *,
        seats: str | None = None,
        render_mode: str | None = None,
        **options: Unpack[GamesOptions],
    ) -> None:
        refuse_others(Env, options, GamesOptions.__optional_keys__)
        policies, rotate = places(seats, opponents)
        self._prepare(render_mode, policies=policies, rotate=rotate, **options)
        self.observation_space = observation_space(self._games)
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next game.

        Parameters
        ----------
        seed : int, optional
            Begin the first of this seed.
        options : dict, optional
            There are none.

        Returns
        -------
        tuple
            The observation, and ``info``.
        """
        super().reset(seed=seed)
        self._next(seed)
        self._shown()
        return self._observation(), self._info(illegal=False)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Decide.

        Parameters
        ----------
        action : int
            0 to 38.

        Returns
        -------
        tuple
            The observation, reward, terminated, truncated (never) and ``info``.

        Raises
        ------
        RuntimeError
            When no game goes on.
        """
        games, seat = self._games, int(self._games.current[0])
        if seat < 0 or not self._is_begun:
            raise RuntimeError(NO_GAME)
        illegal = not self._decide(action)
        reward = float(games.rewards[0, seat])
        self._shown()
        return self._observation(), reward, bool(games.ended[0]), False, self._info(illegal=illegal)

    def action_masks(self) -> npt.NDArray[numpy.bool_]:
        """Which actions are allowed, as sb3-contrib's MaskablePPO asks for them.

        Returns
        -------
        numpy.ndarray
            bool, (39,).
        """
        mask: npt.NDArray[numpy.bool_] = self._games.mask()[0].copy()
        return mask

    render = OneGame.render

    def close(self) -> None:
        """End the programs that play, if some do."""
        self._games.close()

    def _observation(self) -> dict[str, Any]:
        mask = self._games.mask()[0].astype(numpy.int8)
        return {"observation": self._games.observe()[0].copy(), "action_mask": mask}

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        games = self._games
        seat = int(games.current[0])
        return {
            "game": int(games.games[0]),
            "seat": SEATS[seat] if seat >= 0 else "",
            "rewards": games.rewards[0].tolist(),
            "illegal": illegal,
            "action_mask": self.action_masks(),
        }
