"""The package https://pypi.org/project/jansou."""

import sys

from jansou.analysis.shanten import shanten_counts

for line in sys.stdin:
    counts = [int(copies) for copies in line.split()]
    print(shanten_counts(counts, (14 - sum(counts)) // 3))
