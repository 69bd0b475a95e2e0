"""What is kept of a league in files: checkpoints and transcripts."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from io import FileIO
from os import PathLike, fspath
from pathlib import Path

from paili.errors import InputError
from paili.files.whole import lock, remove_left, write_whole

__all__ = ["Kept", "kept", "saved_in"]


@dataclass(frozen=True)
class Kept:
    """What is kept, as the native half reads it."""

    #: Which run it is of, in words. A checkpoint goes on only with the same.
    run: str
    #: How it stood when it was saved.
    saved: bytes | None
    #: Called now and then with how it stands.
    save: Callable[[bytes], object] | None
    #: Called with the transcript of each game.
    record: Callable[[bytes], object] | None
    #: Where both goes.
    checkpoint: str | None
    transcripts: str | None


def saved_in(checkpoint: str | PathLike[str] | None) -> bytes | None:
    """What a checkpoint has, if it is there."""
    if checkpoint is None or not (path := Path(checkpoint)).exists():
        return None
    if not path.is_file():
        raise InputError("checkpoint", f"{path}: is no file")
    return path.read_bytes()


@contextmanager
def kept(run: str, checkpoint: str | PathLike[str] | None, transcripts: str | PathLike[str] | None) -> Iterator[Kept]:
    """Keeps what is asked for. Transcripts are in their place when the league has ended."""
    if checkpoint is not None:
        with alone(checkpoint) as path:
            yield Kept(run, saved_in(path), partial(replace, path), None, fspath(checkpoint), None)
        return
    if transcripts is None:
        yield Kept(run, None, None, None, None, None)
        return
    begun = False

    def record(transcript: bytes) -> None:
        nonlocal begun
        # An empty line stands between games.
        file.write(b"\n" + transcript if begun else transcript)
        begun = True

    # A link stays a link, and a pipe or a device is written where it is.
    path = Path(transcripts).resolve()
    remove_left(path)
    with open(path, "wb") if path.exists() and not path.is_file() else write_whole(path) as file:
        yield Kept(run, None, None, record, None, fspath(transcripts))


@contextmanager
def alone(checkpoint: str | PathLike[str]) -> Iterator[Path]:
    """Tells where a checkpoint is, if it can be written and no other run has it."""
    path = Path(checkpoint).resolve()
    # A name that nobody else gives.
    beside = path.with_name(f".paili-{hashlib.sha256(os.fsencode(path)).hexdigest()[:32]}.lock")
    # Better to hear now that it can't be written.
    if path.exists():
        open(path, "ab").close()
    remove_left(path)
    if sys.platform == "win32":
        # Nothing is locked there.
        yield path
        return
    try:
        file = FileIO(beside, "a")
    except OSError as error:
        if not beside.exists():
            error.filename = fspath(checkpoint)
        raise
    with file:
        try:
            lock(file, beside)
        except BlockingIOError:
            message = f"{checkpoint}: another run goes on from this checkpoint: wait for its end, or name another file"
            raise InputError("checkpoint", message) from None
        try:
            yield path
        finally:
            with suppress(OSError):
                beside.unlink()


def replace(path: Path, data: bytes) -> None:
    """Writes a file anew."""
    with write_whole(path) as file:
        file.write(data)
