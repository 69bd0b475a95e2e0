"""A game for PettingZoo in which all agents act at once."""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from paili.arguments.numbers import count
from paili.env.actions import PASS
from paili.env.games import Observed, refuse_others
from paili.env.learner import NO_GAME
from paili.env.reading import action_number
from paili.env.zoo import raw_env
from paili.errors import InputError

__all__ = ["parallel_env"]

#: What is expected of how long a game may be.
CYCLES = "a number of cycles, or None"


class parallel_env(ParallelEnv[str, Any, Any], EzPickle):  # type: ignore[misc]
    """The game for PettingZoo in which every agent acts in every cycle.

    Only what the agent does whose turn it is counts. The others may pass, and an action that is not allowed counts as
    the first that is. Otherwise it is the game of :class:`paili.env.raw_env`.

    Parameters
    ----------
    max_cycles : int, optional
        After how many cycles the game is cut off; never unless it is given.
    render_mode : {"human", "ansi", "rgb_array"}, optional
        What ``render`` does, as in :class:`paili.env.raw_env`.
    **options
        Those of :class:`paili.env.Games`: ``observation``, ``features``, ``history`` and ``dtype``.

    Examples
    --------
    >>> import paili.env
    >>> env = paili.env.parallel_env(max_cycles=10)
    >>> observations, infos = env.reset(seed=1)
    >>> while env.agents:
    ...     actions = {agent: observations[agent]["action_mask"].argmax() for agent in env.agents}
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> truncations
    {'player_0': True, 'player_1': True, 'player_2': True, 'player_3': True}
    """

    metadata: ClassVar[dict[str, Any]] = {**raw_env.metadata, "is_parallelizable": True}

    def __init__(
        self, max_cycles: int | None = None, *, render_mode: str | None = None, **options: Unpack[Observed]
    ) -> None:
        refuse_others(parallel_env, options, Observed.__optional_keys__)
        EzPickle.__init__(self, max_cycles, render_mode=render_mode, **options)
        self._most = None if max_cycles is None else count("max_cycles", max_cycles, CYCLES)
        self._turns = raw_env(render_mode, **options)
        self._cycles = 0
        self.render_mode = self._turns.render_mode
        self.possible_agents = self._turns.possible_agents
        self.observation_spaces, self.action_spaces = self._turns.observation_spaces, self._turns.action_spaces
        self.agents: list[str] = []

    observation_space, action_space = raw_env.observation_space, raw_env.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
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
            Observations and infos of all agents.
        """
        self._turns.reset(seed=seed, options=options)
        self.agents, self._cycles = list(self.possible_agents), 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Act, all at once.

        Parameters
        ----------
        actions : dict
            Of each agent 0 to 38.

        Returns
        -------
        tuple
            Of all agents observations, rewards, terminations, truncations and infos.

        Raises
        ------
        InputError
            When there is no action of whose turn it is.
        RuntimeError
            When no game goes on: none has begun, or it has ended or was cut off.
        """
        if not self.agents:
            raise RuntimeError(NO_GAME)
        turns, agent = self._turns, self._turns.agent_selection
        if agent not in actions:
            raise InputError("actions", f"none of {agent}, whose turn it is: expected one of each agent")
        mask = turns.observe(agent)["action_mask"]
        action = action_number(actions[agent])
        turns.step(action if 0 <= action < len(mask) and mask[action] else int(mask.argmax()))
        self._cycles += 1
        cut = self._most is not None and self._cycles >= self._most
        over = turns.terminations[self.possible_agents[0]]
        everybody = self.possible_agents
        observations, rewards = self._observations(), {agent: turns.rewards[agent] for agent in everybody}
        if over or cut:
            self.agents = []
        ends = dict.fromkeys(everybody, over), dict.fromkeys(everybody, cut and not over)
        return observations, rewards, *ends, {agent: {} for agent in everybody}

    __deepcopy__ = raw_env.__deepcopy__

    def render(self) -> Any:
        """Show the table as ``render_mode`` says, hidden tiles too."""
        return self._turns.render()

    def close(self) -> None:
        """There is nothing to close."""

    def _observations(self) -> dict[str, Any]:
        seen = {agent: self._turns.observe(agent) for agent in self.possible_agents}
        for one in seen.values():
            if not one["action_mask"].any():
                one["action_mask"][PASS] = 1
        return seen
