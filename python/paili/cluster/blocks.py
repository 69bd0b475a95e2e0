"""The blocks of a ``ray.data.Dataset`` as pieces."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paili.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["BlockPiece", "is_blocks", "open_blocks"]


@dataclass(frozen=True)
class BlockPiece:
    """A piece: a block, which Ray keeps and makes anew if it is lost."""

    index: int
    rows: int
    #: The place in the data set of the first row.
    first_row: int
    #: What a worker is given: Ray puts the table in its place.
    source: Any

    def __str__(self) -> str:
        return f"piece {self.index} (a block of {self.rows} rows)"

    def identity(self, job: dict[str, Any]) -> str:
        """What its file says of it."""
        asked = [job[key] for key in ("paili", "column", "useful", "forms", "keep", "schema")]
        return hashlib.sha256(json.dumps([asked, self.index, self.rows]).encode()).hexdigest()


def is_blocks(source: object) -> bool:
    """Whether it is a ``ray.data.Dataset``, found out without importing that."""
    return any(kind.__module__.startswith("ray.data") and kind.__name__ == "Dataset" for kind in type(source).__mro__)


def open_blocks(ray: Any, source: Any) -> tuple[pa.Schema, list[BlockPiece]]:
    """The blocks of a data set, in their order."""
    refs = source.to_arrow_refs()
    look = ray.remote(num_cpus=0)(look_at)
    # In order: the first of them tells the columns.
    looks = ray.get([look.remote(ref) for ref in refs])
    schema = next((schema for rows, schema in looks if rows > 0), looks[0][1] if looks else None)
    if schema is None or not schema.names:
        raise InputError("source", "the data set has no columns")
    pieces: list[BlockPiece] = []
    first_row = 0
    for ref, (rows, _) in zip(refs, looks, strict=True):
        if rows > 0:
            pieces.append(BlockPiece(len(pieces), rows, first_row, ref))
            first_row += rows
    return schema, pieces


def look_at(table: pa.Table) -> tuple[int, pa.Schema]:
    """How many rows a block has, and which columns."""
    return table.num_rows, table.schema
