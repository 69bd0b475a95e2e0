"""The folder of a job, and the file in it that says what job it is and what is finished."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from paili.errors import InputError
from paili.files.whole import lock, unfinished, write_whole

__all__ = ["JOB", "JobFolder"]

#: What the folder is of. Readers of data sets leave files alone that begin with an underscore.
JOB = "_job.json"

#: What is there when the job is done, and tells of it.
DONE = "_SUCCESS"

#: Held while a driver works in the folder.
LOCK = "_lock"

#: The files that a job writes.
WRITTEN = (JOB, DONE, "tally.json", "part-*.parquet")


class JobFolder:
    """A folder that belongs to one job."""

    def __init__(self, path: Path, job: dict[str, Any], finished: Any) -> None:
        self.path = path
        #: What the job is, including what an earlier call chose.
        self.job = job
        #: What was saved of it, if anything was.
        self.finished = finished

    @classmethod
    @contextmanager
    def open(
        cls, path: Path, asked: dict[str, Any], usual: dict[str, Any], mendable: Set[str] = frozenset()
    ) -> Iterator[JobFolder]:
        """Takes a folder for a job, or goes on with it. A folder that holds anything else is left as it is.

        ``asked`` says what the job is. Of its values, those that are ``None`` are what they are in the folder, or else
        the ``usual`` ones. Until the job is done, the values of ``mendable`` keys may change.
        """
        # What can be refused is refused before anything is touched.
        agreed(path, asked, usual, mendable)
        is_new = not path.exists()
        with locked(path):
            # Until here, another process may have been at work.
            folder = cls(path, *agreed(path, asked, usual, mendable))
            try:
                folder.clean()
                folder.save(folder.finished)
                yield folder
            finally:
                folder.clean()
                folder.leave_if_unused()
                if is_new:
                    # It stays if there is anything in it.
                    with suppress(OSError):
                        path.rmdir()

    def save(self, finished: Any) -> None:
        """Saves what is finished in place of what was saved before."""
        self.finished = finished
        held = {"job": self.job, "finished": finished}
        self.write(JOB, json.dumps({**held, "sha256": digest(held)}, indent=1))

    def reopen(self) -> None:
        """The job is not done, whatever it was."""
        (self.path / DONE).unlink(missing_ok=True)

    def finish(self, report: dict[str, Any]) -> None:
        """Marks the job as done."""
        self.write(DONE, json.dumps(report, indent=1) + "\n")

    def write(self, name: str, text: str) -> None:
        """Writes a small file."""
        with write_whole(self.path / name) as file:
            file.write(text.encode())

    def clean(self) -> None:
        """Removes what was never finished."""
        for file in unfinished_in(self.path):
            file.unlink(missing_ok=True)

    def leave_if_unused(self) -> None:
        """No file remains of a job that never finished a block."""
        with suppress(OSError):
            if self.finished is None and set(os.listdir(self.path)) <= {JOB, LOCK}:
                for name in (JOB, LOCK):
                    (self.path / name).unlink(missing_ok=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else works in the folder, which is made if need be."""
    path.mkdir(parents=True, exist_ok=True)
    with open(path / LOCK, "a") as file:
        try:
            # Where there are no locks, two at a time would do the same twice, to the same end.
            lock(file, path / LOCK)
        except BlockingIOError:
            raise InputError("out", f"{path}: another process is working on this job") from None
        yield


def unfinished_in(path: Path) -> set[Path]:
    """What a job that was killed left of the files that it wrote."""
    return {file for name in WRITTEN for file in unfinished(path, name)}


def agreed(path: Path, asked: dict[str, Any], usual: dict[str, Any], mendable: Set[str]) -> tuple[dict[str, Any], Any]:
    """What a folder is to be of, if it is of the same job or of none yet, and what is finished."""
    held = read_job(path)
    there = {} if held is None else held["job"]
    job = {key: there.get(key, usual.get(key)) if value is None else value for key, value in asked.items()}
    if held is None:
        return job, None
    changing = there.keys() & job.keys() & (set() if (path / DONE).exists() else mendable)
    differing = [
        f"{key} is {shortened(there.get(key))} there and {shortened(job.get(key))} here"
        for key in {**job, **there}
        if there.get(key) != job.get(key) and key not in changing
    ]
    if differing:
        said = "; ".join(differing[:3]) + ("; and more" if len(differing) > 3 else "")
        raise InputError(
            "out",
            f"{path} holds the blocks of another job: {said}. It is left as it is: "
            "name another folder, or remove it to start anew",
        )
    return job, held["finished"]


def read_job(path: Path) -> dict[str, Any] | None:
    """What a folder is of and what is finished, if it is of anything yet."""
    if not path.exists():
        return None
    if not path.is_dir():
        raise InputError("out", f"{path} is no folder")
    try:
        held = json.loads((path / JOB).read_bytes())
        if held.pop("sha256") != digest(held):
            raise ValueError
    except FileNotFoundError:
        found = sorted(set(path.iterdir()) - unfinished_in(path) - {path / LOCK})
        if found:
            raise InputError(
                "out", f"{path} holds {found[0].name!r} and is of no job of paili: expected a new or an empty folder"
            ) from None
        return None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(
            "out", f"{path / JOB} is damaged: name another folder, or remove this one to start anew"
        ) from None
    return dict(held)


def digest(held: dict[str, Any]) -> str:
    """So that no change goes unseen."""
    return hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()


def shortened(value: Any) -> str:
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:119] + "…"
