"""How likely a hand wins, and with which discard."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paili.arguments.names import LawName
from paili.display.pages import numbers_page, plural, text_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Chances", "DiscardOdds", "Odds", "numbers"]

#: The most columns that show how the probability to win falls.
MARKS = 4


class Chances:
    """How likely something wins, and is ready, by the draws made."""

    _win: tuple[float, ...]
    _ready: tuple[float, ...]

    @property
    def win(self) -> Any:
        """How likely it wins in the draws that are left, if it is still this hand after 0, 1, 2 … draws.

        Of a discard, that is if it comes after so many. Of a hand with a discard due, this is what the best discard
        leaves, which may be another after some draws. float64 in a numpy array, or in a memory view where there is no
        numpy; neither can be written to.

        >>> import paili
        >>> paili.Hand("1133m456789p123s").odds(3, changes=0).win.round(4)
        array([0.0952, 0.0648, 0.0331])
        >>> paili.Hand("34m99p1z").odds(3, changes=0).discards[0].win.round(4)
        array([0.1735, 0.1197, 0.062 ])
        """
        return numbers(array("d", self._win).tobytes(), "d")

    @property
    def ready(self) -> Any:
        """How likely it is, or has been, ready at the end, played to win; an array like :attr:`win`.

        >>> import paili
        >>> paili.Hand("1133m456789p12s1z").odds(3, changes=0).ready.round(4)
        array([0.1841, 0.1274, 0.0661])
        """
        return numbers(array("d", self._ready).tobytes(), "d")

    def _at_first(self) -> str:
        """The numbers before the first draw, in words."""
        return f"ready {self._ready[0]:.2%}, win {self._win[0]:.2%}"

    def _told(self) -> dict[str, Any]:
        """Both for JSON."""
        return {"win": list(self._win), "ready": list(self._ready)}


@dataclass(frozen=True, repr=False)
class DiscardOdds(Chances):
    """A discard, and how likely the hand wins then.

    >>> import paili
    >>> paili.Hand("34m99p1z").odds(changes=0).discards[0]
    <DiscardOdds of 1z: distance 1, acceptance 8, ready 100.00%, win 68.19%>
    """

    #: The tile.
    tile: str
    #: The distance after it.
    distance: int
    #: How many copies are left of the tiles that are useful after it.
    acceptance: int
    _win: tuple[float, ...]
    _ready: tuple[float, ...]

    def __repr__(self) -> str:
        """The tile and the numbers before the first draw."""
        outlook = f"distance {self.distance}, acceptance {self.acceptance}"
        return f"<DiscardOdds of {self.tile}: {outlook}, {self._at_first()}>"


@dataclass(frozen=True, repr=False)
class Odds(Chances):
    """How likely a hand wins within the next draws. :meth:`paili.Hand.odds` makes it.

    Printed, it is a page; notebooks show it as a table.

    Examples
    --------
    >>> import paili
    >>> print(paili.Hand("34m99p1z").odds(6, changes=1))
    34m99p1z: 6 draws of 131 unseen tiles, 1 change, law remembering
    <BLANKLINE>
    Discard   distance   acceptance   P(ready)   P(win)   after 2   after 4
         1z          1            8    100.00%   32.01%    22.83%    12.25%
         4m          2           23     69.38%    7.49%     3.49%     0.69%
         3m          2           23     69.38%    7.49%     3.49%     0.69%
         9p          2           13     47.27%    4.75%     2.13%     0.40%
    """

    #: The hand, in its notation.
    hand: str
    #: The name of the rule set.
    rules: str
    #: How many tiles it lacks to win.
    distance: int
    #: How many copies are left of its useful tiles.
    acceptance: int
    #: How many tiles are drawn.
    draws: int
    #: How often the hand may be improved without getting nearer, or step back.
    changes: int
    #: How likely a kind is drawn, and what is kept.
    law: LawName
    #: How many tiles the player has not seen.
    unseen: int
    #: Of a hand of 14-3n tiles that does not win: the discards that are worth something, likeliest to win first.
    discards: tuple[DiscardOdds, ...]
    _win: tuple[float, ...]
    _ready: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """All of it, for JSON. A hand that chooses among discards has ``win`` and ``ready`` in each of them.

        >>> import paili
        >>> list(paili.Hand("34m99p").odds(3, changes=0).to_dict())
        ['hand', 'rules', 'unseen', 'draws', 'changes', 'law', 'win', 'ready']
        >>> odds = paili.Hand("34m99p1z").odds(3, changes=0).to_dict()
        >>> list(odds)
        ['hand', 'rules', 'unseen', 'draws', 'changes', 'law', 'discards']
        >>> list(odds["discards"][0])
        ['tile', 'distance', 'acceptance', 'win', 'ready']
        """
        names = ("hand", "rules", "unseen", "draws", "changes", "law")
        told: dict[str, Any] = {name: getattr(self, name) for name in names}
        of_each = ("tile", "distance", "acceptance")
        ways = [{name: getattr(way, name) for name in of_each} | way._told() for way in self.discards]
        return told | ({"discards": ways} if ways else self._told())

    def __repr__(self) -> str:
        """The hand, its best discard, and how likely it wins."""
        discard = f"discard {self.discards[0].tile}, " if self.discards else ""
        return f"<Odds of {self.hand} in {plural(self.draws, 'draw')}: {discard}{self._at_first()}>"

    def __str__(self) -> str:
        """A page: what was asked, and a row a discard."""
        return "\n".join([self._of(), "", *text_table(self._cells())])

    def _repr_html_(self) -> str:
        """The page as notebooks show it."""
        head, *rows = self._cells()
        return numbers_page(self._of(), head, rows)

    def _of(self) -> str:
        """Says what was asked."""
        changes = plural(self.changes, "change") if self.changes else "no changes"
        draws = f"{plural(self.draws, 'draw')} of {plural(self.unseen, 'unseen tile')}"
        return f"{self.hand}: {draws}, {changes}, law {self.law}"

    def _cells(self) -> list[tuple[str, ...]]:
        """The cells of a table, the names of its columns first."""
        step = -(-self.draws // (MARKS + 1))
        marks = range(step, self.draws, step)

        def cells(way: Odds | DiscardOdds) -> tuple[str, ...]:
            chances = (way._ready[0], way._win[0], *(way._win[made] for made in marks))
            return (str(way.distance), str(way.acceptance), *(f"{chance:.2%}" for chance in chances))

        head = ("distance", "acceptance", "P(ready)", "P(win)", *(f"after {made}" for made in marks))
        if self.discards:
            return [("Discard", *head), *((discard.tile, *cells(discard)) for discard in self.discards)]
        return [head, cells(self)]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how likely it wins by draws made, with each of its best discards. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where it is drawn.

        Returns
        -------
        matplotlib.axes.Axes
            Those given, or new ones.

        Examples
        --------
        >>> import paili
        >>> axes = paili.Hand("34m99p1z").odds(changes=1).plot()
        >>> [text.get_text() for text in axes.get_legend().get_texts()]
        ['1z', '4m', '3m', '9p']
        """
        from paili.display.drawing import curves

        chances = {in_letters(discard.tile): discard._win for discard in self.discards[:SHOWN]} or {"": self._win}
        words = {"xlabel": "draws made", "ylabel": "P(win) in the draws that are left"}
        ax = curves(ax, chances, legend="discard", **words)
        ax.set_title(in_letters(self._of()).replace(": ", "\n", 1), loc="left", fontsize="medium")
        return ax


#: The most discards that a plot shows.
SHOWN = 6


#: Unicode's tiles by their tokens.
TILES = {
    **{
        f"{rank + 1}{suit}": chr(first + rank)
        for suit, first in zip("MSP", (0x1F007, 0x1F010, 0x1F019), strict=True)
        for rank in range(9)
    },
    **{token: chr(0x1F000 + place) for place, token in enumerate("ESWNZFB")},
}


def in_letters(text: str) -> str:
    """A text with the judge's tokens for Unicode's tiles, which the fonts of plots don't have."""
    tokens = {char: token for token, char in TILES.items()}
    return "".join(tokens.get(char, char) for char in text)


def numbers(held: bytes | bytearray, kind: Any) -> Any:
    """Bytes as the numbers that they are: an array of numpy's, or a memory view where there is none."""
    try:
        import numpy
    except ImportError:
        return memoryview(held).cast(kind)
    return numpy.frombuffer(held, kind)
