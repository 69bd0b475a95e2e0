"""On what terms programs play, and when a league stops, as the native half reads them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ProgramTerms", "SequentialTest"]


@dataclass(frozen=True)
class ProgramTerms:
    """On what terms programs play."""

    move_time: float
    memory: int | None
    sandbox: bool
    on_fault: str
    errors: str | None
    #: The command that starts an attendant.
    attendant: list[str]


@dataclass(frozen=True)
class SequentialTest:
    """What a sequential test tells apart, and how often it may err."""

    alpha: float
    beta: float
    alike: float
    apart: float
