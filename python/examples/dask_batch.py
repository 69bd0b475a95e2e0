"""Win distances of hands in Parquet files with Dask, on all machines of its cluster.

python dask_batch.py HANDS ANSWERS [--address HOST:PORT]

HANDS is a folder of Parquet files with a column `hand`; ANSWERS becomes one with the same columns and the answers. It
needs `pip install pyarrow 'dask[dataframe,distributed]'` beside paili, on the workers too.
"""

from __future__ import annotations

import argparse

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
from dask.distributed import Client

from paili.arrow import AddAnswers


def answer(frame: pd.DataFrame, add: AddAnswers) -> pd.DataFrame:
    """A partition with the answers. Dask's frames are pandas', so it goes to Arrow and back."""
    table = pa.Table.from_pandas(frame, preserve_index=False)
    # A partition without rows has columns of no chunk, one that was joined columns of several.
    batch = pa.RecordBatch.from_arrays([column.combine_chunks() for column in table.columns], schema=table.schema)
    answers = add(batch).select(list(ANSWERS))
    # Null is none of numpy's numbers.
    return frame.assign(
        **{name: answers.column(name).to_pandas().astype(kind).values for name, kind in ANSWERS.items()}
    )


#: What is appended, in pandas' types that have nulls.
ANSWERS = {"distance": "Int8", "acceptance": "Int16", "useful": "Int64"}


def main() -> None:
    """Runs the job."""
    parser = argparse.ArgumentParser()
    parser.add_argument("hands")
    parser.add_argument("answers")
    parser.add_argument("--address", help="a Dask scheduler; without it, this machine's processors")
    asked = parser.parse_args()
    client = Client(asked.address) if asked.address else Client(host="127.0.0.1", dashboard_address=None)
    with client:
        hands = dd.read_parquet(asked.hands)
        columns = hands._meta.assign(**{name: pd.Series(dtype=kind) for name, kind in ANSWERS.items()})
        answers = hands.map_partitions(answer, AddAnswers("hand", useful=True), meta=columns)
        answers.to_parquet(asked.answers, write_index=False)
        print(answers.groupby("distance").size().compute().sort_index().to_string())


if __name__ == "__main__":
    main()
