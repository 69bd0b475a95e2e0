"""Files that appear whole or not at all."""

from __future__ import annotations

import glob
import io
import os
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

if sys.platform != "win32":
    import fcntl

__all__ = ["lock", "remove_left", "unfinished", "write_whole"]

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
            if path.exists():
                # A file that must not be changed is not replaced either.
                open(path, "ab").close()
            file = io.BufferedWriter(begin(beside))
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
            if sys.platform == "win32":
                # An open file can't be moved there. Elsewhere it is locked until it is in its place.
                file.close()
            os.replace(beside, path)
    except OSError as error:
        # Whoever named the file knows no other.
        if error.filename == str(beside):
            error.filename = str(path)
        raise
    finally:
        beside.unlink(missing_ok=True)


def unfinished(folder: Path, name: str) -> Iterator[Path]:
    """The files in a folder that are being written, or were when their writer was killed. The name is a pattern."""
    return folder.glob(f".{name}.{'[0-9a-f]' * 32}{UNFINISHED}")


def remove_left(path: Path) -> None:
    """Removes what is left of this file by calls that were killed. It lists the folder."""
    for left in unfinished(path.parent, glob.escape(path.name[:MOST_OF_NAME])):
        # Some network disks lock only what may be written.
        with suppress(OSError), open(left, "r+b") as killed:
            if lock(killed, left):
                left.unlink()


def begin(beside: Path) -> Named:
    """Begins a file. It is locked as long as it is open, by which others know that it is somebody's."""
    while True:
        file = Named(str(beside), "wb")
        # Another call may have taken it for a left one before it was locked.
        with suppress(BlockingIOError):
            lock(file, beside)
            return file


def lock(file: IO[Any] | io.FileIO, path: Path) -> bool:
    """Locks a file, and tells whether files can be locked there.

    Raises :class:`BlockingIOError` if another process has it, or has just removed it.
    """
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return False
    if not path.exists() or not os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
        raise BlockingIOError
    return True


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
