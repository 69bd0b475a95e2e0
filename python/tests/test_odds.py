"""How likely a hand wins."""

from __future__ import annotations

import json
import math
import pickle
import re
from typing import Any

import matplotlib
import numpy as np
import pytest

import paili

matplotlib.use("Agg")

ALL_FORMS = "standard,pairs,orphans"

#: The hand of the table that tomohxx published (mahjong-win-prob, 2025-01-21): 18 turns, all forms, no changes.
PUBLISHED = "234578m1689p357s1z"

#: Its first turn, its second and its tenth: 17, 16 and 8 draws to come.
TABLE = {
    0: "2m 0.1387 5m 0.1387 8m 0.0879 1p 0.1511 6p 0.1432 9p 0.1432 3s 0.1114 7s 0.1114 1z 0.1511",
    1: "2m 0.1208 5m 0.1208 8m 0.0754 1p 0.1326 6p 0.1252 9p 0.1252 3s 0.0966 7s 0.0966 1z 0.1326",
    9: "2m 0.0150 5m 0.0150 8m 0.0082 1p 0.0182 6p 0.0164 9p 0.0164 3s 0.0116 7s 0.0116 1z 0.0182",
}

READY = "1133m456789p123s"

#: Nothing in it goes together, so that all too many hands follow from it.
FAR = "147m258p369s1234z"


def test_a_published_table() -> None:
    odds = paili.Hand(PUBLISHED, forms=ALL_FORMS).odds(law="published")
    assert (odds.unseen, odds.draws, odds.changes, odds.law) == (122, 17, 0, "published")
    for made, row in TABLE.items():
        words = row.split()
        expected = dict(zip(words[::2], words[1::2], strict=True))
        assert {discard.tile: f"{discard.win[made]:.4f}" for discard in odds.discards} == expected
        assert f"{odds.win[made]:.4f}" == max(expected.values())
    assert [odds.discards[0].tile, odds.discards[-1].tile] == ["1p", "8m"]


@pytest.mark.parametrize("law", ["remembering", "published"])
@pytest.mark.parametrize(("visible", "waiting"), [("", 4), ("1m", 3), ("1m 3m 5z", 2)])
def test_a_ready_hand(law: Any, visible: str, waiting: int) -> None:
    """Whatever else it draws, it wins on these tiles."""
    hand = paili.Hand(READY, visible=visible)
    unseen = 136 - 13 - len(hand.visible)
    odds = hand.odds(14, law=law, changes=0)
    assert (odds.unseen, odds.distance, odds.acceptance, odds.discards) == (unseen, 1, waiting, ())
    if law == "remembering":
        # After some draws, fewer tiles and fewer draws are left.
        left = ((unseen - made, 14 - made) for made in range(14))
        expected = [1 - math.comb(tiles - waiting, draws) / math.comb(tiles, draws) for tiles, draws in left]
        assert odds.win.tolist() == pytest.approx(expected, abs=1e-12)
    assert odds.win[0] == pytest.approx(1 - math.comb(unseen - waiting, 14) / math.comb(unseen, 14), abs=1e-12)
    assert odds.ready.tolist() == [1.0] * 14


def test_with_changes() -> None:
    """Two draws, as good as they can be played (found by trying all of them): four of a kind are no wait."""
    hand = paili.Hand("123m123p333z4444z5z", forms=ALL_FORMS)
    without, one = hand.odds(2, changes=0), hand.odds(2)
    assert {discard.tile: discard.distance for discard in one.discards}["4z"] == 1
    assert (without.changes, one.changes) == (0, 1)
    assert one.win[0] == pytest.approx(0.051619022, abs=1e-6)
    assert one.discards[0].tile == "4z"
    assert without.win[0] <= one.win[0] <= hand.odds(2, changes=2).win[0]


def test_what_odds_are_made_of() -> None:
    hand = paili.Hand(PUBLISHED, forms=ALL_FORMS)
    odds = hand.odds(5, changes=1)
    ranked = {discard.tile: discard for discard in hand.discards()}
    assert len(odds.discards) > 9
    for discard in odds.discards:
        assert (discard.distance, discard.acceptance) == (
            ranked[discard.tile].distance,
            ranked[discard.tile].useful.acceptance,
        )
        for chances in (discard.win, discard.ready):
            assert (chances.dtype, chances.shape) == (np.float64, (5,))
            assert (np.diff(chances) <= 0).all() and (0 <= chances).all() and (chances <= 1).all()
        assert (discard.win <= discard.ready).all()
    wins = [discard.win[0] for discard in odds.discards]
    assert wins == sorted(wins, reverse=True)
    assert odds.win.tolist() == np.max([discard.win for discard in odds.discards], axis=0).tolist()
    with pytest.raises(ValueError, match="read-only"):
        odds.win[0] = 1.0
    with pytest.raises(AttributeError):
        odds.draws = 3  # type: ignore[misc]


def test_a_hand_that_wins_has_won() -> None:
    odds = paili.Hand("11123m456789p123s").odds(3)
    assert (odds.win.tolist(), odds.ready.tolist(), odds.discards) == ([1.0] * 3, [1.0] * 3, ())
    assert "100.00%" in str(odds)
    assert paili.odds(["11123m456789p123s", "11m"], 3).tolist() == [1.0, 1.0]


ODDS = [
    paili.Hand(READY).odds(changes=0),
    paili.Hand("34m99p1z").odds(6, law="published"),
    paili.Hand(PUBLISHED, forms=ALL_FORMS).odds(changes=1),
    paili.Hand("1M 2M E E").odds(1),
    paili.Hand("11m").odds(),
]


@pytest.mark.parametrize("odds", ODDS, ids=repr)
def test_odds_are_values(odds: paili.Odds) -> None:
    again = pickle.loads(pickle.dumps(odds))
    assert again == odds and hash(again) == hash(odds)
    assert (str(again), repr(again), again.to_dict()) == (str(odds), repr(odds), odds.to_dict())
    assert sum(odds == other for other in ODDS) == 1
    assert json.loads(json.dumps(odds.to_dict())) == odds.to_dict()


def test_dicts() -> None:
    told = paili.Hand(READY, visible="1m").odds(2, law="published").to_dict()
    assert told.pop("win") == pytest.approx([1 - (119 * 118) / (122 * 121), 3 / 121])
    expected = {"hand": READY, "rules": "standard", "unseen": 122, "draws": 2, "changes": 0}
    expected |= {"law": "published", "ready": [1.0, 1.0]}
    assert told == expected
    odds = paili.Hand("3M 4M 9P 9P E").odds(3, changes=0)
    told = odds.to_dict()
    assert [*told] == ["hand", "rules", "unseen", "draws", "changes", "law", "discards"]
    assert [tuple(discard.values()) for discard in told["discards"]] == [
        (discard.tile, discard.distance, discard.acceptance, discard.win.tolist(), discard.ready.tolist())
        for discard in odds.discards
    ]
    assert told["discards"][0]["tile"] == "E"


def test_pages() -> None:
    odds = paili.Hand(PUBLISHED, forms=ALL_FORMS).odds(changes=0)
    assert repr(odds) == f"<Odds of {PUBLISHED} in 17 draws: discard 1z, ready 64.68%, win 15.43%>"
    title, nothing, head, best, *others = str(odds).split("\n")
    assert title == f"{PUBLISHED}: 17 draws of 122 unseen tiles, no changes, law remembering"
    assert nothing == "" and len(others) == 8
    assert re.split(r"\s{2,}", head.strip()) == [
        *("Discard", "distance", "acceptance", "P(ready)", "P(win)"),
        *(f"after {made}" for made in (4, 8, 12, 16)),
    ]
    first = odds.discards[0]
    chances = [first.ready[0], *first.win[::4]]
    assert best.split() == ["1z", "4", str(first.acceptance), *(f"{chance:.2%}" for chance in chances)]
    html = odds._repr_html_()
    assert html.count("<tr") == 10 and title in html
    assert all(f">{cell}<" in html for cell in best.split())
    alone = paili.Hand(READY).odds(1, changes=0)
    assert str(alone).split("\n")[2:] == [
        "distance   acceptance   P(ready)   P(win)",
        "       1            4    100.00%    3.25%",
    ]
    assert "1 draw of 123 unseen tiles" in str(alone)
    assert "2 changes" in str(paili.Hand("11m").odds(changes=2))


@pytest.mark.filterwarnings("error")
def test_plots() -> None:
    from matplotlib import pyplot
    from matplotlib.figure import Figure

    odds = paili.Hand(PUBLISHED, forms=ALL_FORMS).odds(changes=0)
    axes = odds.plot()
    assert [curve.get_ydata().tolist() for curve in axes.lines] == [
        discard.win.tolist() for discard in odds.discards[:6]
    ]
    legend = axes.get_legend()
    assert legend and [text.get_text() for text in legend.get_texts()] == [
        discard.tile for discard in odds.discards[:6]
    ]
    assert PUBLISHED in axes.get_title(loc="left")
    axes.figure.draw_without_rendering()
    given = Figure().subplots()
    ready = paili.Hand(READY).odds(changes=0)
    assert ready.plot(given) is given
    assert [curve.get_ydata().tolist() for curve in given.lines] == [ready.win.tolist()]
    assert given.get_legend() is None
    # The fonts of plots have no tiles.
    axes = paili.Hand("34m99p1z").written("unicode").odds(changes=0).plot()
    assert axes.get_title(loc="left").startswith("3M4M9P9PE\n")
    axes.figure.draw_without_rendering()
    legend = axes.get_legend()
    assert legend and [text.get_text() for text in legend.get_texts()] == ["E"]
    pyplot.close("all")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"draws": 0}, "draws: 0: expected 1 to 123, the tiles that are unseen"),
        ({"draws": 124}, "draws: 124: expected 1 to 123, the tiles that are unseen"),
        ({"draws": 2**70}, f"draws: {2**70}: expected 1 to 123, the tiles that are unseen"),
        ({"changes": 3}, "changes: 3: expected 0, 1 or 2"),
        ({"changes": -1}, "changes: -1: expected 0, 1 or 2"),
        ({"law": "forgetting"}, 'law: "forgetting" is not a law: expected remembering or published'),
    ],
)
def test_bad_options_of_a_hand(options: dict[str, Any], message: str) -> None:
    with pytest.raises(paili.InputError) as error:
        paili.Hand(READY).odds(**options)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"draws": 1.5}, "draws: expected a whole number, not float"),
        ({"changes": "one"}, "changes: expected a whole number, not str"),
        ({"law": 1}, "law: expected text, not int"),
    ],
)
def test_wrong_types(options: dict[str, Any], message: str) -> None:
    for ask in (paili.Hand(READY).odds, lambda **options: paili.odds([READY], **options)):
        with pytest.raises(TypeError) as error:
            ask(**options)
        assert str(error.value) == message


def test_red_fives_stay_red() -> None:
    odds = paili.Hand("123m406p789s11223z").odds(draws=2)
    assert odds.hand == "123m406p789s11223z"
    assert paili.Hand("19m406p789s112233z").odds(draws=2).hand == "19m406p789s112233z"


def test_hands_without_odds() -> None:
    with pytest.raises(paili.InputError, match="^tiles: the hand holds PASS, a special tile: discard it first$"):
        paili.Hand("1M 2M E PASS").odds()
    with pytest.raises(paili.InputError, match="^changes: at least [0-9]+ hands follow from this one, .*fewer changes"):
        paili.Hand(FAR).odds(changes=2)
    with pytest.raises(paili.InputError, match="^tiles: at least [0-9]+ hands follow from this one"):
        paili.Hand(FAR).odds()
