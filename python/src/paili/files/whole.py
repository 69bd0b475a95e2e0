"""Files that appear whole or not at all."""

from __future__ import annotations

import io
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["UNFINISHED", "write_whole"]

#: What a file that is being written ends with. It begins with a dot.
UNFINISHED = ".unfinished"

#: How much of its name stands before that: names end somewhere.
MOST_OF_NAME = 64


@contextmanager
def write_whole(path: Path, told: Callable[[], AbstractContextManager[object]] = nullcontext) -> Iterator[BinaryIO]:
    """Writes a file so that it is there whole or not at all, even after a power cut.

    In ``told`` it is opened and finished: it may make of errors what their reader needs.
    """
    beside = path.with_name(f".{path.name[:MOST_OF_NAME]}.{uuid.uuid4().hex}{UNFINISHED}")
    try:
        with told():
            file = io.BufferedWriter(Named(str(beside), "wb"))
        try:
            yield file
        except BaseException:
            # It is not what has failed, even if what is left to be written has no room either.
            with suppress(OSError):
                file.close()
            raise
        with told(), naming(str(beside)), file:
            file.flush()
            os.fsync(file.fileno())
        with told():
            os.replace(beside, path)
    except OSError as error:
        # Whoever named the file knows no other.
        if error.filename == str(beside):
            error.filename = str(path)
        raise
    finally:
        beside.unlink(missing_ok=True)


class Named(io.FileIO):
    """A file whose errors say which it is: the system's don't, if a disk is full."""

    def write(self, data: ReadableBuffer, /) -> int:
        """Writes to it."""
        with naming(str(self.name)):
            return super().write(data)


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Says of which file an error is that doesn't say so."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = name
        raise
