"""The package https://pypi.org/project/mahjong."""

import sys

from mahjong.shanten import Shanten

shanten = Shanten()
for line in sys.stdin:
    print(shanten.calculate_shanten([int(copies) for copies in line.split()]))
