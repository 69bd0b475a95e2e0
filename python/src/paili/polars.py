"""Expressions of polars about columns of hands. Importing it adds ``.paili`` to them.

>>> import polars as pl
>>> import paili.polars
>>> hands = pl.LazyFrame({"hand": ["1133m456789p123s", None, "34m99p1z"]})
>>> hands.select(distance=pl.col("hand").paili.distance()).collect()["distance"].to_list()
[1, None, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import polars as pl

from paili import _native
from paili.arguments.names import Forms, LawName, OnError
from paili.errors import InputError

if TYPE_CHECKING:
    from paili.hands.rules import AnyRules

__all__ = ["Hands"]

#: The fields of :meth:`Hands.useful` and :meth:`Hands.discard`.
USEFUL = pl.Struct({"distance": pl.Int8, "useful": pl.Int64, "acceptance": pl.Int16})
DISCARD = pl.Struct({"discard": pl.Int8, "distance": pl.Int8, "useful": pl.Int64, "acceptance": pl.Int16})


@pl.api.register_expr_namespace("paili")
class Hands:
    """``pl.col("hand").paili``: a column of hands, in any type that :func:`paili.distances` takes.

    Type checkers don't know what is added to ``pl.Expr``; ``Hands(pl.col("hand"))`` is the same, and they know it.
    Expressions work in eager and lazy frames. Nulls stay nulls, and the column keeps its name, so name the answers:

    >>> import polars as pl
    >>> import paili.polars
    >>> frame = pl.DataFrame({"hand": ["1133m456789p123s", "2344m99p1234s"]})
    >>> frame.with_columns(distance=pl.col("hand").paili.distance())["distance"].to_list()
    [1, 2]
    >>> frame.select(paili.polars.Hands(pl.col("hand")).distance()).to_series().to_list()
    [1, 2]

    A row that is no hand is a ``polars.exceptions.ComputeError``; the row it names is one of the piece of the column
    that polars is at.
    """

    def __init__(self, hands: pl.Expr) -> None:
        self._hands = hands

    def distance(
        self, *, forms: Forms | None = None, rules: AnyRules | None = None, on_error: OnError = "raise"
    ) -> pl.Expr:
        """How many tiles each lacks to win, as Int8: :func:`paili.distances`.

        Parameters
        ----------
        forms, rules, on_error
            As :func:`paili.distances` takes them.

        Returns
        -------
        polars.Expr
            Of type Int8, and of the name of the column.

        Examples
        --------
        >>> import polars as pl
        >>> import paili.polars
        >>> pl.select(pl.lit("11m").paili.distance()).item()
        0
        """
        return self._answered(_native.distances, pl.Int8(), forms=listed(forms), rules=rules, on_error=on_error)

    def useful(
        self,
        *,
        visible: pl.Expr | pl.Series | str | None = None,
        forms: Forms | None = None,
        rules: AnyRules | None = None,
        on_error: OnError = "raise",
    ) -> pl.Expr:
        """Distance, useful tiles and acceptance of each, as a struct: :func:`paili.useful`.

        Parameters
        ----------
        visible : polars.Expr, polars.Series or str, optional
            Tiles seen elsewhere: a column of them, or a text for all rows.
        forms, rules, on_error
            As :func:`paili.useful` takes them.

        Returns
        -------
        polars.Expr
            Of structs of ``distance``, ``useful`` and ``acceptance``.

        Examples
        --------
        >>> import polars as pl
        >>> import paili.polars
        >>> hands = pl.DataFrame({"hand": ["1133m456789p123s"]})
        >>> hands.select(pl.col("hand").paili.useful()).unnest("hand").row(0)
        (1, 5, 4)
        """
        return self._answered(_native.useful, USEFUL, visible, forms=listed(forms), rules=rules, on_error=on_error)

    def discard(
        self,
        *,
        visible: pl.Expr | pl.Series | str | None = None,
        forms: Forms | None = None,
        rules: AnyRules | None = None,
        on_error: OnError = "raise",
    ) -> pl.Expr:
        """The best discard of each and what it leaves, as a struct: :func:`paili.discards`.

        Parameters
        ----------
        visible : polars.Expr, polars.Series or str, optional
            Tiles seen elsewhere: a column of them, or a text for all rows.
        forms, rules, on_error
            As :func:`paili.discards` takes them.

        Returns
        -------
        polars.Expr
            Of structs of ``discard``, ``distance``, ``useful`` and ``acceptance``.

        Examples
        --------
        >>> import polars as pl
        >>> import paili.polars
        >>> hands = pl.DataFrame({"hand": ["34m99p1z"]})
        >>> best = hands.select(pl.col("hand").paili.discard().struct.field("discard")).item()
        >>> paili.KINDS[best]
        '1z'
        """
        return self._answered(_native.discards, DISCARD, visible, forms=listed(forms), rules=rules, on_error=on_error)

    def win(
        self,
        draws: SupportsIndex = 17,
        *,
        changes: SupportsIndex = 0,
        law: LawName = "remembering",
        visible: pl.Expr | pl.Series | str | None = None,
        forms: Forms | None = None,
        rules: AnyRules | None = None,
        on_error: OnError = "raise",
    ) -> pl.Expr:
        """How likely each wins within the next draws, as Float64: :func:`paili.odds`.

        Parameters
        ----------
        visible : polars.Expr, polars.Series or str, optional
            Tiles seen elsewhere: a column of them, or a text for all rows.
        draws, changes, law, forms, rules, on_error
            As :func:`paili.odds` takes them.

        Returns
        -------
        polars.Expr
            Of probabilities, of type Float64.

        Examples
        --------
        >>> import polars as pl
        >>> import paili.polars
        >>> round(pl.select(pl.lit("1133m456789p123s").paili.win()).item(), 4)
        0.4528
        """
        terms = {"draws": draws, "changes": changes, "law": law}
        options = {"forms": listed(forms), "rules": rules, "on_error": on_error}
        return self._answered(_native.odds, pl.Float64(), visible, **terms, **options)

    def _answered(
        self, function: Any, kind: pl.DataType, visible: pl.Expr | pl.Series | str | None = None, **options: Any
    ) -> pl.Expr:
        """The answers to each piece of the column."""
        if isinstance(visible, str):
            options["visible"] = visible
        elif isinstance(visible, pl.Series):
            visible = pl.lit(visible)
        elif not isinstance(visible, pl.Expr | None):
            expected = "an expression, a series or a text"
            raise TypeError(f"visible: expected {expected}, not {type(visible).__name__}")
        # Wrong options are refused here, and not when the frame is collected.
        function([], **options)

        def answer(columns: Sequence[pl.Series]) -> pl.Series:
            hands, *seen = columns
            more = dict(options)
            for column in seen:
                # A literal, of tiles or hands, is one row for all of the others.
                more["visible"] = column.new_from_index(0, len(hands)) if len(column) == 1 else column
                hands = hands.new_from_index(0, len(column)) if len(hands) == 1 else hands
            try:
                answers: pl.Series | pl.DataFrame = function(hands, **more)
            except InputError as error:
                # polars makes an error anew, from its message alone.
                raise pl.exceptions.ComputeError(str(error)) from None
            if isinstance(answers, pl.Series):
                return answers.alias(hands.name)
            # A row without an answer is a null, and not a struct of nulls.
            there = answers.to_series(0).is_not_null()
            return pl.select(pl.when(there).then(answers.to_struct()).alias(hands.name)).to_series()

        if isinstance(visible, pl.Expr):
            return pl.map_batches([self._hands, visible], answer, return_dtype=kind, is_elementwise=True)
        return self._hands.map_batches(lambda hands: answer([hands]), return_dtype=kind, is_elementwise=True)


def listed(forms: Forms | None) -> Forms | None:
    """Forms that can be read more than once."""
    return forms if forms is None or isinstance(forms, str) else list(forms)
