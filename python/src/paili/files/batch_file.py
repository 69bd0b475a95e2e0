"""The hands of a file, answered in another."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, SupportsIndex

from paili.arguments.names import Forms, LawName, OnError
from paili.arguments.progress import Watcher, watching
from paili.arrow import AddAnswers, import_pyarrow
from paili.errors import InputError
from paili.files.batches import answered, gathered
from paili.files.formats import Opened, format_of, open_file, storable, writable, writing
from paili.files.whole import remove_left, write_whole

if TYPE_CHECKING:
    import pyarrow as pa

    from paili.hands.rules import AnyRules

__all__ = ["FileReport", "batch_file"]

#: How often it is told how far it is, in seconds.
OFTEN = 0.2


@dataclass(frozen=True, slots=True)
class FileReport:
    """What :func:`paili.batch_file` wrote.

    Examples
    --------
    >>> from pathlib import Path
    >>> import paili
    >>> paili.FileReport(Path("answers.parquet"), rows=1000, bad=1, nulls=20).rows
    1000
    """

    #: The file.
    path: Path
    #: Rows that were read, and written.
    rows: int
    #: Rows that are no hand. They have null answers.
    bad: int
    #: Rows that had no hand. They have null answers, too.
    nulls: int


def batch_file(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    column: str | None = None,
    useful: bool | Literal["masks"] = False,
    odds: bool = False,
    draws: SupportsIndex | None = None,
    changes: SupportsIndex | None = None,
    law: LawName | None = None,
    forms: Forms | None = None,
    rules: AnyRules | None = None,
    on_error: OnError = "raise",
    threads: SupportsIndex | None = None,
    progress: Watcher = None,
) -> FileReport:
    """Answer the hands of a file, and write its rows with their answers to another.

    Rows keep their order and columns, and memory stays small however many there are. The answers are those of
    :class:`paili.arrow.AddAnswers`, in columns after the others: ``distance`` (int8), with ``useful`` also
    ``acceptance`` (int16) and ``useful`` (texts such as ``13m``), and with ``odds`` ``win`` (float64). CSV begins with
    a column ``index``, the row's number, unless there is a column of that name: of a file with nothing but hands it is
    what ``paili batch --out`` writes. Needs pyarrow.

    Parameters
    ----------
    source : str or path
        The file to read: ``.parquet``, ``.arrow`` or ``.feather`` (Arrow's file format), or ``.csv`` with a header.
        Columns of CSV are texts, as they stand there, and null where nothing stands; blank lines are no rows.
    out : str or path
        The file to write, of any of these formats, whatever the source is. A file of that name is replaced, but not the
        source. It is written beside its place, and put there when it is whole: an error or Ctrl-C leaves no part of it.
    column : str, optional
        The column of the hands, in any type that :func:`paili.distances` takes; ``hand`` or ``counts`` unless it is
        named, or the only one.
    useful : bool or "masks"
        Also which tiles are useful; ``"masks"`` writes them as int64, bit i for kind i, instead of texts.
    odds : bool
        Also how likely each hand wins, with its best discard.
    draws, changes, law
        Within how many draws (17), with how many changes and by which law, as :func:`paili.odds` takes them; only with
        ``odds``.
    forms : str or iterable of str
        The win forms that count, as for :func:`paili.distances`.
    rules : RuleSet, str or mapping, optional
        Another rule set, as for :func:`paili.distances`.
    on_error : "raise" or "null"
        ``"null"`` gives rows that are no hand null answers.
    threads : int, optional
        How many threads answer; all of the machine's processors unless it is given.
    progress : bool or callable, optional
        ``True`` shows a bar (needs tqdm). Something to call is told, some five times a second, how many rows are
        written; what it raises ends the call.

    Returns
    -------
    FileReport
        The file, and how many rows it has.

    Raises
    ------
    InputError
        For files that can't be read or have wrong names, a column that isn't there and, unless ``on_error`` is
        ``"null"``, the first row that is no hand: it is named with its file and its place there, counted from 0.
    OSError
        When ``out`` can't be written, because the disk is full, say.

    Examples
    --------
    >>> import tempfile
    >>> import paili, pyarrow as pa, pyarrow.parquet as pq
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     hands = pa.table({"hand": ["123m456p789s1122z", None, "19m19p19s1234567z"]})
    ...     pq.write_table(hands, f"{folder}/hands.parquet")
    ...     report = paili.batch_file(f"{folder}/hands.parquet", f"{folder}/answers.csv")
    ...     print(report.path.read_text())
    index,hand,distance
    0,123m456p789s1122z,1
    1,,
    2,19m19p19s1234567z,9
    <BLANKLINE>
    >>> report.rows, report.bad, report.nulls
    (3, 0, 1)
    """
    pa = import_pyarrow("paili.batch_file")
    if isinstance(useful, str) and useful != "masks":
        raise InputError("useful", f'{useful!r}: expected True, False or "masks"')
    for name, value in {"draws": draws, "changes": changes, "law": law}.items():
        if value is not None and not odds:
            raise InputError(name, "only with odds=True")
    read, written = path_of("source", source), path_of("out", out)
    add = AddAnswers(
        column,
        useful=useful == "masks" or (bool(useful) and "tiles"),
        draws=17 if odds and draws is None else draws,
        changes=changes,
        law=law,
        forms=forms,
        rules=rules,
        on_error=on_error,
        threads=threads,
    )
    with ExitStack() as stack:
        opened = open_file(read, stack)
        with writable(written):
            place = place_of(written, read)
        kind = format_of("out", written)
        whole = answered_schema(read, opened, add)
        # CSV tells the rows' numbers, unless they are there.
        number = pa.field("index", pa.uint64())
        is_numbered = kind == "csv" and number.name not in whole.names
        held = storable(written, kind, whole.insert(0, number) if is_numbered else whole)
        tell = stack.enter_context(watching(progress, opened.rows, "rows"))
        rows = bad = nulls = 0
        remove_left(place)
        with write_whole(place, partial(writable, written)) as file, writing(file, written, kind, held) as write:
            for table in told(gathered(answered(opened.batches, add, "source", f"{read}: "), whole), tell):
                missing = table.column(add.column).null_count
                first, rows, nulls = rows, rows + table.num_rows, nulls + missing
                bad += table.column("distance").null_count - missing
                if is_numbered:
                    table = table.add_column(0, number, pa.array(range(first, rows), pa.uint64()))
                write(table)
    return FileReport(written, rows, bad, nulls)


def path_of(argument: str, value: object) -> Path:
    """A path."""
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"{argument}: expected a path, not {type(value).__name__}")
    path = Path(value)
    if "\0" in str(path):
        raise InputError(argument, f"{str(path)!r}: expected a name without the character \\0")
    return path


def place_of(out: Path, source: Path) -> Path:
    """Where the file is put; a link stays a link to it."""
    place = Path(os.path.realpath(out))
    # A link is left where links lead in a circle.
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(out))
    if place.exists():
        if not place.is_file():
            raise InputError("out", f"{out} is no file")
        if place.samefile(source):
            raise InputError("out", f"{out} is the source: expected another file")
    elif not place.parent.is_dir():
        raise InputError("out", f"{out}: there is no folder {place.parent}")
    return place


def answered_schema(path: Path, opened: Opened, add: AddAnswers) -> pa.Schema:
    """The schema of the rows with their answers. From here on it is known which column holds the hands."""
    try:
        add.column = add.choose(opened.schema)
        return add.schema(opened.schema)
    except InputError as error:
        if error.argument == "column":
            raise InputError("column", f"{path}: {error.reason}") from None
        raise InputError("source", f"{path}: {error.argument}: {error.reason}") from None


def told(tables: Iterator[pa.Table], tell: Callable[[int], object] | None) -> Iterator[pa.Table]:
    """The tables, of whose rows somebody is told now and then, when they are done with."""
    done = said = 0
    last = time.monotonic()
    for table in tables:
        yield table
        done += table.num_rows
        if tell is not None and time.monotonic() - last >= OFTEN:
            tell(done)
            said, last = done, time.monotonic()
    if tell is not None and done > said:
        tell(done)
