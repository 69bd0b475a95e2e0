"""The file of a block's answers: how a worker writes it, and what it says of itself."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paili.arrow import AddAnswers, import_pyarrow
from paili.cluster.folder import JOB
from paili.cluster.hands import Rows
from paili.errors import InputError
from paili.files.batches import ROWS, answered, gathered, readable, validate
from paili.files.whole import write_whole

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Counted", "read_counted", "write_answers"]

#: The key of the footer that holds what was counted.
KEY = b"paili"


@dataclass(frozen=True)
class Counted:
    """What the file of a block holds."""

    #: What it depends on.
    identity: str
    rows: int
    #: Rows that are no hand, and were no hand before: nulls.
    bad: int
    nulls: int
    #: How many hands have each distance.
    distances: dict[int, int]


def write_answers(
    source: tuple[Rows, ...] | pa.Table, first_row: int, path: Path, add: AddAnswers, schema: pa.Schema, identity: str
) -> None:
    """Answers rows and writes them to a file, which is there whole or not at all.

    ``source`` says where in which files they are, or is a table, whose first row is ``first_row`` of its data set. What
    is in the file depends on its rows and what is asked alone: whoever writes it again writes the same.
    """
    pa = import_pyarrow("paili.cluster.batch")
    import pyarrow.parquet as pq

    if not (path.parent / JOB).exists():
        raise InputError(
            "out", f"{path.parent} on the node {platform.node()} is not the job's folder: all nodes have to see it"
        )
    counts: Counter[str] = Counter()
    distances: Counter[int] = Counter()
    whole = add.schema(schema)
    with (
        write_whole(path) as file,
        pq.ParquetWriter(file, whole, compression="zstd", write_page_checksum=True) as writer,
    ):
        for table in gathered(all_answered(source, first_row, add, schema), whole):
            missing = table.column(add.choose(schema)).null_count
            bad = table.column("distance").null_count - missing
            counts.update(rows=table.num_rows, bad=bad, nulls=missing)
            for count in table.column("distance").drop_null().value_counts().to_pylist():
                distances[count["values"]] += count["counts"]
            writer.write_table(table, row_group_size=ROWS)
        counted = Counted(identity, counts["rows"], counts["bad"], counts["nulls"], dict(sorted(distances.items())))
        writer.add_key_value_metadata({KEY: json.dumps(asdict(counted)).encode()})
    # Memory that was needed for a moment is not held until the next block.
    pa.default_memory_pool().release_unused()


def read_counted(path: Path) -> Counted | None:
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


def all_answered(
    source: tuple[Rows, ...] | pa.Table, first_row: int, add: AddAnswers, schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    """The rows with their answers, a batch at a time. Of a row that is no hand, it says where it is."""
    sources: list[tuple[str, int, Iterable[pa.RecordBatch]]]
    if isinstance(source, tuple):
        sources = [(rows.path, rows.first_row, batches_of(rows, schema)) for rows in source]
    else:
        for name in schema.names:
            if name not in source.column_names:
                raise InputError("source", f"the block that begins here has no column {name!r}", first_row)
        sources = [("source", first_row, iter(source.to_batches(max_chunksize=ROWS)))]
    for name, row, batches in sources:
        # Columns come in the file's order.
        yield from answered((batch.select(schema.names) for batch in batches), add, name, row=row)


def batches_of(rows: Rows, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The rows of a file, a batch at a time. If it is damaged, it says so."""
    import pyarrow.parquet as pq

    fragment, names = rows.opened(), schema.names
    with readable(rows.path):
        if rows.row_groups is not None and holds(fragment.physical_schema, schema):
            # A scan would hold a whole row group, this holds what is needed next.
            with fragment.open() as opened, pq.ParquetFile(opened, buffer_size=1 << 20, pre_buffer=False) as file:
                yield from file.iter_batches(ROWS, row_groups=rows.row_groups, columns=names, use_threads=False)
            return
        little = {"batch_size": ROWS, "batch_readahead": 1, "fragment_readahead": 0, "use_threads": False}
        for batch in fragment.to_batches(schema=schema, columns=names, **little):
            if rows.row_groups is None:
                # Arrow files are taken as they are, so damaged ones would make the process read where nothing is.
                validate(batch)
            yield batch


def holds(physical: pa.Schema, schema: pa.Schema) -> bool:
    """Whether columns are in a file as they are wanted, so that nothing has to be added or cast."""
    return all(physical.names.count(one.name) == 1 and physical.field(one.name).equals(one) for one in schema)
