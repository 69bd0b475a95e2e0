"""The package https://pypi.org/project/mahjong-utils."""

import sys

from mahjong_utils.models.tile import parse_tiles
from mahjong_utils.shanten import shanten

for line in sys.stdin:
    print(shanten(parse_tiles(line.strip()), best_shanten_only=True).shanten)
