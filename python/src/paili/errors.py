"""The error about wrong input."""

from __future__ import annotations

__all__ = ["InputError"]


class InputError(ValueError):
    """An argument is wrong.

    The message names the argument, the row where there is one, and the reason; so do the attributes.

    Parameters
    ----------
    argument : str
        The argument.
    reason : str
        The reason.
    row : int, optional
        The row of the argument, from 0, if it has rows.

    Examples
    --------
    >>> import paili
    >>> try:
    ...     paili.Hand("1M 2M 3M 4X")
    ... except paili.InputError as error:
    ...     print(error)
    tiles: character 10: "4X" is not a tile: expected 1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE
    """

    #: The argument.
    argument: str
    #: The reason.
    reason: str
    #: The row of the argument, from 0, if it has rows.
    row: int | None

    def __init__(self, argument: str, reason: str, row: int | None = None) -> None:
        # All of them are arguments of the exception, so that it can be pickled.
        super().__init__(argument, reason, row)
        self.argument = argument
        self.reason = reason
        self.row = row

    def __str__(self) -> str:
        place = "" if self.row is None else f"row {self.row}: "
        return f"{self.argument}: {place}{self.reason}"
