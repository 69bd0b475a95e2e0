"""Plots show the numbers."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable

import matplotlib
import numpy
import pytest

import paili

matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed_figures():  # type: ignore[no-untyped-def]
    yield
    from matplotlib import pyplot

    pyplot.close("all")


def heights(axes) -> list[float]:  # type: ignore[no-untyped-def]
    return [bar.get_height() for bar in axes.patches]


def labels(axes) -> list[str]:  # type: ignore[no-untyped-def]
    """What is written above bars."""
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_a_tally() -> None:
    tally = paili.simulate(2_000)
    figure = tally.plot()
    ends, turns, distances, left = figure.axes
    seats = tally.seats.values()
    rates = [[seat.self_draw.rate for seat in seats], [seat.ron.rate for seat in seats], [tally.exhausted.rate]]
    assert heights(ends) == pytest.approx([rate for kind in rates for rate in kind])
    assert heights(turns) == pytest.approx(tally.turns.shares)
    assert heights(left) == pytest.approx(tally.tiles_left.shares)
    reached = [turn for turn in tally.distances if turn.total >= 80]
    assert sum(heights(distances)) == pytest.approx(len(reached)), "every column is whole"
    second = [turn.shares[2] for turn in reached]
    bars = next(bars for bars in distances.containers if bars.get_label() == "2")
    assert [bar.get_height() for bar in bars] == pytest.approx(second)
    wins = [f"{seat.win.rate:.1%}" for seat in seats]
    assert labels(ends) == [*wins, f"{tally.exhausted.rate:.1%}"]
    assert [text.get_text() for text in turns.get_legend().get_texts()] == [f"mean {tally.turns.mean:.1f}"]
    assert figure.get_suptitle() == "2,000 games"
    figure.draw_without_rendering()
    for axes in figure.axes:
        assert all(label.get_text().endswith("%") for label in axes.get_yticklabels())


@pytest.mark.parametrize("games", [0, 1, 2])
def test_a_tally_of_few_games(games: int) -> None:
    tally = paili.simulate(games)
    figure = tally.plot()
    figure.draw_without_rendering()
    ends, turns, distances, left = figure.axes
    assert sum(heights(ends)) == (games > 0)
    assert heights(turns) == list(tally.turns.shares) and heights(left) == list(tally.tiles_left.shares)
    assert (turns.get_legend() is None) == (distances.get_legend() is None) == (games == 0)


def test_a_figure_that_is_given() -> None:
    from matplotlib.figure import Figure

    figure = Figure()
    assert paili.simulate(10).plot(figure) is figure and len(figure.axes) == 4


@pytest.mark.parametrize(
    "given",
    [
        numpy.array([3, 3, -1, 4, 1], dtype=numpy.int8),
        numpy.array([[3, 3, -1], [4, 1, -1]]),
        [3, 3, 4, 1],
        [3, None, 3, 4, 1],
        numpy.array([3.0, 3.0, numpy.nan, 4.0, 1.0]),
    ],
    ids=["int8", "square", "list", "none", "nan"],
)
def test_distances(given: object) -> None:
    axes = paili.plot.distances(given)
    assert heights(axes) == [0, 0.25, 0, 0.5, 0.25]
    assert labels(axes) == ["25.0%", "50.0%", "25.0%"]
    assert axes.get_title().startswith("Distances of 4 hands")


def test_distances_of_arrow_and_polars() -> None:
    import polars
    import pyarrow

    for given in (pyarrow.array([3, 3, None, 4, 1], pyarrow.int8()), polars.Series([3, 3, None, 4, 1])):
        axes = paili.plot.distances(given)
        assert heights(axes) == [0, 0.25, 0, 0.5, 0.25]
        assert axes.get_title() == "Distances of 4 hands, 1 without an answer"


def test_distances_elsewhere() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    assert paili.plot.distances([], axes) is axes
    assert axes.get_title() == "Distances of 0 hands"
    for what in (["a"], [True], [object()], [10**30]):
        with pytest.raises(TypeError, match="^array: expected whole numbers, not "):
            paili.plot.distances(what)


@pytest.mark.parametrize(
    ("array", "found"),
    [
        (lambda: paili.useful(["1133p456789s123m"]).useful, str(0b101 << 9)),
        (lambda: [10**9], "1000000000"),
        (lambda: [1.5], "1.5"),
        (lambda: [3, 15, 2], "15"),
        (lambda: [2, -2], "-2"),
        (lambda: [float("inf"), 1], "inf"),
    ],
)
def test_numbers_that_are_no_distances(array: Callable[[], object], found: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        paili.plot.distances(array())
    assert str(caught.value) == f"array: {found}: expected distances, whole numbers from 0 to 14, or -1 for none"


WITHOUT = """
import sys
sys.modules["matplotlib"] = None
import paili
for draw in (paili.simulate(10).plot, lambda: paili.plot.distances([1]), paili.exact(1).plot):
    try:
        draw()
    except ImportError as error:
        print(error)
"""


def test_without_matplotlib() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert ran.stdout == "plots need matplotlib: pip install matplotlib\n" * 3


def test_counts_are_no_distances() -> None:
    with pytest.raises(paili.InputError, match="^array: counts of 5 hands: expected their distances"):
        paili.plot.distances(paili.random_hands(5))


def test_every_distance_has_a_tick() -> None:
    axes = paili.plot.distances([*range(1, 7), 7, 8, 9])
    axes.figure.draw_without_rendering()
    assert [label.get_text() for label in axes.get_xticklabels()] == [str(distance) for distance in range(1, 10)]


def test_curves_that_coincide_are_all_seen() -> None:
    from paili.display.drawing import curves

    chances = {name: [0.1, 0.2, 0.4] for name in "abcdef"}
    axes = curves(None, chances, legend="discard")
    widths = [line.get_linewidth() for line in axes.lines]
    # Each lies above those before it, and leaves an edge of theirs on either side.
    assert all(below >= above + 1 for below, above in itertools.pairwise(widths))
    assert len({line.get_color() for line in axes.lines}) == 6


def test_a_league_and_a_comparison() -> None:
    league = paili.arena("rule", "acceptance", "random", walls=30)
    axes = league.plot()
    assert [label.get_text() for label in axes.get_yticklabels()] == [player.name for player in league.ranking]
    points = [float(container.lines[0].get_xdata()[0]) for container in axes.containers]
    assert points == pytest.approx([player.elo for player in league.ranking])
    assert axes.get_xlabel() == "Elo in pairs, with 95 % intervals"
    assert league.plot(axes) is axes
    with pytest.raises(TypeError, match=r"^ax: 'league.svg': expected matplotlib's Axes"):
        league.plot("league.svg")  # type: ignore[arg-type]
    for games in (600, 6, 0):
        compared = paili.compare("acceptance", "rule", games)
        axes = compared.plot()
        axes.figure.draw_without_rendering()
        assert [label.get_text() for label in axes.get_yticklabels()] == ["acceptance", "rule"]
        points = [float(container.lines[0].get_xdata()[0]) for container in axes.containers]
        assert points == pytest.approx([won.rate for won in compared.wins if won.rate is not None])
