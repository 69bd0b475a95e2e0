"""What became of many games."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from paili import _native

__all__ = ["Tally"]


class Tally:
    """What became of some games, in numbers that add up."""

    def __init__(self, native: _native.Tally) -> None:
        self._native = native

    @cached_property
    def _object(self) -> dict[str, Any]:
        return json.loads(self._native.to_json())

    @property
    def games(self) -> int:
        """Games played."""
        return self._object["games"]

    def to_json(self) -> str:
        """The same text as ``paili simulate --format json`` begins with."""
        return self._native.to_json()

    def to_bytes(self) -> bytes:
        """The tally as bytes; equal tallies have equal bytes, on any machine."""
        return self._native.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Tally:
        """Read what :meth:`to_bytes` wrote."""
        return cls(_native.Tally(data))

    def __add__(self, other: Tally) -> Tally:
        return Tally(self._native + other._native)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self._native == other._native

    def __reduce__(self) -> tuple[Any, ...]:
        return Tally.from_bytes, (self.to_bytes(),)
