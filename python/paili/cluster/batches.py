"""The hands of many files on many machines."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import paili
from paili.arguments import count
from paili.arrow import AddAnswers, import_pyarrow
from paili.cluster.blocks import BlockPiece, is_blocks, open_blocks
from paili.cluster.connection import Cluster, connected, import_ray
from paili.cluster.cut import FilePiece, Files, open_files
from paili.cluster.engine import Engine
from paili.cluster.folder import MANIFEST, JobFolder
from paili.cluster.part import Counted, read_part, write_part
from paili.cluster.progress import Progress, Watch
from paili.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["BatchReport", "batch"]

#: Rows of a piece, when nobody says: about a second of a core, and a file of some tens of megabytes.
ROWS_PER_PIECE = 2_000_000

#: How often parts that are of something else after all are written again, before that is told.
MOST_ROUNDS = 3


@dataclass(frozen=True)
class BatchReport:
    """What became of a batch job."""

    #: The folder.
    out: Path
    #: Rows that were read, and written.
    rows: int
    #: Rows that are no hand. They have null answers.
    bad: int
    #: Rows that had no hand. They have null answers, too.
    nulls: int
    #: How many hands have each distance.
    distances: dict[int, int]
    #: How many pieces there were.
    pieces: int
    #: How many of them an earlier call had finished.
    resumed_pieces: int
    #: The files, in the order of the rows.
    files: list[Path]

    def to_dict(self) -> dict[str, Any]:
        """The report for JSON, without what differs from call to call."""
        return {
            "rows": self.rows,
            "bad": self.bad,
            "nulls": self.nulls,
            "distances": [{"distance": distance, "hands": hands} for distance, hands in self.distances.items()],
            "pieces": self.pieces,
            "files": [file.name for file in self.files],
        }


def batch(
    source: Any,
    *,
    out: str | os.PathLike[str],
    column: str | None = None,
    useful: bool = False,
    forms: str | Iterable[str] = "standard",
    on_error: Literal["raise", "null"] = "raise",
    keep: Sequence[str] | None = None,
    address: str | None = None,
    rows_per_piece: SupportsIndex | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> BatchReport:
    """Answer the hands of files on a Ray cluster, and write a file of Parquet a piece.

    ``source`` is a path, a folder, a pattern (``"hands/*.parquet"``) or several of them, a ``pyarrow.dataset.Dataset``
    of files, or a ``ray.data.Dataset``. Files are Parquet or Arrow. The rows come out in the order in which they are
    there, in ``part-00000.parquet`` and so on, with the columns that :class:`paili.arrow.AddAnswers` appends;
    ``column``, ``useful``, ``forms`` and ``on_error`` are its, too. ``keep`` names the columns to write beside the
    answers, all by default; the hands are among them in any case.

    A piece has ``rows_per_piece`` rows, or one row group if that has more. What is in its file depends on its rows and
    what is asked alone, and the file is there whole or not at all. So workers and nodes may be lost, and the same call
    goes on after the driver died. ``_SUCCESS`` is there when all is done.

    ``out`` has to be new, empty or of the same job, and has to be seen by all nodes under the same path, and so have
    the files of ``source``. It may lie in a folder of ``source``, and is then no part of that. As long
    as a job is not done, its files may be mended and ``on_error`` may be changed: pieces that this concerns are done
    anew. A ``ray.data.Dataset`` can't be told from another, so such a job does not go on.

    ``address`` and ``progress`` are those of :func:`paili.cluster.simulate`.

    Raises :exc:`paili.InputError` for wrong arguments and files, for a folder that holds anything else, and, unless
    ``on_error`` is ``"null"``, for the first row that is no hand, with its file and its place there, counted from 0.

    >>> import tempfile
    >>> import paili.cluster, pyarrow as pa, pyarrow.parquet as pq
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     hands = pa.table({"hand": ["123m456p789s1122z", "19m19p19s1234567z"]})
    ...     pq.write_table(hands, f"{folder}/hands.parquet")
    ...     report = paili.cluster.batch(f"{folder}/*.parquet", out=f"{folder}/answers")
    ...     pq.read_table(report.files[0])["distance"].to_pylist()
    [1, 9]
    >>> report.rows, report.distances
    (2, {1: 1, 9: 1})
    """
    add = AddAnswers(column, useful=useful, forms=forms, on_error=on_error)
    if rows_per_piece is not None:
        rows_per_piece = count("rows_per_piece", rows_per_piece, "1 row or more")
    import_ray()
    import_pyarrow("paili.cluster.batch")
    with ExitStack() as stack:
        files: Files | None = None
        pieces: Sequence[FilePiece | BlockPiece]
        if is_blocks(source):
            refuse_used(Path(out))
            cluster = stack.enter_context(connected(address))
            schema, pieces = open_blocks(cluster.ray, source)
        else:
            files = open_files(source, Path(out))
            schema = files.schema
        name = add.choose(schema)
        if files is not None:
            files.require(name)
        schema = kept(schema, name, keep)
        add = AddAnswers(name, useful=useful, forms=forms, on_error=on_error)
        # Says now, and not on a worker, what is wrong with the columns.
        add.schema(schema)
        job = {
            "job": "batch",
            "paili": paili.__version__,
            "column": name,
            "useful": add.useful,
            "forms": add.forms,
            "keep": schema.names,
            "schema": str(schema.remove_metadata()),
            "on_error": on_error,
            "rows_per_piece": rows_per_piece,
            "inputs": "a ray.data.Dataset" if files is None else files.states,
        }
        chosen = {"rows_per_piece": ROWS_PER_PIECE}
        folder = stack.enter_context(JobFolder.open(out, job, chosen, mendable=("inputs", "on_error")))
        if files is not None:
            pieces = files.cut(folder.job["rows_per_piece"])
        parts = Parts(folder, pieces, on_error)
        done = parts.found()
        watch = Watch("rows", sum(piece.rows for piece in pieces), len(pieces), progress)
        stack.callback(watch.end)
        resumed = len(done)
        if resumed < len(pieces):
            folder.reopen()
            if files is not None:
                cluster = stack.enter_context(connected(address))
            watch.begin(sum(counted.rows for counted in done.values()), resumed)
            watch.say()
            done = parts.finish(cluster, done, add, schema, watch)
        else:
            watch.begin(watch.total, resumed)
        watch.say_last()
        report = summed(folder.path, [done[piece.index] for piece in pieces], resumed, parts.paths())
        folder.finish(report.to_dict())
    return report


def kept(schema: pa.Schema, column: str, keep: Sequence[str] | None) -> pa.Schema:
    """The columns to read, in the order in which they are there."""
    import pyarrow as pa

    if keep is None:
        return schema
    if isinstance(keep, str):
        raise TypeError("keep: expected a sequence of names, not a str")
    for name in keep:
        if name not in schema.names:
            raise InputError("keep", f"no column {name!r}: the columns are {', '.join(map(repr, schema.names))}")
    return pa.schema([field for field in schema if field.name in keep or field.name == column])


def refuse_used(path: Path) -> None:
    """A data set without files may be any: its job can't go on."""
    if (path / MANIFEST).exists():
        raise InputError(
            "out", f"{path} is of a job, and a ray.data.Dataset can't be told from another: name a new folder"
        )


@dataclass(frozen=True)
class Parts:
    """The pieces of a job and the files that are made of them."""

    folder: JobFolder
    pieces: Sequence[FilePiece | BlockPiece]
    on_error: str

    def path(self, index: int) -> Path:
        """The file of a piece."""
        width = max(5, len(str(len(self.pieces) - 1)))
        return self.folder.path / f"part-{index:0{width}}.parquet"

    def paths(self) -> list[Path]:
        """All of them."""
        return [self.path(piece.index) for piece in self.pieces]

    def found(self) -> dict[int, Counted]:
        """The pieces that are finished. Files that are of no piece as it is now are removed."""
        found = {}
        for piece in self.pieces:
            counted = read_part(self.path(piece.index))
            good = counted is not None and counted.identity == piece.identity(self.folder.job)
            if counted is not None and good and (counted.bad == 0 or self.on_error == "null"):
                found[piece.index] = counted
        good_paths = {self.path(index) for index in found}
        for path in self.folder.path.glob("part-*.parquet"):
            if path not in good_paths:
                path.unlink()
        return found

    def finish(
        self, cluster: Cluster, done: dict[int, Counted], add: AddAnswers, schema: pa.Schema, watch: Watch
    ) -> dict[int, Counted]:
        """Does what is not done, and makes sure that it is all there.

        A worker of a driver that died may have been busy until now with a piece as it was then, and may have put its
        file in the place of a newer one.
        """
        for _ in range(MOST_ROUNDS):
            self._write(cluster, done, add, schema, watch)
            done = self.found()
            if len(done) == len(self.pieces):
                return done
            watch.done, watch.pieces = sum(counted.rows for counted in done.values()), len(done)
        missing = next(self.path(piece.index) for piece in self.pieces if piece.index not in done)
        raise InputError("out", f"{missing} is changed by somebody else again and again")

    def _write(
        self, cluster: Cluster, done: dict[int, Counted], add: AddAnswers, schema: pa.Schema, watch: Watch
    ) -> None:
        def arguments(piece: FilePiece | BlockPiece) -> tuple[Any, ...]:
            path = str(self.path(piece.index).absolute())
            return piece.source, piece.first_row, path, add, schema, piece.identity(self.folder.job)

        engine = Engine[FilePiece | BlockPiece](cluster, write_part, arguments, cpus=1)
        left = [piece for piece in self.pieces if piece.index not in done]
        with closing(engine.results(left)) as results:
            for finished in results:
                if finished is not None:
                    piece, counted = finished
                    require(self.path(piece.index))
                    watch.add(counted.rows)
                watch.lost = engine.lost
                watch.say()


def require(path: Path) -> None:
    """Makes sure that a file that a worker wrote is seen here. Network file systems may take a moment."""
    until = time.monotonic() + 10
    while not path.exists():
        if time.monotonic() > until:
            raise InputError(
                "out", f"{path} was written by a node, but is not seen here: all have to see the same folder"
            )
        with suppress(OSError):
            # Listing it anew is what tells some file systems to look.
            os.listdir(path.parent)
        time.sleep(0.1)


def summed(out: Path, counted: list[Counted], resumed: int, files: list[Path]) -> BatchReport:
    """The report of all pieces."""
    distances: Counter[int] = Counter()
    for piece in counted:
        distances.update(piece.distances)
    return BatchReport(
        out=out,
        rows=sum(piece.rows for piece in counted),
        bad=sum(piece.bad for piece in counted),
        nulls=sum(piece.nulls for piece in counted),
        distances=dict(sorted(distances.items())),
        pieces=len(counted),
        resumed_pieces=resumed,
        files=files,
    )
