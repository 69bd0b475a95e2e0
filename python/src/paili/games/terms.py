"""The terms of programs, from arguments."""

from __future__ import annotations

from os import PathLike, fspath

from paili.errors import InputError
from paili.games.attendant import COMMAND
from paili.games.program_terms import ProgramTerms

__all__ = ["terms_of"]


def terms_of(
    move_time: float, memory: int | None, sandbox: bool, on_fault: str, player_errors: str | PathLike[str] | None
) -> ProgramTerms:
    """The terms of arguments, which are checked."""
    if not 0 < move_time <= 86_400:
        raise InputError("move_time", f"{move_time!r}: expected seconds, of at most a day")
    if memory is not None and not 1_000_000 <= memory < 2**63:
        raise InputError("memory", f"{memory!r}: expected at least 1,000,000 bytes, and less than 2**63")
    errors = None if player_errors is None else fspath(player_errors)
    return ProgramTerms(move_time, memory, sandbox, on_fault, errors, list(COMMAND))
