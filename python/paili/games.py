"""Many games, and single ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paili import _native
from paili.errors import InputError
from paili.tally import Tally

__all__ = ["simulate"]


def seats(policies: str | Sequence[str]) -> list[str]:
    """The policy of each seat: one for all, or four."""
    names = policies.split(",") if isinstance(policies, str) else list(policies)
    names = [name.strip() for name in names]
    if len(names) == 1:
        names *= 4
    if len(names) != 4:
        raise InputError("policies", f"{len(names)} policies for four seats: expected one for all or four")
    return names


def simulate(
    games: int = 1_000_000,
    *,
    seed: int = 1,
    policies: str | Sequence[str] = "rule",
    detail: bool = False,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tally:
    """Play games ``first`` to ``first + games - 1`` of a seed and tally them."""
    if games < 0:
        raise InputError("games", f"{games}: expected a number of games")
    return Tally(_native.simulate(first, first + games, seed, seats(policies), detail, threads, progress))
