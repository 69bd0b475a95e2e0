"""A game for PettingZoo: four agents that take turns."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, Self, Unpack

import numpy
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from paili.env.actions import ACTIONS
from paili.env.games import SEATS, Observed, refuse_others
from paili.env.learner import NO_GAME, RENDER_MODES, OneGame, observation_space
from paili.errors import InputError

__all__ = ["raw_env"]

#: The agents, in the order of their seats.
AGENTS = tuple(f"player_{number}" for number in range(len(SEATS)))


class raw_env(OneGame, AECEnv[str, Any, Any], EzPickle):  # type: ignore[misc]
    """The game for PettingZoo, without wrappers.

    Agents are player_0 to player_3, the seats A to D, and take turns as the rules say.
    Observations are ``{"observation", "action_mask"}``. The winner gets 1 and the others −1/3. An
    action that is not allowed gives the game up: it ends, and whoever did it gets −1.

    Parameters
    ----------
    render_mode : {"human", "ansi", "rgb_array"}, optional
        What ``render`` does: prints the table, gives it as text, or as a picture.
    **options
        Those of :class:`paili.env.Games`: ``observation``, ``features``, ``history`` and ``dtype``.

    Examples
    --------
    >>> import paili.env
    >>> env = paili.env.raw_env(render_mode="ansi")
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.render().splitlines()[-1]
    ('player_2', '94 tiles left, forward')
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "paili_thupc_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(self, render_mode: str | None = None, **options: Unpack[Observed]) -> None:
        refuse_others(raw_env, options, Observed.__optional_keys__)
        super().__init__()
        EzPickle.__init__(self, render_mode, **options)
        self._prepare(render_mode, **options)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.agent_selection = ""
        self.observation_spaces = {agent: observation_space(self._games) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes.

        Parameters
        ----------
        agent : str
            player_0 to player_3.

        Returns
        -------
        gymnasium.Space
            The same for all.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent does.

        Parameters
        ----------
        agent : str
            player_0 to player_3.

        Returns
        -------
        gymnasium.Space
            The same for all.
        """
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game.

        Parameters
        ----------
        seed : int, optional
            Begin the first of this seed.
        options : dict, optional
            There are none.

        Returns
        -------
        None
            ``last`` and ``observe`` tell what is seen.
        """
        self._next(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._games.current[0]]
        self._shown()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. Only whose turn it is has anything to choose from.

        Parameters
        ----------
        agent : str
            player_0 to player_3.

        Returns
        -------
        dict
            ``observation`` and ``action_mask``.

        Raises
        ------
        InputError
            When there is no such agent.
        RuntimeError
            When no game goes on.
        """
        if not self.agents:
            raise RuntimeError(NO_GAME)
        if agent not in AGENTS:
            raise InputError("agent", f"{agent!r}: expected one of {', '.join(AGENTS)}")
        games, is_asked = self._games, agent == self.agent_selection and not self.terminations[agent]
        mask = games.mask()[0].astype(numpy.int8) if is_asked else numpy.zeros(ACTIONS, numpy.int8)
        return {"observation": games.observe_seat(0, AGENTS.index(agent)), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Decide for the agent whose turn it is.

        Parameters
        ----------
        action : int or None
            0 to 38; None for an agent whose game is over.

        Returns
        -------
        None
            ``last`` tells what comes of it.

        Raises
        ------
        RuntimeError
            When no game goes on.
        """
        if not self.agents:
            raise RuntimeError(NO_GAME)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._decide(action)
        games = self._games
        if games.ended[0]:
            self.rewards = dict(zip(AGENTS, games.rewards[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = AGENTS[games.current[0]]
        self._shown()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # Pickling makes an environment anew, without its game; a copy is to have it.
        memo[id(self)] = copy = object.__new__(type(self))
        copy.__dict__.update(deepcopy(self.__dict__, memo))
        return copy

    render = OneGame.render

    def close(self) -> None:
        """There is nothing to close."""
