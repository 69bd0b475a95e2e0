"""Hands of other rule sets: three players, Taiwan, Guobiao, Sichuan, wildcards, or one's own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from paili import _native
from paili.errors import InputError
from paili.games.told import made
from paili.hands.exact import ExactDistribution

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["RuleDiscard", "RuleHand", "RuleSet"]

#: How many kinds a row of counts has.
_KINDS = 34


@dataclass(frozen=True)
class RuleDiscard:
    """A discard, and what it leaves."""

    #: The tile, in the notation of the hand.
    tile: str
    #: The distance after it; None if no tiles can complete the hand then.
    distance: int | None
    #: How many copies of the useful tiles are left.
    acceptance: int
    #: The useful tiles (ukeire), each with the copies left.
    useful: dict[str, int]


@dataclass(frozen=True)
class RuleHand:
    """What a rule set says of a hand. :meth:`RuleSet.hand` makes it."""

    #: The hand, as it was read.
    hand: str
    #: The name of the rule set.
    rules: str
    #: How many melds are exposed.
    melds: int
    #: How many tiles the hand lacks to win; None if no tiles can complete it.
    distance: int | None
    #: The same less one: -1 when the hand wins, 0 when it is ready.
    shanten: int | None
    #: The useful tiles (ukeire), each with the copies left; empty if a discard is due.
    useful: dict[str, int]
    #: How many copies of them are left, and of wildcards.
    acceptance: int
    #: The tiles that complete a ready hand.
    waits: tuple[str, ...] = ()
    #: Every discard, best first; empty unless one is due.
    discards: tuple[RuleDiscard, ...] = ()


class RuleSet:
    """A rule set: ``"riichi"``, ``"sanma"``, ``"taiwan"``, ``"guobiao"`` or ``"sichuan"``, or one's own.

    One's own is a dict with the keys of a file of rules: ``name``, ``melds`` (1 to 5), ``forms``, ``chows`` (letters of
    the suits that form them), ``copies`` (how many the deck has of some tiles), ``wildcards``, ``void``, and ``like``,
    the name of a rule set that has what is left out. Its tables are compiled when they are first asked for, in half
    a second, and kept until the process ends: some tens of megabytes.

    >>> import paili
    >>> sanma = paili.RuleSet("sanma")
    >>> sanma.hand("1111m111122233z").shanten
    2
    >>> paili.RuleSet("guobiao").hand("147m258p369s1234z").waits
    ('5z', '6z', '7z')
    >>> wild = paili.RuleSet("riichi", wildcards=4)
    >>> wild.hand("123m456p789s11z3m*").distance
    1
    >>> small = paili.RuleSet({"name": "one suit", "melds": 2, "copies": {"123456789m123456789s1234567z": 0}})
    >>> small.exact(8).distances[0].weighted
    1201416

    Raises :class:`InputError` if the rules are none.
    """

    def __init__(self, rules: str | Mapping[str, Any], *, wildcards: int | None = None) -> None:
        description: dict[str, Any] = {"name": rules, "like": rules} if isinstance(rules, str) else dict(rules)
        if wildcards is not None:
            description["wildcards"] = wildcards
        self._description = json.dumps(description)
        self._rules = _native.Rules(self._description)
        self._name, self._tiles, self._most_tiles, forms, self._wildcards = self._rules.facts()
        self._forms = tuple(forms)

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def tiles(self) -> int:
        """How many tiles the deck has, wildcards among them."""
        return self._tiles

    @property
    def most_tiles(self) -> int:
        """How many tiles a winning hand has."""
        return self._most_tiles

    @property
    def forms(self) -> tuple[str, ...]:
        """The names of the forms that win."""
        return self._forms

    @property
    def wildcards(self) -> int:
        """How many wildcards the deck has."""
        return self._wildcards

    def __repr__(self) -> str:
        return f"<RuleSet {self.name}: hands of {self.most_tiles} tiles of {self.tiles}; {', '.join(self.forms)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self._description == other._description

    def __hash__(self) -> int:
        return hash(self._description)

    def __reduce__(self) -> tuple[Any, ...]:
        return RuleSet, (json.loads(self._description),)

    def hand(
        self,
        hand: str,
        *,
        melds: Iterable[str] = (),
        visible: str = "",
        void: Literal["m", "p", "s"] | None = None,
        available: bool = False,
    ) -> RuleHand:
        """Answers about a hand, in any notation; ``*`` in it is a wildcard.

        ``melds`` are exposed, ``visible`` tiles are seen elsewhere, ``void`` is the suit that is declared void. With
        ``available``, only tiles can be added that are not in ``melds`` and ``visible``.

        >>> import paili
        >>> paili.RuleSet("riichi").hand("45z", melds=["444z", "111z", "555z", "777z"], available=True).distance
        2

        Raises :class:`InputError` if the rule set has no such hand.
        """
        asked: Literal["any", "available"] = "available" if available else "any"
        answer = json.loads(self._rules.hand(hand, list(melds), visible, void, asked))
        rows: list[dict[str, Any]] = [answer, *answer.get("discards", ())]
        for told in rows:
            told["useful"] = {row["tile"]: row["copies"] for row in told.get("useful", ())}
        return made(RuleHand, {"acceptance": 0, **answer})

    def distances(self, hands: Sequence[str] | npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint8]:
        """The distances of many hands: of texts, or of a table with the counts of the 34 kinds in a row a hand.

        >>> import paili
        >>> paili.RuleSet("sichuan").distances(["123456789m1122p", "123m456p789s11m23p"]).tolist()
        [1, 4]

        Raises :class:`InputError` at the first row that is no hand.
        """
        import numpy as np

        if isinstance(hands, np.ndarray):
            if hands.ndim != 2 or hands.shape[1] != _KINDS or hands.dtype.kind not in "iu":
                reason = f"expected whole numbers of shape (n, {_KINDS}), not {hands.dtype} of shape {hands.shape}"
                raise InputError("hands", reason)
            # What is no byte is no count either.
            counts = np.where((hands < 0) | (hands > 4), 255, hands).astype(np.uint8)
            return np.frombuffer(self._rules.distances_of_counts(counts.tobytes()), dtype=np.uint8)
        return np.frombuffer(self._rules.distances(list(hands)), dtype=np.uint8)

    def exact(self, tiles: int, *, visible: str = "") -> ExactDistribution:
        """Counts all hands of ``tiles`` concealed tiles by distance, without those that are ``visible``.

        Raises :class:`InputError` for other sizes, and for the knitted forms of Guobiao, which can't be counted so.
        """
        told = json.loads(self._rules.exact(tiles, visible))
        melds = (self.most_tiles - tiles) // 3
        return made(ExactDistribution, told | {"melds": melds, "visible": told.get("visible", "").split()})
