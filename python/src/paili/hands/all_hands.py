"""Counting all possible hands, by any rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import SupportsIndex

from paili import _native
from paili.arguments.names import Forms
from paili.arguments.numbers import whole
from paili.from_json import made
from paili.hands.exact import ExactDistribution
from paili.hands.rules import AnyRules

__all__ = ["exact"]


def exact(
    tiles: SupportsIndex = 13,
    *,
    deck: SupportsIndex = 136,
    visible: str | Iterable[str] = "",
    forms: Forms | None = None,
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
        136 tiles, or 148 with the specials; other rule sets have decks of their own.
    visible : str or iterable of str
        Tiles that are out of the deck, in any notation; also the way to take out those of exposed melds.
    forms : str or iterable of str
        Those of the rule set's win forms that count.
    rules : RuleSet, str or mapping, optional
        The rule set, "standard" unless it is given.

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
    >>> paili.exact(14, rules="sanma").distances[0].weighted
    1321887397648
    """
    size, all_tiles = whole("tiles", tiles, "a number of tiles"), whole("deck", deck, "136 or 148")
    text, melds = _native.exact(size, all_tiles, visible, forms, rules)
    told = json.loads(text)
    return made(ExactDistribution, told | {"melds": melds, "visible": told.get("visible", "").split()})
