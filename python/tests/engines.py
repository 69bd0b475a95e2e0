"""Hands in files for the examples, and what has to become of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

import paili

EXAMPLES = Path(__file__).parents[1] / "examples"


def write_hands(folder: Path, files: int, rows: int) -> None:
    """Files of hands, every hundredth of which is missing."""
    folder.mkdir()
    for file in range(files):
        counts = paili.random_hands(rows, tiles=14, seed=file)
        gaps = np.arange(rows) % 100 == 99
        # FixedSizeBinary(34) comes through Spark as bytes, and through pandas as objects.
        hands = pa.array([None if gap else row.tobytes() for row, gap in zip(counts, gaps, strict=True)], pa.binary(34))
        table = pa.table({"id": np.arange(file * rows, (file + 1) * rows), "hand": hands})
        pq.write_table(table, folder / f"{file}.parquet")


def check_answers(folder: Path, files: int, rows: int) -> None:
    """They are the library's, a row for a row."""
    table = ds.dataset(folder, format="parquet").to_table().sort_by("id")
    assert table["id"].to_pylist() == list(range(files * rows))
    expected = [paili.useful(paili.random_hands(rows, tiles=14, seed=file)) for file in range(files)]
    gaps = np.arange(files * rows) % rows % 100 == 99
    for place, name in enumerate(["distance", "useful", "acceptance"]):
        column = table[name].combine_chunks()
        assert np.array_equal(column.is_null().to_numpy(zero_copy_only=False), gaps), name
        there = np.concatenate([answers[place] for answers in expected])[~gaps]
        assert np.array_equal(column.drop_null().to_numpy(), there), name
