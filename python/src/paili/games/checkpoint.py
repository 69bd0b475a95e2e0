"""What is kept of a league in files: checkpoints and transcripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from paili.errors import InputError
from paili.files.whole import write_whole

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
    save = None if checkpoint is None else lambda data: replace(Path(checkpoint), data)
    saved = saved_in(checkpoint)
    places = [None if path is None else fspath(path) for path in (checkpoint, transcripts)]
    if transcripts is None:
        yield Kept(run, saved, save, None, *places)
        return
    begun = False

    def record(transcript: bytes) -> None:
        nonlocal begun
        # An empty line stands between games.
        file.write(b"\n" + transcript if begun else transcript)
        begun = True

    # A link stays a link, and a pipe or a device is written where it is.
    path = Path(transcripts).resolve()
    with open(path, "wb") if path.exists() and not path.is_file() else write_whole(path) as file:
        yield Kept(run, saved, save, record, *places)


def replace(path: Path, data: bytes) -> None:
    """Writes a file anew."""
    with write_whole(path.resolve()) as file:
        file.write(data)
