"""Arrow record batches as files hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paili.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["ROWS", "answered", "gathered", "readable", "validate"]

#: Rows that are read, answered and written at a time: some megabytes to some tens of them.
ROWS = 1 << 17


def validate(batch: pa.RecordBatch) -> None:
    """Makes sure that a batch is sound. Texts that are none are bad rows, and told as such."""
    import pyarrow as pa

    for column in batch.columns:
        plain = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary()}.get(column.type)
        (column if plain is None else column.view(plain)).validate(full=True)


@contextmanager
def readable(argument: str, where: str = "") -> Iterator[None]:
    """Says of which file it is that it can't be read."""
    import pyarrow as pa

    try:
        yield
    except (MemoryError, InputError):
        raise
    except (pa.ArrowException, OSError, IndexError, ValueError) as error:
        raise InputError(argument, f"{where}it can't be read: {error}") from error


def answered(
    batches: Iterable[pa.RecordBatch],
    add: Callable[[pa.RecordBatch], pa.RecordBatch],
    argument: str,
    where: str = "",
    row: int = 0,
) -> Iterator[pa.RecordBatch]:
    """The rows with their answers, the first of them being ``row``. Of a row that is no hand, it says where it is."""
    for batch in batches:
        try:
            yield add(batch)
        except InputError as error:
            at = None if error.row is None else row + error.row
            raise InputError(argument, f"{where}{error.argument}: {error.reason}", at) from None
        row += batch.num_rows


def gathered(batches: Iterator[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """The rows of the batches as they come, in tables of ``ROWS`` rows."""
    import pyarrow as pa

    held: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        held.append(batch)
        rows += batch.num_rows
        while rows >= ROWS:
            table = pa.Table.from_batches(held, schema)
            yield table.slice(0, ROWS)
            held, rows = table.slice(ROWS).to_batches(), rows - ROWS
    if rows > 0:
        yield pa.Table.from_batches(held, schema)
