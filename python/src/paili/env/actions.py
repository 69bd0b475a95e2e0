"""Actions as small numbers, and their words."""

from __future__ import annotations

from typing import SupportsIndex

from paili import _native
from paili.arguments.numbers import whole

__all__ = ["ACTIONS", "PASS", "PONG", "action", "name"]

#: How many actions there are: 34 discards in tile order, pass, pong, and chows of which the discard is the lowest
#: tile, the middle one or the highest.
ACTIONS: int = _native.ACTIONS

PASS, PONG = 34, 35


def action(words: str, offered: str | None = None) -> int:
    """The number of an action that is told in the words of the protocol.

    Parameters
    ----------
    words : str
        ``"OUT 4P"``, ``"PASS"``, ``"PONG"``, ``"CHOW 3P 4P 5P"``, or without tiles ``"CHOW low"``, ``"CHOW middle"`` or
        ``"CHOW high"``, by the place of the offered tile in the chow.
    offered : str, optional
        The tile that is offered, in any notation. A chow that is told by its tiles needs it.

    Returns
    -------
    int
        0 to 38.

    Examples
    --------
    >>> import paili.env
    >>> paili.env.action("OUT 1M"), paili.env.action("PASS"), paili.env.action("CHOW 3P 4P 5P", offered="4p")
    (0, 34, 37)
    """
    if not isinstance(words, str):
        raise TypeError(f"words: expected text, not {type(words).__name__}")
    return _native.action_code(words, offered)


def name(action: SupportsIndex, offered: str | None = None) -> str:
    """The words of an action's number.

    Parameters
    ----------
    action : int
        0 to 38.
    offered : str, optional
        The tile that is offered. With it a chow is told by its tiles.

    Returns
    -------
    str
        As programs in seats write it.

    Examples
    --------
    >>> import paili.env
    >>> paili.env.name(37), paili.env.name(37, offered="4p")
    ('CHOW middle', 'CHOW 3P 4P 5P')
    """
    number = whole("action", action, f"0 to {ACTIONS - 1}", most=ACTIONS - 1)
    return _native.action_name(number, offered)
