"""The tally of the games that a job has finished, in a file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from paili.cluster.folder import write_whole
from paili.cluster.ranges import Ranges
from paili.errors import InputError
from paili.tally import Tally

__all__ = ["read_sum", "save_sum"]

#: The file. One for all finished pieces: tallies add up, and it stays as small as one of them.
NAME = "finished.paili"

#: What it begins with, the last byte being the version of what follows.
LABEL = b"paisum\x00\x01"

#: Then the length of what says which pieces these are, that, the tally, and the SHA-256 of all before.
LENGTH = 8
DIGEST = 32


def save_sum(folder: Path, tally: Tally, done: Ranges) -> None:
    """Saves a tally and which pieces it is of, in place of the one that was there."""
    pieces = json.dumps(list(done)).encode()
    data = LABEL + len(pieces).to_bytes(LENGTH, "little") + pieces + tally.to_bytes()
    write_whole(folder / NAME, data + hashlib.sha256(data).digest())


def read_sum(folder: Path, tally: Tally, done: Ranges) -> tuple[Tally, Ranges]:
    """The tally that was saved and which pieces it is of; what is given if there is none."""
    path = folder / NAME
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
        pieces = Ranges((first, after) for first, after in json.loads(data[start:end]))
        return Tally.from_bytes(data[end:]), pieces
    except (ValueError, TypeError):
        raise InputError("out", f"{path} is damaged: name another folder, or remove this one to start anew") from None
