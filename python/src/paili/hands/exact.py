"""All possible hands, counted by distance."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from paili.display.pages import numbers_page, plural, text_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes


__all__ = ["ExactDistribution", "ExactRow"]


@dataclass(frozen=True)
class ExactRow:
    """The hands at one distance: there is at least one.

    >>> import paili
    >>> paili.exact(14).distances[0].distinct
    11498658
    """

    #: The distance; None of hands that no tiles can complete.
    distance: int | None
    #: How many ways there are to draw one of the hands: every copy of a kind is a tile of its own.
    weighted: int
    #: How many different hands there are: copies of a kind are all the same.
    distinct: int
    #: The probability that a random hand is one of them.
    probability: float
    #: Their mean acceptance: how many of the tiles left in the deck are useful.
    acceptance: float
    #: The sum of their acceptances, each hand counted in all ways to draw it.
    accepted: int


@dataclass(frozen=True, repr=False)
class ExactDistribution:
    """How many hands there are at each distance, exactly. :func:`paili.exact` makes it.

    Printed, it is a page; notebooks show it as a table.

    >>> import paili
    >>> all = paili.exact(14)
    >>> all
    <ExactDistribution of 14 tiles (deck of 136; form standard): mean distance 4.315576>
    >>> all.weighted  # ways to draw 14 of 136 tiles
    4250305029168216000
    >>> [row.distance for row in all.distances]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """

    #: How many concealed tiles the hands have.
    tiles: int
    #: How many melds they have exposed.
    melds: int
    #: 136 or 148: the tiles of the deck before any was taken out.
    deck: int
    #: The name of the rule set.
    rules: str
    #: The tiles taken out, in tile order.
    visible: tuple[str, ...]
    #: The win forms that count.
    forms: tuple[str, ...]
    #: From the smallest distance that a hand has to the largest.
    distances: tuple[ExactRow, ...]
    #: How many ways there are to draw a hand.
    weighted: int
    #: How many hands there are.
    distinct: int
    #: The mean distance of a hand drawn at random, of those that tiles can complete.
    mean: float
    #: The mean acceptance of a hand drawn at random.
    acceptance: float
    #: The sum of all acceptances, each hand counted in all ways to draw it.
    accepted: int

    def to_dict(self) -> dict[str, Any]:
        """All of it, under the keys of ``paili exact --acceptance --format json``.

        What are texts of digits there are integers here.

        >>> import paili
        >>> list(paili.exact(14).to_dict())
        ['tiles', 'deck', 'rules', 'forms', 'distances', 'weighted', 'distinct', 'mean', 'acceptance', 'accepted']
        """
        rows = [asdict(row) for row in self.distances]
        told = asdict(self) | {"visible": " ".join(self.visible), "forms": list(self.forms), "distances": rows}
        left_out = {"melds"} if self.visible else {"melds", "visible"}
        return {name: told[name] for name in told if name not in left_out}

    def table(self) -> dict[str, list[Any]]:
        """A row a distance, as columns: what ``pandas.DataFrame`` and ``polars.DataFrame`` take.

        ``weighted`` and ``accepted`` go beyond what a column of 64-bit integers holds, so here they are doubles, the
        nearest ones. ``distances`` and :meth:`to_dict` have them exactly.

        >>> import paili
        >>> table = paili.exact(2).table()
        >>> table["distance"], table["weighted"]
        ([0, 1], [204.0, 8976.0])
        """
        names = [field.name for field in fields(ExactRow)]
        columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in self.distances] for name in names}
        for name in ("weighted", "accepted"):
            columns[name] = [float(count) for count in columns[name]]
        return columns

    def __repr__(self) -> str:
        """The hands, and their mean distance."""
        return f"<ExactDistribution of {self._of()}: mean distance{self._of_mean()} {self.mean:.6f}>"

    def __str__(self) -> str:
        """A page: the hands, a row a distance, and the mean."""
        lines = text_table(self._cells())
        mean = f"Mean distance{self._of_mean()} {self.mean:.6f}"
        return "\n".join([f"All hands of {self._of()}", "", *lines, "", mean])

    def _repr_html_(self) -> str:
        """The page as notebooks show it."""
        head, *rows = self._cells()
        title = f"All hands of {self._of()} · mean distance{self._of_mean()} {self.mean:.6f}"
        return numbers_page(title, head, rows)

    def _of(self) -> str:
        """Names the hands and their deck."""
        melds = f" beside {plural(self.melds, 'exposed meld')}" if self.melds else ""
        visible = f" less {' '.join(self.visible)}" if self.visible else ""
        forms = f"form{'s' if len(self.forms) > 1 else ''} {', '.join(self.forms)}"
        return f"{plural(self.tiles, 'tile')}{melds} (deck of {self.deck}{visible}; {forms})"

    def _of_mean(self) -> str:
        """Names the hands that the mean is of, if it is not of all."""
        return " of hands that tiles can complete" if self.distances[-1].distance is None else ""

    def _cells(self) -> list[tuple[str, ...]]:
        """The cells of a table, the names of its columns first."""
        head = ("Distance", "ways to draw", "probability", "different hands", "acceptance")
        named = (("never" if row.distance is None else str(row.distance), row) for row in self.distances)
        told = [(name, row, row.probability) for name, row in named] + [("all", self, 1.0)]
        cells = (
            (name, f"{hands.weighted:,}", percent(share), f"{hands.distinct:,}", f"{hands.acceptance:.3f}")
            for name, hands, share in told
        )
        return [head, *cells]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how likely each distance is. Needs matplotlib.

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
        >>> paili.exact(14).plot().get_xlabel()
        'distance (tiles that a hand lacks)'
        """
        from paili.display.drawing import DISTANCE, bars

        beside = f" beside {plural(self.melds, 'exposed meld')}" if self.melds else ""
        less = f" less {len(self.visible)}" if self.visible else ""
        forms = "" if self.forms == ("standard",) else f"; {', '.join(self.forms)}"
        hands = f"All hands of {plural(self.tiles, 'tile')}{beside} (deck of {self.deck}{less}{forms})"
        shares = {row.distance: row.probability for row in self.distances if row.distance is not None}
        ax = bars(ax, shares, [*map(label, shares.values())], xlabel=DISTANCE)
        ax.set_title(f"{hands}\nmean distance{self._of_mean()} {self.mean:.3f}", loc="left", fontsize="medium")
        ax.set_xticks(list(shares))
        return ax


def label(probability: float) -> str:
    """A probability in percent, for a label that has little room."""
    percent = 100 * probability
    if percent < 0.001:
        return "≈0"
    return f"{percent:.1f}" if percent >= 1 else f"{percent:.2g}"


def percent(probability: float) -> str:
    """A probability that may be tiny."""
    share = 100 * probability
    return f"{share:.6f} %" if share == 0 or share >= 1e-4 else f"{share:.2e} %".replace("e-0", "e-")
