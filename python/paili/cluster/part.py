"""What a worker does with a piece of a batch job: it writes a file."""

from __future__ import annotations

import json
import os
import platform
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paili.arrow import AddAnswers, import_pyarrow
from paili.cluster.cut import Chunk
from paili.cluster.engine import check_version
from paili.cluster.folder import MANIFEST, unfinished
from paili.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Counted", "read_part", "write_part"]

#: Rows that are read, answered and written at a time: some megabytes to some tens of them.
ROWS = 1 << 17

#: The key of the footer that holds what was counted.
KEY = b"paili"


@dataclass(frozen=True)
class Counted:
    """What a piece's file holds."""

    #: What it depends on.
    identity: str
    rows: int
    #: Rows that are no hand, and were no hand before: nulls.
    bad: int
    nulls: int
    #: How many hands have each distance.
    distances: dict[int, int]


def write_part(
    asked: str,
    source: tuple[Chunk, ...] | pa.Table,
    first_row: int,
    path: str,
    add: AddAnswers,
    schema: pa.Schema,
    identity: str,
) -> Counted:
    """Answers rows and writes them to a file, which is there whole or not at all.

    ``source`` says where in which files they are, or is a table, whose first row is ``first_row`` of its data set. What
    is in the file depends on its rows and what is asked alone: whoever writes it again writes the same.
    """
    check_version(asked)
    pa = import_pyarrow("paili.cluster.batch")
    import pyarrow.parquet as pq

    if not (Path(path).parent / MANIFEST).exists():
        raise InputError(
            "out",
            f"{Path(path).parent} on the node {platform.node()} is not the job's folder: all nodes have to see it",
        )
    rows, bad, nulls = 0, 0, 0
    distances: Counter[int] = Counter()
    name = add.choose(schema)
    beside = unfinished(Path(path))
    try:
        with open(beside, "wb") as file:
            with pq.ParquetWriter(file, add.schema(schema), compression="zstd", write_page_checksum=True) as writer:
                for table in gathered(answers(source, first_row, add, schema), add.schema(schema)):
                    rows += table.num_rows
                    missing = table.column(name).null_count
                    nulls += missing
                    bad += table.column("distance").null_count - missing
                    for count in table.column("distance").value_counts().to_pylist():
                        if count["values"] is not None:
                            distances[count["values"]] += count["counts"]
                    writer.write_table(table, row_group_size=ROWS)
                counted = Counted(identity, rows, bad, nulls, dict(sorted(distances.items())))
                writer.add_key_value_metadata({KEY: json.dumps(asdict(counted)).encode()})
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
    # Memory that was needed for a moment is not held until the next piece.
    pa.default_memory_pool().release_unused()
    return counted


def answers(
    source: tuple[Chunk, ...] | pa.Table, first_row: int, add: AddAnswers, schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    """The rows with their answers, a batch at a time."""
    if not isinstance(source, tuple):
        for name in schema.names:
            if name not in source.column_names:
                raise InputError("source", f"the block that begins here has no column {name!r}", first_row)
        yield from answered(
            source.select(schema.names).to_batches(max_chunksize=ROWS), schema.names, add, "source", first_row
        )
        return
    for chunk in source:
        batches = readable(chunk, schema)
        yield from answered(batches, schema.names, add, chunk.path, chunk.first_row)


def readable(chunk: Chunk, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The rows of a chunk, a batch at a time. If its file is damaged, it says so."""
    import pyarrow as pa

    try:
        yield from batches_of(chunk, schema)
    except MemoryError:
        raise
    except (pa.ArrowException, OSError, IndexError, ValueError) as error:
        raise InputError(chunk.path, f"it can't be read: {error}") from error


def batches_of(chunk: Chunk, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The rows of a chunk, a batch at a time."""
    import pyarrow.parquet as pq

    if chunk.row_groups is not None and holds(chunk.fragment.physical_schema, schema):
        # A scan would hold a whole row group, this holds what is needed next.
        with chunk.fragment.open() as opened, pq.ParquetFile(opened, buffer_size=1 << 20, pre_buffer=False) as file:
            yield from file.iter_batches(ROWS, row_groups=chunk.row_groups, columns=schema.names, use_threads=False)
        return
    for batch in chunk.fragment.to_batches(
        schema=schema,
        columns=schema.names,
        batch_size=ROWS,
        batch_readahead=1,
        fragment_readahead=0,
        use_threads=False,
    ):
        if chunk.row_groups is None:
            # Arrow files are taken as they are, so damaged ones would make the process read where nothing is.
            validate(batch)
        yield batch


def validate(batch: pa.RecordBatch) -> None:
    """Makes sure that a batch is sound. Texts that are none are bad rows, and told as such."""
    import pyarrow as pa

    for column in batch.columns:
        plain = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary()}.get(column.type)
        (column if plain is None else column.view(plain)).validate(full=True)


def holds(physical: pa.Schema, schema: pa.Schema) -> bool:
    """Whether columns are in a file as they are wanted, so that nothing has to be added or cast."""
    names = physical.names
    return all(names.count(field.name) == 1 and physical.field(field.name).equals(field) for field in schema)


def answered(batches: Any, names: list[str], add: AddAnswers, path: str, first_row: int) -> Iterator[pa.RecordBatch]:
    """Batches with their answers. Of a row that is no hand, it says where in its file it is."""
    row = first_row
    for batch in batches:
        # Columns come in the file's order.
        batch = batch.select(names)
        try:
            yield add(batch)
        except InputError as error:
            at = None if error.row is None else row + error.row
            raise InputError(path, f"{error.argument}: {error.reason}", at) from None
        row += batch.num_rows


def gathered(batches: Iterator[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """Tables of so many rows, of the batches as they come."""
    import pyarrow as pa

    held: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        held.append(batch)
        rows += batch.num_rows
        while rows >= ROWS:
            table = pa.Table.from_batches(held, schema)
            yield table.slice(0, ROWS)
            rest = table.slice(ROWS)
            held, rows = rest.to_batches(), rest.num_rows
    if rows > 0:
        yield pa.Table.from_batches(held, schema)


def read_part(path: Path) -> Counted | None:
    """What a file holds that was written before, if it is such a file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_metadata(path)
        counted = json.loads((metadata.metadata or {})[KEY])
        counted["distances"] = {int(distance): count for distance, count in counted["distances"].items()}
        held = Counted(**counted)
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError, AttributeError):
        return None
    return held if held.rows == metadata.num_rows else None
