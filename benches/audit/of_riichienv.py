"""https://pypi.org/project/riichienv: tiles of 136."""

import sys

import riichienv

for line in sys.stdin:
    held = enumerate(map(int, line.split()))
    print(riichienv.calculate_shanten([4 * kind + copy for kind, copies in held for copy in range(copies)]))
