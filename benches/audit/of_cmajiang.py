"""https://pypi.org/project/cmajiang: letters before ranks."""

import re
import sys

import cmajiang

for line in sys.stdin:
    suits = re.findall(r"(\d+)(\w)", line)
    print(cmajiang.xiangting(cmajiang.Shoupai("".join(suit + ranks for ranks, suit in suits))))
