"""What the environments have in common: a learner in some seats, others in the rest, and one game at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, SupportsIndex

import numpy
from gymnasium import spaces

from paili.arguments.names import PolicyName
from paili.env.actions import ACTIONS
from paili.env.games import SEATS, Games
from paili.env.reading import Opponents, action_number
from paili.env.table import shown
from paili.errors import InputError
from paili.games.policy import Policy, not_a_policy, one

__all__ = ["NO_GAME", "RENDER_MODES", "OneGame", "OpponentNames", "begins", "observation_space", "places"]

#: A policy for all seats but the learner's, or one for each of those in the order in which they sit.
OpponentNames = PolicyName | str | Policy | Iterable[PolicyName | str | Policy]

#: Why nobody can look or act before the first reset, and after a game's end.
NO_GAME = "no game goes on: reset begins the next one"

RENDER_MODES = ["human", "ansi", "rgb_array"]


class OneGame:
    """One game at a time, which may be shown."""

    def _prepare(self, render_mode: str | None, **options: Any) -> None:
        """What is there before the first game begins."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode: {render_mode!r}: expected one of {RENDER_MODES}")
        self.render_mode = render_mode
        self._begin = begins(1, threads=1, **options)
        self._games = self._begin()
        self._is_begun = False

    def _next(self, seed: int | None) -> None:
        """Begins the next game, or the first of a seed."""
        if seed is not None or not self._is_begun:
            self._games = self._begin(seed=seed)
            self._is_begun = True
        else:
            self._games.restart()
            # They are those of the game before until the next step.
            self._games.rewards.fill(0)

    def _decide(self, action: Any) -> bool:
        """Whether an action is allowed; it gives the game up unless it is."""
        number = action_number(action)
        allowed = 0 <= number < ACTIONS and bool(self._games.mask()[0, number])
        if allowed:
            self._games.step(numpy.array([number]))
        else:
            self._games.give_up([True])
        return allowed

    def render(self) -> Any:
        """Show the table as ``render_mode`` says, hidden tiles too."""
        return shown(self._games.table(0), self.render_mode)

    def _shown(self) -> None:
        if self.render_mode == "human":
            self.render()


def places(seats: str | None, opponents: OpponentNames) -> tuple[Opponents, bool]:
    """Who sits where, None for the learner, and whether they sit one seat further on in each game.

    >>> from paili.env.learner import places
    >>> places(None, "rule")
    ([None, 'rule', 'rule', 'rule'], True)
    >>> places("AC", ["odds", "rule"])
    ([None, 'odds', None, 'rule'], False)
    """
    learner = "A" if seats is None else seats
    if not isinstance(learner, str) or not learner or set(learner) - set(SEATS) or len(set(learner)) < len(learner):
        raise InputError("seats", f'{seats!r}: expected None, or some of A, B, C and D, such as "A" or "AC"')
    others = [seat for seat in SEATS if seat not in learner]
    if isinstance(opponents, Set | Mapping):
        # They have no order in which to sit.
        raise not_a_policy(opponents, "opponents")
    if isinstance(opponents, str) or callable(getattr(opponents, "discard", None)):
        chosen: list[Any] = [opponents] * len(others)
    else:
        try:
            chosen = list(opponents)  # type: ignore[arg-type]
        except TypeError:
            raise not_a_policy(opponents, "opponents") from None
    if any(policy is None for policy in chosen):
        raise InputError("opponents", "None is no policy: seats tells where the learner sits")
    if len(chosen) != len(others):
        raise InputError("opponents", f"{len(chosen)} for {len(others)} seats: expected one for all or one for each")
    seated = dict(zip(others, (one(policy, "opponents") for policy in chosen), strict=True))
    return [seated.get(seat) for seat in SEATS], seats is None


def begins(n: SupportsIndex, **options: Any) -> Callable[..., Games]:
    """What begins games of a seed: a function, so that copies of an environment share it and the policies in it."""

    def begin(seed: int | None = None) -> Games:
        try:
            return Games(n, seed=seed, restart=False, **options)
        except InputError as error:
            if error.argument != "policies":
                raise
            raise InputError("opponents", error.reason) from None

    return begin


def observation_space(games: Games) -> spaces.Dict:
    """What one observation is."""
    low_high: dict[str, Any] = {"low": 0, "high": games.most}
    return spaces.Dict(
        {
            "observation": spaces.Box(shape=games.shape, dtype=games.dtype.type, **low_high),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), numpy.int8),
        }
    )
