"""The names of what there is to choose from, as type checkers know them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

__all__ = ["SEATS", "FormName", "Forms", "Kind", "LawName", "Meld", "NotationName", "OnError", "PolicyName", "Seat"]

#: A win form.
FormName = Literal[
    "standard",
    "pairs",
    "chiitoitsu",
    "七对",
    "七對",
    "orphans",
    "kokushi",
    "十三幺",
    "repeated-pairs",
    "unconnected",
    "十六不搭",
    "knitted",
    "全不靠",
    "七星不靠",
    "knitted-straight",
    "组合龙",
    "組合龍",
    "all",
]

#: Some win forms.
Forms = (
    FormName
    | Literal["standard,pairs", "standard,orphans", "pairs,orphans", "standard,pairs,orphans"]
    | Iterable[FormName]
)

#: A notation of tiles.
NotationName = Literal["judge", "uva", "mpsz", "unicode", "chinese", "mjai"]

#: A law of the odds.
LawName = Literal["remembering", "published"]

#: What becomes of rows that are no hand.
OnError = Literal["raise", "null"]

#: A policy of the library's.
PolicyName = Literal["rule", "acceptance", "odds", "race", "concealed", "random"]

#: A seat at the table.
Seat = Literal["A", "B", "C", "D"]

#: All of them, in the order in which they play.
SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")

#: Three tiles in rising order.
Meld = tuple[str, str, str]

#: What happens in a game.
Kind = Literal["draw", "discard", "special", "chow", "pong", "ron", "self_draw", "exhausted"]
