"""Words that go with numbers."""

from __future__ import annotations

__all__ = ["plural"]


def plural(number: int, noun: str) -> str:
    """So many of something.

    >>> from paili.words import plural
    >>> plural(1, "tile"), plural(14, "tile")
    ('1 tile', '14 tiles')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
