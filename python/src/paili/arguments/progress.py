"""Telling how far a call is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Watcher", "import_tqdm", "not_to_watch", "watching"]

#: ``True`` for a bar, or what is told, some five times a second, how much is done.
Watcher = bool | Callable[[int], object] | None


@contextmanager
def watching(progress: Watcher, total: int | None, unit: str) -> Iterator[Callable[[int], object] | None]:
    """What to tell how many of ``total`` units are done.

    Parameters
    ----------
    progress
        The argument of that name: ``True`` shows a bar of tqdm's, in a terminal on standard error, in a notebook below
        the cell.
    total
        How many there are to be, if anybody knows.
    unit
        What they are: "games" or "hands".

    Examples
    --------
    >>> from paili.arguments.progress import watching
    >>> with watching(print, 100, "games") as tell:
    ...     tell(30)
    30

    """
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with import_tqdm()(total=total, unit=f" {unit}", unit_scale=True) as bar:
            yield lambda done: bar.update(done - bar.n)
    elif callable(progress):
        yield progress
    else:
        raise not_to_watch(progress)


def not_to_watch(progress: object) -> TypeError:
    """The error about what is no argument ``progress``."""
    return TypeError(f"progress: expected True for a bar, or something to call, not {type(progress).__name__}")


def import_tqdm() -> Any:
    """The bar that suits a terminal or a notebook, or an error that says how to get it."""
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm: pip install tqdm") from error
    return tqdm
