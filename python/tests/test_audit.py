"""``paili.audit``: functions that are right, wrong, raise, and return what is no answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest
from length import short_or_long

import paili

Takes = Literal["text", "counts", "array"]
Ask = Literal["distance", "useful", "waits", "discards"]


def by_hand(answer: Callable[[paili.Hand], Any]) -> dict[Takes, Callable[[Any], Any]]:
    """The same function by everything that a function can take."""

    def of_text(hand: str) -> Any:
        return answer(paili.Hand(hand))

    def of_counts(counts: list[int]) -> Any:
        return answer(paili.Hand.from_counts(counts))

    def of_array(hands: np.ndarray[Any, Any]) -> Any:
        return np.array([of_counts(row) for row in hands.tolist()])

    return {"text": of_text, "counts": of_counts, "array": of_array}


@pytest.mark.parametrize("takes", ["text", "counts", "array"])
def test_functions_that_are_right(takes: Takes) -> None:
    found = paili.audit(by_hand(lambda hand: hand.shanten())[takes], takes=takes, tiles=[2, 4], hands=5)
    assert found
    assert found.smallest is None
    assert (found.convention.answer, found.convention.forms) == ("shanten", ("standard",))
    assert [(row.tiles, row.hands) for row in found.every_hand] == [(2, 595), (4, 66_045)]
    assert {(row.tiles, row.distance) for row in found.by_distance} == {(2, 0), (2, 1), (4, 1), (4, 2), (4, 3)}
    assert str(found).splitlines()[0].endswith(f"agrees on all {found.hands:,} hands")


@pytest.mark.parametrize("is_by_melds", [False, True])
def test_hands_beside_melds(is_by_melds: bool) -> None:
    def shanten(text: str, more: int = 0) -> int:
        hand, *melds = text.replace("]", "").split(" [")
        asked = paili.Hand(hand, melds=melds, available="melds" if is_by_melds else False)
        return asked.shanten() + more * (hand.endswith("1z") and len(melds) == 4)

    sizes = short_or_long([1, 2], [1, 2, 4])
    right = paili.audit(shanten, tiles=sizes, hands=5)
    assert right and right.convention.available == ("melds" if is_by_melds else "any")
    assert right.beside_melds and right.beside_melds.hands > 3000 and right.beside_melds.smallest is None

    wrong = paili.audit(lambda text: shanten(text, 1 if "[" in text else 0), tiles=sizes, hands=5).beside_melds
    assert wrong and wrong.smallest and 0 < wrong.wrong < wrong.hands
    assert wrong.smallest.hand.startswith("1z [") and wrong.smallest.answered == "1"


def test_who_takes_no_melds_is_not_asked() -> None:
    def shanten(text: str) -> int:
        assert "[" not in text
        return paili.Hand(text).shanten()

    found = paili.audit(shanten, tiles=[1, 4], hands=5)
    assert found and found.beside_melds is None and found.convention.available is None and found.fault is None


def test_arrays_of_distances_and_sets() -> None:
    # Of so few tiles every hand is asked about.
    few = short_or_long(2, 4)
    assert paili.audit(paili.distances, takes="array", hands=200, tiles=[few, 8])
    every = paili.audit(lambda hands: paili.distances(hands, forms="all"), takes="array", hands=200, tiles=13)
    assert every.convention.forms == ("standard", "pairs", "orphans")
    assert paili.audit(
        lambda hands: paili.distances(hands, rules="guobiao"), takes="array", hands=50, tiles=[5], rules="guobiao"
    )
    assert paili.audit(lambda hands: paili.useful(hands).useful, takes="array", ask="useful", hands=100, tiles=few)

    def as_table(hands: np.ndarray[Any, Any]) -> Any:
        kinds = paili.useful(hands).useful
        return (np.asarray(kinds)[:, None] >> np.arange(34)) & 1

    assert paili.audit(as_table, takes="array", ask="useful", hands=100, tiles=[few])
    assert paili.audit(paili.unneeded, takes="array", ask="discards", hands=100, tiles=short_or_long(2, 5))


@pytest.mark.parametrize("takes", ["text", "counts"])
@pytest.mark.parametrize("ask", ["useful", "waits", "discards"])
def test_sets_of_kinds(takes: Takes, ask: Ask) -> None:
    def kinds(hand: paili.Hand) -> list[str]:
        if ask == "discards":
            return [discard.tile for discard in hand.discards() if discard.distance == hand.distance()]
        useful = hand.useful()
        return list(useful.tiles) if ask == "useful" or hand.distance() == 1 else []

    tiles = 2 if ask == "discards" else 1
    assert paili.audit(by_hand(kinds)[takes], takes=takes, ask=ask, tiles=tiles, hands=20)
    as_text = by_hand(lambda hand: "".join(kinds(hand)))[takes]
    assert paili.audit(as_text, takes=takes, ask=ask, tiles=tiles, hands=20)
    as_indices = by_hand(lambda hand: [paili.KINDS.index(tile) for tile in kinds(hand)])[takes]
    assert paili.audit(as_indices, takes=takes, ask=ask, tiles=tiles, hands=20)


@pytest.mark.parametrize("takes", ["text", "counts", "array"])
def test_a_planted_error_is_made_small(takes: Takes) -> None:
    def wrong(hand: paili.Hand) -> int:
        return hand.distance() - (hand.tiles.count("7z") == 3)

    found = paili.audit(by_hand(wrong)[takes], takes=takes, tiles=[1, 2, 4], hands=5)
    assert not found
    assert found.smallest is not None
    assert (found.smallest.hand, found.smallest.expected, found.smallest.answered) == ("1m777z", "1", "0")
    assert found.smallest.no_smaller
    assert json.loads(found.json)["wrong"] == found.wrong


@pytest.mark.parametrize("takes", ["text", "counts", "array"])
def test_what_is_raised_is_a_wrong_answer(takes: Takes) -> None:
    def raises(hand: paili.Hand) -> int:
        if "9s" in hand.tiles:
            raise ValueError(len(hand.tiles))
        return hand.distance()

    found = paili.audit(by_hand(raises)[takes], takes=takes, tiles=1, hands=5)
    assert found.wrong > 0
    assert found.smallest is not None
    assert (found.smallest.hand, found.smallest.answered) == ("9s", "raised ValueError(1)")
    assert found.fault == "raised ValueError(1)"


def test_what_ends_the_program_ends_the_audit() -> None:
    def leaves(hand: str) -> int:
        raise SystemExit(7)

    with pytest.raises(SystemExit):
        paili.audit(leaves, hands=5)


def test_what_is_no_answer() -> None:
    found = paili.audit(lambda hand: "far", tiles=1, hands=5)
    assert (found.wrong, found.fault) == (found.hands, 'returned "far", not a whole number')
    halves = paili.audit(lambda hands: paili.distances(hands) + 0.5, takes="array", tiles=1, hands=5)
    assert (halves.wrong, halves.fault) == (halves.hands, "returned 1.5, not a whole number")
    assert paili.audit(lambda hands: paili.distances(hands) + 0.0, takes="array", tiles=1, hands=5)
    with pytest.raises(TypeError, match=r"expected \d+ numbers"):
        paili.audit(lambda hands: np.zeros((3, 3)), takes="array", hands=5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"takes": "tiles"}, '"tiles" is nothing that a function can take: expected text, counts or array'),
        ({"ask": "price"}, '"price" is nothing that is asked'),
        ({"tiles": 3}, "3 tiles: expected 13 or 14"),
        (
            {"rules": {"name": "own", "like": "standard", "wildcards": 2}, "takes": "counts"},
            "have no place among the counts",
        ),
        ({"hands": 0}, "expected a number of hands, at least 1"),
        ({"seconds": -1.0}, "expected seconds"),
    ],
)
def test_arguments_that_are_wrong(options: dict[str, Any], message: str) -> None:
    with pytest.raises(paili.InputError, match=message):
        paili.audit(lambda hand: 0, **options)


def test_arguments_of_wrong_types() -> None:
    with pytest.raises(TypeError, match="^function: expected what can be called, not str$"):
        paili.audit("exec:./mine", hands=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^seconds: expected a number, not str$"):
        paili.audit(len, seconds="3")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^tiles: expected a whole number or several, not NoneType$"):
        paili.audit(len, tiles=None)  # type: ignore[arg-type]
