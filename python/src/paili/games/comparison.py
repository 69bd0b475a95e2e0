"""Two policies against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from paili import _native
from paili.display.pages import numbers_page, plural
from paili.errors import InputError
from paili.from_json import FromJson, ReadsJson
from paili.games.distribution import Rate
from paili.games.program_terms import SequentialTest

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Comparison"]


class Comparison(ReadsJson):
    """What became of two policies on the same walls, in numbers that add up. :func:`paili.compare` returns it.

    A match is one wall, played six times, with two players of each policy in all ways to seat them: both hold the same
    tiles and sit everywhere. All numbers are those that ``paili compare --format json`` prints, to the last digit.

    Examples
    --------
    >>> import paili
    >>> compared = paili.compare("acceptance", "rule", 6_000)
    >>> compared
    <Comparison of 1,000 matches: acceptance wins 29.90%, rule 20.08%; +9.82 points (+8.67 to +10.97), p < 0.000001>
    >>> compared.better
    'acceptance'

    """

    def __init__(
        self,
        native: _native.Comparison,
        policies: tuple[str, str],
        seed: int | None = None,
        test: SequentialTest | None = None,
    ) -> None:
        self._native = native
        self._policies = policies
        self._seed = seed
        self._test = test

    @property
    def policies(self) -> tuple[str, str]:
        """The names of the two policies; of an object, that of its class."""
        return self._policies

    @property
    def seed(self) -> int | None:
        """The seed of the walls, or ``None`` where it is not known: of several seeds, or read from bytes.

        It is no statistic: comparisons are equal, and have the same bytes, whatever their seeds.
        """
        return self._seed

    @property
    def decided(self) -> Literal["first", "second", "alike"] | None:
        """What the sequential test found; ``None`` if nothing, or if it was not asked.

        >>> import paili
        >>> compared = paili.compare("acceptance", "random", until="decided")
        >>> compared.matches, compared.decided
        (16, 'first')
        """
        return None if self._test is None else self._native.verdict(self._test)

    matches = FromJson(int, "Matches played.")
    games = FromJson(int, "Games played, six a match.")
    wins = FromJson(
        tuple[Rate, Rate],
        "How often a player of either policy won, of the games that such players sat in; intervals are of matches.",
    )
    exhausted = FromJson(Rate, "Games that nobody won.")
    difference = FromJson[float | None](
        float, "By how much a player of the first policy wins more often; ``None`` of no matches."
    )
    standard_error = FromJson[float | None](
        float, "The standard error of the difference; ``None`` of fewer than 30 matches."
    )
    low = FromJson[float | None](
        float,
        "The lower end of the difference's 95 % confidence interval (Student's, of how much the matches differ).\n\n"
        "``None`` of fewer than 30 matches, and where all went alike; so is :attr:`high`.",
    )
    high = FromJson[float | None](float, "The upper end of the interval.")
    p_value = FromJson[float | None](
        float, "How likely a difference at least as large is between policies that win equally often."
    )

    @property
    def better(self) -> str | None:
        """The policy that wins more often, if the interval leaves no doubt, or as a sequential test found.

        >>> import paili
        >>> compared = paili.compare("acceptance", "random", until="decided")
        >>> compared.matches, compared.better
        (16, 'acceptance')
        """
        first, second = self.policies
        if self._test is not None:
            return {"first": first, "second": second}.get(self.decided or "")
        if self.low is None or self.high is None:
            return None
        return first if self.low > 0 else second if self.high < 0 else None

    def to_json(self) -> str:
        """The numbers as the program's JSON; ``paili compare --format json`` adds keys of the run."""
        return self._native.to_json()

    def to_bytes(self) -> bytes:
        """The comparison as bytes; equal comparisons have equal bytes, on any machine."""
        return self._native.to_bytes("\n".join(self.policies))

    @classmethod
    def from_bytes(cls, data: bytes) -> Comparison:
        """Read what :meth:`to_bytes` wrote.

        Parameters
        ----------
        data : bytes
            The comparison as bytes.

        Returns
        -------
        Comparison
            The same comparison, whose seed is not known.

        Raises
        ------
        InputError
            When the bytes are no comparison's.
        TypeError
            When they are no bytes.
        """
        if not isinstance(data, bytes):
            raise TypeError(f"data: expected bytes, not {type(data).__name__}")
        policies, native = _native.Comparison.from_bytes(data)
        first, _, second = policies.partition("\n")
        return cls(native, (first, second))

    def __add__(self, other: Comparison) -> Comparison:
        """The comparison of both sets of matches, which have to be of the same policies."""
        if not isinstance(other, Comparison):
            return NotImplemented
        if self.policies != other.policies:
            pairs = (" and ".join(compared.policies) for compared in (self, other))
            raise InputError("comparison", "{}, and {}: expected the same policies".format(*pairs))
        # What has no matches takes nothing from the seed of what has.
        seeds = {compared.seed for compared in (self, other) if compared.matches} or {self.seed, other.seed}
        return Comparison(self._native + other._native, self.policies, seeds.pop() if len(seeds) == 1 else None)

    def __radd__(self, other: int) -> Comparison:
        """``0 + comparison``, with which ``sum`` begins."""
        return self if other == 0 and isinstance(other, int) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self.policies == other.policies and self._native == other._native

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.to_bytes(), self.seed, self._test)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how often either wins, with intervals. Needs matplotlib.

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
        >>> axes = paili.compare("acceptance", "rule", 600).plot()
        >>> [label.get_text() for label in axes.get_yticklabels()]
        ['acceptance', 'rule']
        """
        from paili.display.drawing import in_percent, intervals

        wins = zip(self.policies, self.wins, strict=True)
        rows = [(name, (won.rate, won.low, won.high)) for name, won in wins]
        title = f"{plural(self.matches, 'match')}: {self._told()}"
        return in_percent(intervals(ax, rows, title=title, xlabel="games won, with 95 % intervals"), "x")

    def __repr__(self) -> str:
        if not self.matches:
            return "<Comparison of no matches>"
        (first, second), (wins, others) = self.policies, self.wins
        of_each = f"{first} wins {wins}, {second} {others}"
        return f"<Comparison of {plural(self.matches, 'match')}: {of_each}; {self._told()}>"

    def _told(self) -> str:
        """The difference with how sure it is, as words."""
        told = f"{100 * (self.difference or 0):+.2f} points"
        if self.low is not None and self.high is not None:
            told += f" ({100 * self.low:+.2f} to {100 * self.high:+.2f})"
        # The p-value is that of a run of fixed length: it means nothing of one that stopped when it looked good.
        if self.p_value is not None and self._test is None:
            told += ", p < 0.000001" if self.p_value < 1e-6 else f", p = {self.p_value:.6f}"
        return told

    def _repr_html_(self) -> str:
        """Who won how often, as notebooks show it."""
        rates = (*zip(self.policies, self.wins, strict=True), ("nobody", self.exhausted))
        rows = [
            (name, f"{rate.count:,}", str(rate), "" if rate.low is None else f"{rate.low:.2%}–{rate.high:.2%}")
            for name, rate in rates
        ]
        title = f"{plural(self.matches, 'match')}, {plural(self.games, 'game')} · {self._told()}"
        return numbers_page(title, ("", "games", "wins", "95 % interval"), rows)


def restored(data: bytes, seed: int | None, test: SequentialTest | None) -> Comparison:
    """A comparison that was pickled."""
    compared = Comparison.from_bytes(data)
    return Comparison(compared._native, compared.policies, seed, test)
