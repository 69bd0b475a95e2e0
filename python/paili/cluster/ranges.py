"""Which pieces of a job are finished."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

__all__ = ["Ranges"]


class Ranges:
    """A set of numbers that is kept as ranges: pieces are finished nearly in their order, so there are few."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        # Each begins after the one before ends, and not at its end.
        self._ranges: list[tuple[int, int]] = []
        self._length = 0
        for start, end in ranges:
            if start < 0 or end <= start or (self._ranges and start <= self._ranges[-1][1]):
                raise ValueError("the ranges are out of order")
            self._ranges.append((start, end))
            self._length += end - start

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._ranges)

    def plus(self, number: int) -> Ranges:
        """The set with a number that is not in it yet. This one stays as it is."""
        place = bisect_right(self._ranges, number, key=lambda one: one[0])
        if place > 0 and self._ranges[place - 1][1] > number:
            raise ValueError(f"{number} is in it already")
        start, end = number, number + 1
        first = last = place
        if place > 0 and self._ranges[place - 1][1] == start:
            first, start = place - 1, self._ranges[place - 1][0]
        if place < len(self._ranges) and self._ranges[place][0] == end:
            last, end = place + 1, self._ranges[place][1]
        return Ranges([*self._ranges[:first], (start, end), *self._ranges[last:]])

    def gaps(self, end: int) -> Iterator[int]:
        """The numbers up to an end that are not in it."""
        number = 0
        for start, after in self._ranges:
            yield from range(number, start)
            number = after
        yield from range(number, end)
