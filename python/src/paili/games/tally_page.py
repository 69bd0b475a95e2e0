"""A tally as text: a page of columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from paili.games.distribution import Distribution, Rate
from paili.games.events import Seat

__all__ = ["tally_page"]

#: The cells of a row.
Row = Sequence[str]


def tally_page(
    title: str,
    ends: Mapping[str, Rate],
    seats: Mapping[Seat, Sequence[Rate]],
    in_a_game: Mapping[str, Distribution],
    distances: Sequence[Distribution],
    when_ready: Mapping[str, Distribution],
) -> str:
    """How games end, what each player does, what happens in a game, and how distances fall, as ``paili simulate`` says.

    ``seats`` are how often each player wins, by self-draw and by ron, and deals in. ``when_ready`` may be of nothing.
    """
    sections = [end_rows(ends), seat_rows(seats), spread_rows("In a game", in_a_game), distance_rows(distances)]
    if when_ready:
        sections.append(spread_rows("When first ready", when_ready))
    return "\n\n".join([title, *map(table, sections)])


def end_rows(ends: Mapping[str, Rate]) -> Iterable[Row]:
    """How games end."""
    yield "How games end", "games", "rate", "95 % interval"
    for name, rate in ends.items():
        yield f"  {name}", f"{rate.count:,}", str(rate), interval(rate)


def seat_rows(seats: Mapping[Seat, Sequence[Rate]]) -> Iterable[Row]:
    """What each player does."""
    yield "Seat", "wins", "95 % interval", "by self-draw", "by ron", "deals in"
    for seat, (win, *others) in seats.items():
        yield f"  {seat}", str(win), interval(win), *map(str, others)


def spread_rows(title: str, spreads: Mapping[str, Distribution]) -> Iterable[Row]:
    """Distributions below each other."""
    yield title, "mean", "sd", "median", "most"
    for name, seen in spreads.items():
        quantiles = (seen.quantile(share) for share in (0.5, 1))
        ends = ("–" if value is None else str(value) for value in quantiles)
        yield f"  {name}", number(seen.mean), number(seen.deviation), *ends


def distance_rows(distances: Sequence[Distribution]) -> Iterable[Row]:
    """How distances fall. The last turns are those of a few freak games, and left out."""
    yield "Distance after own turn", "mean", "sd", "ready", "of players"
    dealt = distances[0].total
    for turn, seen in enumerate(distances):
        if 100 * seen.total < dealt:
            break
        shares = f"{sum(seen.counts[:2]) / seen.total:.1%}", f"{seen.total / dealt:.1%}"
        yield f"  {turn or 'deal':>4}", number(seen.mean), number(seen.deviation), *shares


def interval(rate: Rate) -> str:
    """The confidence interval of a rate."""
    return "–" if rate.low is None or rate.high is None else f"{rate.low:.2%}–{rate.high:.2%}"


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def table(rows: Iterable[Row]) -> str:
    """Rows below each other, the first column to the left and the others to the right."""
    cells = list(rows)
    first, *others = (max(map(len, column)) for column in zip(*cells, strict=True))
    first = max(first, 26)
    lines = ([row[0].ljust(first), *map(str.rjust, row[1:], others)] for row in cells)
    return "\n".join("  ".join(line) for line in lines)
