"""What became of many games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from paili import _native, tally_tables
from paili.distribution import Distribution, Rate, Spread
from paili.events import SEATS, Seat

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Detail", "SeatTally", "Tally", "UsefulTiles"]


@dataclass(frozen=True)
class SeatTally:
    """What became of the player in a seat.

    >>> import paili
    >>> seat = paili.simulate(1_000).seats["A"]
    >>> seat.win.count, seat.dealt_in.count, seat.ron_from
    (265, 177, {'A': 0, 'B': 59, 'C': 59, 'D': 68})
    """

    seat: Seat
    #: Games that it won,
    win: Rate
    #: with a tile drawn
    self_draw: Rate
    #: or with another's discard.
    ron: Rate
    #: Games that another won with its discard.
    dealt_in: Rate
    #: Games that it won with each player's discard.
    ron_from: dict[Seat, int]
    #: Chows that it claimed in a game.
    chows: Distribution
    #: Pongs that it claimed in a game.
    pongs: Distribution

    @classmethod
    def of(cls, json: dict[str, Any]) -> SeatTally:
        """From the program's JSON."""
        rates = {name: Rate.of(json[name]) for name in ("win", "self_draw", "ron", "dealt_in")}
        ron_from = dict(zip(SEATS, json["ron_from"], strict=True))
        chows, pongs = Distribution.of(json["chows"]), Distribution.of(json["pongs"])
        return cls(json["seat"], ron_from=ron_from, chows=chows, pongs=pongs, **rates)


@dataclass(frozen=True)
class UsefulTiles:
    """The useful tiles of hands after a turn.

    >>> import paili
    >>> dealt = paili.simulate(1_000, detail=True).detail.useful[0]
    >>> dealt.kinds.mean, dealt.acceptance.total
    (16.78975, 4000)
    """

    #: How many kinds are useful.
    kinds: Spread
    #: How many copies of them the player has not seen.
    acceptance: Spread


@dataclass(frozen=True)
class Detail:
    """Useful tiles and waits.

    >>> import paili
    >>> detail = paili.simulate(1_000, detail=True).detail
    >>> detail.first_ready.quantile(0.5), detail.wait_kinds.counts[:4]
    (11, (0, 1395, 846, 38))
    """

    #: After the deal, after each own turn.
    useful: tuple[UsefulTiles, ...]
    #: After which own turn a player was ready first, 0 being the deal; of the players that ever were.
    first_ready: Distribution
    #: Of how many kinds the waits then were.
    wait_kinds: Distribution
    #: How many copies of them the player had not seen.
    wait_copies: Distribution

    @classmethod
    def of(cls, json: dict[str, Any]) -> Detail:
        """From the program's JSON."""
        useful = (UsefulTiles(Spread.of(turn["kinds"]), Spread.of(turn["acceptance"])) for turn in json["useful"])
        names = ("first_ready", "wait_kinds", "wait_copies")
        return cls(tuple(useful), **{name: Distribution.of(json[name]) for name in names})


class Tally:
    """What became of some games, in numbers that add up: the tally of two sets of games is the sum of theirs.

    All numbers are those that ``paili simulate --format json`` prints, to the last digit.

    >>> import paili
    >>> tally = paili.simulate(10_000)
    >>> tally
    <Tally of 10,000 games: self-draw 26.97%, ron 72.46%, exhausted 0.57%; 50.9 turns>
    >>> tally.seats["A"].win.rate, tally.turns.mean, tally.distances[5].counts[:4]
    (0.2653, 50.9484, (0, 1304, 8065, 16005))
    >>> sum([tally, tally]).games
    20000

    Its tables are columns of equal length, ready for ``pandas.DataFrame``, ``polars.DataFrame`` or ``pyarrow.table``:

    >>> import pandas
    >>> pandas.DataFrame(tally.rates_table()).query("statistic == 'win'").rate.round(3).tolist()
    [0.265, 0.248, 0.239, 0.242]
    """

    def __init__(self, native: _native.Tally) -> None:
        self._native = native

    @cached_property
    def _json(self) -> dict[str, Any]:
        return self.to_dict()

    @property
    def games(self) -> int:
        """Games played."""
        return int(self._json["games"])

    @cached_property
    def self_draw(self) -> Rate:
        """Games that ended with a tile drawn."""
        return Rate.of(self._json["self_draw"])

    @cached_property
    def ron(self) -> Rate:
        """Games that ended with a discard."""
        return Rate.of(self._json["ron"])

    @cached_property
    def exhausted(self) -> Rate:
        """Games that nobody won: the wall ran out."""
        return Rate.of(self._json["exhausted"])

    @cached_property
    def head_bump(self) -> Rate:
        """Games won with a discard that would have made another player win too, who came later in turn order."""
        return Rate.of(self._json["head_bump"])

    @cached_property
    def seats(self) -> dict[Seat, SeatTally]:
        """What became of each player, by seat."""
        return {seat["seat"]: SeatTally.of(seat) for seat in self._json["seats"]}

    @cached_property
    def turns(self) -> Distribution:
        """Turns in a game: tiles drawn after the deal and tiles claimed."""
        return Distribution.of(self._json["turns"])

    @cached_property
    def tiles_left(self) -> Distribution:
        """Tiles left in the wall at the end of a game."""
        return Distribution.of(self._json["tiles_left"])

    @cached_property
    def chows(self) -> Distribution:
        """Chows that all players claimed in a game."""
        return Distribution.of(self._json["chows"])

    @cached_property
    def pongs(self) -> Distribution:
        """Pongs that all players claimed in a game."""
        return Distribution.of(self._json["pongs"])

    @cached_property
    def specials(self) -> dict[str, Distribution]:
        """How many copies of PASS, REVERSE and DOUBLE were played in a game."""
        return {special: Distribution.of(seen) for special, seen in self._json["specials"].items()}

    @cached_property
    def winner_melds(self) -> Distribution:
        """Exposed melds of the winning hands."""
        return Distribution.of(self._json["winner_melds"])

    @cached_property
    def ready_when_exhausted(self) -> Distribution:
        """Players that were ready when the wall ran out."""
        return Distribution.of(self._json["ready_when_exhausted"])

    @cached_property
    def distances(self) -> tuple[Distribution, ...]:
        """The distances of the hands dealt, then after each player's first turn, second and so on."""
        return tuple(Distribution.of(turn) for turn in self._json["distances"])

    @cached_property
    def detail(self) -> Detail | None:
        """Useful tiles and waits, if they were asked for."""
        return Detail.of(self._json["detail"]) if "detail" in self._json else None

    def to_json(self) -> str:
        """The tally as the program's JSON, byte for byte; ``paili simulate --format json`` adds keys of the run."""
        return self._native.to_json()

    def to_dict(self) -> dict[str, Any]:
        """What :meth:`to_json` says, as a new dictionary."""
        read: dict[str, Any] = json.loads(self.to_json())
        return read

    def table(self) -> dict[str, list[Any]]:
        """All distributions, a row for each number seen.

        ``statistic`` is the attribute's name (``turns``, ``chows``, ``distances``, …, ``PASS``, ``REVERSE``,
        ``DOUBLE``, and with detail ``first_ready``, ``wait_kinds``, ``wait_copies``), ``seat`` is ``None`` where it is
        of all players, ``turn`` is the own turn of ``distances`` and ``None`` elsewhere; ``value``, ``count`` and
        ``share`` say how often each number was seen.
        """
        return tally_tables.distributions(self)

    def rates_table(self) -> dict[str, list[Any]]:
        """All rates: ``statistic``, ``seat``, ``count``, ``rate``, ``low``, ``high``.

        ``statistic`` is the attribute's name, ``seat`` is ``None`` where the rate is of all players, and ``low`` and
        ``high`` are the ends of its confidence interval.
        """
        return tally_tables.rates(self)

    def means_table(self) -> dict[str, list[Any]]:
        """A row for each distribution: ``statistic``, ``seat``, ``turn``, ``total``, ``mean``, ``deviation``.

        The first three are those of :meth:`table`. With detail, the useful tiles have rows too: ``useful_kinds`` and
        ``acceptance`` by ``turn``.
        """
        return tally_tables.means(self)

    def plot(self, figure: Figure | None = None) -> Figure:
        """Draw how games end, how long they take, and how the distances fall; into ``figure``, or a new one.

        Needs matplotlib: ``pip install 'paili[plot]'``.
        """
        from paili import plot

        return plot.tally(self, figure)

    def to_bytes(self) -> bytes:
        """The tally as bytes; equal tallies have equal bytes, on any machine."""
        return self._native.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Tally:
        """Read what :meth:`to_bytes` wrote."""
        return cls(_native.Tally(data))

    def __add__(self, other: Tally) -> Tally:
        """The tally of both sets of games. Of two that have games, either both tell detail or neither does."""
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(self._native + other._native)

    def __radd__(self, other: int) -> Tally:
        """``0 + tally``, with which ``sum`` begins."""
        return self if other == 0 and isinstance(other, int) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, Tally) else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        return Tally.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        if not self.games:
            return "<Tally of no games>"
        ends = f"self-draw {self.self_draw}, ron {self.ron}, exhausted {self.exhausted}"
        plural = "" if self.games == 1 else "s"
        return f"<Tally of {self.games:,} game{plural}: {ends}; {self.turns.mean:.1f} turns>"

    def _repr_html_(self) -> str:
        return tally_tables.html(self)
