"""``python -m paili.cluster``: the same from the shell."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress

import paili
from paili._native import CHOICES
from paili.cluster import batch, simulate
from paili.cluster.progress import Line, Progress
from paili.errors import InputError
from paili.games.tally import Tally

EXAMPLES = """\
Examples:
  python -m paili.cluster simulate --games 1_000_000
  python -m paili.cluster simulate --games 100_000_000_000 --address head:6379 --out /shared/long
  python -m paili.cluster batch /shared/hands --out /shared/answers --address head:6379 --useful

Results go to standard output and messages to standard error. The exit status is 0 on success, 2 on bad input or
arguments, 1 on anything else. Ctrl-C ends a job; the same command goes on with it if it has a folder."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and gives its exit status."""
    asked = vars(parser().parse_args(arguments))
    run, quiet, out = asked.pop("run"), asked.pop("quiet"), asked["out"]
    line = None if quiet or not sys.stderr.isatty() else Line()
    last: Progress | None = None

    def tell(progress: Progress) -> None:
        nonlocal last
        last = progress
        if line is not None:
            line(progress)

    try:
        # Ray prints what becomes of nodes, and standard output is for the result.
        with redirect_stdout(sys.stderr):
            result = run(**asked, progress=tell)
    except (KeyboardInterrupt, SystemExit):
        # Ray makes the latter of SIGTERM.
        status, text = 1, interrupted(last, out)
    except InputError as error:
        status, text = 2, str(error)
    except (ImportError, OSError, RuntimeError) as error:
        status, text = 1, str(error)
    else:
        status = 0
        text = result.to_json() if isinstance(result, Tally) else json.dumps(result.to_dict())
    if line is not None:
        line.end()
    if status == 0 and isinstance(result, Tally) and "seed" not in asked and result.seed != 1:
        print(f"seed {result.seed}", file=sys.stderr)
    if status == 0:
        status, text = written(text)
    if text:
        with suppress(OSError):
            print(f"error: {text}", file=sys.stderr, flush=True)
    return status


def written(text: str) -> tuple[int, str]:
    """Writes a result, and tells the exit status and what went wrong."""
    if sys.stdout is None:
        return 1, "standard output is closed"
    try:
        print(text, flush=True)
    except OSError as error:
        # Python writes what is left at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # Nobody has to read it.
        return (0, "") if isinstance(error, BrokenPipeError) else (1, f"cannot write to standard output: {error}")
    return 0, ""


def interrupted(last: Progress | None, out: str | None) -> str:
    """What to say of a job that ends before its end, and how it goes on."""
    done = "" if last is None else f" after {last.done:,} of {last.total:,} {last.unit}"
    if out is None:
        return f"interrupted{done}, of which nothing is kept: --out FOLDER keeps what is finished"
    if not os.path.exists(out):
        return f"interrupted{done}, before anything was finished"
    return f"interrupted{done}: the same command goes on from what is finished in {out}"


def parser() -> argparse.ArgumentParser:
    """What can be asked. Options are called as the arguments of the functions are."""
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
    games.set_defaults(run=lambda **asked: simulate(**asked))
    option = games.add_argument
    option("--games", type=int, default=1_000_000, metavar="N", help="how many [default: 1_000_000]")
    seed = "what walls are shuffled from [default: 1, or one that is drawn where programs play]"
    # Whoever gives none leaves it to the function.
    option("--seed", type=int, default=argparse.SUPPRESS, metavar="S", help=seed)
    players = (
        f"who plays: {', '.join(CHOICES['policies'])}, exec: and a command, or solved: and a file of bounds, by "
        "absolute paths that all nodes see; one for all seats, or four separated by commas"
    )
    option("--policy", dest="policies", default="rule", metavar="P", help=players)
    option("--detail", action="store_true", help="also tell the useful tiles and waits turn by turn")
    option("--out", metavar="FOLDER", help="keep finished games there; the same command goes on from them")
    option("--games-per-block", type=int, metavar="N", help="games that a worker plays at a time")
    option("--threads", type=int, default=1, metavar="T", help="processors that a block takes [default: 1]")

    hands = commands.add_parser(
        "batch",
        help="answer the hands of files",
        description="Answer the hands of Parquet or Arrow files on a Ray cluster, write files of Parquet, and print a\n"
        "report as JSON.",
        formatter_class=tell,
    )
    hands.set_defaults(run=lambda **asked: batch(**asked))
    option = hands.add_argument
    option("source", nargs="+", metavar="SOURCE", help="a file, a folder or a pattern")
    option("--out", required=True, metavar="FOLDER", help="where the files go; all nodes have to see it")
    option("--column", metavar="NAME", help="the hands [default: hand or counts, or the only one]")
    option("--useful", action="store_true", help="also find the useful tiles")
    option("--forms", metavar="FORMS", help=f"win forms [default: all of the rules]: {', '.join(CHOICES['forms'])}")
    option("--rules", metavar="RULES", help=f"the rule set: {', '.join(CHOICES['rules'])}")
    option("--on-error", choices=["raise", "null"], default="raise", help="what to do about a row that is no hand")
    option("--keep", action="append", metavar="NAME", help="a column to write beside the answers [all]")
    option("--rows-per-block", type=int, metavar="N", help="rows that a worker answers at a time")

    for command in (games, hands):
        command.add_argument(
            "--address",
            metavar="A",
            help="the cluster: host:port, or auto for one that this machine is part of; without it the variable "
            "RAY_ADDRESS, or else this machine alone",
        )
        command.add_argument("--quiet", action="store_true", help="show no progress")
    return whole


if __name__ == "__main__":
    # Ended by another program, it ends as by Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
