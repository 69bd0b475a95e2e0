"""The game for PettingZoo, wrapped."""

from __future__ import annotations

from typing import Any, Unpack

from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from paili.env.games import Observed, refuse_others
from paili.env.parallel import parallel_env
from paili.env.zoo import raw_env

__all__ = ["env"]


def env(max_cycles: int | None = None, *, render_mode: str | None = None, **options: Unpack[Observed]) -> Any:
    """The game for PettingZoo, in the wrapper that sees to the order of calls.

    Parameters
    ----------
    max_cycles : int, optional
        If it is given, every agent acts in every cycle, as in :class:`paili.env.parallel_env`, and the game is cut off
        after so many.
    render_mode : {"human", "ansi", "rgb_array"}, optional
        What ``render`` does, as in :class:`paili.env.raw_env`.
    **options
        Those of :class:`paili.env.Games`: ``observation``, ``features``, ``history`` and ``dtype``.

    Returns
    -------
    pettingzoo.AECEnv
        Four agents, player_0 to player_3.

    Examples
    --------
    >>> import paili.env
    >>> env = paili.env.env()
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else int(observation["action_mask"].argmax()))
    >>> env.agents
    []
    """
    refuse_others(env, options, Observed.__optional_keys__)
    if max_cycles is None:
        return wrappers.OrderEnforcingWrapper(raw_env(render_mode, **options))
    return parallel_to_aec(parallel_env(max_cycles, render_mode=render_mode, **options))
