"""The same jobs on many machines, through Ray: games, and hands in files.

:func:`simulate` plays games and tallies them, :func:`batch` answers the hands of files and writes files. Both cut their
work into blocks. Any worker can do a block, any number of times, with the same result. So the result is the same to the
last digit whichever worker or node dies, and a job whose driver died goes on from the blocks that were finished.

``python -m paili.cluster`` does the same from the shell. It needs Ray:
``pip install 'ray[data]' aiohttp pyarrow numpy``.
"""

from __future__ import annotations

from paili.cluster.batches import BatchReport, batch
from paili.cluster.progress import Progress
from paili.cluster.simulation import simulate

__all__ = ["BatchReport", "Progress", "batch", "simulate"]
