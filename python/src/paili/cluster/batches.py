"""The hands of many files on many machines."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

import paili
from paili.arguments.names import Forms, OnError
from paili.arguments.numbers import count
from paili.arrow import AddAnswers, import_pyarrow
from paili.cluster.answers import Counted, read_counted, write_answers
from paili.cluster.connection import Cluster, connected, import_ray
from paili.cluster.folder import JOB, JobFolder
from paili.cluster.hands import HandBlock, is_ray_data, open_files, open_ray_data
from paili.cluster.progress import Progress, Watch
from paili.cluster.workers import Block, results
from paili.errors import InputError
from paili.hands.rules import RuleSet

if TYPE_CHECKING:
    import pyarrow as pa

    from paili.hands.rules import AnyRules

__all__ = ["BatchReport", "batch"]

#: Rows of a block, when nobody says: about a second of a core, and a file of some tens of megabytes.
ROWS_PER_BLOCK = 2_000_000

#: How long it may take until a file that a worker wrote is seen here, in seconds.
SEEN_WITHIN = 10.0


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
    #: How many blocks there were.
    blocks: int
    #: How many of them an earlier call had finished.
    resumed_blocks: int
    #: The files, in the order of the rows.
    files: list[Path]

    def to_dict(self) -> dict[str, Any]:
        """The report for JSON, without what differs from call to call."""
        return {
            "rows": self.rows,
            "bad": self.bad,
            "nulls": self.nulls,
            "distances": [{"distance": distance, "hands": hands} for distance, hands in self.distances.items()],
            # Blocks were called so when this format was made.
            "pieces": self.blocks,
            "files": [file.name for file in self.files],
        }


def batch(
    source: Any,
    *,
    out: str | os.PathLike[str],
    column: str | None = None,
    useful: bool = False,
    forms: Forms | None = None,
    rules: AnyRules | None = None,
    on_error: OnError = "raise",
    keep: Sequence[str] | None = None,
    address: str | None = None,
    rows_per_block: SupportsIndex | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
) -> BatchReport:
    """Answer the hands of files on a Ray cluster, and write a file of Parquet a block.

    The rows come out in the order in which they are in the source, in ``part-00000.parquet`` and so on, with the
    columns that :class:`paili.arrow.AddAnswers` appends. What is in a block's file depends on its rows and what is
    asked alone, and the file is there whole or not at all. So workers and nodes may be lost, and the same call goes on
    after the driver died. ``_SUCCESS`` is there when all is done.

    As long as a job is not done, its files may be mended and ``on_error`` may be changed: blocks that this concerns are
    done anew. A ``ray.data.Dataset`` can't be told from another, so such a job does not go on.

    Parameters
    ----------
    source : path, pattern, several of them, or dataset
        A file of Parquet or Arrow, a folder, a pattern (``"hands/*.parquet"``) or several of them, a
        ``pyarrow.dataset.Dataset`` of files, or a ``ray.data.Dataset``. All nodes see the files under the same path.
        Links to folders are followed, and a folder that is reached twice is read once.
    out : str or path
        A folder that is new, empty or of the same job, which all nodes see under the same path. It may lie in a folder
        of ``source``, and is then no part of that; nor are folders of other jobs there.
    column, useful, forms, rules, on_error
        As :class:`paili.arrow.AddAnswers` takes them.
    keep : sequence of str, optional
        The columns to write beside the answers; all of all files unless it is given. Rows of a file that lacks one are
        null there. The hands are among them in any case. If files have a column in several types, one type has to hold
        all values as they are: int64 does for int32, but nothing does for texts and numbers. The types of a
        ``pyarrow.dataset.Dataset`` are those of its schema.
    rows_per_block : int, optional
        How many rows a block has, or one row group if that has more.
    address, progress
        As :func:`paili.cluster.simulate` takes them.

    Returns
    -------
    BatchReport
        How many rows there are, how many of each distance, and the files.

    Raises
    ------
    InputError
        For wrong arguments and files, for a folder that holds anything else, and, unless ``on_error`` is ``"null"``,
        for the first row that is no hand, with its file and its place there, counted from 0.

    Examples
    --------
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
    add = AddAnswers(column, useful=useful, forms=forms, rules=rules, on_error=on_error)
    if rows_per_block is not None:
        rows_per_block = count("rows_per_block", rows_per_block, "1 row or more")
    import_ray()
    import_pyarrow("paili.cluster.batch")
    with ExitStack() as stack:
        cluster: Cluster | None = None
        if is_ray_data(source):
            if (Path(out) / JOB).exists():
                raise InputError(
                    "out", f"{out} is of a job, and a ray.data.Dataset can't be told from another: name a new folder"
                )
            cluster = stack.enter_context(connected(address))
            hands = open_ray_data(cluster.ray, source)
        else:
            hands = open_files(source, Path(out))
        add.column = add.choose(hands.schema)
        schema = chosen(hands.schema, add.column, keep)
        hands.require(add.column, schema.names)
        # Says now, and not on a worker, what is wrong with the columns.
        add.schema(schema)
        files = {f"the file {path}": state for path, state in hands.states.items()}
        job = {
            "job": "batch",
            "paili": paili.__version__,
            "column": add.column,
            "useful": add.useful,
            "forms": add.forms,
            "rules": described(rules),
            "keep": schema.names,
            "schema": str(schema.remove_metadata()),
            "on_error": on_error,
            "rows_per_block": rows_per_block,
            **files,
        }
        mendable = {"on_error", *files}
        folder = stack.enter_context(JobFolder.open(Path(out), job, {"rows_per_block": ROWS_PER_BLOCK}, mendable))
        blocks = hands.cut(folder.job["rows_per_block"])
        answers = Answers(folder, blocks, add, schema)
        done = answers.done()
        resumed = len(done)
        if resumed < len(blocks):
            folder.reopen()
            cluster = cluster or stack.enter_context(connected(address))
        rows = sum(counted.rows for counted in done.values())
        total = sum(block.size for block in blocks)
        watch = Watch(Progress("rows", rows, total, resumed, len(blocks), resumed), progress)
        stack.callback(watch.end)
        if cluster is not None:
            done = answers.finish(cluster, done, watch)
        watch.say_last()
        report = BatchReport(
            out=folder.path,
            rows=sum(counted.rows for counted in done.values()),
            bad=sum(counted.bad for counted in done.values()),
            nulls=sum(counted.nulls for counted in done.values()),
            distances=dict(sorted(sum((Counter(counted.distances) for counted in done.values()), Counter()).items())),
            blocks=len(blocks),
            resumed_blocks=resumed,
            files=answers.paths,
        )
        folder.finish(report.to_dict())
    return report


def described(rules: AnyRules | None) -> str | None:
    """A rule set in the JSON that describes it: the same for a name and for the rule set of that name."""
    if rules is None:
        return None
    return (rules if isinstance(rules, RuleSet) else RuleSet(rules)).to_json()


def chosen(schema: pa.Schema, column: str, keep: Sequence[str] | None) -> pa.Schema:
    """The columns to read, in the order in which they are there."""
    import pyarrow as pa

    if keep is None:
        return schema
    if not isinstance(keep, Iterable) or isinstance(keep, str):
        raise TypeError(f"keep: expected a sequence of names, not {type(keep).__name__}")
    keep = list(keep)
    for name in keep:
        if name not in schema.names:
            raise InputError("keep", f"no column {name!r}: the columns are {', '.join(map(repr, schema.names))}")
    return pa.schema([field for field in schema if field.name in keep or field.name == column])


class Answers:
    """The files of a job's blocks: a block is finished when its file is there."""

    def __init__(self, folder: JobFolder, blocks: Sequence[HandBlock], add: AddAnswers, schema: pa.Schema) -> None:
        width = max(5, len(str(len(blocks) - 1)))
        self._folder = folder
        self.paths = [folder.path / f"part-{index:0{width}}.parquet" for index in range(len(blocks))]
        self._identities = [block.identity(folder.job) for block in blocks]
        self._blocks = [
            Block(index, one.size, one.place, (one.source, one.first_row, path.absolute(), add, schema, identity))
            for index, (one, path, identity) in enumerate(zip(blocks, self.paths, self._identities, strict=True))
        ]

    def done(self) -> dict[int, Counted]:
        """The blocks that are finished. Files that are of no block as it is now are removed."""
        done = {}
        for index, (path, identity) in enumerate(zip(self.paths, self._identities, strict=True)):
            counted = read_counted(path)
            if counted is None or counted.identity != identity:
                continue
            if counted.bad == 0 or self._folder.job["on_error"] == "null":
                done[index] = counted
        for path in set(self._folder.path.glob("part-*.parquet")) - {self.paths[index] for index in done}:
            path.unlink()
        return done

    def finish(self, cluster: Cluster, done: Collection[int], watch: Watch) -> dict[int, Counted]:
        """Does what is not done, and makes sure that it is all there."""
        left = [block for block in self._blocks if block.index not in done]
        with closing(results(cluster, write_answers, left, 1, watch)) as finished:
            for _ in finished:
                pass
        # Network file systems may take a moment to show what a node wrote. And a worker of a driver that died may have
        # been busy until now with files as they were then.
        until = time.monotonic() + SEEN_WITHIN
        while len(there := self.done()) < len(self.paths):
            if time.monotonic() > until:
                path = next(path for index, path in enumerate(self.paths) if index not in there)
                raise InputError(
                    "out",
                    f"{path} was written by a node, but is not seen here or was changed by somebody else: all nodes "
                    "have to see the same folder; the same call goes on",
                )
            time.sleep(0.1)
        return there
