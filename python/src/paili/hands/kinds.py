"""The 34 kinds of tiles, and masks of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex

from paili.arguments.numbers import integer, shown
from paili.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["KINDS", "kinds_of", "tiles_of"]

#: The 34 regular kinds in tile order, 1z-7z being E S W N B F Z: column i of an array of counts is kind i, and so is
#: bit i of a mask.
KINDS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
)

#: What a mask has to be.
EXPECTED = "expected a mask of 34 bits, bit i for kind i"


def tiles_of(mask: SupportsIndex) -> list[str]:
    """The tiles of a mask.

    Parameters
    ----------
    mask
        a whole number whose bit i stands for kind i, such as an element of ``paili.useful(hands).useful``.

    Returns
    -------
    list of str
        in tile order.

    Raises
    ------
    paili.InputError
        when the mask is negative or has more than 34 bits.

    Examples
    --------
    >>> import paili
    >>> paili.tiles_of(0b101 | 1 << 33)
    ['1m', '3m', '7z']

    """
    mask = integer("mask", mask)
    if mask < 0 or mask >> len(KINDS):
        raise InputError("mask", f"{shown(mask)}: {EXPECTED}")
    return [kind for bit, kind in enumerate(KINDS) if mask >> bit & 1]


def kinds_of(masks: Any) -> npt.NDArray[np.bool_]:
    """Many masks as a matrix: whether kind i is in the mask of a row. Needs numpy.

    Parameters
    ----------
    masks
        n whole numbers whose bit i stands for kind i, such as ``paili.useful(hands).useful``: an array, a series, a
        column of Arrow or a list. Nulls, and what is masked, are masks of no kind.

    Returns
    -------
    bool, (n, 34)
        a numpy array; column i is kind i of :data:`paili.KINDS`.

    Raises
    ------
    paili.InputError
        at the first mask that is negative or has more than 34 bits.

    Examples
    --------
    >>> import paili
    >>> matrix = paili.kinds_of(paili.useful(["1133m456789p123s", "34m99p1z"]).useful)
    >>> matrix.shape, matrix.sum(axis=1).tolist()
    ((2, 34), [2, 2])

    """
    import numpy as np

    if not (hasattr(masks, "__array__") or isinstance(masks, Iterable)) or isinstance(masks, str | bytes):
        expected = "many whole numbers, such as an array, a series or a list"
        raise TypeError(f"masks: expected {expected}, not {type(masks).__name__}")
    if hasattr(masks, "fill_null"):
        masks = masks.fill_null(0)
    elif hasattr(masks, "fillna"):
        masks = masks.fillna(0)
    elif isinstance(masks, np.ma.MaskedArray):
        masks = masks.filled(0)
    numbers = np.asarray(masks if hasattr(masks, "__array__") else list(one_by_one(masks)))
    if numbers.size == 0:
        numbers = numbers.astype(np.int64)
    if numbers.dtype.kind == "O":
        # As Python's own, since they may be of any size.
        told = enumerate(numbers.tolist())
        numbers = np.array([0 if mask is None else integer(f"masks: row {row}", mask) for row, mask in told], object)
    elif numbers.dtype.kind not in "iu":
        raise TypeError(f"masks: expected whole numbers, found {numbers.dtype}")
    if numbers.ndim != 1:
        raise InputError("masks", f"an array of shape {numbers.shape}: expected (n,), a mask a row")
    bad = (numbers < 0) | (numbers >= 1 << len(KINDS)) if numbers.dtype.itemsize == 8 else numbers < 0
    if bad.any():
        row = int(bad.argmax())
        raise InputError("masks", f"{shown(int(numbers[row]))}: {EXPECTED}", row)
    bits = np.unpackbits(numbers.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    return bits[:, : len(KINDS)].astype(bool)


def one_by_one(masks: Iterable[Any]) -> Iterator[Any]:
    """The masks, between which Python can be interrupted: an iterable may have no end."""
    yield from masks
