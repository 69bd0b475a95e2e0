"""The tally of many games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from paili import _native
from paili.display.pages import numbers_page, plural
from paili.from_json import FromJson, ReadsJson, made
from paili.games.distribution import Distribution, Rate, Spread
from paili.games.events import Seat

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Detail", "SeatTally", "Tally", "UsefulTiles"]


@dataclass(frozen=True)
class SeatTally:
    """The statistics of the player in a seat.

    >>> import paili
    >>> seat = paili.simulate(1_000).seats["A"]
    >>> seat.win.count, seat.dealt_in.count, seat.ron_from
    (265, 177, {'A': 0, 'B': 59, 'C': 59, 'D': 68})
    """

    seat: Seat
    #: Games that the player won.
    win: Rate
    #: Games that the player won with a tile drawn.
    self_draw: Rate
    #: Games that the player won with another's discard.
    ron: Rate
    #: Games that another player won with this one's discard.
    dealt_in: Rate
    #: Games that the player gave up: none, as policies never fail.
    forfeited: Rate
    #: Games that the player won with each other player's discard.
    ron_from: dict[Seat, int] = field(hash=False)
    #: Chows that the player claimed in a game.
    chows: Distribution
    #: Pongs that the player claimed in a game.
    pongs: Distribution


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
    #: The own turn after which a player was first ready, 0 being the deal. Players that never were are left out.
    first_ready: Distribution
    #: How many kinds the player then waited for.
    wait_kinds: Distribution
    #: How many copies of them the player had not seen.
    wait_copies: Distribution


class Tally(ReadsJson):
    """The statistics of some games, which add up: the tally of two sets of games is the sum of theirs.

    All numbers are those that ``paili simulate --format json`` prints, to the last digit. A tally holds sums and no
    games: whoever adds up tallies of the same games counts these twice, and their intervals become too narrow.

    Examples
    --------
    >>> import paili
    >>> tally = paili.simulate(10_000)
    >>> tally
    <Tally of 10,000 games: self-draw 26.97%, ron 72.46%, exhausted 0.57%; 50.9 turns>
    >>> tally.seats["A"].win.rate, tally.turns.mean, tally.distances[5].counts[:4]
    (0.2653, 50.9484, (0, 1304, 8065, 16005))
    >>> sum([tally, paili.simulate(10_000, first=10_000)]) == paili.simulate(20_000)
    True

    Its tables are columns of equal length, ready for ``pandas.DataFrame``, ``polars.DataFrame`` or ``pyarrow.table``:

    >>> import pandas
    >>> pandas.DataFrame(tally.rates_table()).query("statistic == 'win'").rate.round(3).tolist()
    [0.265, 0.248, 0.239, 0.242]
    """

    def __init__(self, native: _native.Tally, seed: int | None = None) -> None:
        self._native = native
        self._seed = seed

    @property
    def seed(self) -> int | None:
        """The seed of the games, or ``None`` where it is not known: of several seeds, or read from bytes.

        It is no statistic: tallies are equal, and have the same bytes, whatever their seeds.

        >>> import paili
        >>> paili.simulate(100, seed=7).seed
        7
        >>> tally = paili.simulate(100, seed=None)
        >>> paili.simulate(100, seed=tally.seed) == tally
        True
        """
        return self._seed

    games = FromJson(int, "Games played.")
    self_draw = FromJson(Rate, "Games that ended with a tile drawn.")
    ron = FromJson(Rate, "Games that ended with a discard.")
    exhausted = FromJson(Rate, "Games that nobody won: the wall ran out.")
    forfeited = FromJson(Rate, "Games that nobody won because a program failed: none with policies.")
    head_bump = FromJson(
        Rate, "Games won with a discard that would have made another player win too, who came later in turn order."
    )
    turns = FromJson(Distribution, "Turns in a game: tiles drawn after the deal and tiles claimed.")
    tiles_left = FromJson(Distribution, "Tiles left in the wall at the end of a game.")
    chows = FromJson(Distribution, "Chows that all players claimed in a game.")
    pongs = FromJson(Distribution, "Pongs that all players claimed in a game.")
    winner_melds = FromJson(Distribution, "Exposed melds of the winning hands.")
    ready_when_exhausted = FromJson(Distribution, "Players that were ready when the wall ran out.")
    seats = FromJson(dict[Seat, SeatTally], "The statistics of each player, by seat.")
    specials = FromJson(dict[str, Distribution], "How many copies of PASS, REVERSE and DOUBLE were played in a game.")
    distances = FromJson(
        tuple[Distribution, ...],
        "The distances of the hands dealt, then after each player's first turn, second and so on.",
    )

    @cached_property
    def detail(self) -> Detail | None:
        """Useful tiles and waits, if they were asked for."""
        return made(Detail, self._json["detail"]) if "detail" in self._json else None

    def to_json(self) -> str:
        """The tally as the program's JSON, byte for byte; ``paili simulate --format json`` adds keys of the run."""
        return self._native.to_json()

    def table(self) -> dict[str, list[Any]]:
        """All distributions, a row for each number seen.

        ``statistic`` is the attribute's name (``turns``, ``chows``, ``distances``, …, ``PASS``, ``REVERSE``,
        ``DOUBLE``, and with detail ``first_ready``, ``wait_kinds``, ``wait_copies``), ``seat`` is ``None`` where it is
        of all players, ``turn`` is the own turn of ``distances`` and ``None`` elsewhere; ``value``, ``count`` and
        ``share`` say how often each number was seen.
        """
        rows = (
            (*key, value, count, share)
            for key, seen in self._distributions()
            for value, (count, share) in enumerate(zip(seen.counts, seen.shares, strict=True))
        )
        return columns(("statistic", "seat", "turn", "value", "count", "share"), rows)

    def rates_table(self) -> dict[str, list[Any]]:
        """All rates: ``statistic``, ``seat``, ``count``, ``rate``, ``low``, ``high``.

        ``statistic`` is the attribute's name, ``seat`` is ``None`` where the rate is of all players, and ``low`` and
        ``high`` are the ends of its confidence interval.
        """
        rates: list[tuple[str, str | None, Rate]] = [
            (name, None, getattr(self, name)) for name in ("self_draw", "ron", "exhausted", "forfeited", "head_bump")
        ]
        for seat in self.seats.values():
            rates += [
                (name, seat.seat, getattr(seat, name)) for name in ("win", "self_draw", "ron", "dealt_in", "forfeited")
            ]
        rows = ((name, seat, rate.count, rate.rate, rate.low, rate.high) for name, seat, rate in rates)
        return columns(("statistic", "seat", "count", "rate", "low", "high"), rows)

    def means_table(self) -> dict[str, list[Any]]:
        """A row for each distribution: ``statistic``, ``seat``, ``turn``, ``total``, ``mean``, ``deviation``.

        The first three are those of :meth:`table`. With detail, the useful tiles have rows too: ``useful_kinds`` and
        ``acceptance`` by ``turn``.
        """
        spreads: list[tuple[Key, Distribution | Spread]] = [*self._distributions()]
        for turn, useful in enumerate(self.detail.useful if self.detail else ()):
            spreads += [(("useful_kinds", None, turn), useful.kinds), (("acceptance", None, turn), useful.acceptance)]
        rows = ((*key, spread.total, spread.mean, spread.deviation) for key, spread in spreads)
        return columns(("statistic", "seat", "turn", "total", "mean", "deviation"), rows)

    def _distributions(self) -> Iterator[tuple[Key, Distribution]]:
        """All distributions, each with its statistic, its seat and its own turn."""
        for name in ("turns", "tiles_left", "chows", "pongs", "winner_melds", "ready_when_exhausted"):
            yield (name, None, None), getattr(self, name)
        for special, played in self.specials.items():
            yield (special, None, None), played
        for seat in self.seats.values():
            yield ("chows", seat.seat, None), seat.chows
            yield ("pongs", seat.seat, None), seat.pongs
        for turn, distances in enumerate(self.distances):
            yield ("distances", None, turn), distances
        if self.detail:
            for name in ("first_ready", "wait_kinds", "wait_copies"):
                yield (name, None, None), getattr(self.detail, name)

    def plot(self, figure: Figure | None = None) -> Figure:
        """Draw how games end, how long they take, and how the distances fall.

        Needs matplotlib: ``pip install matplotlib``.

        Parameters
        ----------
        figure : matplotlib.figure.Figure, optional
            Where it is drawn.

        Returns
        -------
        matplotlib.figure.Figure
            The one given, or a new one.
        """
        from paili.display.drawing import games

        seats = self.seats.values()
        return games(
            figure,
            f"{self.games:,} games",
            {seat.seat: (seat.self_draw.rate or 0.0, seat.ron.rate or 0.0) for seat in seats},
            self.exhausted.rate or 0.0,
            self.turns,
            self.distances,
            self.tiles_left,
        )

    def to_bytes(self) -> bytes:
        """The tally as bytes; equal tallies have equal bytes, on any machine."""
        return self._native.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Tally:
        """Read what :meth:`to_bytes` wrote.

        Parameters
        ----------
        data : bytes
            The tally as bytes.

        Returns
        -------
        Tally
            The same tally, whose seed is not known.

        Raises
        ------
        InputError
            When the bytes are no tally's.
        TypeError
            When they are no bytes.
        """
        return cls(_native.Tally(data))

    def __add__(self, other: Tally) -> Tally:
        """The tally of both sets of games. Of two that have games, either both tell detail or neither does.

        Games that are in both count twice: a tally does not know which games it is of.
        """
        if not isinstance(other, Tally):
            return NotImplemented
        # What has no games takes nothing from the seed of what has.
        seeds = {tally._seed for tally in (self, other) if tally.games} or {self._seed, other._seed}
        return Tally(self._native + other._native, seeds.pop() if len(seeds) == 1 else None)

    def __radd__(self, other: int) -> Tally:
        """``0 + tally``, with which ``sum`` begins."""
        return self if other == 0 and isinstance(other, int) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, Tally) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.to_bytes(), self._seed)

    def __repr__(self) -> str:
        if not self.games:
            return "<Tally of no games>"
        ends = f"self-draw {self.self_draw}, ron {self.ron}, exhausted {self.exhausted}"
        return f"<Tally of {plural(self.games, 'game')}: {ends}; {self.turns.mean:.1f} turns>"

    def __str__(self) -> str:
        r"""A page as ``paili simulate`` prints it: how games end, the seats, what happens in a game, the distances.

        >>> import paili
        >>> print(*str(paili.simulate(10_000)).splitlines()[:6], sep="\n")
        10,000 games (seed 1)
        <BLANKLINE>
        How games end                  games   rate (95 % interval)
          self-draw                    2,697   26.97 % (26.11–27.85)
          ron                          7,246   72.5 % (71.6–73.3)
            that overrode another        150   1.50 % (1.28–1.76)
        """
        title = plural(self.games, "game") + ("" if self.seed is None else f" (seed {self.seed})")
        return self._native.page(title).rstrip() if self.games else title

    def _repr_html_(self) -> str:
        """How games ended, as notebooks show it: a row for each player, and one for all."""
        seats = self.seats.values()
        rows = [(seat.seat, *map(str, (seat.win, seat.self_draw, seat.ron, seat.dealt_in))) for seat in seats]
        # In every game that somebody wins by ron, one player deals in.
        won = self.self_draw.count + self.ron.count
        share = f"{won / self.games:.2%}" if self.games else "–"
        rows.append(("all", share, *map(str, (self.self_draw, self.ron, self.ron))))
        mean = "–" if self.turns.mean is None else f"{self.turns.mean:.1f}"
        title = f"{plural(self.games, 'game')} · wall exhausted {self.exhausted} · {mean} turns a game"
        return numbers_page(title, ("", "win", "self-draw", "ron", "deals in"), rows)


def restored(data: bytes, seed: int | None) -> Tally:
    """A tally that was pickled."""
    return Tally(_native.Tally(data), seed)


#: A statistic, its seat, and the own turn after which it was taken.
Key = tuple[str, str | None, int | None]


def columns(names: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """Rows as columns of these names."""
    cells = list(rows)
    return {name: [row[column] for row in cells] for column, name in enumerate(names)}
