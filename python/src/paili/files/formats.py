"""Files of rows that are read and written a record batch at a time: Parquet, Arrow and CSV."""

from __future__ import annotations

import csv
import errno
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal, TypeAlias

from paili.errors import InputError
from paili.files.batches import ROWS, readable, validate

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Format", "Opened", "format_of", "open_file", "storable", "writable", "writing"]

Format: TypeAlias = Literal["parquet", "arrow", "csv"]

#: What files are, by what their names end with.
FORMATS: dict[str, Format] = {".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".csv": "csv"}


@dataclass(frozen=True)
class Opened:
    """A file that is being read."""

    schema: pa.Schema
    #: How many rows there are. Of CSV, only its end tells.
    rows: int | None
    batches: Iterator[pa.RecordBatch]


def format_of(argument: str, path: Path) -> Format:
    """What a file is, by its name's extension."""
    if (kind := FORMATS.get(path.suffix.lower())) is None:
        *names, last = FORMATS
        raise InputError(argument, f"{path}: expected a name that ends with {', '.join(names)} or {last}")
    return kind


def open_file(path: Path, stack: ExitStack) -> Opened:
    """Opens a file, which the stack closes. If it is damaged, this or its batches say so."""
    readers = {"parquet": open_parquet, "arrow": open_arrow, "csv": open_csv}
    reader = readers[format_of("source", path)]
    with readable("source", f"{path}: "):
        if not path.exists():
            raise InputError("source", f"there is no file {path}")
        if not path.is_file():
            raise InputError("source", f"{path} is no file")
        opened = reader(path, stack)
    return Opened(opened.schema, opened.rows, reported(path, opened.batches))


def reported(path: Path, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The batches of a file, none of more than :data:`ROWS` rows."""
    with readable("source", f"{path}: "):
        for batch in batches:
            for first in range(0, batch.num_rows, ROWS):
                yield batch.slice(first, ROWS)


def open_parquet(path: Path, stack: ExitStack) -> Opened:
    """A file of Parquet: what is needed next of a row group is held, and not all of it."""
    import pyarrow.parquet as pq

    file = stack.enter_context(pq.ParquetFile(path, buffer_size=1 << 20, pre_buffer=False))
    return Opened(file.schema_arrow, file.metadata.num_rows, file.iter_batches(ROWS))


def open_arrow(path: Path, stack: ExitStack) -> Opened:
    """A file of Arrow's, batch by batch."""
    import pyarrow as pa
    import pyarrow.dataset as ds

    file = stack.enter_context(pa.ipc.open_file(stack.enter_context(pa.OSFile(str(path)))))

    def batches() -> Iterator[pa.RecordBatch]:
        for index in range(file.num_record_batches):
            batch = file.get_batch(index)
            # They are taken as they are, so damaged ones would make the process read where nothing is.
            validate(batch)
            yield batch

    return Opened(file.schema, ds.dataset(path, format="ipc").count_rows(), batches())


def open_csv(path: Path, stack: ExitStack) -> Opened:
    """A file of CSV with a header. All its columns are texts, as they stand there; what is empty is null."""
    import pyarrow as pa
    from pyarrow import csv

    with csv.open_csv(path) as file:
        names = file.schema.names
    reader = csv.open_csv(
        path,
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()),
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )
    return Opened(reader.schema, None, iter(stack.enter_context(reader)))


def storable(path: Path, kind: Format, schema: pa.Schema) -> pa.Schema:
    """The schema of what is written to a file of such rows, if it can hold them."""
    import pyarrow as pa

    if kind == "parquet":
        return schema
    if kind == "csv":
        no_texts = (pa.types.is_nested, pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary)
        for field in schema:
            if any(holds(field.type) for holds in no_texts):
                raise InputError(
                    "out",
                    f"{path}: CSV can't hold the column {field.name!r}, which is {field.type}: "
                    "expected a name that ends with .parquet or .arrow",
                )
    # An Arrow file has one dictionary a column, and batches of Parquet have one each.
    is_dictionary = pa.types.is_dictionary
    fields = [field.with_type(field.type.value_type) if is_dictionary(field.type) else field for field in schema]
    return pa.schema(fields, schema.metadata)


@contextmanager
def writing(file: BinaryIO, path: Path, kind: Format, schema: pa.Schema) -> Iterator[Callable[[pa.Table], None]]:
    """What writes tables to a file, one after the other."""
    import pyarrow as pa

    stack = ExitStack()

    def write_table(table: pa.Table) -> None:
        with writable(path):
            write(table.cast(schema))

    try:
        with writable(path):
            write = begin(file, kind, schema, stack)
        yield write_table
    except BaseException:
        # The file's end, which is written now, has no room either if that is what has failed.
        with suppress(OSError, pa.ArrowException):
            stack.close()
        raise
    with writable(path):
        stack.close()


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Says of which file it is that it can't hold something, or can't be written at all."""
    import pyarrow as pa

    try:
        yield
    except MemoryError:
        raise
    except pa.ArrowException as error:
        raise InputError("out", f"{path}: it can't be written: {error}") from error
    except OSError as error:
        # Of the same class, which is found by its number.
        reason = error.strerror or str(error)
        raise OSError(error.errno or errno.EIO, f"out: it can't be written: {reason}", str(path)) from error


def begin(file: BinaryIO, kind: Format, schema: pa.Schema, stack: ExitStack) -> Callable[[pa.Table], object]:
    """What writes a table. The stack ends the file."""
    if kind == "parquet":
        import pyarrow.parquet as pq

        parquet = stack.enter_context(pq.ParquetWriter(file, schema, compression="zstd", write_page_checksum=True))
        return partial(parquet.write_table, row_group_size=ROWS)
    if kind == "csv":
        return begin_csv(file, schema)
    import pyarrow as pa

    return stack.enter_context(pa.ipc.new_file(file, schema)).write_table  # type: ignore[no-any-return]


def begin_csv(file: BinaryIO, schema: pa.Schema) -> Callable[[pa.Table], object]:
    """What writes a table as CSV, with quotes only where they are needed, as the program does."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    plain = arrow_csv.WriteOptions(include_header=False, quoting_style="none")

    def write(table: pa.Table) -> None:
        for place, column in enumerate(table.columns):
            if column.type == pa.float64():
                texts = pa.array(map(number_text, column.to_pylist()), pa.string())
                table = table.set_column(place, table.field(place).name, texts)
        sink = pa.BufferOutputStream()
        try:
            arrow_csv.write_csv(table, sink, plain)
            file.write(sink.getvalue())
        except pa.ArrowInvalid:
            # Some text needs quotes, which Arrow would put around every one.
            cells = [column.cast(pa.string()).to_pylist() for column in table.columns]
            file.write(lines(zip(*cells, strict=True)))

    file.write(lines([schema.names]))
    return write


def number_text(number: float | None) -> str | None:
    """A number as the program writes it: with all its digits, and an exponent only where it is very small or large.

    >>> number_text(1.0), number_text(0.00012), number_text(0.000012), number_text(0.0000012)
    ('1.0', '0.00012', '0.000012', '1.2e-6')
    >>> number_text(-0.000012)
    '-0.000012'
    """
    if number is None:
        return None
    text = repr(number)
    digits, exponent, tens = text.partition("e-0")
    if not exponent:
        return text
    if tens != "5":
        return f"{digits}e-{tens}"
    sign = "-" if number < 0 else ""
    return f"{sign}0.0000{digits.lstrip('-').replace('.', '')}"


def lines(rows: Iterable[Iterable[str | None]]) -> bytes:
    """Rows as lines of CSV."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
