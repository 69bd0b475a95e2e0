"""How hands in files are cut into pieces."""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paili.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset

__all__ = ["Chunk", "FilePiece", "Files", "open_files"]

#: What files are, by what their names end with.
FORMATS = {".parquet": "parquet", ".arrow": "ipc", ".feather": "ipc"}


@dataclass(frozen=True)
class Chunk:
    """Rows of a file that belong together: some row groups of Parquet, or the whole file."""

    path: str
    #: Which row groups of the file, if it has such.
    row_groups: tuple[int, ...] | None
    #: The place in the file of the first row.
    first_row: int
    rows: int
    #: What reads them.
    fragment: Any


@dataclass(frozen=True)
class FilePiece:
    """A piece: rows of files, in their order, whose answers make a file."""

    index: int
    chunks: tuple[Chunk, ...]

    @property
    def source(self) -> tuple[Chunk, ...]:
        """What a worker is given."""
        return self.chunks

    @property
    def first_row(self) -> int:
        """Nothing: the chunks know their places."""
        return 0

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return sum(chunk.rows for chunk in self.chunks)

    def __str__(self) -> str:
        places = f"{self.chunks[0].path}, row {self.chunks[0].first_row} on" if self.chunks else "no rows"
        return f"piece {self.index} ({places})"

    def identity(self, job: dict[str, Any]) -> str:
        """What its file depends on, as a digest: what is asked, and where the rows come from."""
        inputs = job["inputs"]
        of = [(chunk.path, inputs[chunk.path], chunk.row_groups) for chunk in self.chunks]
        asked = [job[key] for key in ("paili", "column", "useful", "forms", "keep", "schema")]
        return hashlib.sha256(json.dumps([asked, of]).encode()).hexdigest()


@dataclass(frozen=True)
class Files:
    """The files of a job."""

    schema: pa.Schema
    chunks: list[Chunk]
    #: By path: the size and the time of the last change in nanoseconds.
    states: dict[str, dict[str, int]]

    def require(self, column: str) -> None:
        """Makes sure that all files have a column, or it would be taken to be null in those that don't."""
        import pyarrow.dataset as ds

        for chunk in {chunk.path: chunk for chunk in self.chunks}.values():
            of_folder = ds.get_partition_keys(chunk.fragment.partition_expression)
            if column not in chunk.fragment.physical_schema.names and column not in of_folder:
                raise InputError(chunk.path, f"no column {column!r}")

    def cut(self, rows_per_piece: int) -> list[FilePiece]:
        """Pieces of so many rows, or of one row group if that has more. There is one at least."""
        pieces: list[FilePiece] = []
        taken: list[Chunk] = []
        rows = 0
        for chunk in self.chunks:
            if taken and rows + chunk.rows > rows_per_piece:
                pieces.append(FilePiece(len(pieces), tuple(joined(taken))))
                taken, rows = [], 0
            taken.append(chunk)
            rows += chunk.rows
        if taken or not pieces:
            pieces.append(FilePiece(len(pieces), tuple(joined(taken))))
        return pieces


def joined(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Row groups that follow each other in a file, as one: the file is opened once."""
    last: Chunk | None = None
    for chunk in chunks:
        if last is None:
            last = chunk
        elif chunk.path == last.path and follows(chunk.row_groups, last.row_groups):
            groups = (*(last.row_groups or ()), *(chunk.row_groups or ()))
            last = Chunk(last.path, groups, last.first_row, last.rows + chunk.rows, last.fragment)
        else:
            yield narrowed(last)
            last = chunk
    if last is not None:
        yield narrowed(last)


def follows(groups: tuple[int, ...] | None, last: tuple[int, ...] | None) -> bool:
    """Rows between them would be counted otherwise."""
    return groups is not None and last is not None and groups[0] == last[-1] + 1


def narrowed(chunk: Chunk) -> Chunk:
    if chunk.row_groups is None:
        return chunk
    fragment = chunk.fragment.subset(row_group_ids=list(chunk.row_groups))
    return Chunk(chunk.path, chunk.row_groups, chunk.first_row, chunk.rows, fragment)


def open_files(source: Any, out: Path) -> Files:
    """Looks at the files of a source, but reads no rows. What is in ``out`` is none of them."""
    import pyarrow as pa
    import pyarrow.dataset

    if isinstance(source, pa.dataset.Dataset):
        dataset = source
        if (getattr(dataset, "_scan_options", None) or {}).get("filter") is not None:
            raise InputError(
                "source", "the data set is filtered, and rows are known by their places: filter the answers"
            )
    else:
        dataset = dataset_of(list(found(source, out)))
    chunks: list[Chunk] = []
    states: dict[str, dict[str, int]] = {}
    for fragment in dataset.get_fragments():
        if not hasattr(fragment, "filesystem"):
            raise InputError("source", f"a data set of files is expected, not {fragment}")
        fragment = with_absolute_path(fragment)
        info = fragment.filesystem.get_file_info(fragment.path)
        if is_local(fragment) and is_in(fragment.path, out):
            raise InputError("source", f"{fragment.path} is in {out}, where the answers go: name another folder")
        if fragment.path in states:
            raise InputError("source", f"{fragment.path} is in it twice")
        states[fragment.path] = {"size": info.size, "modified": info.mtime_ns}
        try:
            chunks.extend(chunks_of(fragment))
        except (pa.ArrowException, OSError) as error:
            raise InputError(fragment.path, str(error)) from error
    return Files(dataset.schema, chunks, states)


def chunks_of(fragment: Any) -> Iterator[Chunk]:
    """As small as a file can be cut: by row group, or not at all."""
    import pyarrow.dataset as ds

    if not isinstance(fragment, ds.ParquetFileFragment):
        yield Chunk(fragment.path, None, 0, fragment.count_rows(), fragment)
        return
    whole = fragment.metadata
    begins = [0]
    for group in range(whole.num_row_groups):
        begins.append(begins[-1] + whole.row_group(group).num_rows)
    for info in fragment.row_groups:
        yield Chunk(fragment.path, (info.id,), begins[info.id], info.num_rows, fragment)


def with_absolute_path(fragment: Any) -> Any:
    """Workers have other working folders."""
    import pyarrow.dataset as ds

    if not is_local(fragment) or os.path.isabs(fragment.path):
        return fragment
    path = os.path.abspath(fragment.path)
    more = {}
    if isinstance(fragment, ds.ParquetFileFragment):
        more["row_groups"] = [info.id for info in fragment.row_groups]
    return fragment.format.make_fragment(path, fragment.filesystem, fragment.partition_expression, **more)


def is_local(fragment: Any) -> bool:
    """Whether a file is one of this machine's file systems."""
    import pyarrow.fs

    return isinstance(fragment.filesystem, pyarrow.fs.LocalFileSystem)


def is_in(file: str | Path, folder: Path) -> bool:
    """Whether a file is in a folder, whatever both are called."""
    return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder))


def dataset_of(files: list[str]) -> Any:
    """The files as a data set, if they can be one."""
    import pyarrow as pa
    import pyarrow.dataset as ds

    formats: dict[str, str] = {}
    for file in files:
        suffix = Path(file).suffix
        if suffix not in FORMATS:
            raise InputError("source", f"{file}: expected a name that ends with {', '.join(FORMATS)}")
        formats.setdefault(FORMATS[suffix], file)
    if len(formats) != 1:
        raise InputError("source", f"files of different formats: {' and '.join(formats.values())}")
    try:
        return ds.dataset(files, format=next(iter(formats)))
    except (pa.ArrowException, OSError) as error:
        raise InputError("source", str(error)) from error


def found(source: Any, out: Path) -> Iterator[str]:
    """The files that paths, folders and patterns stand for, in the order of their names within each.

    Answers of a call before, which may lie in one of the folders, are no hands.
    """
    if isinstance(source, str | os.PathLike):
        source = [source]
    try:
        names = [os.fspath(name) for name in source]
    except TypeError:
        expected = "paths, a pyarrow.dataset.Dataset or a ray.data.Dataset"
        raise TypeError(f"source: expected {expected}, not {type(source).__name__}") from None
    if not names:
        raise InputError("source", "no files")
    for name in names:
        path = Path(name)
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if is_data(file, path) and not is_in(file, out))
            if not files:
                raise InputError("source", f"the folder {name} holds no Parquet or Arrow file")
        elif path.exists():
            files = [path]
        elif any(character in name for character in "*?["):
            files = sorted(Path(file) for file in glob.glob(name, recursive=True) if not is_in(file, out))
            if not files:
                raise InputError("source", f"no file is matched by {name}")
        else:
            raise InputError("source", f"there is no file {name}")
        for file in files:
            yield os.path.abspath(file)


def is_data(file: Path, folder: Path) -> bool:
    """Not what readers of data sets leave alone."""
    hidden = any(part.startswith(("_", ".")) for part in file.relative_to(folder).parts)
    return file.suffix in FORMATS and not hidden and file.is_file()
