"""Counting all possible hands, by any rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import SupportsIndex

from paili import _native
from paili.arguments.names import Forms
from paili.arguments.numbers import whole
from paili.errors import InputError
from paili.hands.exact import ExactDistribution
from paili.hands.rules import AnyRules, RuleSet
from paili.told import made

__all__ = ["exact"]


def exact(
    tiles: SupportsIndex = 13,
    *,
    deck: SupportsIndex = 136,
    visible: str | Iterable[str] = "",
    forms: Forms = "standard",
    rules: AnyRules | None = None,
) -> ExactDistribution:
    """Count all hands there are of so many tiles by distance, exactly.

    Hands are not sampled, nor looked at one by one, but counted by what their suits and honors lack, which takes some
    milliseconds, with all forms some tens. The number of tiles tells how many melds are exposed: none with 13 or 14,
    one with 10 or 11, and so on.

    Parameters
    ----------
    tiles : int
        How many concealed tiles the hands have.
    deck : int
        136 tiles, or 148 with the specials.
    visible : str or iterable of str
        Tiles that are out of the deck, in any notation; also the way to take out those of exposed melds.
    forms : str or iterable of str
        The win forms that count.
    rules : RuleSet, str or mapping, optional
        Another rule set, which has a deck and forms of its own; see :meth:`RuleSet.exact`.

    Returns
    -------
    ExactDistribution
        How many hands there are at each distance, with their acceptance.

    Raises
    ------
    InputError
        When no hand has so many tiles, or another argument is wrong.

    Examples
    --------
    >>> import paili
    >>> row = paili.exact(13).distances[0]
    >>> row.distance, row.weighted, f"{row.probability:.3e}"
    (1, 32244742336860, '6.665e-05')
    """
    if rules is not None:
        for argument, given, usual in (("deck", deck, 136), ("forms", forms, "standard")):
            if given != usual:
                raise InputError(argument, "not with rules, which have their own")
        return (rules if isinstance(rules, RuleSet) else RuleSet(rules)).exact(tiles, visible=visible)
    size, all_tiles = whole("tiles", tiles, "a number of tiles"), whole("deck", deck, "136 or 148")
    told = json.loads(_native.exact(size, all_tiles, visible, forms))
    melds = (_native.MOST_TILES - size) // 3
    return made(ExactDistribution, told | {"melds": melds, "visible": told.get("visible", "").split()})
