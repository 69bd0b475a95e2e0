"""Games as the rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from paili import _native
from paili.arguments.numbers import games_of, seed_of
from paili.arguments.progress import Watcher, watching
from paili.games.policy import Policies, four
from paili.hands.odds import numbers

if TYPE_CHECKING:
    import numpy

__all__ = ["game_rows"]


def game_rows(
    games: SupportsIndex,
    *,
    seed: SupportsIndex | None = 1,
    policies: Policies = "rule",
    first: SupportsIndex = 0,
    walls: bool = False,
    transcripts: bool = False,
    threads: SupportsIndex | None = None,
    progress: Watcher = None,
) -> dict[str, numpy.ndarray[Any, Any] | list[str | None]]:
    """Play games and tell what became of each: the columns of ``paili simulate --rows``.

    Parameters
    ----------
    games : int
        How many games: as many rows.
    policies : str, Policy or iterable of them
        Names or objects, as in :func:`paili.simulate`; no programs.
    seed, first, threads, progress
        As in :func:`paili.simulate`.
    walls : bool
        Also a column ``wall`` with the tiles of each, front first, as :func:`paili.play` reads them.
    transcripts : bool
        Also a column ``transcript``, as the program prints it: 1.4 kB each.

    Returns
    -------
    dict
        Columns of length ``games``, ready for ``pandas.DataFrame``, ``polars.DataFrame`` or ``pyarrow.table``:
        ``game`` (uint64); ``outcome``, "ron", "self-draw" or "exhausted", ``winner`` and ``from``, a seat or ``None``
        (lists); and, as int16, ``turns``, ``tiles_left``, and for each seat ``chows_a`` …, ``pongs_a`` … and
        ``start_a`` …, the distance as dealt. Numbers are arrays of numpy's; without numpy, memory views.

    Raises
    ------
    InputError
        When an argument is wrong, or a policy answers what is not allowed.
    MemoryError
        When there is no memory for the rows, before anything is played.

    Examples
    --------
    >>> import pandas, paili
    >>> rows = pandas.DataFrame(paili.game_rows(1_000))
    >>> rows.groupby("outcome").turns.mean().round(1).to_dict()
    {'exhausted': 100.2, 'ron': 50.5, 'self-draw': 53.0}
    """
    games, first = games_of(games, first)
    seed, chosen = seed_of(seed), four(policies)
    with watching(progress, games, "games") as tell:
        columns = _native.game_rows(
            first, first + games, seed, chosen, bool(walls), bool(transcripts), threads=threads, progress=tell
        )
    return {
        name: cells if isinstance(cells, list) else numbers(cells, "Q" if name == "game" else "h")
        for name, cells in columns.items()
    }
