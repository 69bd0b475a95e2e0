"""``python -m paili.cluster``: the same from the shell."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import NoReturn

import paili
from paili.cluster import batch, simulate
from paili.cluster.progress import Line, Progress
from paili.errors import InputError

EXAMPLES = """\
Examples:
  python -m paili.cluster simulate --games 1_000_000
  python -m paili.cluster simulate --games 100_000_000_000 --address head:6379 --out /shared/long
  python -m paili.cluster batch /shared/hands --out /shared/answers --address head:6379 --useful

Results go to standard output and messages to standard error. The exit status is 0 on success, 2 on bad input or
arguments, 1 on anything else. Ctrl-C ends a job; the same command goes on with it if it has a folder."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and gives its exit status."""
    asked = parser().parse_args(arguments)
    last = Last(None if asked.quiet or not sys.stderr.isatty() else Line())
    try:
        try:
            # Ray prints what becomes of nodes, and standard output is for the result.
            with redirect_stdout(sys.stderr):
                text = asked.run(asked, last.tell)
        finally:
            last.end()
    except InputError as error:
        return fail(str(error), 2)
    except (KeyboardInterrupt, SystemExit):
        # Ray makes the latter of SIGTERM.
        return fail(last.interrupted(asked.out), 1)
    except (ImportError, OSError, RuntimeError) as error:
        return fail(str(error), 1)
    except Exception as error:
        if not is_rays(error):
            raise
        return fail(str(error), 1)
    return say(text)


def parser() -> argparse.ArgumentParser:
    """What can be asked."""
    tell = argparse.RawDescriptionHelpFormatter
    whole = argparse.ArgumentParser(
        prog="python -m paili.cluster",
        description="Play games, or answer hands in files, on a Ray cluster: with the same results as on one machine.",
        epilog=EXAMPLES,
        formatter_class=tell,
    )
    whole.add_argument("--version", action="version", version=f"paili {paili.__version__}")
    commands = whole.add_subparsers(title="commands", required=True, metavar="COMMAND")

    games = commands.add_parser(
        "simulate",
        help="play many games and tally them",
        description="Play many games on a Ray cluster and print the tally as JSON, as `paili simulate --format json`\n"
        "begins with.",
        formatter_class=tell,
    )
    games.set_defaults(run=run_simulate)
    games.add_argument("--games", type=int, default=1_000_000, metavar="N", help="how many [default: 1_000_000]")
    games.add_argument("--seed", type=int, default=1, metavar="S", help="what walls are shuffled from [default: 1]")
    games.add_argument(
        "--policy",
        default="rule",
        metavar="P",
        help="who plays: rule, acceptance, concealed or random; one for all seats, or four separated by commas",
    )
    games.add_argument("--detail", action="store_true", help="also tell the useful tiles and waits turn by turn")
    games.add_argument("--out", metavar="FOLDER", help="keep finished games there; the same command goes on from them")
    games.add_argument("--games-per-piece", type=int, metavar="N", help="games that a worker plays at a time")
    games.add_argument("--threads", type=int, default=1, metavar="T", help="processors that a piece takes [default: 1]")
    cluster_options(games)

    hands = commands.add_parser(
        "batch",
        help="answer the hands of files",
        description="Answer the hands of Parquet or Arrow files on a Ray cluster, write files of Parquet, and print a\n"
        "report as JSON.",
        formatter_class=tell,
    )
    hands.set_defaults(run=run_batch)
    hands.add_argument("source", nargs="+", metavar="SOURCE", help="a file, a folder or a pattern")
    hands.add_argument("--out", required=True, metavar="FOLDER", help="where the files go; all nodes have to see it")
    hands.add_argument("--column", metavar="NAME", help="the hands [default: hand or counts, or the only one]")
    hands.add_argument("--useful", action="store_true", help="also find the useful tiles")
    hands.add_argument("--forms", default="standard", metavar="FORMS", help="win forms: standard, pairs, orphans")
    hands.add_argument(
        "--on-error", choices=["raise", "null"], default="raise", help="what to do about a row that is no hand"
    )
    hands.add_argument("--keep", action="append", metavar="NAME", help="a column to write beside the answers [all]")
    hands.add_argument("--rows-per-piece", type=int, metavar="N", help="rows that a worker answers at a time")
    cluster_options(hands)
    return whole


def cluster_options(command: argparse.ArgumentParser) -> None:
    """What all commands are told of the cluster."""
    command.add_argument(
        "--address",
        metavar="A",
        help="the cluster: host:port, or auto for one that this machine is part of; without it the variable "
        "RAY_ADDRESS, or else this machine alone",
    )
    command.add_argument("--quiet", action="store_true", help="show no progress")


def run_simulate(asked: argparse.Namespace, progress: Callable[[Progress], object]) -> str:
    """Plays games and gives the tally."""
    return simulate(
        asked.games,
        seed=asked.seed,
        policies=asked.policy,
        detail=asked.detail,
        address=asked.address,
        out=asked.out,
        games_per_piece=asked.games_per_piece,
        threads=asked.threads,
        progress=progress,
    ).to_json()


def run_batch(asked: argparse.Namespace, progress: Callable[[Progress], object]) -> str:
    """Answers hands and gives the report."""
    report = batch(
        asked.source,
        out=asked.out,
        column=asked.column,
        useful=asked.useful,
        forms=asked.forms,
        on_error=asked.on_error,
        keep=asked.keep,
        address=asked.address,
        rows_per_piece=asked.rows_per_piece,
        progress=progress,
    )
    return json.dumps(report.to_dict())


class Last:
    """Remembers how far a job was, and shows it if somebody watches."""

    def __init__(self, line: Line | None) -> None:
        self._line = line
        self._progress: Progress | None = None

    def tell(self, progress: Progress) -> None:
        """A job is so far."""
        self._progress = progress
        if self._line is not None:
            self._line(progress)

    def end(self) -> None:
        """Nothing more is shown."""
        if self._line is not None:
            self._line.end()

    def interrupted(self, out: str | None) -> str:
        """What to say of a job that ends here, and how it goes on."""
        progress = self._progress
        done = "" if progress is None else f" after {progress.done:,} of {progress.total:,} {progress.unit}"
        if out is not None and not os.path.exists(out):
            return f"interrupted{done}, before anything was finished"
        if out is None:
            return f"interrupted{done}, of which nothing is kept: --out FOLDER keeps what is finished"
        return f"interrupted{done}: the same command goes on from what is finished in {out}"


def is_rays(error: Exception) -> bool:
    """Whether Ray can't go on, found out without importing it."""
    return any(kind.__module__ == "ray.exceptions" for kind in type(error).__mro__)


def fail(message: str, status: int) -> int:
    """Says what is wrong."""
    print(f"error: {message}", file=sys.stderr)
    return status


def say(text: str) -> int:
    """Prints a line. Nobody has to read it."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def interrupted(*_: object) -> NoReturn:
    """Does as Ctrl-C does."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    # Ended by another program, it ends as by Ctrl-C.
    signal.signal(signal.SIGTERM, interrupted)
    sys.exit(main())
