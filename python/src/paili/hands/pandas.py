"""What pandas hands over, and gets back. The native half calls it, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paili.errors import InputError
from paili.hands.kinds import KINDS

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

__all__ = ["counts", "frame", "in_order", "series", "taken", "texts"]


def taken(argument: str, hands: Any) -> tuple[Any, Any | None]:
    """Hands of pandas as what can be read without it, and the index of their rows; None if they have no index."""
    import pandas as pd

    if isinstance(hands, pd.DataFrame):
        if len(hands.columns) == len(KINDS):
            return _counted(argument, hands), hands.index
        if len(hands.columns) != 1:
            names = ", ".join(map(str, hands.columns[:20])) + (", …" if len(hands.columns) > 20 else "")
            reason = (
                f"a DataFrame of {len(hands.columns)} columns ({names}): expected one column of hands, or 34 of counts"
            )
            raise InputError(argument, reason)
        return taken(argument, hands.iloc[:, 0])
    if not isinstance(hands, pd.Series):
        return list(hands), None
    array: Any = hands.array
    in_arrow = isinstance(hands.dtype, pd.ArrowDtype) or getattr(hands.dtype, "storage", None) == "pyarrow"
    return (array.__arrow_array__() if in_arrow else hands.tolist()), hands.index


def _counted(argument: str, table: pd.DataFrame) -> Any:
    """Columns of counts as one array, or as lists if there are nulls. A row of nothing else is a null.

    Other nulls are for the native half to tell.
    """
    import pandas as pd

    # Columns go by their places.
    if list(table.columns) != list(KINDS) and set(table.columns) == set(KINDS):
        reason = "a DataFrame of 34 columns that are named as kinds: expected them in the order of paili.KINDS"
        raise InputError(argument, reason)
    gaps = table.isna().to_numpy()
    for place, (name, kind) in enumerate(table.dtypes.items()):
        if not pd.api.types.is_integer_dtype(kind) and not (gaps.any() and _was_whole(table.iloc[:, place])):
            reason = f"a DataFrame of 34 columns, of which {name} is not of integers: expected counts"
            raise InputError(argument, reason)
    if gaps.any():
        rows = table.fillna(0).to_numpy("int64").astype(object)
        rows[gaps] = None
        missing = table.isna().all(axis=1)
        return [None if nothing else row for row, nothing in zip(rows.tolist(), missing, strict=True)]
    array = table.to_numpy()
    return table.to_numpy("int64") if array.dtype == object else array


def _was_whole(column: pd.Series[Any]) -> bool:
    """Whether it is of whole numbers that pandas made floats of, as it does beside a null."""
    # Columns of Arrow's have no remainders.
    return column.dtype.kind == "f" and bool((column.dropna().astype("float64") % 1 == 0).all())


def series(name: str, values: np.ndarray, missing: bytearray | None, index: pd.Index) -> pd.Series[Any]:
    """A series of answers; integers have nulls in the rows that are missing."""
    import pandas as pd

    return pd.Series(_nullable(values, missing), index=index, name=name, copy=False)


def frame(
    names: Sequence[str], columns: Sequence[tuple[np.ndarray, bytearray | None]], index: pd.Index
) -> pd.DataFrame:
    """A data frame of answers, with nulls in the rows that each column lacks."""
    import pandas as pd

    named = {name: _nullable(*column) for name, column in zip(names, columns, strict=True)}
    return pd.DataFrame(named, index=index, copy=False)


def counts(table: np.ndarray, missing: bytearray | None, index: pd.Index) -> pd.DataFrame:
    """A data frame of counts, a column a kind."""
    import pandas as pd

    frame = pd.DataFrame(table, index=index, columns=list(KINDS), copy=False)
    if missing is not None:
        frame = frame.astype("UInt8")
        frame.iloc[_mask(missing)] = pd.NA
    return frame


def in_order(row: pd.Series[Any]) -> bool:
    """Whether a row is not one of counts that are named as kinds, but in another order than these."""
    labels = list(getattr(row, "index", ()))
    return labels == list(KINDS) or len(labels) != len(KINDS) or set(labels) != set(KINDS)


def texts(texts: list[str | None], index: pd.Index) -> pd.Series[Any]:
    """A series of texts."""
    import pandas as pd

    return pd.Series(texts, index=index, name="hand", dtype=None if texts else object)


def _nullable(values: np.ndarray, missing: bytearray | None) -> Any:
    """Integers with nulls where they are missing; as they are if none is, or if NaN says so."""
    import pandas as pd

    if values.dtype.kind == "f" or missing is None:
        return values
    return pd.arrays.IntegerArray(values, _mask(missing))


def _mask(missing: bytearray) -> np.ndarray:
    """What is missing, as an array."""
    import numpy as np

    return np.frombuffer(missing, np.bool_)
