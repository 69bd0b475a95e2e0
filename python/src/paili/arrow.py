"""Answers beside the hands in Arrow record batches, for engines that call a function on each batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, cast

from paili._native import distances, odds, texts, useful
from paili.arguments.names import Forms, LawName, OnError
from paili.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from paili.hands.rules import AnyRules

__all__ = ["AddAnswers", "import_pyarrow"]

#: The usual names of the column.
USUAL = ("hand", "counts")


class AddAnswers:
    """Appends the answers to record batches: ``RecordBatch`` in, ``RecordBatch`` out, a row for a row.

    The column ``distance`` (int8) says how many tiles each hand lacks. With ``useful``, the columns ``acceptance``
    (int16) and ``useful`` (int64, bit i for kind i of :data:`paili.KINDS`; or texts) say how many tiles help and which,
    and with ``draws`` the column ``win`` (float64) how likely each hand wins within those draws. Null hands have null
    answers, and so have rows that are no hand if ``on_error`` is ``"null"``.

    Objects can be pickled, and keep nothing from batch to batch: a batch that is done twice gives the same twice.

    Parameters
    ----------
    column : str, optional
        The column of the hands, in any type that :func:`paili.distances` takes; ``hand`` or ``counts`` unless it is
        named, or the only one.
    useful : bool or "tiles"
        Also which tiles are useful; ``"tiles"`` writes them, such as ``13m``.
    draws : int, optional
        Also how likely each hand wins within this number of draws, as :func:`paili.odds` says. A hand that too many
        others follow from has no answer, as it would take too much memory: it is treated as ``on_error`` says.
    changes, law
        Of these odds, as :func:`paili.odds` takes them; only with ``draws``.
    forms : str or iterable of str
        The win forms that count, as for :func:`paili.distances`.
    rules : RuleSet, str or mapping, optional
        Another rule set, as for :func:`paili.distances`.
    on_error : "raise" or "null"
        ``"null"`` gives rows that are no hand null answers, and hands without odds a null ``win``.
    threads : int or None
        How many threads; one unless it is given, as engines have a process a core. None is one a processor.

    Raises
    ------
    InputError
        When an option is wrong; when it is called, at the first row that is no hand or has no odds, unless ``on_error``
        is ``"null"``.
    TypeError
        When an argument is of another type.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from paili.arrow import AddAnswers
    >>> batch = pa.record_batch({"hand": ["123m456p789s1122z", "19m19p19s1234567z"]})
    >>> AddAnswers()(batch).to_pydict()["distance"]
    [1, 9]
    """

    def __init__(
        self,
        column: str | None = None,
        *,
        useful: bool | Literal["tiles"] = False,
        draws: SupportsIndex | None = None,
        changes: SupportsIndex | None = None,
        law: LawName | None = None,
        forms: Forms | None = None,
        rules: AnyRules | None = None,
        on_error: OnError = "raise",
        threads: SupportsIndex | None = 1,
    ) -> None:
        if column is not None and not isinstance(column, str):
            raise TypeError(f"column: expected a name, not {type(column).__name__}")
        if isinstance(useful, str) and useful != "tiles":
            raise InputError("useful", f'{useful!r}: expected True, False or "tiles"')
        self.column = column
        self.useful: bool | Literal["tiles"] = "tiles" if useful == "tiles" else bool(useful)
        self.draws = draws
        given = {"changes": changes, "law": law}
        self.terms: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        # Read before it is kept, as an iterable is read but once.
        named = forms is None or isinstance(forms, str)
        self.forms = cast("Forms | None", forms if named else ",".join(_names(forms)))
        self.asked: Any = {"forms": self.forms, "rules": rules, "on_error": on_error, "threads": threads}
        # Wrong options are refused here, and not on a worker.
        distances([], **self.asked)
        if draws is not None:
            odds([], draws, **self.terms, rules=rules)
        elif self.terms:
            raise InputError(next(iter(self.terms)), "only with draws")

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with the answers."""
        pa = import_pyarrow("paili.arrow")

        if not isinstance(batch, pa.RecordBatch):
            raise TypeError(f"batch: expected a pyarrow.RecordBatch, not {type(batch).__name__}")
        name = self.choose(batch.schema)
        answers = self._answer(name, batch.column(name))
        return pa.RecordBatch.from_arrays([*batch.columns, *answers], schema=self._extend(batch.schema))

    def each(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Every batch with the answers, as Spark's ``mapInArrow`` calls it on each partition.

        Parameters
        ----------
        batches : iterable of pyarrow.RecordBatch
            The batches; each is answered when it is asked for.

        Returns
        -------
        iterator of pyarrow.RecordBatch
            A batch of answers for each, with a row a hand.
        """
        return map(self, batches)

    def schema(self, schema: pa.Schema) -> pa.Schema:
        """The schema of the answered batches.

        Parameters
        ----------
        schema : pyarrow.Schema
            That of the batches. Their hands have to be of a type that can be read.

        Returns
        -------
        pyarrow.Schema
            The same with the columns of answers.
        """
        pa = import_pyarrow("paili.arrow")
        name = self.choose(schema)
        self._answer(name, pa.array([], schema.field(name).type))
        return self._extend(schema)

    def choose(self, schema: pa.Schema) -> str:
        """The column that holds the hands.

        Parameters
        ----------
        schema : pyarrow.Schema
            That of the batches.

        Returns
        -------
        str
            Its name.

        Raises
        ------
        InputError
            When it isn't there, or can't be told from others.
        """
        pa = import_pyarrow("paili.arrow")
        if not isinstance(schema, pa.Schema):
            raise TypeError(f"schema: expected a pyarrow.Schema, not {type(schema).__name__}")
        names: list[str] = schema.names
        chosen = self.column
        if chosen is None:
            chosen = next((name for name in USUAL if name in names), names[0] if len(names) == 1 else None)
        if chosen is None:
            raise InputError("column", f"which column holds the hands? Name it; the columns are {listed(names)}")
        if chosen not in names:
            raise InputError("column", f"no column {chosen!r}: the columns are {listed(names)}")
        if names.count(chosen) > 1:
            raise InputError("column", f"{names.count(chosen)} columns are called {chosen!r}")
        return chosen

    def _extend(self, schema: pa.Schema) -> pa.Schema:
        pa = import_pyarrow("paili.arrow")
        types = {"distance": pa.int8()}
        if self.useful:
            types |= {"acceptance": pa.int16(), "useful": pa.string() if self.useful == "tiles" else pa.int64()}
        if self.draws is not None:
            types |= {"win": pa.float64()}
        for name, kind in types.items():
            if name in schema.names:
                raise InputError("column", f"there is a column {name!r} already, as one of the answers is called")
            schema = schema.append(pa.field(name, kind))
        return schema

    def _answer(self, name: str, hands: pa.Array) -> list[pa.Array]:
        try:
            if self.useful:
                distance, masks, acceptance = cast("Any", useful(hands, **self.asked))
                answers = [distance, acceptance, written(masks) if self.useful == "tiles" else masks]
            else:
                answers = [distances(hands, **self.asked)]
            if self.draws is not None:
                answers.append(odds(hands, self.draws, **self.terms, **self.asked))
        except InputError as error:
            if error.argument != "hands":
                raise
            raise InputError(f"column {name!r}", error.reason, error.row) from None
        return answers


def written(masks: pa.Array) -> pa.Array:
    """The tiles of masks, as texts."""
    pa = import_pyarrow("paili.arrow")
    from paili.hands.kinds import kinds_of

    tiles = texts(kinds_of(masks.fill_null(0)).view("uint8"))
    return pa.array(tiles, pa.string(), mask=masks.is_null().to_numpy(zero_copy_only=False))


def _names(forms: Any) -> list[str]:
    """The names of an iterable."""
    names = list(forms) if isinstance(forms, Iterable) else [forms]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"forms: expected text or an iterable of texts, found {type(name).__name__}")
    return names


def import_pyarrow(who: str) -> Any:
    """pyarrow, or an error that says who needs it and how to get it.

    Parameters
    ----------
    who : str
        What needs it.

    Returns
    -------
    module
        pyarrow.

    Raises
    ------
    ImportError
        When it isn't there.
    """
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError(f"{who} needs pyarrow: pip install pyarrow") from error
    return pyarrow


def listed(names: list[str]) -> str:
    """Names for a message."""
    most = 20
    said = ", ".join(map(repr, names[:most]))
    return (said or "none") + (", …" if len(names) > most else "")
