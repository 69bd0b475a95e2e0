"""A tally's numbers as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from paili.distribution import Distribution, Rate, Spread
from paili.pages import numbers_page
from paili.words import plural

if TYPE_CHECKING:
    from paili.tally import Tally

__all__ = ["distributions", "html", "means", "rates"]

#: A statistic, its seat, and the own turn after which it was taken.
Key = tuple[str, str | None, int | None]


def distributions(tally: Tally) -> dict[str, list[Any]]:
    """A row for each number of each distribution."""
    rows = (
        (*key, value, count, share)
        for key, seen in each_distribution(tally)
        for value, (count, share) in enumerate(zip(seen.counts, seen.shares, strict=True))
    )
    return columns(("statistic", "seat", "turn", "value", "count", "share"), rows)


def rates(tally: Tally) -> dict[str, list[Any]]:
    """A row for each rate."""
    rows = ((*key, rate.count, rate.rate, rate.low, rate.high) for key, rate in each_rate(tally))
    return columns(("statistic", "seat", "count", "rate", "low", "high"), rows)


def means(tally: Tally) -> dict[str, list[Any]]:
    """A row for each distribution, and for the useful tiles after each turn."""
    spreads: list[tuple[Key, Distribution | Spread]] = [*each_distribution(tally)]
    for turn, useful in enumerate(tally.detail.useful if tally.detail else ()):
        spreads += [(("useful_kinds", None, turn), useful.kinds), (("acceptance", None, turn), useful.acceptance)]
    rows = ((*key, spread.total, spread.mean, spread.deviation) for key, spread in spreads)
    return columns(("statistic", "seat", "turn", "total", "mean", "deviation"), rows)


def each_distribution(tally: Tally) -> Iterator[tuple[Key, Distribution]]:
    for name in ("turns", "tiles_left", "chows", "pongs", "winner_melds", "ready_when_exhausted"):
        yield (name, None, None), getattr(tally, name)
    for special, played in tally.specials.items():
        yield (special, None, None), played
    for seat in tally.seats.values():
        yield ("chows", seat.seat, None), seat.chows
        yield ("pongs", seat.seat, None), seat.pongs
    for turn, distances in enumerate(tally.distances):
        yield ("distances", None, turn), distances
    if tally.detail:
        for name in ("first_ready", "wait_kinds", "wait_copies"):
            yield (name, None, None), getattr(tally.detail, name)


def each_rate(tally: Tally) -> Iterator[tuple[tuple[str, str | None], Rate]]:
    for name in ("self_draw", "ron", "exhausted", "head_bump"):
        yield (name, None), getattr(tally, name)
    for seat in tally.seats.values():
        for name in ("win", "self_draw", "ron", "dealt_in"):
            yield (name, seat.seat), getattr(seat, name)


def columns(names: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> dict[str, list[Any]]:
    lists: dict[str, list[Any]] = {name: [] for name in names}
    for row in rows:
        for column, cell in zip(lists.values(), row, strict=True):
            column.append(cell)
    return lists


def html(tally: Tally) -> str:
    """How games ended, for notebooks: a row for each player, and one for all."""
    head = ("", "win", "self-draw", "ron", "deals in")
    rows: list[tuple[str, ...]] = [
        (seat.seat, str(seat.win), str(seat.self_draw), str(seat.ron), str(seat.dealt_in))
        for seat in tally.seats.values()
    ]
    # Whoever deals in is as often one of them as somebody wins by ron.
    won = tally.self_draw.count + tally.ron.count
    share = f"{won / tally.games:.2%}" if tally.games else "–"
    rows.append(("all", share, str(tally.self_draw), str(tally.ron), str(tally.ron)))
    mean = "–" if tally.turns.mean is None else f"{tally.turns.mean:.1f}"
    title = f"{plural(tally.games, 'game')} · wall exhausted {tally.exhausted} · {mean} turns a game"
    return numbers_page(title, head, rows)
