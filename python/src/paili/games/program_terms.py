"""On what terms programs play, and when a league or a comparison stops, as the native half reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from os import PathLike, fspath
from typing import Any, Literal, SupportsFloat, SupportsIndex

from paili.arguments.numbers import seed_of, whole
from paili.errors import InputError

__all__ = ["OnFault", "ProgramTerms", "Sandbox", "SequentialTest", "is_program", "seed_for", "test_of"]

#: What becomes of a game in which a program does something wrong.
OnFault = Literal["forfeit", "rule", "stop"]

#: What keeps programs to themselves.
Sandbox = Literal["bwrap", "none"]


@dataclass
class ProgramTerms:
    """On what terms programs play, as arguments have them. They are checked."""

    move_time: float
    memory: int | None
    sandbox: str | None
    allow: Sequence[str | PathLike[str]]
    on_fault: str
    errors: str | PathLike[str] | None

    def __post_init__(self) -> None:
        if not isinstance(self.move_time, SupportsFloat):
            raise TypeError(f"move_time: expected seconds, not {type(self.move_time).__name__}")
        if not 0 < self.move_time <= 86_400:
            raise InputError("move_time", f"{self.move_time!r}: expected seconds, of at most a day")
        if self.memory is not None:
            expected = "at least 1,000,000 bytes, and less than 2**63"
            self.memory = whole("memory", self.memory, expected, 1_000_000, 2**63 - 1)
        if self.sandbox not in (None, "bwrap", "none"):
            raise InputError("sandbox", f"{self.sandbox!r}: expected 'bwrap', 'none' or None")
        if self.on_fault not in ("forfeit", "rule", "stop"):
            raise InputError("on_fault", f"{self.on_fault!r}: expected 'forfeit', 'rule' or 'stop'")
        if isinstance(self.allow, str):
            raise InputError("allow", f"{self.allow!r}: expected paths, not a text")
        self.allow = [fspath(path) for path in self.allow]
        self.errors = None if self.errors is None else fspath(self.errors)


def is_program(policy: object) -> bool:
    """Whether it is the command of a program.

    >>> is_program("exec:./bot"), is_program("rule")
    (True, False)
    """
    return isinstance(policy, str) and policy.strip().startswith("exec:")


def seed_for(seed: SupportsIndex | Literal["auto"] | None, policies: list[Any]) -> int:
    """The argument ``seed``: ``auto`` is 1, but where programs play, who could know every wall by it, a drawn one.

    >>> seed_for("auto", ["rule"]), seed_for(7, ["exec:./bot"])
    (1, 7)
    """
    if isinstance(seed, str) and seed == "auto":
        seed = None if any(map(is_program, policies)) else 1
    return seed_of(seed)


@dataclass(frozen=True)
class SequentialTest:
    """What a sequential test tells apart, and how often it may err."""

    alpha: float
    beta: float
    alike: float
    apart: float

    def __post_init__(self) -> None:
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not 0 < value <= 0.5:
                raise InputError(name, f"{value!r}: expected a probability above 0, of at most 0.5")
        if not 0 <= self.alike < self.apart <= 1:
            told = (self.alike, self.apart)
            raise InputError("differences", f"{told!r}: expected two from 0 to 1, the smaller first")

    def __reduce__(self) -> tuple[Any, ...]:
        # Read as it was made, so that what is wrong is told.
        return SequentialTest, astuple(self)


def test_of(until: str | None, alpha: float, beta: float, differences: tuple[float, float]) -> SequentialTest | None:
    """The test of arguments, which are checked; none unless it is to decide."""
    if until not in (None, "decided"):
        raise InputError("until", f"{until!r}: expected 'decided' or None")
    try:
        alike, apart = map(float, differences)
    except (TypeError, ValueError):
        raise InputError("differences", f"{str(differences)[:60]}: expected two numbers from 0 to 1") from None
    test = SequentialTest(alpha, beta, alike, apart)
    return test if until else None
