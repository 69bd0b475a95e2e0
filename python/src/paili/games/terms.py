"""The terms of programs, from arguments."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath

from paili.errors import InputError
from paili.games.program_terms import ProgramTerms

__all__ = ["terms_of"]


def terms_of(
    move_time: float,
    memory: int | None,
    sandbox: str | None,
    allow: Sequence[str | PathLike[str]],
    on_fault: str,
    player_errors: str | PathLike[str] | None,
) -> ProgramTerms:
    """The terms of arguments, which are checked."""
    if not 0 < move_time <= 86_400:
        raise InputError("move_time", f"{move_time!r}: expected seconds, of at most a day")
    if memory is not None and not 1_000_000 <= memory < 2**63:
        raise InputError("memory", f"{memory!r}: expected at least 1,000,000 bytes, and less than 2**63")
    if sandbox not in (None, "bwrap", "none"):
        raise InputError("sandbox", f"{sandbox!r}: expected 'bwrap', 'none' or None")
    if isinstance(allow, str):
        raise InputError("allow", f"{allow!r}: expected paths, not a text")
    errors = None if player_errors is None else fspath(player_errors)
    return ProgramTerms(move_time, memory, sandbox, [fspath(path) for path in allow], on_fault, errors)
