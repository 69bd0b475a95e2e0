"""Arguments that more than one function takes."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from paili.errors import InputError

__all__ = ["U64", "count", "whole"]

#: The largest number that the library counts games with.
U64 = 2**64 - 1


def whole(argument: str, value: SupportsIndex, expected: str) -> int:
    """A whole number from 0 to :data:`U64`; of any integer type, numpy's too.

    >>> whole("seed", 7, "a seed")
    7
    >>> whole("seed", -7, "a seed")
    Traceback (most recent call last):
    paili.errors.InputError: seed: -7: expected a seed
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{argument}: expected a whole number, not {type(value).__name__}") from None
    if not 0 <= number <= U64:
        raise InputError(argument, f"{number}: expected {expected}")
    return number


def count(argument: str, value: SupportsIndex, expected: str) -> int:
    """A whole number above 0.

    >>> count("threads", 0, "1 to 4096")
    Traceback (most recent call last):
    paili.errors.InputError: threads: 0: expected 1 to 4096
    """
    number = whole(argument, value, expected)
    if number == 0:
        raise InputError(argument, f"0: expected {expected}")
    return number
