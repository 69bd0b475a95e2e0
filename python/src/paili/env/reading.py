"""Arguments of many games."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

import numpy
import numpy.typing as npt

from paili.arguments.names import PolicyName
from paili.errors import InputError
from paili.games.policy import Policy, four

__all__ = ["Opponents", "action_number", "described", "seated", "written"]

#: Who plays in the four seats; None where it is decided from outside.
Opponents = Iterable[PolicyName | str | Policy | None]


def action_number(action: Any) -> int:
    """An action as a number; an array of one number counts as that.

    >>> import numpy
    >>> from paili.env.reading import action_number
    >>> action_number(numpy.array([3]))
    3
    """
    alone = action.reshape(()) if isinstance(action, numpy.ndarray) and action.size == 1 else action
    try:
        return index(alone)
    except TypeError:
        raise TypeError(f"action: expected a whole number, not {action!r:.80}") from None


def seated(policies: Opponents) -> list[PolicyName | Policy | None]:
    """Four policies, or None.

    >>> from paili.env.reading import seated
    >>> seated([None, "rule", " odds", None])
    [None, 'rule', 'odds', None]
    """
    expected = "expected four, of which None is decided from outside"
    if isinstance(policies, str):
        raise InputError("policies", f"{policies!r}: {expected}")
    try:
        chosen = list(policies)
    except TypeError:
        raise TypeError(f"policies: {expected}, not {type(policies).__name__}") from None
    # Whoever is decided from outside plays nothing; any name stands for it while the others are read.
    read = four([policy if policy is not None else "rule" for policy in chosen])
    return [None if given is None else policy for given, policy in zip(chosen * (4 // len(chosen)), read, strict=True)]


def written(argument: str, out: Any, shape: tuple[int, ...], dtype: numpy.dtype[Any]) -> npt.NDArray[Any]:
    """The array of numpy's that shares its memory with what is written to."""
    if not isinstance(out, numpy.ndarray) and not hasattr(out, "__dlpack__"):
        raise TypeError(f"{argument}: expected an array, not {type(out).__name__}")
    array = numpy.asarray(out)
    if array.shape != shape or array.dtype != dtype:
        raise InputError(argument, f"{described(array)}: expected {dtype} of shape {shape}")
    if not array.flags.c_contiguous or not array.flags.aligned or not array.flags.writeable:
        raise InputError(argument, "expected an array that is C-contiguous and aligned, and can be written to")
    return array


def described(array: npt.NDArray[Any]) -> str:
    """An array for a message."""
    return f"{array.dtype} of shape {array.shape}"
