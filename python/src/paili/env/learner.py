"""What the environments of gymnasium have in common: a learner in some seats, others in the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy
from gymnasium import spaces

from paili.arguments.names import PolicyName
from paili.env.actions import ACTIONS
from paili.env.games import SEATS, Games
from paili.env.reading import Opponents
from paili.errors import InputError
from paili.games.policy import Policy

__all__ = ["OpponentNames", "action_space", "observation_space", "places"]

#: A policy for all seats but the learner's, or one for each of those in the order in which they sit.
OpponentNames = PolicyName | str | Policy | Iterable[PolicyName | str | Policy]


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
    if isinstance(opponents, str) or callable(getattr(opponents, "discard", None)):
        chosen: Sequence[Any] = [opponents] * len(others)
    else:
        chosen = list(opponents)  # type: ignore[arg-type]
    if len(chosen) != len(others):
        raise InputError("opponents", f"{len(chosen)} for {len(others)} seats: expected one for all or one for each")
    seated = dict(zip(others, chosen, strict=True))
    return [seated.get(seat) for seat in SEATS], seats is None


def observation_space(games: Games) -> spaces.Dict:
    """What one observation is."""
    low_high: dict[str, Any] = {"low": 0, "high": games.most}
    return spaces.Dict(
        {
            "observation": spaces.Box(shape=games.shape, dtype=games.dtype.type, **low_high),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), numpy.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """What one action is."""
    return spaces.Discrete(ACTIONS)
