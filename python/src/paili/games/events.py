"""Games and their events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from paili._native import DEALT
from paili.arguments.names import Kind, Meld, Seat
from paili.display.pages import game_page, plural

__all__ = ["Event", "Meld", "Outcome", "PlayedGame", "Seat"]

#: The honors as the judge writes them.
HONORS = {f"{rank}z": token for rank, token in enumerate("ESWNBFZ", 1)}


def token(tile: str | None) -> str:
    """A tile as the judge writes it.

    >>> token("6p"), token("1z"), token("PASS")
    ('6P', 'E', 'PASS')
    """
    return HONORS.get(tile or "", (tile or "").upper())


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. As a text it is its line of the transcript, which has the judge's tokens; two for a win.

    >>> import paili
    >>> event = paili.play(paili.wall(seed=1, game=0)).events[0]
    >>> event.kind, event.seat, event.tile
    ('draw', 'A', '6p')
    >>> print(event)
    A IN 6P
    """

    #: Its kind: draw, discard, special, chow, pong, or the game's end: ron, self_draw, exhausted.
    kind: Kind
    #: Who did it; nobody exhausted the wall.
    seat: Seat | None = None
    #: The tile drawn, played or claimed, or that won.
    tile: str | None = None
    #: The tiles of a chow or a pong.
    tiles: Meld | None = None
    #: Who had discarded the tile of a claim or a ron.
    from_seat: Seat | None = None
    #: Whose next turn a PASS skips.
    skipped: Seat | None = None

    def __str__(self) -> str:
        match self.kind:
            case "draw":
                return f"{self.seat} IN {token(self.tile)}"
            case "discard" | "special":
                return f"{self.seat} OUT {token(self.tile)}" + (f" {self.skipped}" if self.skipped else "")
            case "chow" | "pong":
                return f"{self.seat} {self.kind.upper()} {' '.join(map(token, self.tiles or ()))}"
            case "ron":
                return f"{self.seat} RON\n{self.seat} WIN"
            case "self_draw":
                return f"{self.seat} SELFDRAWN\n{self.seat} WIN"
            case "exhausted":
                return "DRAW"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> import paili
    >>> print(paili.play(paili.wall(seed=1, game=0)).outcome)
    D wins by self-draw with 5m
    """

    #: A win with another's discard, a win with a tile drawn, or nobody's.
    kind: Literal["ron", "self_draw", "exhausted"]
    #: Who won.
    winner: Seat | None = None
    #: Who had discarded the winning tile.
    from_seat: Seat | None = None
    #: The winning tile.
    tile: str | None = None

    def __str__(self) -> str:
        match self.kind:
            case "ron":
                return f"{self.winner} wins by ron with {self.tile} from {self.from_seat}"
            case "self_draw":
                return f"{self.winner} wins by self-draw with {self.tile}"
            case "exhausted":
                return "the wall ran out"


@dataclass(frozen=True, slots=True, repr=False)
class PlayedGame:
    r"""A game from the deal to its end.

    >>> import paili
    >>> game = paili.play(paili.wall(seed=1, game=0))
    >>> game
    <PlayedGame of 46 turns: D wins by self-draw with 5m>
    >>> game.hands["D"], game.melds["D"]
    (['3m', '4m', '5m', '9p', '9p', '6s', '7s', '8s'], [('4z', '4z', '4z'), ('1s', '2s', '3s')])
    >>> game.transcript[-26:]
    'D IN 5M\nD SELFDRAWN\nD WIN\n'
    """

    #: Its 148 tiles, front first.
    wall: tuple[str, ...] = field(hash=False)
    #: The game as the program prints it.
    transcript: str
    #: All that happened; the deal is the first 52.
    events: list[Event] = field(hash=False)
    #: How it ended.
    outcome: Outcome
    #: What each player holds at the end: a winner by ron without the tile that it won with.
    hands: dict[Seat, list[str]] = field(hash=False)
    #: What each player has claimed.
    melds: dict[Seat, list[Meld]] = field(hash=False)
    #: What the policy ``random`` drew on.
    seed: int = field(default=1, compare=False)

    @property
    def turns(self) -> int:
        """Tiles drawn after the deal, and tiles claimed."""
        return sum(event.kind in ("draw", "chow", "pong") for event in self.events) - DEALT

    def __repr__(self) -> str:
        return f"<PlayedGame of {self.turns} turns: {self.outcome}>"

    def _repr_html_(self) -> str:
        """How it ended, as notebooks show it."""
        players = ((seat, hand, self.melds[seat]) for seat, hand in self.hands.items())
        return game_page(f"{plural(self.turns, 'turn')}: {self.outcome}", players)
