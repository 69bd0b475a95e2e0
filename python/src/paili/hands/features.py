"""What the tables know of many hands, as numbers for other people's pipelines."""

from __future__ import annotations

from typing import Any, SupportsIndex

from paili import _native
from paili.errors import InputError
from paili.hands.kinds import KINDS

__all__ = ["features"]


def features(hands: Any, *, visible: Any = None, out: Any = None, threads: SupportsIndex | None = None) -> Any:
    """Distance, useful tiles and acceptance after each discard, for a whole batch of hands, in the standard form.

    Columns are, each for the 34 kinds in tile order: 0–33 the distance after discarding the kind (255 where the hand
    can't), 34–67 how many kinds are useful after that, 68–101 how many unseen tiles are (the acceptance), 102–135 how
    many copies of each useful kind are unseen; and 136 the distance of the hand. Useful kinds of a hand that has a
    discard due are those after its best discard: to the smallest distance, of equals with the largest acceptance, of
    equals the last in tile order.

    Parameters
    ----------
    hands : array or iterable of str
        Counts, (n, 34), of any integer type; or texts in any notation. None may be missing.
    visible : array, optional
        Counts of the tiles that are seen elsewhere, (n, 34).
    out : numpy.ndarray, optional
        Where to: uint8, (n, 137), C-contiguous.
    threads : int, optional
        On how many threads; all unless it is given.

    Returns
    -------
    numpy.ndarray
        uint8, (n, 137).

    Raises
    ------
    InputError
        When a row is no hand, or sees a fifth copy; the message tells which.

    Examples
    --------
    >>> import paili
    >>> features = paili.features(["1133m456789p1234s"])
    >>> best = features[0, :34].argmin()
    >>> kinds = features[0, 34:68], features[0, 68:102]
    >>> s4 = paili.KINDS.index("4s")
    >>> [int(part[s4]) for part in (features[0, :34], *kinds)]
    [1, 2, 4]
    """
    import numpy

    from paili.env.reading import written

    counts = table(hands)
    seen = None if visible is None else table(visible, "visible")
    shape = (len(counts), _native.FEATURES)
    out = numpy.empty(shape, numpy.uint8) if out is None else written("out", out, shape, numpy.dtype(numpy.uint8))
    _native.features(counts, seen, out, threads)
    return out


def table(hands: Any, argument: str = "hands") -> Any:
    """Counts as they are read: uint8, (n, 34), C-contiguous."""
    import numpy

    if isinstance(hands, numpy.ma.MaskedArray):
        raise InputError(argument, "a masked array: expected one without a mask, such as its rows that are there")
    array = hands if isinstance(hands, numpy.ndarray) or hasattr(hands, "__dlpack__") else None
    if array is None or (array := numpy.asarray(array)).dtype.kind not in "iu":
        # Columns would come back as columns, with nulls; in a list a null is a fault.
        listed = getattr(hands, "to_pylist", None) or getattr(hands, "to_list", None)
        try:
            counts = _native.counts(listed() if listed else hands)
        except (InputError, TypeError) as error:
            if argument == "hands":
                raise
            # There they are called hands.
            if isinstance(error, TypeError):
                raise TypeError(str(error).replace("hands", argument, 1)) from None
            reason = error.reason.replace("many hands", "a row a hand").replace("is no hand", "is no text of tiles")
            raise InputError(argument, reason, error.row) from None
        return numpy.ascontiguousarray(counts, numpy.uint8)
    if array.ndim != 2 or array.shape[1] != len(KINDS):
        raise InputError(argument, f"an array of shape {array.shape}: expected (n, {len(KINDS)}), a row a hand")
    if array.dtype == numpy.uint8:
        return numpy.ascontiguousarray(array)
    # What is no count is not to become one in a byte.
    return numpy.ascontiguousarray(numpy.where((array < 0) | (array > 4), numpy.uint8(255), array), numpy.uint8)
