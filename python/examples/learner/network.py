"""A small network of numpy's that likes one choice more than another."""

from __future__ import annotations

from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile
from zlib import error as BadDeflate

import numpy as np
from learner.choices import DIRECT, TABLE, Seen, choices

#: Numbers of a suit and of the honors: whether a hand has one to four copies of each kind, and how many are unseen.
SUIT, HONORS = 45, 35

#: How wide the layers are: of parts of a hand, of all that a choice is, and of the table.
PART, CHOICE, WHOLE = 48, 64, 32

#: What reading a file raises that is damaged, or holds something else.
DAMAGED = BadDeflate, BadZipFile, EOFError, KeyError, RuntimeError, TokenError, TypeError, ValueError

THERMOMETER = np.tri(5, 4, -1, dtype=np.float32)


class Network:
    """How much each choice is liked beside what acceptance says, and what is to be expected of a game.

    The parts of the hand that a choice leaves go through a layer, the same for all suits; their sum and what else is
    known of the choice go through two more. Before it learns it likes what acceptance does.
    """

    def __init__(self, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)

        def layer(inputs: int, outputs: int, scale: float = 1.4) -> np.ndarray:
            return (rng.standard_normal((inputs, outputs)) * scale / np.sqrt(inputs)).astype(np.float32)

        self.weights = {
            "suit": layer(SUIT, PART), "suit_0": np.zeros(PART, np.float32),
            "honors": layer(HONORS, PART), "honors_0": np.zeros(PART, np.float32),
            "mixed": layer(PART + DIRECT, CHOICE), "mixed_0": np.zeros(CHOICE, np.float32),
            "like": layer(CHOICE, 1, 0.0),
            "table": layer(TABLE, WHOLE), "table_0": np.zeros(WHOLE, np.float32),
            "value": layer(WHOLE, 1, 0.0), "value_0": np.zeros(1, np.float32),
        }  # fmt: skip
        self.moments = {name: np.zeros((2, *part.shape), np.float32) for name, part in self.weights.items()}
        self.steps = 0

    def likes(self, hand: np.ndarray, unseen: np.ndarray, direct: np.ndarray, begin: np.ndarray) -> tuple[Any, Any]:
        """How much each choice is liked, and what learning needs of how that came about."""
        weights, m = self.weights, len(hand)
        tiles = THERMOMETER[hand]
        left = unseen.astype(np.float32) / 4
        suits = np.concatenate([tiles[:, :27].reshape(3 * m, 36), left[:, :27].reshape(3 * m, 9)], axis=1)
        honors = np.concatenate([tiles[:, 27:].reshape(m, 28), left[:, 27:]], axis=1)
        of_suits = np.maximum(suits @ weights["suit"] + weights["suit_0"], 0)
        of_honors = np.maximum(honors @ weights["honors"] + weights["honors_0"], 0)
        inputs = np.concatenate([of_suits.reshape(m, 3, PART).sum(axis=1) + of_honors, direct], axis=1)
        mixed = np.maximum(inputs @ weights["mixed"] + weights["mixed_0"], 0)
        return begin + (mixed @ weights["like"])[:, 0], (suits, honors, of_suits, of_honors, inputs, mixed)

    def back(self, slopes: np.ndarray, kept: Any) -> dict[str, np.ndarray]:
        """Slopes of the weights, given those of what is liked."""
        suits, honors, of_suits, of_honors, inputs, mixed = kept
        weights, m = self.weights, len(slopes)
        slopes = slopes[:, None].astype(np.float32)
        found = {"like": mixed.T @ slopes}
        mixing = (slopes @ weights["like"].T) * (mixed > 0)
        found["mixed"], found["mixed_0"] = inputs.T @ mixing, mixing.sum(axis=0)
        hands = mixing @ weights["mixed"][:PART].T
        of_suit = (np.broadcast_to(hands[:, None], (m, 3, PART)).reshape(3 * m, PART)) * (of_suits > 0)
        found["suit"], found["suit_0"] = suits.T @ of_suit, of_suit.sum(axis=0)
        of_honor = hands * (of_honors > 0)
        found["honors"], found["honors_0"] = honors.T @ of_honor, of_honor.sum(axis=0)
        return found

    def values(self, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What is to be expected of each game, and what learning needs of how that came about."""
        hidden = np.maximum(table @ self.weights["table"] + self.weights["table_0"], 0)
        return (hidden @ self.weights["value"])[:, 0] + self.weights["value_0"], hidden

    def values_back(self, slopes: np.ndarray, table: np.ndarray, hidden: np.ndarray) -> dict[str, np.ndarray]:
        """Slopes of the weights, given those of what is expected."""
        slopes = slopes[:, None].astype(np.float32)
        inner = (slopes @ self.weights["value"].T) * (hidden > 0)
        return {
            "value": hidden.T @ slopes, "value_0": slopes.sum(axis=0),
            "table": table.T @ inner, "table_0": inner.sum(axis=0),
        }  # fmt: skip

    def learn(self, slopes: dict[str, np.ndarray], rate: float) -> None:
        """One step of Adam's (Kingma and Ba, "Adam: a method for stochastic optimization", 2015)."""
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            self.weights[name] -= (rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)).astype(np.float32)

    def decide(self, seen: Seen) -> np.ndarray:
        """The action that is liked most in each game."""
        considered = choices(seen)
        likes, _ = self.likes(considered.hand, considered.unseen, considered.direct, considered.begin)
        return considered.action[considered.best(likes)]

    @staticmethod
    def load(path: Path) -> Network:
        """A network with the weights of a file."""
        network = Network()
        try:
            with np.load(path, allow_pickle=False) as file:
                for name, part in network.weights.items():
                    found = file[name]
                    if found.shape != part.shape or not np.isfinite(found).all():
                        raise ValueError(name)
                    part[...] = found
        except DAMAGED:
            raise ValueError(f"{path}: expected weights that train.py wrote, all of them finite") from None
        return network
