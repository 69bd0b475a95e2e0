"""How tests play side by side: the first thing that is allowed, or as the rule does."""

from __future__ import annotations

from typing import Any

import numpy as np

import paili
from paili.env import Games


def first(games: Games) -> Any:
    """The first action that is allowed; −1 where none is."""
    mask = games.mask()
    return np.where(mask.any(axis=1), mask.argmax(axis=1), -1)


class Asked(paili.Policy):
    """The rule, written in Python."""

    def discard(self, view: paili.View) -> str:
        return view.best_discard()

    def claims_pong(self, view: paili.View, tile: str) -> bool:
        return view.rule_claims_pong()

    def claims_chow(self, view: paili.View, tile: str) -> tuple[str, str, str] | None:
        return view.rule_claims_chow()
