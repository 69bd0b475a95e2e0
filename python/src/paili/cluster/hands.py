"""The hands of a source, and how they are cut into blocks."""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paili.cluster.folder import JOB
from paili.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["HandBlock", "Hands", "Rows", "is_ray_data", "open_files", "open_ray_data"]

#: What files are, by what their names end with.
FORMATS = {".parquet": "parquet", ".arrow": "ipc", ".feather": "ipc"}


@dataclass(frozen=True)
class Rows:
    """Rows of a file that belong together: row groups of Parquet that follow each other, or the whole file."""

    path: str
    row_groups: list[int] | None
    #: The place in the file of the first row.
    first_row: int
    size: int
    #: What reads the file, by a path that may be relative.
    fragment: Any

    def opened(self) -> Any:
        """What reads these rows."""
        more = {} if self.row_groups is None else {"row_groups": self.row_groups}
        known = self.fragment
        return known.format.make_fragment(self.path, known.filesystem, known.partition_expression, **more)

    def joined(self, other: Rows) -> Rows | None:
        """With the rows that follow, if the others do: the file is opened once."""
        if other.path != self.path or not self.row_groups or not other.row_groups:
            return None
        if other.row_groups[0] != self.row_groups[-1] + 1:
            return None
        return replace(self, row_groups=self.row_groups + other.row_groups, size=self.size + other.size)


@dataclass(frozen=True)
class HandBlock:
    """Rows whose answers make a file."""

    size: int
    #: Where they are, for a message.
    place: str
    #: Rows of files, or a block of Ray's, which Ray keeps, makes anew if it is lost, and gives to workers as a table.
    source: Any
    #: The place of the first row in the source, if that has no files.
    first_row: int
    #: What the rows are known by.
    origin: list[Any]

    def identity(self, job: dict[str, Any]) -> str:
        """What the answers depend on, as a digest: what is asked, and where the rows come from."""
        asked = [job[key] for key in ("paili", "column", "useful", "forms", "rules", "keep", "schema")]
        return hashlib.sha256(json.dumps([asked, *self.origin]).encode()).hexdigest()


@dataclass(frozen=True)
class Hands:
    """The hands of a source, of which no row has been read yet."""

    schema: pa.Schema
    rows: list[Rows]
    #: The size of each file, and when it was changed, in nanoseconds.
    states: dict[str, dict[str, int]]
    #: How they are cut, if they are already.
    blocks: list[HandBlock]
    #: The columns that files don't agree about.
    conflicts: dict[str, InputError] = field(default_factory=dict)

    def require(self, column: str, names: list[str]) -> None:
        """Makes sure that files agree about the columns to read, and that all have the hands, else they are null."""
        import pyarrow.dataset as ds

        for name in names:
            if name in self.conflicts:
                raise self.conflicts[name]
        for rows in self.rows:
            of_folder = ds.get_partition_keys(rows.fragment.partition_expression)
            if column not in rows.fragment.physical_schema.names and column not in of_folder:
                raise InputError(rows.path, f"no column {column!r}")

    def cut(self, rows_per_block: int) -> list[HandBlock]:
        """Blocks of this number of rows, or of one row group if that has more. There is one at least."""
        blocks: list[list[Rows]] = [[]]
        size = 0
        for rows in self.rows:
            if blocks[-1] and size + rows.size > rows_per_block:
                blocks.append([])
                size = 0
            size += rows.size
            joined = blocks[-1][-1].joined(rows) if blocks[-1] else None
            if joined is None:
                blocks[-1].append(rows)
            else:
                blocks[-1][-1] = joined
        return self.blocks or [self._block(rows) for rows in blocks]

    def _block(self, block: list[Rows]) -> HandBlock:
        place = f"{block[0].path}, row {block[0].first_row} on" if block else "no rows"
        origin = [[rows.path, self.states[rows.path], rows.row_groups] for rows in block]
        return HandBlock(sum(rows.size for rows in block), place, tuple(block), 0, [origin])


def is_ray_data(source: object) -> bool:
    """Whether it is a ``ray.data.Dataset``, found out without importing that."""
    return any(kind.__module__.startswith("ray.data") and kind.__name__ == "Dataset" for kind in type(source).__mro__)


def open_ray_data(ray: Any, source: Any) -> Hands:
    """The hands of a ``ray.data.Dataset``, in its blocks. Those without rows are left out."""
    refs = source.to_arrow_refs()
    look = ray.remote(num_cpus=0)(size_and_schema)
    looks = ray.get([look.remote(ref) for ref in refs])
    schema = next((schema for size, schema in looks if size > 0), looks[0][1] if looks else None)
    if schema is None or not schema.names:
        raise InputError("source", "the data set has no columns")
    blocks: list[HandBlock] = []
    first_row = 0
    for ref, (size, _) in zip(refs, looks, strict=True):
        if size > 0:
            blocks.append(HandBlock(size, f"a block of {size} rows", ref, first_row, [len(blocks), size]))
            first_row += size
    return Hands(schema, [], {}, blocks)


def size_and_schema(table: pa.Table) -> tuple[int, pa.Schema]:
    """How many rows a block has, and which columns."""
    return table.num_rows, table.schema


def open_files(source: Any, out: Path) -> Hands:
    """The hands of files. What is in ``out`` is none of them."""
    import pyarrow as pa
    import pyarrow.dataset as ds
    from pyarrow.fs import LocalFileSystem

    dataset = source if isinstance(source, ds.Dataset) else dataset_of(list(found(source, out)))
    if (getattr(dataset, "_scan_options", None) or {}).get("filter") is not None:
        raise InputError("source", "the data set is filtered, and rows are known by their places: filter the answers")
    schema = dataset.schema if dataset is source else None
    rows: list[Rows] = []
    states: dict[str, dict[str, int]] = {}
    conflicts: dict[str, InputError] = {}
    known: set[str] = set()
    for fragment in dataset.get_fragments():
        if not hasattr(fragment, "filesystem"):
            raise InputError("source", f"a data set of files is expected, not {fragment}")
        path = fragment.path
        if isinstance(fragment.filesystem, LocalFileSystem):
            # Workers have other working folders.
            path = str(Path(path).absolute())
            if is_in(path, out):
                raise among_answers(path, out)
        # However it is written. A link is another file.
        one = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        if one in known:
            raise InputError("source", f"{path} is in it twice")
        known.add(one)
        info = fragment.filesystem.get_file_info(path)
        states[path] = {"size": info.size, "modified": info.mtime_ns}
        try:
            rows.extend(rows_of(fragment, path))
            if dataset is not source:
                schema = with_columns(schema, fragment.physical_schema, path, conflicts)
        except (pa.ArrowException, OSError) as error:
            raise InputError(path, str(error)) from error
    return Hands(schema, rows, states, [], conflicts)


def with_columns(schema: pa.Schema | None, more: pa.Schema, path: str, conflicts: dict[str, InputError]) -> pa.Schema:
    """The columns of some files, and those of another, of types that hold the values of both.

    Of columns for which there is no such type, ``conflicts`` tells the first file that is to blame.
    """
    import pyarrow as pa

    if schema is None:
        schema = pa.schema(list({one.name: one for one in more}.values()), more.metadata)
    for place, one in enumerate(schema):
        if one.name not in more.names:
            schema = schema.set(place, one.with_nullable(True))
    for one in more:
        name, place = one.name, schema.get_field_index(one.name)
        if more.names.count(name) > 1:
            conflicts.setdefault(name, InputError(path, f"{more.names.count(name)} columns are called {name!r}"))
        if place < 0:
            schema = schema.append(one.with_nullable(True))
        elif (both := common(schema.field(place), one)) is not None:
            schema = schema.set(place, both)
        else:
            types = f"{one.type}, and of {schema.field(place).type} in files before it"
            conflicts.setdefault(name, InputError(path, f"column {name!r} is of {types}: expected one type"))
    return schema


def common(one: pa.Field, other: pa.Field) -> pa.Field | None:
    """What holds the values of both as they are."""
    import pyarrow as pa

    for pair in ((one, other), (plain(one), plain(other))):
        with suppress(pa.ArrowException):
            both = pa.unify_schemas([pa.schema([column]) for column in pair], promote_options="permissive").field(0)
            return both if all(keeps(column.type, both.type) for column in pair) else None
    return None


def keeps(kind: pa.DataType, both: pa.DataType) -> bool:
    """Whether values stay as they are: Arrow would round decimals to floats, and make texts bytes."""
    import pyarrow.types as is_of

    if kind == both:
        return True
    if is_of.is_struct(kind):
        return all(keeps(one.type, both[both.get_field_index(one.name)].type) for one in kind)
    if is_of.is_map(kind):
        return keeps(kind.key_type, both.key_type) and keeps(kind.item_type, both.item_type)
    if is_of.is_nested(kind):
        return keeps(kind.value_type, both.value_type)
    is_text, stays_text = (is_of.is_string(one) or is_of.is_large_string(one) for one in (kind, both))
    return (stays_text or not is_text) and (is_of.is_decimal(both) or not is_of.is_decimal(kind))


def plain(one: pa.Field) -> pa.Field:
    """A column of the same values in a type that Arrow promotes."""
    import pyarrow as pa

    kind = one.type.value_type if pa.types.is_dictionary(one.type) else one.type
    return one.with_type({pa.string_view(): pa.string(), pa.binary_view(): pa.binary()}.get(kind, kind))


def rows_of(fragment: Any, path: str) -> Iterator[Rows]:
    """As few rows as a file can be cut into: a row group, or all of them."""
    import pyarrow as pa

    groups = getattr(fragment, "row_groups", None)
    if groups is None:
        # Of no column: two may have one name.
        nothing = pa.schema([("", pa.null())])
        yield Rows(path, None, 0, fragment.scanner(schema=nothing).count_rows(), fragment)
        return
    metadata = fragment.metadata
    begins = [0, *accumulate(metadata.row_group(group).num_rows for group in range(metadata.num_row_groups))]
    for group in groups:
        yield Rows(path, [group.id], begins[group.id], group.num_rows, fragment)


def dataset_of(files: list[str]) -> Any:
    """The files as a data set, if they can be one."""
    import pyarrow as pa
    import pyarrow.dataset as ds

    formats = {format_of(file): file for file in files}
    if None in formats:
        raise InputError("source", f"{formats[None]}: expected a name that ends with {', '.join(FORMATS)}")
    if len(formats) > 1:
        raise InputError("source", f"files of different formats: {' and '.join(formats.values())}")
    try:
        # The columns are those of all files: the first alone is not asked for them.
        return ds.dataset(files, schema=pa.schema([]), format=next(iter(formats)))
    except (pa.ArrowException, OSError) as error:
        raise InputError("source", str(error)) from error


def format_of(file: str | Path) -> str | None:
    """What a file is, by its name's extension."""
    return FORMATS.get(Path(file).suffix.lower())


def found(source: Any, out: Path) -> Iterator[str]:
    """The files that paths, folders and patterns stand for, in the order of their names within each.

    What is in ``out`` is no hand. Nor are, in folders, the answers of other jobs.
    """
    try:
        names = [os.fspath(name) for name in ([source] if isinstance(source, str | os.PathLike) else source)]
    except TypeError:
        expected = "paths, a pyarrow.dataset.Dataset or a ray.data.Dataset"
        raise TypeError(f"source: expected {expected}, not {type(source).__name__}") from None
    if not names:
        raise InputError("source", "no files")
    for name in names:
        path = Path(name)
        if path.is_dir():
            below = list(files_below(path))
            # A job's folder that is named itself is one of hands.
            jobs = {file.parent for file in below if file.name == JOB} - {path}
            there = sorted(file for file in below if is_data(file) and jobs.isdisjoint(file.parents))
            nothing = f"the folder {name} holds no Parquet or Arrow file, answers of jobs aside"
        elif path.exists() or not glob.has_magic(name):
            there = [path] if path.exists() else []
            nothing = f"there is no file {name}"
        else:
            there = sorted(map(Path, glob.glob(name, recursive=True)))
            nothing = f"no file is matched by {name}"
        if not there:
            raise InputError("source", nothing)
        # Behind a link, `..` leads elsewhere than the text says, so paths are not shortened.
        files = [str(file.absolute()) for file in there if not is_in(file, out)]
        if not files:
            raise among_answers(str(there[0].absolute()), out)
        yield from files


def among_answers(path: str, out: Path) -> InputError:
    """The error about a file that is no hands, as it is among the answers."""
    return InputError("source", f"{path} is in {out}, where the answers go: name another folder")


def files_below(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those below it, hidden ones aside. Links are followed, no folder is read twice."""
    read = set()
    waiting = [folder]
    # Links wait until all is read that is there itself: they may lead to it.
    for begin in waiting:
        for place, folders, files in os.walk(begin):
            here = Path(place)
            folders[:] = [name for name in folders if not is_hidden(name)]
            if (real := here.resolve()) in read:
                folders.clear()
            else:
                read.add(real)
                yield from (here / name for name in files)
                waiting += [here / name for name in folders if (here / name).is_symlink()]


def is_data(file: Path) -> bool:
    """Not what readers of data sets leave alone."""
    return format_of(file) is not None and not is_hidden(file.name) and file.is_file()


def is_hidden(name: str) -> bool:
    """Whether readers of data sets leave a file or a folder of this name alone."""
    return name.startswith(("_", "."))


def is_in(file: str | Path, folder: Path) -> bool:
    """Whether a file is in a folder, whatever both are called."""
    return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder))
