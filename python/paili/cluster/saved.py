"""The tally of the games that a job has finished, in a file."""

from __future__ import annotations

import hashlib
import json

from paili.cluster.folder import MANIFEST, JobFolder, write_whole
from paili.cluster.ranges import Ranges
from paili.errors import InputError
from paili.tally import Tally

__all__ = ["read_sum", "save_sum"]

#: The file. One for all finished pieces: tallies add up, and it stays as small as one of them.
NAME = "finished.paili"

#: What it begins with, the last byte being the version of what follows.
LABEL = b"paisum\x00\x01"

#: Then the length of what says of which job and which pieces it is, that, the tally, and the SHA-256 of all before.
LENGTH = 8
DIGEST = 32


def save_sum(folder: JobFolder, tally: Tally, done: Ranges) -> None:
    """Saves a tally and which pieces of the job it is of, in place of the one that was there."""
    header = json.dumps({"job": folder.identity, "pieces": list(done)}).encode()
    data = LABEL + len(header).to_bytes(LENGTH, "little") + header + tally.to_bytes()
    write_whole(folder.path / NAME, data + hashlib.sha256(data).digest())


def read_sum(folder: JobFolder, tally: Tally, done: Ranges) -> tuple[Tally, Ranges]:
    """The tally that was saved and which pieces it is of; what is given if there is none."""
    path = folder.path / NAME
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return tally, done
    data, digest = data[:-DIGEST], data[-DIGEST:]
    start = len(LABEL) + LENGTH
    try:
        if not data.startswith(LABEL) or hashlib.sha256(data).digest() != digest:
            raise ValueError
        end = start + int.from_bytes(data[len(LABEL) : start], "little")
        header = json.loads(data[start:end])
        its, pieces = header["job"], Ranges((first, after) for first, after in header["pieces"])
        saved = Tally.from_bytes(data[end:])
    except (ValueError, TypeError, KeyError):
        raise InputError("out", f"{path} is damaged: name another folder, or remove this one to start anew") from None
    if its != folder.identity:
        raise InputError(
            "out", f"{path} is of another job than {folder.path / MANIFEST}: name another folder, or remove this one"
        )
    return saved, pieces
