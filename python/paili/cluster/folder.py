"""The folder that a job keeps its finished pieces in."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from paili.errors import InputError

__all__ = ["JobFolder", "write_whole"]

#: What the folder is of. Readers of data sets leave files alone that begin with an underscore.
MANIFEST = "_job.json"

#: What is there when the job is done, and tells of it.
DONE = "_SUCCESS"

#: Held while a driver works in the folder.
LOCK = "_lock"

#: What a file that is being written ends with. It begins with a dot.
UNFINISHED = ".unfinished"

#: How often a folder may be removed while it is being taken, before that is told.
MOST_TRIES = 100


class JobFolder:
    """A folder that belongs to one job."""

    def __init__(self, path: Path, job: dict[str, Any]) -> None:
        self.path = path
        #: What the manifest says, including what an earlier call chose.
        self.job = job

    @property
    def identity(self) -> str:
        """What the job is, as a digest."""
        return hashlib.sha256(json.dumps(self.job, sort_keys=True).encode()).hexdigest()

    @classmethod
    @contextmanager
    def open(
        cls,
        path: str | os.PathLike[str],
        job: dict[str, Any],
        chosen: dict[str, Any],
        mendable: tuple[str, ...] = (),
    ) -> Iterator[JobFolder]:
        """Takes a folder for a job, or goes on with it.

        What a job is, is said by ``job``; ``chosen`` are the values of those of its keys that are ``None`` for whatever
        is right, which are looked up in the folder first. Until the job is done, the values of ``mendable`` keys may
        change, though not what they are called. A folder that holds anything else is left as it is.
        """
        path = Path(path)
        # What can be refused is refused before anything is touched.
        agreed(path, job, chosen, mendable)
        with locked(path):
            # Until here, another process may have been at work.
            there, made = agreed(path, job, chosen, mendable)
            if there != made:
                write_whole(path / MANIFEST, json.dumps(made, indent=1).encode())
            folder = cls(path, made)
            folder.clean()
            try:
                yield folder
            finally:
                folder.clean()
                if there is None:
                    folder.leave_if_unused()

    def reopen(self) -> None:
        """The job is not done, whatever it was."""
        (self.path / DONE).unlink(missing_ok=True)

    def finish(self, report: dict[str, Any]) -> None:
        """Marks the job as done."""
        write_whole(self.path / DONE, json.dumps(report, indent=1).encode() + b"\n")

    def leave_if_unused(self) -> None:
        """Nothing remains of a job that never finished a piece."""
        with suppress(OSError):
            if set(os.listdir(self.path)) <= {MANIFEST, LOCK}:
                # The lock goes last: who waits for it looks whether it is still there.
                for name in (MANIFEST, LOCK):
                    (self.path / name).unlink(missing_ok=True)
                self.path.rmdir()

    def clean(self) -> None:
        """Removes what was never finished."""
        for file in self.path.glob(f".*{UNFINISHED}"):
            with suppress(FileNotFoundError):
                file.unlink()


def agreed(
    path: Path, job: dict[str, Any], chosen: dict[str, Any], mendable: tuple[str, ...]
) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """What a folder is of, if it is of anything yet, and what it is to be of, if that is the same job."""
    there = read_manifest(path)
    if there is None:
        return None, {key: chosen.get(key) if value is None else value for key, value in job.items()}
    made = {key: there.get(key) if value is None and key in chosen else value for key, value in job.items()}
    refuse_another(path, there, made, () if (path / DONE).exists() else mendable)
    return there, made


def read_manifest(path: Path) -> dict[str, Any] | None:
    """What a folder is of, if it is of anything yet."""
    if not path.exists():
        return None
    if not path.is_dir():
        raise InputError("out", f"{path} is no folder")
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        found = sorted(name for name in os.listdir(path) if name != LOCK and not name.endswith(UNFINISHED))
        if found:
            raise InputError(
                "out", f"{path} holds {found[0]!r} and is of no job of paili: expected a new or an empty folder"
            ) from None
        return None
    except ValueError:
        manifest = None
    if not isinstance(manifest, dict):
        raise InputError("out", f"{path / MANIFEST} is damaged: name another folder, or remove this one to start anew")
    return manifest


def refuse_another(path: Path, there: dict[str, Any], here: dict[str, Any], mendable: tuple[str, ...]) -> None:
    """Says what differs between the job that a folder is of and this one."""
    differing: list[str] = []
    for key in [*here, *(key for key in there if key not in here)]:
        mine, its = here.get(key), there.get(key)
        if isinstance(mine, dict) and isinstance(its, dict):
            for name in [*mine, *(name for name in its if name not in mine)]:
                known = name in mine and name in its
                if mine.get(name) != its.get(name) and not (known and key in mendable):
                    differing.append(f"of {key}, {name} is {say(its.get(name))} there and {say(mine.get(name))} here")
        elif mine != its and key not in mendable:
            differing.append(f"{key} is {say(its)} there and {say(mine)} here")
    if differing:
        said = "; ".join(differing[:3]) + ("; and more" if len(differing) > 3 else "")
        raise InputError(
            "out",
            f"{path} holds the pieces of another job: {said}. It is left as it is: "
            "name another folder, or remove it to start anew",
        )


def say(value: Any) -> str:
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:119] + "…"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else works in the folder, which is made if need be."""
    file = lock(path)
    try:
        yield
    finally:
        os.close(file)


def lock(path: Path) -> int:
    """Takes the lock. Whoever had it before may have removed it, and the folder too: then both are made anew."""
    for _ in range(MOST_TRIES):
        path.mkdir(parents=True, exist_ok=True)
        try:
            file = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise InputError("out", f"{path}: another process is working on this job") from None
        except OSError:
            # The file system has no locks. Two at a time would do the same twice, to the same end.
            return file
        if is_at(file, path / LOCK):
            return file
        os.close(file)
    raise InputError("out", f"{path} is removed again and again while it is made")


def is_at(file: int, path: Path) -> bool:
    """Whether an open file is still the one of that name."""
    try:
        named = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(file), named)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all, even after a power cut."""
    beside = unfinished(path)
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def unfinished(path: Path) -> Path:
    """A name beside a file, for as long as it is being written."""
    return path.with_name(f".{path.name}.{uuid.uuid4().hex}{UNFINISHED}")
