"""How far a job is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Line", "Progress", "Watch"]


#: How often whoever watches is told, in seconds.
SAY_EVERY = 0.2


@dataclass(frozen=True)
class Progress:
    """How far a job is, as its ``progress`` is told now and then, and when it ends."""

    #: What is counted: ``"games"`` or ``"rows"``.
    unit: str
    #: Games or rows that are finished, those of earlier calls among them.
    done: int
    #: Games or rows of the whole job.
    total: int
    #: Pieces that are finished, those of earlier calls among them.
    pieces: int
    #: Pieces of the whole job.
    total_pieces: int
    #: Pieces that an earlier call had finished.
    resumed_pieces: int
    #: How often a piece was lost with its worker or node, and given out again.
    lost: int
    #: Seconds since this call began to work.
    seconds: float
    #: Games or rows a second in this call.
    rate: float

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; none as long as there is no rate."""
        return (self.total - self.done) / self.rate if self.rate > 0 else None


class Watch:
    """Counts what a job has done and tells whoever watches."""

    def __init__(self, unit: str, total: int, total_pieces: int, tell: Callable[[Progress], object] | None) -> None:
        self.unit = unit
        self.total = total
        self.total_pieces = total_pieces
        self.done = 0
        self.pieces = 0
        self.lost = 0
        self._tell = tell or (Line() if sys.stderr is not None and sys.stderr.isatty() else None)
        self._begun = time.monotonic()
        self._said = float("-inf")
        self._resumed = (0, 0)

    def begin(self, done: int, pieces: int) -> None:
        """The work begins; so much was done before."""
        self._begun = time.monotonic()
        self._resumed = (done, pieces)
        self.done, self.pieces = done, pieces

    def add(self, done: int) -> None:
        """A piece more is finished."""
        self.done += done
        self.pieces += 1

    def say(self) -> None:
        """Tells how far it is, unless it was told a moment ago."""
        if time.monotonic() - self._said >= SAY_EVERY:
            self.say_last()

    def say_last(self) -> None:
        """Tells how far it is, in any case."""
        self._said = time.monotonic()
        if self._tell is not None:
            self._tell(self.progress())

    def end(self) -> None:
        """Nothing more will be told."""
        if isinstance(self._tell, Line):
            self._tell.end()

    def progress(self) -> Progress:
        """How far it is."""
        seconds = time.monotonic() - self._begun
        done, pieces = self._resumed
        return Progress(
            unit=self.unit,
            done=self.done,
            total=self.total,
            pieces=self.pieces,
            total_pieces=self.total_pieces,
            resumed_pieces=pieces,
            lost=self.lost,
            seconds=seconds,
            rate=(self.done - done) / seconds if seconds > 0 else 0.0,
        )


class Line:
    """A line on the terminal, which is written over."""

    def __init__(self) -> None:
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Writes it anew."""
        text = line(progress)
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def end(self) -> None:
        """Leaves the line as it is."""
        if self._width > 0:
            self._width = 0
            print(file=sys.stderr, flush=True)


def line(progress: Progress) -> str:
    """The state of a job in a line."""
    share = progress.done / progress.total if progress.total > 0 else 1.0
    text = f"{progress.done:,} of {progress.total:,} {progress.unit} ({share:.0%}), {progress.rate:,.0f} a second"
    left = progress.seconds_left
    if left is None:
        text += ", waiting for a worker"
    elif left > 0:
        text += f", {duration(left)} left"
    if progress.lost > 0:
        text += f", {progress.lost} pieces lost and given out again"
    return text


def duration(seconds: float) -> str:
    """A time for people."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
