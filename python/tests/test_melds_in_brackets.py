"""Texts of many hands, of which some have melds in brackets."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import paili

TEXTS = [
    "123m45p[777z]55s678p",
    "13m456p789s11z[2222m]",
    "13m456p789s11z",
    "2344m[123p][111z](7777s)",
    "1133m456789p1234s",
    "（340m）13m456p789s11z2z",
    "🀇🀉🀜🀝🀞🀀🀀【🀈🀈🀈🀈】「🀖🀗🀘」",
    "11s[123p][456p][789p][111m]",
    "45m57p99s1z[999p][999m]",
]
RULES = ["standard", "riichi", "guobiao"]


def alone(texts: list[str], rules: Any, **beside: Any) -> list[paili.Hand]:
    return [paili.Hand(text, rules=rules, **beside) for text in texts]


def listed(column: Any) -> list[int]:
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("visible", ["", "6s9m"])
def test_answers_are_those_of_each_hand(rules: str, visible: str) -> None:
    hands = alone(TEXTS, rules, visible=visible)
    assert paili.distances(TEXTS, rules=rules).tolist() == [hand.distance() for hand in hands]
    assert paili.shanten(TEXTS, rules=rules).tolist() == [hand.distance() - 1 for hand in hands]
    # Without visible tiles hands are answered many at a time, with them one by one.
    for seen in [visible or None, visible, [visible] * len(TEXTS)]:
        outlooks = paili.useful(TEXTS, visible=seen, rules=rules)
        assert outlooks.acceptance.tolist() == [hand.useful().acceptance for hand in hands]
        assert outlooks.useful.tolist() == paili.useful(hands, rules=rules).useful.tolist()
        best = paili.discards(TEXTS, visible=seen, rules=rules)
        for hand, discard, acceptance in zip(hands, best.discard, best.acceptance, strict=True):
            discards = hand.discards()
            assert acceptance == (discards[0].useful.acceptance if discards else -1)
            assert (discard == -1) == (not discards)
        win = paili.odds(TEXTS, 3, visible=seen, rules=rules).tolist()
        assert win == pytest.approx([hand.odds(3, changes=0).win[0] for hand in hands])
    masks = paili.unneeded(TEXTS, rules=rules)
    assert masks.tolist() == paili.unneeded(hands, rules=rules).tolist()


def test_melds_are_seen_and_none_of_a_void_suit() -> None:
    bracketed, plain = "13m456p789s11z[2222m]", "13m456p789s11z"
    assert paili.useful([bracketed, plain]).acceptance.tolist() == [0, 4]
    assert paili.odds([bracketed, plain], 5)[0] == 0 < paili.odds([bracketed, plain], 5)[1]
    good = paili.useful(["45m57p99s1z[999p][999m]"], good=True)
    assert good.good.tolist() == [paili.Hand("45m57p99s1z", melds="999p,999m").good_waits()["copies"]]
    # Of three suits one is to go, and it is none of a meld.
    texts = ["1234567m55p6s[123p]", "1234567m55p6s[123s]", "1234567m55p6s"]
    hands = alone(texts, "sichuan")
    assert paili.distances(texts, rules="sichuan").tolist() == [hand.distance() for hand in hands]
    assert paili.distances(["123m45p*[777p]55s678p"], rules={"name": "w", "like": "standard", "wildcards": 4}).size == 1


def test_wherever_texts_come_from() -> None:
    pa, pd = (pytest.importorskip(name) for name in ("pyarrow", "pandas"))
    expected = [hand.distance() for hand in alone(TEXTS, "standard")]
    acceptance = [hand.useful().acceptance for hand in alone(TEXTS, "standard")]
    for many in [
        tuple(TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, object),
        pl.Series(TEXTS),
        pl.Series(TEXTS, dtype=pl.Categorical),
        pl.DataFrame({"hand": TEXTS}),
        pa.array(TEXTS),
        pa.chunked_array([TEXTS[:4], TEXTS[4:]]),
        pa.array(TEXTS).dictionary_encode(),
        pd.Series(TEXTS),
    ]:
        assert listed(paili.distances(many)) == expected
        outlooks: Any = paili.useful(many)
        told = outlooks["acceptance"] if hasattr(outlooks, "columns") else outlooks.acceptance
        assert listed(told) == acceptance
    pytest.importorskip("paili.polars")
    column: Any = pl.col("hand")
    answered = pl.DataFrame({"hand": [*TEXTS, None]}).select(
        distance=column.paili.distance(), win=column.paili.win(3), best=column.paili.discard()
    )
    assert answered["distance"].to_list() == [*expected, None]
    assert answered["win"].to_list()[:-1] == paili.odds(TEXTS, 3).tolist()


@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_happens_to_the_rows_around_them(threads: int) -> None:
    plain = paili.texts(paili.random_hands(20_000, seed=3)).tolist()
    expected = paili.useful(plain)
    odd = {
        0: "13m456p789s11z[2222m]",
        1: "2344m[123p][111z](7777s)",
        9_000: "11s[123p][456p][789p][111m]",
        19_999: "123m45p[777z]55s678p",
    }
    mixed = [odd.get(row, text) for row, text in enumerate(plain)]
    told = paili.useful(mixed, threads=threads)
    for row, text in odd.items():
        useful = paili.Hand(text).useful()
        assert (told.acceptance[row], paili.distances(mixed, threads=threads)[row]) == (
            useful.acceptance,
            paili.Hand(text).distance(),
        )
    rest = [row for row in range(len(plain)) if row not in odd]
    for ours, theirs in zip(told, expected, strict=True):
        assert (ours[rest] == theirs[rest]).all()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11p[22m]", r'character 4: "\[22m\]" is not a meld: expected three '),
        ("13m456p789s11z(111z)", "fifth|five|5"),
        ("13m456p789s11z[222m", "has a bracket without its other one"),
        ("123m456p789s1234z[222m]", "10 or 11"),
    ],
)
def test_what_is_no_hand_is_told_of_its_row(text: str, reason: str) -> None:
    functions: list[Any] = [paili.distances, paili.useful, paili.discards, paili.unneeded, paili.odds]
    for function in functions:
        with pytest.raises(paili.InputError, match=f"row 1: .*({reason})"):
            function(["11s[123p][456p][789p][111m]", text])
    told = paili.distances(["11s[123p][456p][789p][111m]", text, "19m99p"], on_error="null")
    assert told.tolist() == [0, -1, paili.Hand("19m99p").distance()]
    with pytest.raises(paili.InputError, match="row 0: a fifth 2M: 4 in the hand, 1 visible"):
        paili.useful(["13m456p789s11z[2222m]"], visible="2m")
