"""A player who has learned, by the weights that train.py made: a policy for paili.compare, and a program.

paili arena "exec:python3 python/examples/learned.py learned/weights.npz" acceptance --walls 100
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from learner.choices import Seen, told
from learner.network import Network

import paili
from paili.env import action as code_of
from paili.env import name as words_of

#: Tiles by the names of the protocol; those that are no specials come first, in tile order.
TOKENS = [words_of(kind).removeprefix("OUT ") for kind in range(34)]
KIND = {token: kind for kind, token in enumerate(TOKENS)}
KIND_OF = {mpsz: kind for kind, mpsz in enumerate(paili.KINDS)}

#: All tiles, of which 52 are dealt.
TILES = 148

NO_TILE, PASS, PONG = 34, 34, 35


def alone(
    own: Sequence[int],
    unseen: Sequence[int],
    discarded: Sequence[int],
    melds: Sequence[int],
    tiles_left: int,
    backward: bool,
    offered: int,
    actions: Sequence[int],
) -> Seen:
    """What is seen in one game."""
    hand, left, thrown = (np.array([counts], np.uint8) for counts in (own, unseen, discarded))
    mask = np.zeros((1, 39), bool)
    mask[0, actions] = True
    features = told(hand, left, 2 if offered == NO_TILE else 1)
    numbers = (np.array([number], np.uint8) for number in (tiles_left, backward, offered))
    return Seen(hand, left, thrown, np.array([melds], np.uint8), *numbers, features, mask)


class Learned(paili.Policy):
    """Plays what the network likes most."""

    def __init__(self, weights: str | Path) -> None:
        self.network = Network.load(Path(weights))

    def _decides(self, view: paili.View, offered: int, actions: Sequence[int]) -> int:
        seats = "ABCD" * 2
        first = seats.index(view.seat)
        unseen, discarded = (list(counts.values())[:34] for counts in (view.unseen, view.discarded))
        melds = [len(view.melds(seat)) for seat in seats[first : first + 4]]
        backward = view.direction == "backward"
        seen = alone(view.counts[:34], unseen, discarded, melds, view.tiles_left, backward, offered, actions)
        return int(self.network.decide(seen)[0])

    def discard(self, view: paili.View) -> str:
        return paili.KINDS[self._decides(view, NO_TILE, [KIND_OF[tile] for tile in view.tiles])]

    def claims_pong(self, view: paili.View, tile: str) -> bool:
        return self._decides(view, KIND_OF[tile], [PASS, PONG]) == PONG

    def claims_chow(self, view: paili.View, tile: str) -> int | None:
        offered = KIND_OF[tile]
        # The lower the tile lies in the chow, the smaller the number.
        actions = [36 + offered - min(KIND_OF[part] for part in chow) for chow in view.chows]
        chosen = self._decides(view, offered, [PASS, *actions])
        return None if chosen == PASS else actions.index(chosen)


class Table:
    """A game as one seat is told of it."""

    def __init__(self, seat: str) -> None:
        self.seat, self.own, self.unseen, self.discarded = seat, [0] * 34, [4] * 34, [0] * 34
        self.melds, self.tiles_left, self.backward, self.last = dict.fromkeys("ABCD", 0), TILES, False, NO_TILE

    def see(self, seat: str, event: str, *tiles: str) -> None:
        """Takes up what happened."""
        if event == "IN":
            self.tiles_left -= 1
            if tiles and tiles[0] in KIND:
                self.own[KIND[tiles[0]]] += 1
                self.unseen[KIND[tiles[0]]] -= 1
        elif event == "OUT" and tiles[0] not in KIND:
            self.backward ^= tiles[0] == "REVERSE"
        elif event == "OUT":
            self.last = KIND[tiles[0]]
            self.discarded[self.last] += 1
            self.lays(seat, [self.last])
        elif event in ("PONG", "CHOW"):
            self.melds[seat] += 1
            self.discarded[self.last] -= 1
            rest = [KIND[tile] for tile in tiles]
            rest.remove(self.last)
            self.lays(seat, rest)

    def lays(self, seat: str, kinds: Sequence[int]) -> None:
        """Tiles leave a hand. One's own were seen before."""
        for kind in kinds:
            (self.own if seat == self.seat else self.unseen)[kind] -= 1

    def decides(self, network: Network, question: str, tiles: Sequence[str]) -> str:
        """The answer to a question, in the words of the protocol."""
        first = "ABCD".index(self.seat)
        melds = [self.melds[seat] for seat in ("ABCD" * 2)[first : first + 4]]
        offered = None if question == "OUT?" else TOKENS[self.last]
        if question == "CHOW?":
            words = [f"CHOW {' '.join(tiles[place : place + 3])}" for place in range(0, len(tiles), 3)]
        else:
            words = ["PONG"] if offered else [f"OUT {tile}" for tile in tiles]
        actions = [code_of(word, offered) for word in words] + ([PASS] if offered else [])
        kind = NO_TILE if offered is None else self.last
        seen = alone(self.own, self.unseen, self.discarded, melds, self.tiles_left, self.backward, kind, actions)
        return words_of(network.decide(seen)[0], offered)


def play(network: Network) -> None:
    """Reads what happens, line by line, and answers what is asked."""
    tables: dict[str, Table] = {}
    for line in sys.stdin:
        match line.split():
            case ["PAILI", _]:
                print("PAILI 1 learned", flush=True)
            case ["END"]:
                break
            case [number, "GAME", seat]:
                tables[number] = Table(seat)
            case [number, question, *tiles] if question.endswith("?"):
                print(number, tables[number].decides(network, question, tiles), flush=True)
            case [number, *_, "WIN" | "DRAW" | "FORFEIT"]:
                del tables[number]
            case [number, seat, event, *tiles]:
                tables[number].see(seat, event, *tiles)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("weights", type=Path)
    try:
        network = Network.load(parser.parse_args().weights)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    play(network)
