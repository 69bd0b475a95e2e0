"""The game alone, solved: what a hand can win at most."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from paili import _native
from paili.arguments.numbers import U32, whole
from paili.errors import InputError
from paili.files.whole import remove_left, write_whole
from paili.from_json import Fact, made

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from paili.hands.rules import AnyRules

__all__ = ["Solved", "SolvedDiscard", "SolvedHand", "solve"]


def solve(
    out: str | os.PathLike[str],
    *,
    rules: AnyRules | None = None,
    deck: str = "mpsz",
    tiles: SupportsIndex | None = None,
    draws: SupportsIndex | None = None,
    unseen: SupportsIndex | None = None,
    forms: str | Iterable[str] | None = None,
    threads: SupportsIndex | None = None,
) -> list[float]:
    """Solve the game alone and write its bounds to a file, which :class:`Solved` reads.

    Thirteen tiles of the whole deck take 6.5 GiB of memory, 10.8 GiB of disk and some minutes.

    Parameters
    ----------
    out : path
        The file. It appears when it is complete.
    rules : RuleSet, str or dict, optional
        The rule set, or what one is made of; the standard form of the usual game unless it is given. It has no
        wildcards, suits that are alike, and no more than nine kinds in no chow.
    deck : str, optional
        The parts of the usual deck: one to three suits ("m", "mp", "mps"), and "z" behind them for the honors.
    tiles : int, optional
        The tiles in hand before a draw, such as 13, 10, 7, 4 or 1; as many as the rule set's hands have unless they
        are given.
    draws : int, optional
        How many draws there are; 18, or as many as there are tiles, unless it is given.
    unseen : int, optional
        How many tiles are unseen before the first draw; all but the hand unless it is given.
    forms : str or iterable of str, optional
        The win forms; those of the rule set unless they are given. Solved are melds and a pair, pairs and orphans.
    threads : int, optional
        On how many threads; all unless it is given.

    Returns
    -------
    list of float
        The mean bound over all deals, with 1, 2, … draws to come.

    Raises
    ------
    InputError
        When there is no such game.
    MemoryError
        When there is too little memory.
    OSError
        When there is too little room on the disk, which is said before the work begins, or the file can't be written.

    Examples
    --------
    >>> import paili, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [round(mean, 4) for mean in paili.solve(f"{folder}/one-suit", deck="m", draws=3)]
    [0.1271, 0.3812, 0.5826]
    """
    path = os.path.realpath(os.fspath(out))
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError("out", f"{path}: expected a file")
    first = None if unseen is None else whole("unseen", unseen, "a number of tiles", most=U32)
    size = None if tiles is None else whole("tiles", tiles, "a number of tiles", most=U32)
    count = None if draws is None else whole("draws", draws, "a number of draws", most=U32)
    remove_left(Path(path))
    with write_whole(Path(path)) as file:
        return _native.solve(file.name, deck, size, count, first, forms, rules, threads)


@dataclass(frozen=True)
class SolvedDiscard:
    """A discard, and what can be won after it.

    >>> import paili, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     means = paili.solve(f"{folder}/four", tiles=4, draws=3)
    ...     paili.Solved(f"{folder}/four").odds("2345m9p", visible="1z").discards[0].tile
    '9p'
    """

    #: The tile, in the notation of the hand.
    tile: str
    #: The distance after it; None if no tiles can complete the hand.
    distance: int | None
    #: How many copies of the useful tiles (ukeire) are unseen after it.
    acceptance: int
    #: The most that can be won after it, a probability.
    bound: float


@dataclass(frozen=True)
class SolvedHand:
    """What a hand can win at most. :meth:`Solved.odds` makes it.

    >>> import paili, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     means = paili.solve(f"{folder}/four", tiles=4, draws=3)
    ...     hand = paili.Solved(f"{folder}/four").odds("2345m")
    >>> hand.draws, hand.unseen, round(hand.bound, 3)
    (3, 132, 0.131)
    """

    #: The hand, as it was read.
    hand: str
    #: How many tiles the hand lacks to win; None if no tiles can complete it.
    distance: int | None
    #: How many tiles its owner has not seen.
    unseen: int
    #: How many draws are to come.
    draws: int
    #: The most that can be won, a probability: never less than any way to play reaches.
    bound: float
    #: Every discard, best first; empty unless one is due.
    discards: tuple[SolvedDiscard, ...] = ()


class Solved:
    """A file of bounds, mapped into memory. :func:`solve` and ``paili solve`` make it.

    Parameters
    ----------
    path : path
        The file.

    Raises
    ------
    InputError
        When it is no file of bounds, or damaged.
    OSError
        When it can't be read.

    Examples
    --------
    >>> import paili, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     means = paili.solve(f"{folder}/four", tiles=4, draws=3)
    ...     solved = paili.Solved(f"{folder}/four")
    >>> solved
    <Solved: 4 tiles of mpsz, 3 draws from 132 unseen; standard>
    >>> solved.bulk(["2345m", "1199p"], 2).round(3).tolist()
    [0.09, 0.06]
    """

    __slots__ = ("_facts", "_path", "_solved")

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.path.abspath(os.fspath(path))
        self._solved = _native.Solved(path)
        self._facts = self._solved.facts()

    deck = Fact(0, str, "The parts of the usual deck, or the name of the rule set that has another.")
    tiles = Fact(1, int, "The tiles in hand before a draw.")
    draws = Fact(2, int, "How many draws there are.")
    unseen = Fact(3, int, "How many tiles are unseen before the first draw.")
    forms = Fact(4, tuple[str, ...], "The win forms.")
    rules = Fact(6, str, "The name of the rule set.")

    @property
    def means(self) -> dict[int, float]:
        """The mean bound over all deals, by the draws to come."""
        return dict(self._facts[5])

    def odds(
        self, hand: str, *, melds: Sequence[str] = (), visible: str = "", draws: SupportsIndex | None = None
    ) -> SolvedHand:
        """Tell what a hand can win at most, and after which discard.

        Parameters
        ----------
        hand : str
            The hand, in any notation.
        melds : sequence of str, optional
            Its exposed melds.
        visible : str, optional
            Tiles that are seen elsewhere.
        draws : int, optional
            How many draws are to come; as many as the file has where so many tiles are unseen, unless it is given.

        Returns
        -------
        SolvedHand
            The bound and the discards.

        Raises
        ------
        InputError
            When the file is not for such a hand, so many draws, or so many unseen tiles.

        Examples
        --------
        >>> import paili, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     means = paili.solve(f"{folder}/four", tiles=4, draws=3)
        ...     hand = paili.Solved(f"{folder}/four").odds("1122p9s")
        >>> hand.distance, hand.draws, len(hand.discards)
        (1, 2, 3)
        """
        asked = None if draws is None else whole("draws", draws, "a number of draws", most=U32)
        return made(SolvedHand, json.loads(self._solved.odds(hand, list(melds), visible, asked)))

    def bulk(
        self, hands: Any, draws: SupportsIndex, *, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.float64]:
        """Bound many hands with so many draws to come.

        After a draw it is the bound of the best discard, and 1 of a hand that wins.

        Parameters
        ----------
        hands : array, column or iterable
            As :func:`paili.counts` takes them, but none may be missing.
        draws : int
            How many draws are to come.
        threads : int, optional
            On how many threads; all unless it is given.

        Returns
        -------
        numpy.ndarray
            The bounds, float64.

        Raises
        ------
        InputError
            At the first row that is no hand of the game, or when the file has no layer for so many draws.

        Examples
        --------
        >>> import paili, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     means = paili.solve(f"{folder}/four", tiles=4, draws=3)
        ...     paili.Solved(f"{folder}/four").bulk(["23499p", "2349p"], 3).round(3).tolist()
        [1.0, 0.074]
        """
        count = whole("draws", draws, "a number of draws")
        if count not in self.means:
            raise InputError("draws", f"{count}: the file has no layer for so many draws to come")
        return self._solved.bulk(hands, count, threads)

    def __eq__(self, other: object) -> bool:
        """Whether both are of the same file."""
        return isinstance(other, Solved) and self._path == other._path

    def __hash__(self) -> int:
        """Equal for those that are equal."""
        return hash(self._path)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: by its path."""
        return Solved, (self._path,)

    def __repr__(self) -> str:
        """The game in short."""
        deck, tiles, draws, unseen, forms, *_ = self._facts
        return f"<Solved: {tiles} tiles of {deck}, {draws} draws from {unseen} unseen; {', '.join(forms)}>"
