"""``paili.Hand`` as an object of Python: values, pickles, texts, and the page that notebooks show."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pandas
import pytest

import paili
from paili import Plan, Useful

SPECIAL = ["PASS", "REVERSE", "DOUBLE"]

HANDS = [
    paili.Hand("1133m456789p123s"),
    paili.Hand("1133m456789p1234s", visible="44s"),
    paili.Hand("34m99p", melds=["123p", "EEE", "777s"], visible="1M PASS"),
    paili.Hand("1133557799m1122p", forms="standard,pairs"),
    paili.Hand("1S 2S 3S 4S", notation="uva"),
    paili.Hand("1M 2M E PASS"),
    paili.Hand("🀇🀈🀀🀀"),
    paili.Hand("1W 2W FA FA"),
    paili.Hand("34m99p", melds=["1111p", "EEE", "SSSS"]),
    paili.Hand("3M 4M 9P 9P", melds="1P 1P 1P 1P,EEEE,S S S"),
    paili.Hand("🀉🀊🀡🀡", melds="🀙🀙🀙🀙,🀀🀀🀀🀀,🀁🀁🀁"),
]


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_hands_come_back_from_their_repr_and_from_pickles(hand: paili.Hand) -> None:
    again = [pickle.loads(pickle.dumps(hand, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    again += [eval(repr(hand), {"Hand": paili.Hand}), copy.copy(hand), copy.deepcopy(hand)]
    for other in again:
        assert other == hand
        assert hash(other) == hash(hand)
        assert (repr(other), other.to_dict()) == (repr(hand), hand.to_dict())
        assert (other.melds, other.visible, other.forms) == (hand.melds, hand.visible, hand.forms)


def test_reprs_say_what_was_given_and_no_more() -> None:
    assert repr(paili.Hand("1133m456789p123s")) == "Hand('1133m456789p123s')"
    assert repr(HANDS[2]) == "Hand('34m99p', melds=['123p', '111z', '777s'], visible='1M PASS')"
    assert repr(HANDS[3]) == "Hand('1133557799m1122p', forms='standard,pairs')"
    assert repr(HANDS[4]) == "Hand('1S 2S 3S 4S', notation='uva')"
    assert repr(paili.Hand("1M2MEE", notation="judge")) == "Hand('1M 2M E E')"


def test_hands_are_equal_when_they_are_the_same_hand() -> None:
    hand = paili.Hand("34m99p", melds=["123p", "EEE", "777s"], visible="15m")
    same = paili.Hand("9P 3M 9P 4M", melds="777s,321p,EEE", visible="5M 1M", notation="judge")
    assert hand == same
    assert hash(hand) == hash(same)
    assert len({hand, same, hand.written("unicode")}) == 1
    others = [
        paili.Hand("34m99p"),
        paili.Hand("34m99p", melds=["123p", "EEE", "777s"]),
        paili.Hand("34m99p", melds=["123p", "EEE", "888s"], visible="15m"),
        paili.Hand("34m99s", melds=["123p", "EEE", "777s"], visible="15m"),
    ]
    assert all(hand != other for other in others)
    assert paili.Hand("1133557799m1122p") != paili.Hand("1133557799m1122p", forms="standard,pairs")
    assert hand != "34m99p"
    assert hand.__eq__("34m99p") is NotImplemented


@pytest.mark.parametrize("notation", ["judge", "uva", "mpsz", "unicode", "chinese", "mjai"])
def test_a_kan_keeps_its_fourth_tile(notation: Any) -> None:
    hand = paili.Hand("34m88p", melds=["1111m", "5555p", "2222z"]).written(notation)
    assert paili.Hand("34m88p", melds=hand.melds) == hand
    for other in (pickle.loads(pickle.dumps(hand)), eval(repr(hand), {"Hand": paili.Hand}), copy.copy(hand)):
        assert (other, hash(other), other.melds, other.to_dict()) == (hand, hash(hand), hand.melds, hand.to_dict())
    assert hand.written("judge").melds == ["1M 1M 1M 1M", "5P 5P 5P 5P", "S S S S"]


def test_a_kan_is_no_pong() -> None:
    kan, pong = paili.Hand("34m88p", melds="222z,1111m,555p"), paili.Hand("34m88p", melds="222z,111m,555p")
    assert kan != pong
    assert len({kan, pong, paili.Hand("34m88p", melds="1111m,222z,555p")}) == 2
    assert kan.melds == ["222z", "1111m", "555p"]
    assert repr(kan) == "Hand('34m88p', melds=['222z', '1111m', '555p'])"
    page = Strict()
    page.feed(kan._repr_html_())
    assert "2z 2z 2z1m 1m 1m 1m5p 5p 5p" in page.text


def test_hands_and_answers_do_not_change() -> None:
    hand = paili.Hand("34m99p")
    with pytest.raises(AttributeError):
        hand.tiles = []  # type: ignore[misc]
    with pytest.raises(AttributeError):
        hand.plan().missing = []  # type: ignore[misc]
    hand.tiles.clear()
    hand.plan().missing.clear()
    assert (len(hand.tiles), hand.plan().missing) == (4, ["2m"])


@pytest.mark.parametrize("text", ["340m0p999s", "1M 2M E E", "🀇🀈🀀🀀", "123456789m1p*"])
def test_a_hand_is_its_tiles_one_by_one(text: str) -> None:
    hand = paili.Hand(text, rules=paili.RuleSet("riichi", wildcards=4) if "*" in text else "riichi")
    assert [*hand] == hand.tiles and len(hand) == len(hand.tiles)
    # Its melds would be lost.
    with pytest.raises(TypeError, match="^tiles: expected text or an iterable of texts, not Hand"):
        paili.Hand(hand)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("340m9p1z", {"visible": "2m"}),
        ("1133m456789p123s0s", {}),
        ("34m99p1z", {"forms": "pairs"}),
        ("123m3m*", {"rules": paili.RuleSet("riichi", wildcards=4)}),
    ],
)
def test_discards_tell_what_the_hand_tells_of_them(text: str, options: dict[str, Any]) -> None:
    hand = paili.Hand(text, **options)
    assert [discard.to_dict() for discard in hand.discards()] == hand.to_dict()["discards"] != []


def test_answers_are_values() -> None:
    hand = paili.Hand("34m99p1z")
    assert isinstance(hand.useful(), Useful)
    assert isinstance(hand.plan(), Plan)
    for answer in (hand.useful(), hand.discards(), hand.plan()):
        assert pickle.loads(pickle.dumps(answer)) == answer


def test_hands_answer_in_other_notations() -> None:
    hand = paili.Hand("34m99p", melds="EEE,123p,777s", visible="5M PASS")
    names = {"judge": ["2M", "5M"], "uva": ["2W", "5W"], "mpsz": ["2m", "5m"], "unicode": ["🀈", "🀋"]}
    for notation, waits in names.items():
        other = hand.written(notation)
        assert (other.waits(), other.notation, other == hand) == (waits, notation, True)
    assert hand.written("unicode").melds == ["🀀🀀🀀", "🀙🀚🀛", "🀖🀖🀖"]
    assert hand.written("unicode").visible == ["🀋", "PASS"]


class Strict(HTMLParser):
    """Sees to it that every element is closed, and keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("hand", [*HANDS, paili.Hand("11m"), paili.Hand("147m147p147s1234z")], ids=str)
def test_notebooks_show_a_page_that_stands_alone(hand: paili.Hand) -> None:
    html = hand._repr_html_()
    page = Strict()
    page.feed(html)
    page.close()
    assert page.open == []
    # Nothing is fetched and no other element of the notebook is touched or named.
    assert not re.search(r"<(script|style|link|img)|url\(|\bid=|\bclass=|https?:", html)
    # The colours are the notebook's.
    assert not re.search(r"[^-]color:|background:(?!none)", html)
    text = page.text
    # What is copied can be read again, and what is read out has names.
    notation: Any = "judge" if set(hand.tiles) & set(SPECIAL) else "mpsz"
    assert text.startswith(" ".join(hand.written(notation).tiles))
    assert html.count("aria-label=") == html.count("title=") > 0
    assert f"distance {hand.distance()}" in text
    assert ("wins" in text) == (hand.distance() == 0)
    assert ("waits" in text) == bool(hand.waits())
    assert all(special in text for special in hand.tiles if special in SPECIAL)


def test_a_page_shows_melds_visible_tiles_and_the_rules_discard() -> None:
    page = Strict()
    page.feed(paili.Hand("34m99p1z", melds="123p,EEE,777s", visible="8m")._repr_html_())
    text = page.text
    assert "3m 4m 9p 9p 1z1p 2p 3p1z 1z 1z7s 7s 7s" in text
    assert "seen elsewhere 8m" in text
    assert "1z rule" in text
    assert "gives up 1z" in text
    assert "and 3 other discards" in text


def test_a_page_tells_the_form_that_is_nearer() -> None:
    page = Strict()
    page.feed(paili.Hand("19m19p19s1234567z")._repr_html_())
    assert "distance 9 (shanten 8) · by orphans 1" in page.text
    assert "by orphans 1" not in paili.Hand("19m19p19s1234567z", forms="all")._repr_html_()


def test_the_class_says_how_it_is_made() -> None:
    assert paili.Hand.__module__ == "paili"
    assert paili.Hand.__text_signature__ == (
        "(tiles, *, melds=(), visible='', rules='standard', forms=None, void=None, available=False, notation=None)"
    )


def test_a_page_needs_no_extra() -> None:
    """Neither a page nor an answer imports anything that is not Python's own."""
    code = (
        "import sys, paili; hand = paili.Hand('34m99p1z'); hand._repr_html_(); hand.discards();"
        "print([name for name in ('numpy', 'pyarrow', 'matplotlib', 'polars', 'pandas') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_hand_can_be_made_of_counts() -> None:
    rng = np.random.default_rng(3)
    for row in rng.permutation(np.concatenate([paili.random_hands(300, tiles=tiles) for tiles in (14, 13, 5, 1)])):
        hand = paili.Hand.from_counts(row)
        assert hand.counts == tuple(row)
        assert hand == paili.Hand(str(hand)) == paili.Hand.from_counts(row.tolist(), notation="unicode")
    hand = paili.Hand.from_counts([2] + [0] * 33, melds="EEE,123p,456p,789p", visible="1m", notation="judge")
    assert (str(hand), hand.melds[0], hand.visible) == ("1M 1M", "E E E", ["1M"])
    for counts, reason in [
        ([5] + [0] * 33, "counts: a fifth 1M: there are four of each kind"),
        ([1] * 33, "counts: 33 counts: expected 34, one a kind"),
        ([-1] * 34, "counts: -1 of 1M (count 0 of 0-33): expected none to four of each kind"),
        ([0] * 34, "counts: 0 tiles: expected 13 or 14"),
    ]:
        with pytest.raises(paili.InputError, match=re.escape(reason)):
            paili.Hand.from_counts(counts)


def as_bytes(row: list[int]) -> np.ndarray[Any, Any]:
    return np.array(row, np.uint8)


@pytest.mark.parametrize("make", [list, tuple, bytes, iter, np.array, as_bytes, pandas.Series])
def test_counts_come_in_many_ways(make: Callable[[list[int]], object]) -> None:
    row = [2, 0, 1, *[0] * 24, 1, *[0] * 6]
    assert paili.Hand.from_counts(make(row)) == paili.Hand("113m1z")
    with pytest.raises(paili.InputError, match="^counts: 33 counts: expected 34, one a kind$"):
        paili.Hand.from_counts(make(row[1:]))


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        ("11m", TypeError, "counts: expected 34 whole numbers, a count a kind, not str"),
        (None, TypeError, "counts: expected 34 whole numbers, a count a kind, not NoneType"),
        (7, TypeError, "counts: expected 34 whole numbers, a count a kind, not int"),
        ([1.0] * 34, TypeError, "counts: 1.0 (count 0 of 0-33): expected a whole number, not float"),
        ([1, 1, "1", *[0] * 31], TypeError, 'counts: "1" (count 2 of 0-33): expected a whole number, not str'),
        (np.ones(34), TypeError, "counts: np.float64(1.0) (count 0 of 0-33): expected a whole number, not float64"),
        (
            [0] * 33 + [2**99],
            paili.InputError,
            f"counts: {2**99} of Z (count 33 of 0-33): expected at most four of each",
        ),
        ([0] * 33 + [2**200], paili.InputError, f"counts: {str(2**200)[:60]} (count 33 of 0-33): expected none to f"),
        ([0] * 33 + [256], paili.InputError, "counts: 256 of Z (count 33 of 0-33): expected at most four of each kind"),
        (np.zeros((1, 34), np.uint8), paili.InputError, "counts: an array of shape (1, 34): expected (34,), a count a"),
        (np.ma.masked_all(34, np.uint8), TypeError, "counts: masked (count 0 of 0-33): expected a whole number"),
    ],
)
def test_counts_that_are_none(counts: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        paili.Hand.from_counts(counts)
    assert str(caught.value).startswith(message)


def test_red_fives_are_told_apart_and_count_as_fives() -> None:
    hand = paili.Hand("34r50m0p99s", visible="0s")
    plain = paili.Hand("3455m5p99s", visible="5s")
    assert (hand.reds, plain.reds) == (["0m", "0m", "0p"], [])
    assert (hand, hash(hand), hand.counts) == (plain, hash(plain), plain.counts)
    assert (str(hand), str(plain)) == ("3400m0p99s", "3455m5p99s")
    assert hand.tiles == ["3m", "4m", "0m", "0m", "0p", "9s", "9s"]
    assert hand.to_dict()["hand"] == "3400m0p99s"
    assert repr(hand) == "Hand('3400m0p99s', visible='0s')"
    for other in (pickle.loads(pickle.dumps(hand)), eval(repr(hand), {"Hand": paili.Hand}), copy.copy(hand)):
        assert (other, other.reds, other.visible) == (hand, hand.reds, hand.visible)
    assert hand.written("mpsz").reds == hand.reds
    assert repr(paili.Hand("0555m")) == "Hand('0555m')"
    assert paili.Hand(["0m", "r5m", "5m", "5m"], notation="mpsz").reds == ["0m", "0m"]
    for text in ("0z", "r6m", "1m r5z", "0", "00000m"):
        with pytest.raises(paili.InputError, match="^tiles: character"):
            paili.Hand(text)


def test_red_fives_are_kept_in_melds_and_visible_tiles() -> None:
    hand = paili.Hand("12m34z", melds="340m,0r555p,123s", visible="05s1z")
    assert (hand.melds, hand.visible) == (["340m", "0055p", "123s"], ["0s", "5s", "1z"])
    assert hand == paili.Hand("12m34z", melds="345m,5555p,123s", visible="55s1z")
    for other in (pickle.loads(pickle.dumps(hand)), eval(repr(hand), {"Hand": paili.Hand})):
        assert (other.melds, other.visible) == (hand.melds, hand.visible)


def test_a_plan_and_discards_keep_red_fives() -> None:
    hand = paili.Hand("340m99p")
    assert hand.plan().groups == [["3m", "4m", "0m"], ["9p", "9p"]]
    assert hand.to_dict()["plan"]["groups"] == hand.plan().groups
    # Another five goes first; the only one goes as what it is.
    two, one = paili.Hand("13505m"), paili.Hand("1130m9p")
    assert "0m" not in {discard.tile for discard in two.discards()}
    assert "5m" in {discard.tile for discard in two.discards()}
    assert {discard.tile for discard in one.discards()} == {"1m", "3m", "0m", "9p"}
    for discard in one.discards():
        assert pickle.loads(pickle.dumps(discard)) == discard == eval(repr(discard), vars(paili))
    told = [discard["tile"] for discard in one.to_dict()["discards"]]
    assert told == [discard.tile for discard in one.discards()]
    assert paili.Hand("340m0p1p").plan().surplus in (["0p"], ["1p"])
    assert paili.Hand("3400m0p").plan().surplus in (["0p"], ["0m"])
    assert paili.Hand("340m99p0s11z").rule_discard() == paili.Hand("340m99p0s11z").to_dict()["rule_discard"] == "0s"


@pytest.mark.parametrize(
    ("notation", "red"),
    [("mpsz", "0m"), ("chinese", None), ("mjai", "5mr"), ("judge", None), ("uva", None), ("unicode", None)],
)
def test_notations_that_have_red_fives_keep_them(notation: Any, red: str | None) -> None:
    hand = paili.Hand("340m9p", visible="0p").written(notation)
    assert hand == paili.Hand("345m9p", visible="5p")
    if notation in ("mpsz", "chinese", "mjai"):
        assert hand.reds == [hand.tiles[2]] != [paili.Hand("5m").written(notation).tiles[0]]
        assert red is None or hand.reds == [red]
        again = eval(repr(hand), {"Hand": paili.Hand})
        assert (again.reds, again.visible) == (hand.reds, hand.visible)
    else:
        assert hand.reds == []
        assert hand.visible == paili.Hand("1m", visible="5p").written(notation).visible


def test_a_text_that_is_no_hand_is_told_with_what_is_read() -> None:
    expected = "digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c"
    with pytest.raises(paili.InputError) as caught:
        paili.Hand("34m0z")
    assert str(caught.value) == f'tiles: character 4: "0z" is not a tile: expected {expected}'


@pytest.mark.parametrize(
    ("bracketed", "tiles", "melds"),
    [
        ("13m456p789s11z[2222m]", "13m456p789s11z", ["2222m"]),
        ("（340m）13m456p789s11z", "13m456p789s11z", ["340m"]),
        ("1M 3M 4P 5P 6P E E (2M 2M 2M 2M) [7S 8S 9S]", "1M 3M 4P 5P 6P E E", ["2222m", "789s"]),
        ("🀇🀉🀜🀝🀞🀀🀀【🀈🀈🀈🀈】「🀖🀗🀘」", "🀇🀉🀜🀝🀞🀀🀀", ["2222m", "789s"]),
    ],
)
def test_melds_in_brackets_are_melds(bracketed: str, tiles: str, melds: list[str]) -> None:
    for rules in ("standard", "riichi", "guobiao"):
        hand, beside = paili.Hand(bracketed, rules=rules), paili.Hand(tiles, melds=melds, rules=rules)
        assert (hand, repr(hand), hand.melds) == (beside, repr(beside), beside.melds)
        assert hand.to_dict() == beside.to_dict()
    with pytest.raises(paili.InputError, match=r"^tiles: character 4: \"\[22m\]\" is not a meld: expected three "):
        paili.Hand("11p[22m]")


def test_rules_are_named_in_messages_as_they_were_written() -> None:
    with pytest.raises(paili.InputError, match='^rules: "nope" is not a rule set: expected standard, '):
        paili.Hand("1m", rules="nope")
    with pytest.raises(paili.InputError) as caught:
        paili.RuleSet({"name": "a", "melds": 4, "colour": 1})
    assert str(caught.value).startswith("rules: unknown field `colour`") and " line " not in str(caught.value)
    with pytest.raises(paili.InputError, match="^tiles: sanma has no 2m$"):
        paili.Hand("2m", rules="sanma")
