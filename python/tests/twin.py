"""The rule, written in Python from its words."""

from __future__ import annotations

import paili

KINDS = list(paili.KINDS)

SPECIALS = ["PASS", "REVERSE", "DOUBLE"]

#: The rule breaks ties in this order.
BACKWARDS = {tile: place for place, tile in enumerate(reversed(KINDS))}


def kinds_held(view: paili.View) -> list[str]:
    return sorted(set(view.tiles), key=BACKWARDS.__getitem__)


class Rule(paili.Policy):
    """The rule from its words: try every discard, and claim when the distance falls."""

    def discard(self, view: paili.View) -> str:
        return min(kinds_held(view), key=view.distance)

    def claims_pong(self, view: paili.View, tile: str) -> bool:
        after = view.distance_claiming((tile, tile, tile))
        assert after is not None
        return after < view.distance()

    def claims_chow(self, view: paili.View, tile: str) -> tuple[str, ...] | None:
        for chow in view.chows:
            after = view.distance_claiming(chow)
            assert after is not None and tile in chow
            if after < view.distance():
                return chow
        return None
