"""How far a job is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from paili.arguments.progress import import_tqdm, not_to_watch

__all__ = ["Bar", "Line", "Progress", "Watch"]


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
    #: Blocks that are finished, those of earlier calls among them.
    blocks: int
    #: Blocks of the whole job.
    total_blocks: int
    #: Blocks that an earlier call had finished.
    resumed_blocks: int
    #: How often a block that is finished now was lost with its worker or node, and done again.
    lost: int = 0
    #: Seconds since this call began to work.
    seconds: float = 0.0
    #: Games or rows a second in this call.
    rate: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; none as long as there is no rate."""
        return (self.total - self.done) / self.rate if self.rate > 0 else None

    def __str__(self) -> str:
        share = self.done / self.total if self.total > 0 else 1.0
        text = f"{self.done:,} of {self.total:,} {self.unit} ({share:.0%}), {self.rate:,.0f} a second"
        left = self.seconds_left
        if left is None:
            text += ", waiting for a worker"
        elif left > 0:
            text += f", {duration(left)} left"
        if self.lost > 0:
            text += f", {self.lost} blocks lost and done again"
        return text


class Watch:
    """Counts what a job has done and tells whoever watches."""

    def __init__(self, begin: Progress, tell: bool | Callable[[Progress], object] | None) -> None:
        self._progress = begin
        self._tell: Callable[[Progress], object] | None
        if tell is None:
            self._tell = Line() if sys.stderr is not None and sys.stderr.isatty() else None
        elif isinstance(tell, bool):
            self._tell = Bar(begin) if tell else None
        elif callable(tell):
            self._tell = tell
        else:
            raise not_to_watch(tell)
        self._before = begin.done
        self._begun = time.monotonic()
        self._said = float("-inf")
        self.say()

    def add(self, size: int, lost: int) -> None:
        """A block more is finished."""
        now = self._progress
        self._progress = replace(now, done=now.done + size, blocks=now.blocks + 1, lost=now.lost + lost)

    def say(self) -> None:
        """Tells how far it is, unless it was told a moment ago."""
        if time.monotonic() - self._said >= SAY_EVERY:
            self.say_last()

    def say_last(self) -> None:
        """Tells how far it is, in any case."""
        self._said = time.monotonic()
        seconds = self._said - self._begun
        rate = (self._progress.done - self._before) / seconds if seconds > 0 else 0.0
        if self._tell is not None:
            self._tell(replace(self._progress, seconds=seconds, rate=rate))

    def end(self) -> None:
        """Nothing more will be told."""
        if isinstance(self._tell, Bar | Line):
            self._tell.end()


class Line:
    """A line on the terminal, which is written over."""

    def __init__(self) -> None:
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Writes it anew."""
        text = str(progress)
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def end(self) -> None:
        """Leaves the line as it is."""
        if self._width > 0:
            self._width = 0
            print(file=sys.stderr, flush=True)


class Bar:
    """A bar of tqdm's, in a terminal or below a notebook's cell."""

    def __init__(self, begin: Progress) -> None:
        self._bar = import_tqdm()(total=begin.total, initial=begin.done, unit=f" {begin.unit}", unit_scale=True)

    def __call__(self, progress: Progress) -> None:
        """Moves it."""
        self._bar.update(progress.done - self._bar.n)

    def end(self) -> None:
        """Leaves the bar as it is."""
        self._bar.close()


def duration(seconds: float) -> str:
    """A time for people."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
