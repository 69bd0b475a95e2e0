"""Rule sets: the usual game, three players, Taiwan, Guobiao, Sichuan, wildcards, or one's own."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from paili import _native
from paili.from_json import Fact

__all__ = ["AnyRules", "RuleSet"]


class RuleSet:
    """A rule set: "standard", "riichi", "sanma", "taiwan", "guobiao" or "sichuan", or one's own.

    It is what the argument ``rules`` of :class:`paili.Hand`, :func:`paili.distances` and others takes; so is its name,
    or the dict that it is made of.

    One's own is a dict with the keys of a file of rules: ``name``, ``melds`` (1 to 5), ``forms``, ``chows`` (letters of
    the suits that form them), ``copies`` (how many the deck has of some tiles), ``wildcards``,
    ``wildcards-beyond-copies``, ``void``, ``claimed-chows``, ``only``, ``with`` and ``only-pongs`` (as those of
    :meth:`towards`), and ``like``, the name of a rule set that has what is left out. Its tables are compiled when they
    are first asked for, in half a second, and kept until the process ends: some tens of megabytes.

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
    >>> paili.Hand("1111m111122233z", rules="sanma").shanten()
    2
    >>> wild = paili.RuleSet("riichi", wildcards=4)
    >>> paili.Hand("123m456p789s11z3m*", rules=wild).distance()
    1
    >>> small = paili.RuleSet({"name": "one suit", "melds": 2, "copies": {"123456789m123456789s1234567z": 0}})
    >>> small
    <RuleSet one suit: hands of 8 tiles of 36; standard>
    >>> paili.exact(8, rules=small).distances[0].weighted
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
        text = json.dumps(description, default=number)
        self._rules = _native.Rules(text)
        # The same in whichever order the keys were given.
        self._description = json.dumps(json.loads(text), sort_keys=True)
        self._facts = self._rules.facts()

    name = Fact(0, str, "Its name.")
    tiles = Fact(1, int, "How many tiles the deck has, wildcards among them.")
    most_tiles = Fact(2, int, "How many tiles a winning hand has.")
    forms = Fact(3, tuple[str, ...], "The names of the forms that win.")
    wildcards = Fact(4, int, "How many wildcards the deck has.")
    aim = Fact[str | None](5, str, "What its hands are to be, in words; None if that is whatever wins.")

    def towards(
        self, *, only: str | None = None, with_: str | Iterable[str] | None = (), only_pongs: bool = False
    ) -> RuleSet:
        """The same rules for hands that are to be won in some way, exposed melds among them.

        The deck and what may still be drawn stay as they are. Distances, useful tiles, plans, odds and exact counts are
        those of hands that aim at it. Its tables are compiled when they are first asked for.

        Parameters
        ----------
        only : str, optional
            The kinds that a winning hand may hold: ranks before letters of suits, such as ``"2-8mps"`` for tanyao,
            ``"pz"`` for a half flush of dots, or ``"s"``; or tiles in any notation.
        with_ : str or iterable of str
            Melds that it has to hold, such as ``"777z"`` or ``["234m", "234p"]``.
        only_pongs : bool
            Whether it has pongs and a pair, and no chows.

        Returns
        -------
        RuleSet
            Another rule set of the same name.

        Raises
        ------
        InputError
            When no hand can be won so.

        Examples
        --------
        >>> import paili
        >>> tanyao = paili.RuleSet("riichi").towards(only="2-8mps")
        >>> tanyao.aim
        'only 2-8mps'
        >>> paili.Hand("2345m456p67s99p77z", rules=tanyao).shanten()
        4
        >>> paili.distances(["2345m456p67s99p77z", "234m456p678s2233m"], rules=tanyao)
        array([5, 1], dtype=int8)
        """
        description = json.loads(self._description)
        if only is not None:
            description["only"] = only
        if with_ is None:
            with_ = ()
        if not isinstance(with_, Iterable):
            raise TypeError(f"with_: expected text or an iterable of texts, not {type(with_).__name__}")
        melds = with_.split(",") if isinstance(with_, str) else list(with_)
        if melds:
            description["with"] = melds
        if only_pongs:
            description["only-pongs"] = True
        return RuleSet(description)

    def to_json(self) -> str:
        """What it is made of, as JSON: equal for those that are equal."""
        return self._description

    def __repr__(self) -> str:
        """The rules in short."""
        aim = f"; {self.aim}" if self.aim else ""
        return f"<RuleSet {self.name}: hands of {self.most_tiles} tiles of {self.tiles}; {', '.join(self.forms)}{aim}>"

    def __eq__(self, other: object) -> bool:
        """Whether both are described alike."""
        return isinstance(other, RuleSet) and self._description == other._description

    def __hash__(self) -> int:
        """Equal for those that are equal."""
        return hash(self._description)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: by its description."""
        return RuleSet, (json.loads(self._description),)


def number(value: Any) -> int:
    """A whole number of a type that JSON does not know, such as numpy's."""
    try:
        return operator.index(value)
    except TypeError:
        expected = "a dict of texts, numbers, lists and dicts"
        raise TypeError(f"rules: expected {expected}, found {type(value).__name__}") from None


#: What the argument ``rules`` of other functions can be: the rules, or what they are made of.
AnyRules: TypeAlias = RuleSet | str | Mapping[str, Any]
