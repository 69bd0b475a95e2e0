"""How long a run takes.

``PAILI_TESTS=long`` has all of it; any other leaves out what is marked long, and most of what is many.
"""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

IS_LONG = os.environ.get("PAILI_TESTS") == "long"


def short_or_long(short: T, long: T) -> T:
    """How much to try: in a short run, and in a long one."""
    return long if IS_LONG else short
