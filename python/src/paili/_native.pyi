"""What the native half of the package gives; nobody imports it but the package."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import (
    Any,
    ClassVar,
    Literal,
    NoReturn,
    Protocol,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    final,
    overload,
)

import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl

from paili.arguments.names import Forms, Kind, LawName, Meld, NotationName, OnError, Seat
from paili.arguments.progress import Watcher
from paili.env.table import Table
from paili.games.checkpoint import Kept
from paili.games.program_terms import ProgramTerms, SequentialTest
from paili.hands.answers import Discards, Outlooks
from paili.hands.odds import Odds

__all__ = [
    "ACTIONS",
    "CHOICES",
    "DEALT",
    "FEATURES",
    "LAYOUT",
    "MOST_TILES",
    "SEATINGS",
    "VERSION",
    "ArrowArray",
    "Comparison",
    "Discard",
    "Hand",
    "Places",
    "Plan",
    "Rules",
    "Solved",
    "Tally",
    "Useful",
    "View",
    "action_code",
    "action_name",
    "after_fork",
    "arena",
    "compare",
    "counts",
    "discards",
    "distances",
    "exact",
    "features",
    "fingerprint",
    "game_rows",
    "league",
    "odds",
    "play",
    "random_hands",
    "simulate",
    "solve",
    "texts",
    "useful",
    "wall",
]

ACTIONS: int
CHOICES: dict[str, list[str]]
DEALT: int
FEATURES: int
LAYOUT: int
MOST_TILES: int
SEATINGS: int
VERSION: str

# What numpy answers for. Series are no sequences, so these come before them.
_Listed: TypeAlias = Sequence[str | None] | Sequence[Hand] | Sequence[Sequence[int]] | Iterator[str]
_Rows: TypeAlias = np.ndarray[Any, Any] | _Listed
_Polars: TypeAlias = pl.Series | pl.DataFrame
_Pandas: TypeAlias = pd.Series[Any] | pd.DataFrame
_Out = TypeVar("_Out")

class _Arrow(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

# A rule set, which is made above this.
class _RuleSet(Protocol):
    @property
    def most_tiles(self) -> int: ...

_AnyRules: TypeAlias = _RuleSet | str | Mapping[str, Any]

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

# What is answered in columns of its own kind, of which no types are known here, and what is taken one by one.
_Others: TypeAlias = _Arrow | _ArrowStream | memoryview | Iterable[Any]

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
        rules: _AnyRules = "standard",
        forms: Forms | None = None,
        void: Literal["m", "p", "s"] | None = None,
        available: bool | Literal["melds", "visible"] = False,
        notation: NotationName | None = None,
    ) -> Hand: ...
    @staticmethod
    def from_counts(
        counts: Sequence[int] | Any,
        *,
        melds: str | Iterable[str] = (),
        visible: str | Iterable[str] = "",
        rules: _AnyRules = "standard",
        forms: Forms | None = None,
        void: Literal["m", "p", "s"] | None = None,
        available: bool | Literal["melds", "visible"] = False,
        notation: NotationName = "mpsz",
    ) -> Hand: ...
    def distance(self) -> int: ...
    def shanten(self) -> int: ...
    def reached(self) -> list[str]: ...
    @property
    def nearer(self) -> tuple[str, int] | None: ...
    def waits(self) -> list[str]: ...
    def useful(self) -> Useful: ...
    def discards(self) -> list[Discard]: ...
    def odds(
        self,
        draws: SupportsIndex = 17,
        *,
        changes: SupportsIndex | None = None,
        law: LawName = "remembering",
    ) -> Odds: ...
    def rule_discard(self) -> str | None: ...
    def plan(self) -> Plan | None: ...
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
    def rules(self) -> str: ...
    @property
    def wildcards(self) -> int: ...
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
    __match_args__ = ("groups", "missing", "surplus", "wildcards")
    def __new__(
        cls,
        groups: Sequence[Sequence[str]],
        missing: Sequence[str],
        surplus: Sequence[str],
        wildcards: Sequence[str] = (),
    ) -> Plan: ...
    @property
    def groups(self) -> list[list[str]]: ...
    @property
    def missing(self) -> list[str]: ...
    @property
    def surplus(self) -> list[str]: ...
    @property
    def wildcards(self) -> list[str]: ...
    def __hash__(self) -> int: ...

# How rows are read.
class _Read(TypedDict, total=False):
    threads: SupportsIndex | None
    on_error: OnError

# How rows are answered.
class _Answered(_Read, total=False):
    forms: Forms | None
    progress: Watcher

# How rows are answered beside tiles that are seen elsewhere.
class _Beside(_Answered, total=False):
    visible: Any | None

# The same by any rules.
class _ByRules(_Answered, total=False):
    rules: _AnyRules | None

class _BesideByRules(_Beside, total=False):
    rules: _AnyRules | None

# How odds are reckoned.
class _Drawn(_BesideByRules, total=False):
    changes: SupportsIndex
    law: LawName

@overload
def distances(hands: _Rows, *, out: None = None, **options: Unpack[_ByRules]) -> npt.NDArray[np.int8]: ...
@overload
def distances(hands: _Polars, *, out: None = None, **options: Unpack[_ByRules]) -> pl.Series: ...
@overload
def distances(hands: _Pandas, *, out: None = None, **options: Unpack[_ByRules]) -> pd.Series[Any]: ...
@overload
def distances(hands: _Others, *, out: None = None, **options: Unpack[_ByRules]) -> Any: ...
@overload
def distances(hands: Any, *, out: _Out, **options: Unpack[_ByRules]) -> _Out: ...
@overload
def useful(hands: _Rows, *, out: None = None, **options: Unpack[_BesideByRules]) -> Outlooks: ...
@overload
def useful(hands: _Polars, *, out: None = None, **options: Unpack[_BesideByRules]) -> pl.DataFrame: ...
@overload
def useful(hands: _Pandas, *, out: None = None, **options: Unpack[_BesideByRules]) -> pd.DataFrame: ...
@overload
def useful(hands: _Others, *, out: None = None, **options: Unpack[_BesideByRules]) -> Any: ...
@overload
def useful(hands: Any, *, out: tuple[Any, Any, Any], **options: Unpack[_BesideByRules]) -> Outlooks: ...
@overload
def odds(
    hands: _Rows, draws: SupportsIndex = 17, *, out: None = None, **options: Unpack[_Drawn]
) -> npt.NDArray[np.float64]: ...
@overload
def odds(hands: _Polars, draws: SupportsIndex = 17, *, out: None = None, **options: Unpack[_Drawn]) -> pl.Series: ...
@overload
def odds(
    hands: _Pandas, draws: SupportsIndex = 17, *, out: None = None, **options: Unpack[_Drawn]
) -> pd.Series[Any]: ...
@overload
def odds(hands: _Others, draws: SupportsIndex = 17, *, out: None = None, **options: Unpack[_Drawn]) -> Any: ...
@overload
def odds(hands: Any, draws: SupportsIndex = 17, *, out: _Out, **options: Unpack[_Drawn]) -> _Out: ...
@overload
def discards(hands: _Rows, **options: Unpack[_BesideByRules]) -> Discards: ...
@overload
def discards(hands: _Polars, **options: Unpack[_BesideByRules]) -> pl.DataFrame: ...
@overload
def discards(hands: _Pandas, **options: Unpack[_BesideByRules]) -> pd.DataFrame: ...
@overload
def discards(hands: _Others, **options: Unpack[_BesideByRules]) -> Any: ...
@overload
def counts(hands: _Rows, **options: Unpack[_Read]) -> npt.NDArray[np.uint8]: ...
@overload
def counts(hands: _Polars, **options: Unpack[_Read]) -> pl.Series: ...
@overload
def counts(hands: _Pandas, **options: Unpack[_Read]) -> pd.DataFrame: ...
@overload
def counts(hands: _Others, **options: Unpack[_Read]) -> Any: ...
@overload
def texts(hands: _Rows, *, notation: NotationName = "mpsz", **options: Unpack[_Read]) -> npt.NDArray[np.object_]: ...
@overload
def texts(hands: _Polars, *, notation: NotationName = "mpsz", **options: Unpack[_Read]) -> pl.Series: ...
@overload
def texts(hands: _Pandas, *, notation: NotationName = "mpsz", **options: Unpack[_Read]) -> pd.Series[Any]: ...
@overload
def texts(hands: _Others, *, notation: NotationName = "mpsz", **options: Unpack[_Read]) -> Any: ...
def exact(
    tiles: int, deck: int, visible: str | Iterable[str], forms: Forms | None, rules: _AnyRules | None
) -> tuple[str, int]: ...
def random_hands(
    n: SupportsIndex,
    *,
    tiles: SupportsIndex = 13,
    seed: SupportsIndex | None = 1,
    first: SupportsIndex = 0,
    rules: _AnyRules = "standard",
    threads: SupportsIndex | None = None,
) -> npt.NDArray[np.uint8]: ...
def simulate(
    first: int,
    end: int,
    seed: int,
    policies: Sequence[object],
    detail: bool,
    terms: ProgramTerms | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tally: ...
def compare(
    first: int,
    end: int,
    seed: int,
    policies: Sequence[object],
    test: SequentialTest | None = None,
    terms: ProgramTerms | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[Comparison, list[str] | None]: ...
def arena(
    entrants: Sequence[object],
    walls: int,
    seed: int,
    fours: bool,
    terms: ProgramTerms,
    kept: Kept,
    test: SequentialTest | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[bytes, list[str], list[tuple[int, float]]]: ...
def fingerprint(seed: int) -> int: ...
def league(saved: bytes, names: Sequence[str], fours: bool, test: SequentialTest | None = None) -> tuple[str, str]: ...
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
    def page(self, title: str) -> str: ...
    def __add__(self, other: Tally, /) -> Tally: ...
    def __radd__(self, other: Tally, /) -> Tally: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Comparison:
    @staticmethod
    def from_bytes(data: bytes) -> tuple[str, Comparison]: ...
    def to_bytes(self, run: str) -> bytes: ...
    def to_json(self) -> str: ...
    def verdict(self, test: SequentialTest) -> Literal["first", "second", "alike"] | None: ...
    def __add__(self, other: Comparison, /) -> Comparison: ...
    def __radd__(self, other: Comparison, /) -> Comparison: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Places:
    def __new__(
        cls,
        places: int,
        seed: int,
        first: int,
        policies: Sequence[Any],
        seating: Literal["fixed", "rotating"],
        after_end: Literal["restart", "wait"],
        observation: tuple[str, int, Literal["features", "plain"]],
        threads: int,
        terms: ProgramTerms,
    ) -> Places: ...
    def copy(self) -> Places: ...
    def width(self) -> int: ...
    def step(
        self,
        actions: npt.NDArray[Any],
        observations: npt.NDArray[Any] | None,
        mask: npt.NDArray[np.uint8] | None,
    ) -> None: ...
    def told(
        self,
        current: npt.NDArray[np.int8],
        rewards: npt.NDArray[np.float32] | None,
        ended: npt.NDArray[np.uint8] | None,
    ) -> None: ...
    def numbers(self, room: npt.NDArray[np.uint64]) -> None: ...
    def ended(self, place: int) -> tuple[int, str | None, str | None, int] | None: ...
    def observe(self, room: npt.NDArray[Any]) -> None: ...
    def observe_seat(self, place: int, seat: int, room: npt.NDArray[np.uint8]) -> None: ...
    def forfeit(self, place: int) -> None: ...
    def mask(self, room: npt.NDArray[np.uint8]) -> None: ...
    def restart(self, chosen: npt.NDArray[np.uint8]) -> None: ...
    def close(self) -> None: ...
    def table(self, place: int) -> Table: ...

@final
class Rules:
    def __new__(cls, description: str) -> Rules: ...
    def facts(self) -> tuple[str, int, int, list[str], int]: ...

@final
class Solved:
    def __new__(cls, path: str | PathLike[str]) -> Solved: ...
    def facts(self) -> tuple[str, int, int, int, list[str], list[tuple[int, float]]]: ...
    def odds(self, hand: str, melds: list[str], visible: str, draws: int | None) -> str: ...
    def bulk(self, hands: Any, draws: int, out: Any, threads: SupportsIndex | None) -> None: ...

def solve(
    out: str | PathLike[str],
    deck: str,
    tiles: int,
    draws: int,
    unseen: int | None,
    forms: str | Iterable[str] | None,
    threads: SupportsIndex | None,
) -> list[float]: ...

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
    def discards(self, seat: str | None = None) -> list[str]: ...
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
    def best_discard(self) -> str: ...
    def distance_claiming(self, meld: Sequence[str]) -> int | None: ...
    def rule_claims_pong(self) -> bool: ...
    def rule_claims_chow(self) -> Meld | None: ...

def action_code(words: str, offered: str | None) -> int: ...
def action_name(code: int, offered: str | None) -> str: ...
def after_fork() -> None: ...
def features(
    hands: npt.NDArray[np.uint8],
    visible: npt.NDArray[np.uint8] | None,
    out: npt.NDArray[np.uint8],
    threads: SupportsIndex | None,
) -> None: ...
