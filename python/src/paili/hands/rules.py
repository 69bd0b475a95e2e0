"""Hands of other rule sets: three players, Taiwan, Guobiao, Sichuan, wildcards, or one's own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

from paili import _native
from paili.arguments.numbers import whole
from paili.errors import InputError
from paili.hands.exact import ExactDistribution
from paili.told import made

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["AnyRules", "RuleDiscard", "RuleHand", "RuleSet"]


@dataclass(frozen=True)
class RuleDiscard:
    """A discard, and what it leaves.

    >>> import paili
    >>> paili.RuleSet("sanma").hand("199m99p").discards[0]
    RuleDiscard(tile='1m', distance=1, acceptance=4, useful=('9m', '9p'), copies=(2, 2))
    """

    #: The tile, in the notation of the hand.
    tile: str
    #: The distance after it; None if no tiles can complete the hand then.
    distance: int | None
    #: How many copies of the useful tiles are left, and of wildcards.
    acceptance: int
    #: The useful tiles (ukeire).
    useful: tuple[str, ...]
    #: How many copies of each of them are left.
    copies: tuple[int, ...]


@dataclass(frozen=True)
class RuleHand:
    """What a rule set says of a hand. :meth:`RuleSet.hand` makes it.

    >>> import paili
    >>> hand = paili.RuleSet("guobiao").hand("147m258p369s1234z")
    >>> hand.distance, hand.waits, hand.acceptance
    (1, ('5z', '6z', '7z'), 12)
    """

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
    #: The suit that is void then, "m", "p" or "s", where one has to be.
    void: str | None = None
    #: The useful tiles (ukeire); empty if a discard is due.
    useful: tuple[str, ...] = ()
    #: How many copies of each of them are left.
    copies: tuple[int, ...] = ()
    #: How many copies of all of them are left, and of wildcards.
    acceptance: int = 0
    #: The tiles that complete a ready hand.
    waits: tuple[str, ...] = ()
    #: Every discard, best first; empty unless one is due.
    discards: tuple[RuleDiscard, ...] = ()


class RuleSet:
    """A rule set: "riichi", "sanma", "taiwan", "guobiao" or "sichuan", or one's own.

    One's own is a dict with the keys of a file of rules: ``name``, ``melds`` (1 to 5), ``forms``, ``chows`` (letters of
    the suits that form them), ``copies`` (how many the deck has of some tiles), ``wildcards``,
    ``wildcards-beyond-copies``, ``void``, and ``like``, the name of a rule set that has what is left out. Its tables
    are compiled when they are first asked for, in half a second, and kept until the process ends: some tens of
    megabytes.

    Parameters
    ----------
    rules : str or mapping
        The name, or one's own.
    wildcards : int, optional
        How many wildcards are in the deck, up to eight, instead of those that the rules have.
    wildcards_beyond_copies : bool, optional
        Whether these may stand for more copies of a kind than the deck has, such as a fifth, instead of what the rules
        say.

    Raises
    ------
    InputError
        When the rules are none.

    Examples
    --------
    >>> import paili
    >>> paili.RuleSet("sanma").hand("1111m111122233z").shanten
    2
    >>> wild = paili.RuleSet("riichi", wildcards=4)
    >>> wild.hand("123m456p789s11z3m*").distance
    1
    >>> small = paili.RuleSet({"name": "one suit", "melds": 2, "copies": {"123456789m123456789s1234567z": 0}})
    >>> small
    <RuleSet one suit: hands of 8 tiles of 36; standard>
    >>> small.exact(8).distances[0].weighted
    1748756
    """

    __slots__ = ("_description", "_facts", "_rules")

    def __init__(
        self,
        rules: str | Mapping[str, Any],
        *,
        wildcards: int | None = None,
        wildcards_beyond_copies: bool | None = None,
    ) -> None:
        if not isinstance(rules, str | Mapping):
            raise TypeError(f"rules: expected a name or a dict, not {type(rules).__name__}")
        description: dict[str, Any] = {"name": rules, "like": rules} if isinstance(rules, str) else dict(rules)
        if wildcards is not None:
            description["wildcards"] = wildcards
        if wildcards_beyond_copies is not None:
            description["wildcards-beyond-copies"] = wildcards_beyond_copies
        self._description = json.dumps(description)
        self._rules = _native.Rules(self._description)
        self._facts = self._rules.facts()

    @property
    def name(self) -> str:
        """Its name."""
        return self._facts[0]

    @property
    def tiles(self) -> int:
        """How many tiles the deck has, wildcards among them."""
        return self._facts[1]

    @property
    def most_tiles(self) -> int:
        """How many tiles a winning hand has."""
        return self._facts[2]

    @property
    def forms(self) -> tuple[str, ...]:
        """The names of the forms that win."""
        return tuple(self._facts[3])

    @property
    def wildcards(self) -> int:
        """How many wildcards the deck has."""
        return self._facts[4]

    def __repr__(self) -> str:
        """The rules in short."""
        return f"<RuleSet {self.name}: hands of {self.most_tiles} tiles of {self.tiles}; {', '.join(self.forms)}>"

    def __eq__(self, other: object) -> bool:
        """Whether both are described alike."""
        return isinstance(other, RuleSet) and self._description == other._description

    def __hash__(self) -> int:
        """Equal for those that are equal."""
        return hash(self._description)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: by its description."""
        return RuleSet, (json.loads(self._description),)

    def hand(
        self,
        hand: str,
        *,
        melds: Iterable[str] = (),
        visible: str = "",
        void: Literal["m", "p", "s"] | None = None,
        available: bool | Literal["melds", "visible"] = False,
    ) -> RuleHand:
        """Answer about a hand.

        Parameters
        ----------
        hand : str
            The concealed tiles in any notation, with ``*`` for a wildcard.
        melds : iterable of str
            Exposed melds.
        visible : str
            Tiles that are seen elsewhere.
        void : {"m", "p", "s"}, optional
            The suit that is declared void, for rules that ask for one.
        available : bool, "melds" or "visible"
            Whether only tiles can be added that are not in ``melds`` and ``visible``; for "melds", not in ``melds``.

        Returns
        -------
        RuleHand
            The distance, the useful tiles and the discards.

        Raises
        ------
        InputError
            When the rule set has no such hand.

        Examples
        --------
        >>> import paili
        >>> riichi = paili.RuleSet("riichi")
        >>> riichi.hand("45z", melds=["444z", "111z", "555z", "777z"], available=True).distance
        2
        """
        if not isinstance(available, bool) and available not in ("melds", "visible"):
            raise InputError("available", f"{available!r}: expected True, False, 'melds' or 'visible'")
        asked = "visible" if available is True else available or "any"
        answer = json.loads(self._rules.hand(hand, list(melds), visible, void, asked))
        rows: list[dict[str, Any]] = [answer, *answer.get("discards", ())]
        for row in rows:
            useful = row.get("useful", ())
            row["useful"], row["copies"] = [each["tile"] for each in useful], [each["copies"] for each in useful]
        return made(RuleHand, answer)

    def distances(self, hands: Sequence[str] | npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """Find the distances of many hands.

        Parameters
        ----------
        hands : sequence of str or array
            Hands as texts, or a table with the counts of the 34 kinds, a row a hand.

        Returns
        -------
        numpy.ndarray
            The distances, of type uint8.

        Raises
        ------
        InputError
            At the first row that is no hand.

        Examples
        --------
        >>> import paili
        >>> paili.RuleSet("sichuan").distances(["123456789m1122p", "123m456p789s11m23p"]).tolist()
        [1, 4]
        """
        import numpy as np

        return np.asarray(_native.distances(hands, rules=self)).view(np.uint8)

    def exact(self, tiles: SupportsIndex, *, visible: str | Iterable[str] = "") -> ExactDistribution:
        """Count all hands by distance, exactly.

        Parameters
        ----------
        tiles : int
            How many concealed tiles the hands have, which tells how many melds are exposed.
        visible : str or iterable of str
            Tiles that are out of the deck.

        Returns
        -------
        ExactDistribution
            How many hands there are at each distance, with their acceptance.

        Raises
        ------
        InputError
            For other sizes.

        Examples
        --------
        >>> import paili
        >>> paili.RuleSet("sanma").exact(14).distances[0].weighted
        1321887397648
        """
        size = whole("tiles", tiles, "a number of tiles")
        told = json.loads(self._rules.exact(size, visible if isinstance(visible, str) else " ".join(visible)))
        melds = (self.most_tiles - size) // 3
        return made(ExactDistribution, told | {"melds": melds, "visible": told.get("visible", "").split()})


#: What the argument ``rules`` of other functions can be: the rules, or what they are made of.
AnyRules: TypeAlias = RuleSet | str | Mapping[str, Any]
