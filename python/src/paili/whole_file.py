"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["UNFINISHED", "write_whole"]

#: What a file that is being written ends with. It begins with a dot.
UNFINISHED = ".unfinished"


@contextmanager
def write_whole(path: Path) -> Iterator[BinaryIO]:
    """Writes a file so that it is there whole or not at all, even after a power cut."""
    beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}{UNFINISHED}")
    try:
        with open(beside, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
