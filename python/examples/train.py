"""Teaches a player, with numpy alone: python3 python/examples/train.py learned

The folder gets `weights.npz`, by which learned.py plays, `curve.png`, and before the first round and after each what
`--resume` goes on with: a run that was killed ends as if it had not been. docs/learning.md tells what came of it.

It begins as acceptance, and improves by playing: two seats of each table are its own, acceptance has the others. It
draws among what it considers by the softmax of how much it likes each; when the games of a round are over, what led to
better games than was to be expected becomes likelier (Schulman et al., "Proximal policy optimization algorithms",
2017).
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from learner.choices import Choices, choices, seen_in
from learner.network import DAMAGED, Network

from paili.env import Games

try:
    from tqdm import tqdm
except ImportError:
    # Then no bar is shown.
    tqdm = None

#: Of each table; everybody sits one seat further on in each game.
TABLE = [None, None, "acceptance", "acceptance"]

#: How far a decision's share in how a game ends reaches back, and by how much a chance may change in a round.
REACH, CLIP = 0.95, 0.2

EPOCHS, TOGETHER, RATE = 2, 4096, 2e-3

#: The seed of the games in which it is tried, which it does not learn from.
TRIED = 1_000_003

#: The options that have to be the same when a run goes on.
TERMS = ("seed", "rounds", "games", "tried")

#: The most that is taken of anything, and games side by side that paili.env takes.
MOST = 10_000_000


@dataclass
class Decisions:
    """What was decided in the games of a round, and how they ended for those who did."""

    hand: np.ndarray
    unseen: np.ndarray
    direct: np.ndarray
    begin: np.ndarray
    table: np.ndarray
    first: np.ndarray  #: where the choices of each decision begin
    size: np.ndarray  #: and how many there are
    chosen: np.ndarray  #: which was taken
    chance: np.ndarray  #: how likely that was
    better: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: how much better than expected it went on
    worth: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: what should have been expected


def play(network: Network, rng: np.random.Generator, seed: int, first: int, n: int) -> Decisions:
    """Plays the games of a round."""
    games = Games(n, seed=seed, first=first, policies=TABLE, rotate=True, features=True, restart=False, threads=1)
    rewards, parts, places, seats, chosen, chances = np.zeros((n, 4), np.float32), [], [], [], [], []
    while len(where := np.flatnonzero(games.current >= 0)):
        considered = choices(seen_in(games, where))
        likes, _ = network.likes(considered.hand, considered.unseen, considered.direct, considered.begin)
        taken = considered.best(likes + rng.gumbel(size=len(likes)))
        parts.append(considered)
        places.append(where)
        seats.append(games.current[where])
        chosen.append(taken - considered.first)
        chances.append(considered.chances(likes)[taken])
        actions = np.full(n, -1)
        actions[where] = considered.action[taken]
        got, ended, _ = games.step(actions)
        rewards[ended] = got[ended]
    decisions = joined(parts, np.concatenate(chosen), np.concatenate(chances))
    place, seat = np.concatenate(places), np.concatenate(seats)
    look_back(decisions, network, place * 4 + seat, rewards[place, seat])
    return decisions


def joined(parts: list[Choices], chosen: np.ndarray, chance: np.ndarray) -> Decisions:
    """The decisions of all steps, one after the other."""
    starts = np.cumsum([0] + [len(part.game) for part in parts[:-1]])
    first = np.concatenate([part.first + start for part, start in zip(parts, starts, strict=True)])
    names = ("hand", "unseen", "direct", "begin", "table")
    arrays = [np.concatenate([getattr(part, name) for part in parts]) for name in names]
    return Decisions(*arrays, first, np.diff(np.append(first, len(arrays[0]))), chosen, chance)


def look_back(decisions: Decisions, network: Network, player: np.ndarray, reward: np.ndarray) -> None:
    """From the ends of games back: how much better each decision's game went on than the network expected."""
    expected, _ = network.values(decisions.table)
    # Of each player in turn, what it decided, first to last.
    order = np.argsort(player, kind="stable")
    own, value = player[order], expected[order]
    last = np.append(own[1:] != own[:-1], True)
    better = np.where(last, reward[order], np.append(value[1:], 0)) - value
    ends = np.flatnonzero(last)
    lengths = np.diff(ends, prepend=-1)
    for back in range(1, lengths.max()):
        here = ends[lengths > back] - back
        better[here] += REACH * better[here + 1]
    decisions.better = np.empty_like(better)
    decisions.better[order] = better
    decisions.worth = decisions.better + expected


def learn(network: Network, decisions: Decisions, rng: np.random.Generator, rate: float) -> None:
    """Makes likelier what went better than expected, and expects what came."""
    better = (decisions.better - decisions.better.mean()) / (decisions.better.std() + 1e-8)
    for _ in range(EPOCHS):
        drawn = rng.permutation(len(decisions.first))
        for some in np.array_split(drawn, -(-len(drawn) // TOGETHER)):
            size = decisions.size[some]
            first = np.cumsum(size) - size
            of = np.repeat(np.arange(len(some)), size)
            rows = np.repeat(decisions.first[some] - first, size) + np.arange(size.sum())
            parts = (decisions.hand[rows], decisions.unseen[rows], decisions.direct[rows], decisions.begin[rows])
            likes, kept = network.likes(*parts)
            raised = np.exp(likes - np.maximum.reduceat(likes, first)[of])
            chances = raised / np.add.reduceat(raised, first)[of]
            taken = first + decisions.chosen[some]
            change, gain = chances[taken] / decisions.chance[some], better[some]
            is_far = np.where(gain > 0, change > 1 + CLIP, change < 1 - CLIP)
            weight = np.where(is_far, 0, gain * change) / len(some)
            slopes = chances * weight[of]
            slopes[taken] -= weight
            found = network.back(slopes, kept)
            table = decisions.table[some]
            values, hidden = network.values(table)
            found |= network.values_back(10 * (values - decisions.worth[some]) / len(some), table, hidden)
            network.learn(found, rate)


def win_rate(network: Network, n: int) -> float:
    """How often it wins against three that play acceptance, which would be a fourth of the games for one of these."""
    beside = {"policies": [None, *["acceptance"] * 3], "rotate": True, "features": True, "restart": False}
    games = Games(n, seed=TRIED, threads=1, **beside)
    wins = 0
    while len(where := np.flatnonzero(games.current >= 0)):
        actions = np.full(n, -1)
        actions[where] = network.decide(seen_in(games, where))
        rewards, ended, _ = games.step(actions)
        wins += int((rewards[ended, (np.flatnonzero(ended)) % 4] == 1).sum())
    return wins / n


class Run:
    """A run that can be killed at any moment."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options, self.network = folder, options, Network(options.seed)
        self.round, self.seconds = 0, 0.0
        #: Rounds, seconds and win rates.
        self.curve: list[tuple[float, ...]] = []
        self.kept = folder / "kept.npz"
        # With their type: otherwise numpy rounds a large seed that stands beside small numbers.
        self.terms = np.array([getattr(options, name) for name in TERMS], np.uint64)

    def resume(self) -> None:
        """Goes on where the run was."""
        with np.load(self.kept, allow_pickle=False) as kept:
            terms = kept["terms"].tolist()
            if terms != self.terms.tolist():
                own = " ".join(f"--{name} {term}" for name, term in zip(TERMS, terms, strict=True))
                why = f"{self.folder}: a run with other options is there: it goes on with {own}"
                raise argparse.ArgumentError(None, why)
            for name, part in self.network.weights.items():
                part[...] = kept[name]
                self.network.moments[name][...] = kept[f"moments of {name}"]
            self.network.steps, self.round = (int(number) for number in kept["steps"])
            self.seconds = float(kept["seconds"])
            self.curve = [tuple(point) for point in kept["curve"].tolist()]

    def keep(self) -> None:
        """Writes how it stands; what was written before is there until this is."""
        moments = {f"moments of {name}": part for name, part in self.network.moments.items()}
        beside = {"terms": self.terms, "steps": [self.network.steps, self.round], "seconds": self.seconds}
        # The weights first: a run that is killed between the two plays its last round again, and writes them again.
        save(self.folder / "weights.npz", **self.network.weights)
        save(self.kept, **self.network.weights, **moments, **beside, curve=np.array(self.curve))

    def try_it(self) -> None:
        """Tells how well it plays."""
        self.curve.append((self.round, self.seconds, win_rate(self.network, self.options.tried)))
        # Above the bar.
        with nullcontext() if tqdm is None else tqdm.external_write_mode():
            print(f"round {self.round:4}  {self.seconds:6.0f} s  wins {self.curve[-1][2]:.2%}", flush=True)

    def go(self) -> None:
        """To the last round."""
        options = self.options
        if not self.curve:
            self.try_it()
        rounds = range(self.round, options.rounds)
        for _ in rounds if tqdm is None else tqdm(rounds, initial=self.round, total=options.rounds, unit="round"):
            began = time.perf_counter()
            # Of its number, not of what was drawn before: a run that goes on draws what it would have drawn.
            rng = np.random.default_rng([options.seed, self.round])
            decisions = play(self.network, rng, options.seed, self.round * options.games, options.games)
            learn(self.network, decisions, rng, RATE * (1 - 0.9 * self.round / options.rounds))
            self.round += 1
            self.seconds += time.perf_counter() - began
            if self.round % options.every == 0 or self.round == options.rounds:
                self.try_it()
            self.keep()
        self.draw()

    def draw(self) -> None:
        """The curve, where there is matplotlib."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            print("no curve is drawn: it takes matplotlib")
            return
        figure = Figure(figsize=(6, 3.5), layout="constrained")
        axes = figure.subplots()
        rounds, _, rates = zip(*self.curve, strict=True)
        axes.plot(np.array(rounds) * self.options.games, np.array(rates) * 100, marker=".")
        axes.axhline(25, color="gray", linewidth=1)
        axes.set(xlabel="games played", ylabel="games won, %", title="against three that play acceptance")
        figure.savefig(self.folder / "curve.png", dpi=120)


def save(path: Path, **arrays: Any) -> None:
    """Writes a file as a whole or not at all."""
    beside = path.with_suffix(".new")
    with beside.open("wb") as file:
        np.savez(file, **arrays)
    os.replace(beside, path)


def between(least: int, most: int) -> Callable[[str], int]:
    """What reads an option."""

    def number(text: str) -> int:
        if not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text}: expected {least} to {most}")
        return int(text)

    return number


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--resume", action="store_true", help="go on where a run in this folder was, with its options")
    parser.add_argument("--rounds", type=between(0, MOST), default=200)
    parser.add_argument("--games", type=between(1, MOST), default=4096, help="of a round")
    parser.add_argument("--every", type=between(1, MOST), default=20, help="after how many rounds it is tried")
    parser.add_argument("--tried", type=between(1, MOST), default=40_000, help="in how many games")
    parser.add_argument("--seed", type=between(0, 2**64 - 1), default=1)
    options = parser.parse_args()
    run = Run(options.folder, options)
    if options.resume and not run.kept.exists():
        parser.error(f"{options.folder}: no run is there: without --resume one begins")
    if not options.resume and run.kept.exists():
        parser.error(f"{options.folder}: a run is there: --resume goes on with it, another folder begins one")
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        if options.resume:
            try:
                run.resume()
            except DAMAGED:
                parser.error(f"{run.kept}: it is damaged: another folder begins a run")
        else:
            run.keep()
    except (argparse.ArgumentError, OSError) as error:
        parser.error(str(error))
    run.go()


if __name__ == "__main__":
    main()
