"""The package https://pypi.org/project/PyMahjongGB."""

import sys

from MahjongGB import MahjongShanten

NAMES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]

for line in sys.stdin:
    hand = [NAMES[kind] for kind, copies in enumerate(map(int, line.split())) for _ in range(copies)]
    try:
        print(MahjongShanten(pack=(), hand=tuple(hand)))
    except TypeError as error:
        print("error", error)
