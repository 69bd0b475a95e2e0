"""``paili.exact`` against the program and against counting, and its plot."""

from __future__ import annotations

import json
import math
import pickle
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import paili


def told(program: Path, *arguments: str) -> dict[str, Any]:
    """What the program tells; its texts of digits as integers."""
    command = [program, "exact", "--acceptance", "--format", "json", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    for part in (answer, *answer["distances"]):
        part.update({name: int(part[name]) for name in ("weighted", "distinct", "accepted") if name in part})
    return answer


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["--tiles", "13"], {}),
        (["--tiles", "14", "--deck", "148"], {"tiles": 14, "deck": 148}),
        (
            ["--tiles", "14", "--forms", "standard,pairs,orphans"],
            {"tiles": 14, "forms": ["standard", "orphans", "pairs"]},
        ),
        (["--tiles", "13", "--forms", "pairs"], {"forms": "pairs"}),
        (["--tiles", "10", "--visible", "123m111z"], {"tiles": 10, "visible": "123m111z"}),
        (
            ["--tiles", "7", "--deck", "148", "--visible", "Z PASS 1M PASS"],
            {"tiles": 7, "deck": 148, "visible": ["PASS", "1M", "Z", "PASS"]},
        ),
        *((["--tiles", str(tiles)], {"tiles": tiles}) for tiles in (1, 2, 4, 5, 8, 11)),
    ],
)
def test_the_distribution_is_the_programs(program: Path, arguments: list[str], options: dict[str, Any]) -> None:
    found = paili.exact(**options)
    expected = told(program, *arguments)
    assert found.to_dict() == expected
    assert list(found.to_dict()) == list(expected)
    assert [list(row) for row in found.to_dict()["distances"]] == [list(row) for row in expected["distances"]]
    for row, at in zip(found.distances, expected["distances"], strict=True):
        assert {name: getattr(row, name) for name in at} == at
    assert found.melds == (14 - found.tiles) // 3


def test_the_sums_are_those_of_the_textbooks() -> None:
    for tiles, deck in product((1, 2, 13, 14), (136, 148)):
        found = paili.exact(tiles, deck=deck)
        assert found.weighted == math.comb(deck, tiles) == sum(row.weighted for row in found.distances)
        assert found.distinct == sum(row.distinct for row in found.distances)
        assert math.isclose(sum(row.probability for row in found.distances), 1)
    assert type(paili.exact(14, deck=148).weighted) is int


def pairs_of_tiles() -> Iterator[tuple[paili.Hand, int]]:
    """All hands of two tiles and the ways to draw each."""
    for first, one in enumerate(paili.KINDS):
        for other in paili.KINDS[first:]:
            yield paili.Hand([one, other]), 6 if one == other else 16


def test_hands_of_two_tiles_are_counted_one_by_one() -> None:
    found = paili.exact(2)
    rows = {row.distance: [0, 0, 0] for row in found.distances}
    for hand, ways in pairs_of_tiles():
        row = rows[hand.distance()]
        row[0] += ways
        row[1] += 1
        row[2] += ways * hand.useful().acceptance
    assert rows == {row.distance: [row.weighted, row.distinct, row.accepted] for row in found.distances}


def test_tables_are_taken_by_data_frames() -> None:
    import pandas
    import polars

    for found in (paili.exact(14, deck=148), paili.exact(1), paili.exact(13, forms="standard,pairs,orphans")):
        table = found.table()
        assert list(table) == ["distance", "weighted", "distinct", "probability", "acceptance", "accepted"]
        for name, column in table.items():
            exact = [getattr(row, name) for row in found.distances]
            assert column == ([float(count) for count in exact] if name in ("weighted", "accepted") else exact)
        for frame in (pandas.DataFrame(table), polars.DataFrame(table)):
            assert frame.shape == (len(found.distances), 6)
            assert frame["distinct"].to_list() == [row.distinct for row in found.distances]
            assert math.isclose(frame["weighted"].sum(), found.weighted)
            assert math.isclose((frame["probability"] * frame["distance"]).sum(), found.mean)


def test_distributions_are_values() -> None:
    import numpy as np

    found = paili.exact(10, visible="E E 1M")
    assert found == paili.exact(np.int64(10), deck=np.uint8(136), visible="1m11z", forms="standard")
    assert pickle.loads(pickle.dumps(found)) == found
    assert found != paili.exact(10)
    assert (found.visible, found.forms, found.deck) == (("1M", "E", "E"), ("standard",), 136)
    with pytest.raises(AttributeError):
        found.mean = 0.0  # type: ignore[misc]


def test_a_mean_says_whose_it_is() -> None:
    void = {
        "name": "void", "melds": 5, "forms": ["standard"], "chows": "m", "wildcards": 3, "void": True,
        "wildcards-beyond-copies": True, "copies": {"123456789m1245678p123456789s123457z": 0},
    }  # fmt: skip
    counted = paili.exact(11, rules=void)
    assert counted.distances[-1].distance is None
    of = "ean distance of hands that tiles can complete 0.0665"
    assert all(of in told for told in (repr(counted), str(counted), counted._repr_html_()))


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["--tiles", "12"], {"tiles": 12}),
        (["--tiles", "0"], {"tiles": 0}),
        (["--tiles", "15"], {"tiles": 15}),
        (["--tiles", "13", "--visible", "1m?"], {"visible": "1m?"}),
        (["--tiles", "13", "--visible", "111m11m"], {"visible": "111m11m"}),
        (["--tiles", "1", "--forms", "orphans"], {"tiles": 1, "forms": "orphans"}),
    ],
)
def test_bad_input_is_told_word_for_word(program: Path, arguments: list[str], options: dict[str, Any]) -> None:
    done = subprocess.run([program, "exact", *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    argument, reason = done.stderr.removeprefix("error: ").splitlines()[0].split(": ", 1)
    with pytest.raises(paili.InputError) as caught:
        paili.exact(**options)
    assert (f"--{caught.value.argument}", caught.value.reason) == (argument, reason)


def test_specials_are_in_the_other_deck(program: Path) -> None:
    command = [program, "exact", "--tiles", "13", "--visible", "E PASS"]
    done = subprocess.run(command, capture_output=True, text=True)
    said = done.stderr.splitlines()[0]
    assert said.endswith(" (--deck 148)")
    with pytest.raises(paili.InputError) as caught:
        paili.exact(visible="E PASS")
    assert f"error: --{caught.value}" == said.replace("(--deck 148)", "(deck=148)")
    every = " ".join(kind for kind in paili.KINDS for _ in range(4))
    with pytest.raises(paili.InputError, match="^tiles: 13 tiles: the deck has only 12 left$"):
        paili.exact(13, deck=148, visible=every)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tiles": -1}, "tiles: -1: expected a number of tiles"),
        ({"tiles": 10**30}, f"tiles: {10**30}: expected a number of tiles"),
        ({"deck": 137}, "deck: 137: expected 136 or 148"),
        ({"deck": -(10**30)}, f"deck: {-(10**30)}: expected 136 or 148"),
        ({"forms": "knitted"}, "forms: standard has no form knitted: expected standard, pairs, orphans or all"),
    ],
)
def test_numbers_and_names_that_do_not_fit_are_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        paili.exact(**options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tiles": "13"}, "tiles: expected a whole number, not str"),
        ({"tiles": 13.0}, "tiles: expected a whole number, not float"),
        ({"deck": None}, "deck: expected a whole number, not NoneType"),
        ({"visible": 5}, "visible: expected text or an iterable of texts, not int"),
        ({"forms": 5}, "forms: expected text or an iterable of texts, not int"),
    ],
)
def test_wrong_types_name_their_argument(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        paili.exact(**options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("tiles", "labels"),
    [
        (1, ["100.0"]),
        (13, ["0.0067", "0.51", "7.6", "31.1", "38.3", "18.6", "3.6", "0.25", "0.0042"]),
        (14, ["≈0", "0.06", "2.0", "16.7", "40.8", "29.9", "9.4", "1.2", "0.052", "≈0"]),
    ],
)
def test_the_plot_shows_every_distance(tiles: int, labels: list[str]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    found = paili.exact(tiles)
    ax = found.plot()
    heights = [bar.get_height() for bar in ax.containers[0]]
    assert heights == [row.probability for row in found.distances]
    assert [round(tick) for tick in ax.get_xticks()] == [row.distance for row in found.distances]
    assert [text.get_text() for text in ax.texts] == labels
    assert f"All hands of {tiles} tile" in ax.get_title(loc="left")
    _, given = pyplot.subplots()
    assert found.plot(given) is given
    assert found.plot(ax=given) is given
    pyplot.close("all")


@pytest.mark.parametrize(
    "options", [(), ("--deck", "148"), ("--forms", "standard,pairs,orphans"), ("--visible", "1122z")]
)
def test_a_page_is_the_programs(program: Path, options: tuple[str, ...]) -> None:
    command = [program, "exact", "--tiles", "14", "--acceptance", *options]
    page = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    names = {option.removeprefix("--"): value for option, value in zip(options[::2], options[1::2], strict=True)}
    if "deck" in names:
        names["deck"] = int(names["deck"])
    found = paili.exact(14, **names)
    assert str(found).split() == page.split()
    assert repr(found).startswith("<ExactDistribution of 14 tiles (deck of 1")
    for cell in page.split("\n")[3].split():
        assert cell in found._repr_html_()
