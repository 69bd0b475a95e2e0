"""What may be considered in many games at once, as numbers.

A player that learns chooses among what acceptance would consider: discards that keep the smallest distance, and claims
that leave it no larger. Each leaves a hand, which is what the network looks at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import paili
from paili.env import Games

#: What learning begins with: what acceptance does, in units of a softmax. Claims are made if they make the hand nearer.
NEARER, CHOWS = 6.0, (5.0, 3.0, 2.0, 1.0)

#: How many numbers a choice has beside its hand, and the table.
DIRECT, TABLE = 34, 21


@dataclass
class Seen:
    """What is seen in many games by whose turn it is."""

    own: np.ndarray  #: (n, 34), concealed tiles
    unseen: np.ndarray  #: (n, 34), copies
    discarded: np.ndarray  #: (n, 34), by whomever, without those that were claimed
    melds: np.ndarray  #: (n, 4): how many each has exposed, itself first
    tiles_left: np.ndarray  #: (n,)
    backward: np.ndarray  #: (n,)
    offered: np.ndarray  #: (n,), the kind; 34 where a discard is due
    features: np.ndarray  #: (n, 137): paili.features
    mask: np.ndarray  #: (n, 39)


def seen_in(games: Games, which: np.ndarray) -> Seen:
    """What is seen at some places of games with compact observations and features."""
    seen = games.observe()[which]
    melds, discards = (seen[:, start : start + 136].reshape(-1, 4, 34) for start in (34, 170))
    discarded = discards.sum(axis=1, dtype=np.uint8)
    unseen = 4 - seen[:, :34] - melds.sum(axis=1, dtype=np.uint8) - discarded
    offered = np.where(seen[:, 321] == 0, 34, seen[:, 322])
    own, features, many = seen[:, :34], seen[:, 326:463], melds.sum(axis=2) // 3
    # Games know what a hand with specials lacks; at other tables only paili.features is there to tell.
    rows = np.flatnonzero((offered < 34) & (own.sum(axis=1) % 3 != 1))
    features[rows] = told(own[rows], unseen[rows], 1)
    return Seen(own, unseen, discarded, many, seen[:, 324], seen[:, 325], offered, features, games.mask()[which])


def told(hand: np.ndarray, unseen: np.ndarray, size: int) -> np.ndarray:
    """What the tables know of hands of 3 k + ``size`` tiles; honors that help little stand for specials."""
    hand, visible = hand.copy(), 4 - unseen - hand
    while len(rows := np.flatnonzero(hand.sum(axis=1) % 3 != size)):
        free = 4 - hand[rows] - visible[rows]
        hand[rows, ((free > 0) * (40 - 8 * np.minimum(hand[rows], 5) + np.arange(34) // 27)).argmax(axis=1)] += 1
    return paili.features(hand, visible=np.minimum(visible, 4 - hand), threads=1)


@dataclass
class Choices:
    """What may be considered, one after the other, game by game."""

    first: np.ndarray  #: (n,): where the choices of each game begin
    game: np.ndarray  #: (m,)
    action: np.ndarray  #: (m,)
    hand: np.ndarray  #: (m, 34): what it leaves
    unseen: np.ndarray  #: (m, 34)
    direct: np.ndarray  #: (m, DIRECT)
    begin: np.ndarray  #: (m,): how much acceptance likes it
    table: np.ndarray  #: (n, TABLE)

    def best(self, likes: np.ndarray) -> np.ndarray:
        """Which choice of each game is liked most."""
        most = np.maximum.reduceat(likes, self.first)
        places = np.where(likes == most[self.game], np.arange(len(likes)), len(likes))
        return np.minimum.reduceat(places, self.first)

    def chances(self, likes: np.ndarray) -> np.ndarray:
        """The softmax of each game."""
        raised = np.exp(likes - np.maximum.reduceat(likes, self.first)[self.game])
        return raised / np.add.reduceat(raised, self.first)[self.game]


def choices(seen: Seen) -> Choices:
    """What may be considered where a discard is due, and where one may be claimed."""
    n = len(seen.own)
    due = seen.offered == 34
    distance, acceptance, kinds = (seen.features[:, 34 * part : 34 * part + 34] for part in (0, 2, 1))
    # Where a discard is due: those that keep the smallest distance.
    nearest = np.where(seen.mask[:, :34], distance, 255)
    games, discards = np.nonzero((nearest == nearest.min(axis=1, keepdims=True)) & due[:, None])
    told_of = (part[games, discards] for part in (distance, acceptance, kinds))
    parts = [(games, discards, discards, seen.own[games], *told_of)]
    passing = np.flatnonzero(~due)
    if len(passing):
        useful = seen.features[passing, 102:136]
        parts.append((
            passing, np.full(len(passing), 34), np.full(len(passing), -1), seen.own[passing],
            seen.features[passing, 136], useful.sum(axis=1), (useful > 0).sum(axis=1),
        ))  # fmt: skip
    for action in range(35, 39):
        claiming = np.flatnonzero(seen.mask[:, action])
        if len(claiming):
            parts.append(claimed(seen, claiming, action))
    joined = (np.concatenate(part) for part in zip(*parts, strict=True))
    game, action, discard, hand, distance, acceptance, kinds = joined
    # What is liked equally is decided as acceptance does: the last discard in tile order.
    order = np.lexsort((np.where(action < 34, -action, action), game))
    keep = order[distance[order] <= np.where(due, 255, seen.features[:, 136])[game[order]]]
    game, action, discard, hand = game[keep], action[keep], discard[keep], hand[keep].copy()
    distance, acceptance, kinds = distance[keep].astype(int), acceptance[keep], kinds[keep]
    gone = np.flatnonzero(discard >= 0)
    hand[gone, discard[gone]] -= 1
    first = np.flatnonzero(np.diff(game, prepend=-1))
    begin = acceptance.astype(np.float32)
    nearer = distance < seen.features[game, 136]
    claims = action > 34
    begin[action >= 34] = 0
    begin[claims] = np.where(nearer[claims], NEARER, -NEARER) + np.array(CHOWS)[action[claims] - 35]
    direct = direct_numbers(seen, game, action, discard, distance, acceptance, kinds)
    best = np.minimum.reduceat(distance, first), np.maximum.reduceat(acceptance, first)
    return Choices(first, game, action, hand, seen.unseen[game], direct, begin, table_numbers(seen, *best, n))


def claimed(seen: Seen, games: np.ndarray, action: int) -> tuple[np.ndarray, ...]:
    """What a claim leaves after the best discard: of the smallest distance the one with the largest acceptance."""
    hand, rows, offered = seen.own[games].copy(), np.arange(len(games)), seen.offered[games].astype(int)
    others = ((0, 0), (1, 2), (-1, 1), (-2, -1))[action - 35]
    for step in others:
        hand[rows, offered + step] -= 1
    features = told(hand, seen.unseen[games], 2).astype(int)
    distance, kinds, acceptance = (features[:, 34 * part : 34 * part + 34] for part in range(3))
    distance[hand == 0] = 255
    discard = (acceptance - 1000 * distance).argmax(axis=1)
    actions = np.full(len(games), action)
    return games, actions, discard, hand, *(part[rows, discard] for part in (distance, acceptance, kinds))


def direct_numbers(seen: Seen, game: Any, action: Any, discard: Any, distance: Any, acceptance: Any, kinds: Any) -> Any:
    """Numbers of each choice: how near it leaves the hand, and how much others may want what is discarded."""
    numbers = np.zeros((len(game), DIRECT), np.float32)
    rows = np.arange(len(game))
    near = np.minimum(distance, 6)
    numbers[rows, near] = 1
    numbers[:, 7], numbers[:, 8] = acceptance / 30, kinds / 12
    numbers[rows, 9 + np.minimum(near, 4)] = acceptance / 10
    numbers[:, 14] = seen.tiles_left[game] / 96
    numbers[rows, 15 + np.minimum(near, 4)] = seen.tiles_left[game] / 96
    numbers[:, 20] = action == 34
    numbers[:, 21] = action == 35
    numbers[:, 22] = action > 35
    numbers[:, 23] = (seen.melds[game, 0] + (action > 34)) / 4
    numbers[:, 24] = action < 34
    numbers[:, 25:28] = seen.melds[game, 1:] / 4
    thrown = np.flatnonzero(discard >= 0)
    kind, of = discard[thrown], game[thrown]
    unseen = np.zeros((len(thrown), 38), np.float32)
    unseen[:, 2:36] = seen.unseen[of] / 4
    suited, rank, at = kind < 27, kind % 9, np.arange(len(thrown))
    numbers[thrown, 28] = unseen[at, kind + 2]
    for column, step in ((29, -2), (30, -1), (30, 1), (29, 2)):
        inside = suited & (0 <= rank + step) & (rank + step < 9)
        numbers[thrown, column] += np.where(inside, unseen[at, kind + step + 2], 0)
    numbers[thrown, 31] = seen.discarded[of, kind] / 4
    numbers[thrown, 32] = ~suited
    numbers[thrown, 33] = suited * np.abs(rank - 4) / 4
    return numbers


def table_numbers(seen: Seen, distance: Any, acceptance: Any, n: int) -> Any:
    """Numbers of each game, by which to guess how it ends."""
    numbers, rows = np.zeros((n, TABLE), np.float32), np.arange(n)
    near = np.minimum(distance, 6)
    numbers[rows, near] = 1
    numbers[rows, 7 + near] = acceptance / 20
    numbers[:, 14] = seen.tiles_left / 96
    numbers[:, 15:19] = seen.melds / 4
    numbers[:, 19] = seen.offered < 34
    numbers[:, 20] = seen.backward
    return numbers
