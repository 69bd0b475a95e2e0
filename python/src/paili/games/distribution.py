"""The numbers that a tally is made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from paili.errors import InputError

__all__ = ["Distribution", "Rate", "Spread"]


@dataclass(frozen=True)
class Rate:
    """How often something happened, and the 95 % confidence interval (Wilson) of its probability.

    >>> import paili
    >>> exhausted = paili.simulate(1_000).exhausted
    >>> exhausted.count, exhausted.rate, round(exhausted.low, 4), round(exhausted.high, 4)
    (6, 0.006, 0.0028, 0.013)
    """

    #: How often.
    count: int
    #: Its share; ``None`` of no games, and so are its ends.
    rate: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        return "–" if self.rate is None else f"{self.rate:.2%}"


@dataclass(frozen=True)
class Spread:
    """How many numbers there are, their mean, and their standard deviation as a sample.

    >>> import paili
    >>> kinds = paili.simulate(1_000, detail=True).detail.useful[0].kinds
    >>> kinds.total, kinds.mean, round(kinds.deviation, 3)
    (4000, 16.78975, 5.445)
    """

    total: int
    #: ``None`` of no numbers.
    mean: float | None
    #: ``None`` of fewer than two numbers.
    deviation: float | None


@dataclass(frozen=True)
class Distribution:
    """How often each of some small numbers was seen, from 0 on.

    >>> import paili
    >>> pongs = paili.simulate(1_000).pongs
    >>> pongs.counts
    (120, 278, 302, 185, 88, 21, 6)
    >>> pongs.mean, pongs.quantile(0.5)
    (1.93, 2)
    """

    #: How often each number was seen, up to the largest one.
    counts: tuple[int, ...]
    #: How many were seen in all.
    total: int
    #: ``None`` when none was seen.
    mean: float | None
    #: The standard deviation as a sample, ``None`` of fewer than two.
    deviation: float | None

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """Which share of all each number has."""
        return tuple(count / self.total for count in self.counts)

    def quantile(self, share: float) -> int | None:
        """The smallest number that at least this share of them does not exceed.

        Parameters
        ----------
        share : float
            The share, from 0 to 1: 0.5 asks for the median.

        Returns
        -------
        int or None
            None when none was seen.

        Raises
        ------
        InputError
            When the share is below 0 or above 1.
        """
        if not 0 <= share <= 1:
            raise InputError("share", f"{share}: expected 0 to 1")
        below = 0
        for value, count in enumerate(self.counts):
            below += count
            if count and below >= share * self.total:
                return value
        return None
