"""What the native half of the package gives; nobody imports it but the package."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, NoReturn, SupportsIndex, TypeAlias, TypeVar, final, overload

import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl

from paili.arguments.names import Forms, LawName, NotationName, OnError
from paili.arguments.progress import Watcher
from paili.games.events import Kind, Meld, Seat
from paili.games.program_terms import ProgramTerms, SequentialTest
from paili.hands.answers import Discards, Outlooks
from paili.hands.odds import Odds

__all__ = [
    "VERSION",
    "ArrowArray",
    "Comparison",
    "Discard",
    "Hand",
    "Plan",
    "Tally",
    "Useful",
    "View",
    "after_fork",
    "arena",
    "attend",
    "compare",
    "counts",
    "discards",
    "distances",
    "exact",
    "game_rows",
    "odds",
    "play",
    "random_hands",
    "simulate",
    "texts",
    "useful",
    "wall",
]

VERSION: str

# What numpy answers for. Series are no sequences, so these come before them.
_Listed: TypeAlias = Sequence[str | None] | Sequence[Hand] | Sequence[Sequence[int]] | Iterator[str]
_Out = TypeVar("_Out")

@final
class ArrowArray:
    @staticmethod
    def from_texts(texts: Sequence[str | None]) -> ArrowArray: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    @property
    def null_count(self) -> int: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> int | float | str | list[int] | None: ...
    @overload
    def __getitem__(self, index: slice, /) -> ArrowArray: ...
    def __iter__(self) -> Iterator[int | float | str | list[int] | None]: ...
    def to_numpy(self) -> npt.NDArray[Any]: ...
    def __array__(self, dtype: Any | None = None, copy: bool | None = None) -> Any: ...
    def __reduce__(self) -> tuple[Callable[[str, list[Any]], ArrowArray], tuple[str, list[Any]]]: ...
    @staticmethod
    def _restored(data_type: str, elements: list[Any]) -> ArrowArray: ...
    # A TypeError: nobody knows whether arrays or their elements would be compared.
    def __eq__(self, other: object, /) -> NoReturn: ...
    def __ne__(self, other: object, /) -> NoReturn: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Hand:
    def __new__(
        cls,
        tiles: str | Iterable[str],
        *,
        melds: str | Iterable[str] = (),
        visible: str | Iterable[str] = "",
        forms: Forms = "standard",
        notation: NotationName | None = None,
    ) -> Hand: ...
    @staticmethod
    def from_counts(
        counts: Sequence[int] | Any,
        *,
        melds: str | Iterable[str] = (),
        visible: str | Iterable[str] = "",
        forms: Forms = "standard",
        notation: NotationName = "mpsz",
    ) -> Hand: ...
    def distance(self) -> int: ...
    def shanten(self) -> int: ...
    def reached(self) -> list[str]: ...
    def waits(self) -> list[str]: ...
    def useful(self) -> Useful: ...
    def discards(self) -> list[Discard]: ...
    def odds(
        self,
        draws: SupportsIndex = 17,
        *,
        changes: SupportsIndex = 0,
        law: LawName = "remembering",
    ) -> Odds: ...
    def rule_discard(self) -> str | None: ...
    def plan(self) -> Plan: ...
    def to_dict(self) -> dict[str, Any]: ...
    def written(self, notation: NotationName) -> Hand: ...
    @property
    def counts(self) -> tuple[int, ...]: ...
    @property
    def tiles(self) -> list[str]: ...
    @property
    def reds(self) -> list[str]: ...
    @property
    def melds(self) -> list[str]: ...
    @property
    def exposed(self) -> int: ...
    @property
    def visible(self) -> list[str]: ...
    @property
    def forms(self) -> list[str]: ...
    @property
    def notation(self) -> NotationName: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...
    def _repr_html_(self) -> str: ...

@final
class Useful:
    __match_args__ = ("tiles", "copies", "acceptance")
    def __new__(cls, tiles: Sequence[str], copies: dict[str, int], acceptance: int) -> Useful: ...
    @property
    def tiles(self) -> list[str]: ...
    @property
    def copies(self) -> dict[str, int]: ...
    @property
    def acceptance(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class Discard:
    __match_args__ = ("tile", "distance", "useful")
    def __new__(cls, tile: str, distance: int, useful: Useful) -> Discard: ...
    @property
    def tile(self) -> str: ...
    @property
    def distance(self) -> int: ...
    @property
    def useful(self) -> Useful: ...
    def __hash__(self) -> int: ...

@final
class Plan:
    __match_args__ = ("groups", "missing", "surplus")
    def __new__(cls, groups: Sequence[Sequence[str]], missing: Sequence[str], surplus: Sequence[str]) -> Plan: ...
    @property
    def groups(self) -> list[list[str]]: ...
    @property
    def missing(self) -> list[str]: ...
    @property
    def surplus(self) -> list[str]: ...
    def __hash__(self) -> int: ...

@overload
def distances(
    hands: np.ndarray[Any, Any] | _Listed,
    *,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> npt.NDArray[np.int8]: ...
@overload
def distances(
    hands: pl.Series | pl.DataFrame,
    *,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pl.Series: ...
@overload
def distances(
    hands: pd.Series[Any] | pd.DataFrame,
    *,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pd.Series[Any]: ...
@overload
def distances(
    hands: object,
    *,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> Any: ...
@overload
def distances(
    hands: Any,
    *,
    out: _Out,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> _Out: ...
@overload
def useful(
    hands: np.ndarray[Any, Any] | _Listed,
    *,
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> Outlooks: ...
@overload
def useful(
    hands: pl.Series | pl.DataFrame,
    *,
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pl.DataFrame: ...
@overload
def useful(
    hands: pd.Series[Any] | pd.DataFrame,
    *,
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pd.DataFrame: ...
@overload
def useful(
    hands: object,
    *,
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> Any: ...
@overload
def useful(
    hands: Any,
    *,
    visible: Any | None = None,
    out: tuple[Any, Any, Any],
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> Outlooks: ...
@overload
def odds(
    hands: np.ndarray[Any, Any] | _Listed,
    draws: SupportsIndex = 17,
    *,
    changes: SupportsIndex = 0,
    law: LawName = "remembering",
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> npt.NDArray[np.float64]: ...
@overload
def odds(
    hands: pl.Series | pl.DataFrame,
    draws: SupportsIndex = 17,
    *,
    changes: SupportsIndex = 0,
    law: LawName = "remembering",
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pl.Series: ...
@overload
def odds(
    hands: pd.Series[Any] | pd.DataFrame,
    draws: SupportsIndex = 17,
    *,
    changes: SupportsIndex = 0,
    law: LawName = "remembering",
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pd.Series[Any]: ...
@overload
def odds(
    hands: object,
    draws: SupportsIndex = 17,
    *,
    changes: SupportsIndex = 0,
    law: LawName = "remembering",
    visible: Any | None = None,
    out: None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> Any: ...
@overload
def odds(
    hands: Any,
    draws: SupportsIndex = 17,
    *,
    changes: SupportsIndex = 0,
    law: LawName = "remembering",
    visible: Any | None = None,
    out: _Out,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> _Out: ...
@overload
def discards(
    hands: np.ndarray[Any, Any] | _Listed,
    *,
    visible: Any | None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> Discards: ...
@overload
def discards(
    hands: pl.Series | pl.DataFrame,
    *,
    visible: Any | None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pl.DataFrame: ...
@overload
def discards(
    hands: pd.Series[Any] | pd.DataFrame,
    *,
    visible: Any | None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> pd.DataFrame: ...
@overload
def discards(
    hands: object,
    *,
    visible: Any | None = None,
    forms: Forms | None = None,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
    progress: Watcher = None,
) -> Any: ...
@overload
def counts(
    hands: np.ndarray[Any, Any] | _Listed,
    *,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> npt.NDArray[np.uint8]: ...
@overload
def counts(
    hands: pl.Series | pl.DataFrame,
    *,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> pl.Series: ...
@overload
def counts(
    hands: pd.Series[Any] | pd.DataFrame,
    *,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> pd.DataFrame: ...
@overload
def counts(
    hands: object,
    *,
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> Any: ...
@overload
def texts(
    hands: np.ndarray[Any, Any] | _Listed,
    *,
    notation: NotationName = "mpsz",
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> npt.NDArray[np.object_]: ...
@overload
def texts(
    hands: pl.Series | pl.DataFrame,
    *,
    notation: NotationName = "mpsz",
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> pl.Series: ...
@overload
def texts(
    hands: pd.Series[Any] | pd.DataFrame,
    *,
    notation: NotationName = "mpsz",
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> pd.Series[Any]: ...
@overload
def texts(
    hands: object,
    *,
    notation: NotationName = "mpsz",
    threads: SupportsIndex | None = None,
    on_error: OnError = "raise",
) -> Any: ...
def exact(tiles: int, deck: int, visible: str | Iterable[str], forms: Forms | None) -> str: ...
def random_hands(
    n: SupportsIndex,
    *,
    tiles: SupportsIndex = 13,
    seed: SupportsIndex | None = 1,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
) -> Any: ...
def simulate(
    first: int,
    end: int,
    seed: int,
    policies: Sequence[object],
    detail: bool,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tally: ...
def compare(
    first: int,
    end: int,
    seed: int,
    policies: Sequence[object],
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> Comparison: ...
def arena(
    entrants: Sequence[object],
    walls: int,
    seed: int,
    fours: bool,
    terms: ProgramTerms,
    test: SequentialTest | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[str, list[tuple[int, float]]]: ...
def attend(command: Sequence[str], arguments: Sequence[str]) -> int: ...
def game_rows(
    first: int,
    end: int,
    seed: int,
    policies: Sequence[object],
    walls: bool,
    transcripts: bool,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> dict[str, bytearray | list[str | None]]: ...
def play(
    wall: str | Iterable[str], policies: Sequence[object], seed: int, game: int
) -> tuple[
    list[str],
    str,
    list[tuple[Kind, Seat | None, str | None, Meld | None, Seat | None, Seat | None]],
    list[tuple[list[str], list[Meld]]],
]: ...
def wall(seed: int, game: int) -> list[str]: ...

@final
class Tally:
    def __new__(cls, data: bytes) -> Tally: ...
    def to_bytes(self) -> bytes: ...
    def to_json(self) -> str: ...
    def __add__(self, other: Tally, /) -> Tally: ...
    def __radd__(self, other: Tally, /) -> Tally: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Comparison:
    @staticmethod
    def from_bytes(data: bytes) -> tuple[str, Comparison]: ...
    def to_bytes(self, run: str) -> bytes: ...
    def to_json(self) -> str: ...
    def __add__(self, other: Comparison, /) -> Comparison: ...
    def __radd__(self, other: Comparison, /) -> Comparison: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class View:
    @property
    def seat(self) -> Seat: ...
    @property
    def game(self) -> int | None: ...
    @property
    def hand(self) -> str: ...
    @property
    def tiles(self) -> list[str]: ...
    @property
    def counts(self) -> tuple[int, ...]: ...
    def melds(self, seat: str | None = None) -> list[Meld]: ...
    def discards(self, seat: Seat | None = None) -> list[str]: ...
    @property
    def discarded(self) -> dict[str, int]: ...
    @property
    def unseen(self) -> dict[str, int]: ...
    @property
    def direction(self) -> Literal["forward", "backward"]: ...
    @property
    def tiles_left(self) -> int: ...
    @property
    def chows(self) -> list[Meld]: ...
    def distance(self, discarding: str | None = None) -> int: ...
    def useful(self, discarding: str | None = None) -> list[str]: ...
    def best_discard(self) -> str | None: ...
    def distance_claiming(self, meld: Sequence[str]) -> int | None: ...
    def rule_claims_pong(self) -> bool: ...
    def rule_claims_chow(self) -> Meld | None: ...

def after_fork() -> None: ...
