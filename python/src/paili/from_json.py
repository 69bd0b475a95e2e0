"""Results that are read from the program's JSON, by the types of their attributes."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import is_dataclass
from functools import cache, cached_property
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from paili.arguments.names import SEATS

__all__ = ["Fact", "FromJson", "ReadsJson", "made"]

T = TypeVar("T")

hints = cache(get_type_hints)


def made(kind: type[T], told: Any) -> T:
    """A value of a type from JSON.

    What is by seat is an array there, and integers that a double does not hold are texts.
    Tuples are of one type; of what may be None, that is named last.

    >>> from paili.from_json import made
    >>> made(dict[str, tuple[int, ...]], [["1"], [], [2, 3], []])
    {'A': (1,), 'B': (), 'C': (2, 3), 'D': ()}
    """
    of: Any = get_args(kind)
    value: Any = told
    if get_origin(kind) is UnionType:
        value = None if told is None else made(of[0], told)
    elif is_dataclass(kind):
        value = kind(**{name: made(hint, told[name]) for name, hint in hints(kind).items() if name in told})
    elif get_origin(kind) is tuple:
        value = tuple(made(of[0], each) for each in told)
    elif get_origin(kind) is dict:
        named = zip(SEATS, told, strict=True) if isinstance(told, list) else told.items()
        value = {name: made(of[1], each) for name, each in named}
    elif kind is int:
        value = int(told)
    result: T = value
    return result


class FromJson(cached_property[T]):
    """An attribute that is read from the JSON's value of the same name."""

    def __init__(self, kind: type[T], doc: str) -> None:
        super().__init__(lambda result: made(kind, result._json[self.attrname]))
        self.__doc__ = doc


class Fact(property, Generic[T]):
    """An attribute that is one of the native object's ``_facts``, which are a tuple."""

    def __init__(self, place: int, kind: type[T], doc: str) -> None:
        super().__init__(lambda told: made(kind, told._facts[place]), doc=doc)

    if TYPE_CHECKING:

        def __get__(self, told: Any, owner: type | None = None) -> T: ...  # type: ignore[override]


class ReadsJson(ABC):
    """A result whose attributes are read from its JSON."""

    @abstractmethod
    def to_json(self) -> str:
        """The numbers as the program's JSON."""

    def to_dict(self) -> dict[str, Any]:
        """The numbers of :meth:`to_json` as a new dictionary."""
        read: dict[str, Any] = json.loads(self.to_json())
        return read

    @cached_property
    def _json(self) -> dict[str, Any]:
        return self.to_dict()
