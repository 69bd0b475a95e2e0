"""What the native half of the package gives; nobody imports it but the package."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

VERSION: str

class ArrowArray:
    @staticmethod
    def of_texts(texts: Sequence[str | None]) -> ArrowArray: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    @property
    def null_count(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> int | str | None: ...

class Tally:
    def __new__(cls, data: bytes) -> Tally: ...
    def to_bytes(self) -> bytes: ...
    def to_json(self) -> str: ...
    def __add__(self, other: Tally) -> Tally: ...

def distances(
    hands: Any,
    *,
    out: Any | None = None,
    forms: str | Iterable[str] | None = None,
    threads: int | None = None,
    on_error: Literal["raise", "null"] = "raise",
) -> Any: ...
def useful(
    hands: Any,
    *,
    out: tuple[Any, Any, Any] | None = None,
    forms: str | Iterable[str] | None = None,
    threads: int | None = None,
    on_error: Literal["raise", "null"] = "raise",
) -> Any: ...
def random_hands(hands: int, *, tiles: int = 13, seed: int = 1, first: int = 0, threads: int | None = None) -> Any: ...
def simulate(
    first: int,
    end: int,
    seed: int,
    policies: list[str],
    detail: bool,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tally: ...
def after_fork() -> None: ...
