"""Whether another program's function is right about hands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, SupportsIndex

from paili import _native
from paili.arguments.names import Forms, NotationName
from paili.arguments.numbers import whole
from paili.errors import InputError
from paili.from_json import made
from paili.hands.rules import AnyRules

__all__ = ["Audit", "AuditConvention", "AuditedHands", "HandsBesideMelds", "SmallestWrong", "audit"]


@dataclass(frozen=True)
class AuditConvention:
    """What a function means by its answers, as far as that shows."""

    #: The rule set that it answers by.
    rules: str
    #: The win forms that it knows.
    forms: tuple[str, ...]
    #: "distance", or "shanten", which is one less.
    answer: str
    #: Whether a fifth copy may be waited for: "never", "waited", or "far", where it counts until a hand is ready.
    fifth_copy: str
    #: How many pairs four alike are: "one" or "two".
    four_alike: str
    #: How many of the answers by which that was found out fit it.
    agrees: int
    #: How many these are.
    of: int
    #: Whether exposed melds use up copies: "melds" if they do, else "any"; None of who does not take them.
    available: str | None = None


@dataclass(frozen=True)
class AuditedHands:
    """Hands of a size that a function was asked about: all, all of one suit, or some drawn from a distance."""

    #: How many tiles they have.
    tiles: int
    #: How many they are.
    hands: int
    #: How many of them are answered wrong.
    wrong: int
    #: Their distance, where they were drawn from one; None of hands that no tiles can complete, too.
    distance: int | None = None
    #: How likely a random hand is to be at that distance.
    probability: float | None = None


@dataclass(frozen=True)
class SmallestWrong:
    """The smallest hand found that is answered wrong: of the fewest tiles, the fewest wildcards, the lowest kinds."""

    #: The hand.
    hand: str
    #: What is right.
    expected: str
    #: What it answered.
    answered: str
    #: Whether all smaller hands were asked about.
    no_smaller: bool = False


@dataclass(frozen=True)
class HandsBesideMelds:
    """Hands beside exposed melds that are shown, ``45m66z [444z] [123p] [777s]``."""

    #: How many were asked about.
    hands: int
    #: How many of them are answered wrong.
    wrong: int
    #: The smallest of these that was found; None if none is.
    smallest: SmallestWrong | None = None


@dataclass(frozen=True, repr=False)
class Audit:
    """What :func:`paili.audit` found. Printed, it is a page; it is true if all answers are right.

    >>> import paili
    >>> found = paili.audit(paili.shanten, takes="array", hands=100, tiles=[13])
    >>> found.wrong, found.convention.answer
    (0, 'shanten')
    """

    #: What was asked.
    asked: str
    #: How many hands.
    hands: int
    #: How many of them are answered wrong.
    wrong: int
    #: What the function means.
    convention: AuditConvention
    #: All hands of small sizes.
    every_hand: tuple[AuditedHands, ...]
    #: All hands of one suit, of larger sizes.
    one_suit: tuple[AuditedHands, ...]
    #: Hands drawn uniformly from each distance.
    by_distance: tuple[AuditedHands, ...]
    #: The report as JSON has it, under the keys of ``paili audit --format json``.
    json: str
    #: The page.
    page: str
    #: The smallest hand that is answered wrong; None if no hand is.
    smallest: SmallestWrong | None = None
    #: Numbers of tiles of which it takes no hands.
    refused_tiles: tuple[int, ...] = ()
    #: Hands beside exposed melds, where it takes them as text.
    beside_melds: HandsBesideMelds | None = None
    #: What it raised, or returned that is no answer, the first time.
    fault: str | None = None

    def __bool__(self) -> bool:
        """Whether all answers are right."""
        return self.wrong == 0

    def __str__(self) -> str:
        """A page."""
        return self.page

    def __repr__(self) -> str:
        """How many hands, and how many are wrong."""
        return f"<Audit of {self.hands:,} hands: {self.wrong:,} wrong>"


def audit(
    function: Callable[[Any], Any],
    *,
    takes: Literal["text", "counts", "array"] = "text",
    ask: Literal["distance", "useful", "waits", "discards"] = "distance",
    rules: AnyRules | None = None,
    forms: Forms | None = None,
    tiles: SupportsIndex | Iterable[SupportsIndex] = (),
    seconds: float = 10.0,
    hands: SupportsIndex | None = None,
    seed: SupportsIndex = 1,
    notation: NotationName = "mpsz",
) -> Audit:
    """Tell whether a function is right about hands: how often it is wrong, and on which smallest hand.

    Whether it means distance or shanten, which forms it knows, and which sizes of hands it takes is found out first.
    Then it is asked about hands that are known to break programs, about every hand of few tiles and of one suit, and
    about hands drawn uniformly from each distance, and, if it takes text that has them, about hands beside melds. What
    it raises counts as a wrong answer.

    It is called on a thread of its own, while other threads of Python run.

    Parameters
    ----------
    function : callable
        It takes a hand and returns a number of tiles, or kinds: a text of tiles, or names or indices from 0 to 33. With
        ``takes="array"`` it takes many hands and returns an array of numbers; kinds are bits of integers there, as
        :func:`paili.useful` has them, or an array of (n, 34) truth values.
    takes : str
        "text", such as ``123m44z``, "counts", a list of 34 numbers, or "array", a uint8 array of (n, 34) counts.
    ask : str
        "distance" (or shanten), "useful", "waits", or "discards", the kinds whose discard keeps the distance.
    rules : RuleSet, str or mapping, optional
        The rule set. Unless it or ``forms`` is given, it is the usual game, by whichever forms fit.
    forms : str or iterable of str, optional
        Those of the rule set's win forms that count.
    tiles : int or iterable of int
        How many tiles the hands have; all sizes that there are unless it is given.
    seconds : float
        For how long it is asked.
    hands : int, optional
        Instead so many hands of each distance, and all that are known beforehand, however long that takes.
    seed : int
        The seed of the hands that are drawn.
    notation : str
        How hands are written, both for the function and in the answer.

    Returns
    -------
    Audit
        What was found.

    Raises
    ------
    InputError
        When an argument is wrong.
    TypeError
        When an array is returned that is not of as many answers as there are hands.

    Examples
    --------
    >>> import paili
    >>> def forgets_honors(hand: str) -> int:
    ...     return paili.Hand(hand).shanten() + hand.endswith("111z")
    >>> found = paili.audit(forgets_honors, tiles=[4], hands=100)
    >>> bool(found), found.smallest.hand, found.smallest.answered
    (False, '1m111z', '1')
    >>> print(found)  # doctest: +ELLIPSIS
    forgets_honors is wrong on ... of ... hands
    ...
    """
    if not callable(function):
        raise TypeError(f"function: expected what can be called, not {type(function).__name__}")
    if hands is None and not isinstance(seconds, Real):
        raise TypeError(f"seconds: expected a number, not {type(seconds).__name__}")
    if not isinstance(tiles, SupportsIndex | Iterable):
        raise TypeError(f"tiles: expected a whole number or several, not {type(tiles).__name__}")
    if hands is None and not 0 < seconds < 1e9:
        raise InputError("seconds", f"{seconds}: expected seconds, more than 0")
    sizes = [tiles] if isinstance(tiles, SupportsIndex) else list(tiles)
    told, page = _native.audit(
        function,
        [takes, ask, notation],
        [rules, forms],
        [whole("tiles", size, "a number of tiles") for size in sizes],
        (None, whole("hands", hands, "a number of hands, at least 1", 1)) if hands is not None else (float(seconds), 0),
        whole("seed", seed, "a whole number"),
    )
    return made(Audit, json.loads(told) | {"json": told, "page": page})
