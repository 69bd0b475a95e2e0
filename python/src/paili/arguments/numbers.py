"""Arguments that more than one function takes."""

from __future__ import annotations

import operator
import os
from typing import SupportsIndex

from paili.errors import InputError

__all__ = [
    "GAME",
    "GAMES",
    "MOST_THREADS",
    "U32",
    "U64",
    "count",
    "drawn_seed",
    "games_of",
    "integer",
    "seed_of",
    "shown",
    "up_to",
    "whole",
]

#: The largest number that the library counts tiles and draws with.
U32 = 2**32 - 1

#: The largest number that the library counts games with.
U64 = 2**64 - 1

#: How long the numbers are that a message shows.
MOST_BITS = 256

#: The most threads, and the most processes: more than any machine has processors.
MOST_THREADS = 4096

#: What is expected of how many games there are.
GAMES = f"a number of games, from 0 to {U64}"

#: What is expected of a game's number.
GAME = f"the number of a game, from 0 to {U64}"


def integer(argument: str, value: SupportsIndex) -> int:
    """A whole number of any integer type, numpy's too.

    >>> integer("mask", 1.5)
    Traceback (most recent call last):
    TypeError: mask: expected a whole number, not float
    """
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{argument}: expected a whole number, not {type(value).__name__}") from None


def whole(argument: str, value: SupportsIndex, expected: str, least: int = 0, most: int = U64) -> int:
    """A whole number from ``least`` to ``most``; of any integer type, numpy's too.

    >>> whole("seed", 7, "a seed")
    7
    >>> whole("seed", -7, "a seed")
    Traceback (most recent call last):
    paili.errors.InputError: seed: -7: expected a seed
    """
    number = integer(argument, value)
    if not least <= number <= most:
        raise InputError(argument, f"{shown(number)}: expected {expected}")
    return number


def shown(number: int) -> str:
    """A whole number for a message. Python itself refuses to write very long ones.

    >>> shown(-7), shown(10**30), shown(10**5000)
    ('-7', '1000000000000000000000000000000', 'a number of 16610 bits')
    """
    return str(number) if number.bit_length() <= MOST_BITS else f"a number of {number.bit_length()} bits"


def seed_of(value: SupportsIndex | None) -> int:
    """The argument ``seed``: a whole number, or None for a seed from the operating system.

    >>> seed_of(7)
    7
    >>> 0 <= seed_of(None) <= U64
    True
    """
    return drawn_seed() if value is None else whole("seed", value, f"None, or a seed from 0 to {U64}")


def drawn_seed() -> int:
    """A seed from the operating system."""
    return int.from_bytes(os.urandom(8))


def count(argument: str, value: SupportsIndex, expected: str) -> int:
    """A whole number above 0.

    >>> count("max_cycles", 0, "1 or more")
    Traceback (most recent call last):
    paili.errors.InputError: max_cycles: 0: expected 1 or more
    """
    return whole(argument, value, expected, 1)


def up_to(argument: str, value: SupportsIndex, most: int) -> int:
    """A whole number from 1 to ``most``.

    >>> up_to("processes", 10**6, 4096)
    Traceback (most recent call last):
    paili.errors.InputError: processes: 1000000: expected 1 to 4096
    """
    return whole(argument, value, f"1 to {most}", 1, most)


def games_of(games: SupportsIndex, first: SupportsIndex) -> tuple[int, int]:
    """The arguments ``games`` and ``first``: how many games, and the number of the first.

    >>> games_of(2, 2**64 - 2)
    Traceback (most recent call last):
    paili.errors.InputError: games: 2 from game 18446744073709551614 on: expected games up to 18446744073709551615
    """
    games = whole("games", games, GAMES)
    first = whole("first", first, GAME)
    if first + games > U64:
        raise InputError("games", f"{games} from game {first} on: expected games up to {U64}")
    return games, first
