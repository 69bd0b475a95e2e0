"""``paili.RuleSet`` against the program."""

from __future__ import annotations

import json
import pickle
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from length import IS_LONG

import paili


def told(program: Path, *arguments: str) -> Any:
    """What the program tells."""
    command = [program, *arguments, "--format", "json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


#: A hand of each rule set that draws, and one that has a discard due.
HANDS = {
    "standard": ("1133m456789p123s", "1133m456789p1234s"),
    "riichi": ("1133557799m112p", "1133m456789p1234s"),
    "sanma": ("19m19p19s1234567z", "1111m111122233z"),
    "taiwan": ("147m258p369s1123446z", "147m258p369s11234567z"),
    "guobiao": ("147m258p369s1234z", "19m19p19s12345667z"),
    "sichuan": ("123m456m789m11p23s", "123456789m1122p3s"),
}


#: Those that take longest to compile.
SLOW = ("taiwan", "guobiao")


@pytest.mark.parametrize(
    "rules", [pytest.param(name, marks=pytest.mark.long if name in SLOW else []) for name in HANDS]
)
def test_hands_are_answered_as_by_the_program(program: Path, rules: str) -> None:
    """By every rule set: all answers, and each by its method."""
    for text in HANDS[rules]:
        expected = told(program, "hand", "--rules", rules, text)
        hand = paili.Hand(text, rules=rules)
        assert hand.to_dict() == expected
        assert (hand.rules, hand.exposed, hand.distance(), hand.shanten()) == (
            rules,
            expected["melds"],
            expected["distance"],
            expected["shanten"],
        )
        assert hand.reached() == expected["forms"]
        assert hand.waits() == expected.get("waits", [])
        plan = hand.plan()
        assert plan is not None
        assert {"groups": plan.groups, "missing": plan.missing, "surplus": plan.surplus} == expected["plan"]
        discards = [(row.tile, row.distance, row.useful.acceptance) for row in hand.discards()]
        assert discards == [(row["tile"], row["distance"], row["acceptance"]) for row in expected.get("discards", ())]
        expected = told(program, "odds", "--rules", rules, "--changes", "0", text)
        odds = hand.odds(changes=0).to_dict()
        # A hand that wins has no ways to be played.
        both = odds.keys() & expected.keys()
        assert {key: odds[key] for key in both} == {key: expected[key] for key in both}
        assert {"hand", "rules", "unseen", "draws", "changes", "law"} <= both
        assert "distance" in hand._repr_html_()
        again = pickle.loads(pickle.dumps(hand))
        assert again == hand and hash(again) == hash(hand) and repr(again) == repr(hand) and again != paili.Hand("1m")


def test_many_hands_are_as_far_as_each() -> None:
    """Texts and counts, of all sizes; a row that is no hand is named."""
    hands = paili.random_hands(500, tiles=13, seed=3)
    texts = paili.texts(hands)
    for rules in ("riichi", "guobiao"):
        distances = paili.distances(hands, rules=rules)
        assert distances.dtype == np.int8
        assert (distances == paili.distances(texts, rules=rules)).all()
        assert distances[:20].tolist() == [paili.Hand(text, rules=rules).distance() for text in texts[:20]]
        odds = paili.odds(texts[:3], 2, rules=rules)
        assert odds.tolist() == [paili.Hand(text, rules=rules).odds(2, changes=0).win[0] for text in texts[:3]]
    riichi = paili.distances(hands, rules="riichi")
    assert (riichi == paili.distances(hands, forms="all")).all()
    for arguments, message in [
        ({"hands": ["19m", "5m"]}, "row 1: sanma has no 5m"),
        ({"hands": np.zeros((3, 33), dtype=np.uint8)}, "shape"),
        ({"hands": np.full((1, 34), 300)}, "row 0"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.distances(**arguments, rules="sanma")


def test_forms_are_chosen_of_any_rules() -> None:
    """Those that a hand can't have are left aside; asked for alone, they have no distance."""
    thirteen = "19m19p19s1234567z"
    assert paili.Hand(thirteen, rules="guobiao").distance() == 1
    standard = paili.Hand(thirteen, rules="guobiao", forms="standard")
    assert (standard.distance(), standard.nearer, standard.forms) == (9, ("orphans", 1), ["standard"])
    assert paili.distances([thirteen], rules="guobiao", forms=["standard"]).tolist() == [9]
    assert paili.exact(14, rules="riichi") == paili.exact(14, rules="riichi", forms="all")
    opened = "11p22p33p44p55p"
    assert paili.Hand(opened, melds=["EEE"], forms="all").distance() == 1
    assert paili.distances([opened, "123m456m789m11p23s"], forms="all").tolist() == [1, 1]
    pairs = paili.Hand(opened, forms="pairs")
    assert (pairs.distance(), pairs.plan(), pairs.useful().acceptance, pairs.reached()) == (127, None, 0, [])
    assert pairs.to_dict()["distance"] is None
    assert "no tiles can complete" in pairs._repr_html_()
    assert paili.distances([opened], forms="pairs", on_error="null").tolist() == [-1]
    with pytest.raises(paili.InputError, match="forms: sichuan has no form orphans: expected standard"):
        paili.Hand("1m", rules="sichuan", forms="orphans")


@pytest.mark.parametrize("name", ["sanma", "taiwan", "guobiao", "sichuan", "riichi"])
def test_batches_take_rule_sets(name: str) -> None:
    """Each row has the answers that the rule set gives alone, whatever the hands come in."""
    rules = paili.RuleSet(name, wildcards=2)
    texts = {
        "sanma": ["1111m111122233z", "199m99p"],
        "taiwan": ["147m258p369s11234567z", "123m456m789m123p45s7z*"],
        "guobiao": ["147m258p369s1234z", "1111m33m55m77p99p2z*"],
        "sichuan": ["123456789m1122p3s", "123m456p789s11m2p*"],
        "riichi": ["1133m456789p1234s", "123m456p789s11z3m*"],
    }[name]
    alone = [paili.Hand(text, rules=rules) for text in texts]
    assert paili.distances(texts, rules=rules).tolist() == [hand.distance() for hand in alone]
    best = paili.discards(texts, rules=rules)
    for hand, discard, distance, acceptance in zip(alone, *best[:2], best.acceptance, strict=True):
        if discards := hand.discards():
            expected = (discards[0].tile, discards[0].distance, discards[0].useful.acceptance)
            assert (paili.KINDS[discard], distance, acceptance) == expected
        else:
            assert (discard, distance, acceptance) == (-1, -1, -1)
    outlooks = paili.useful(texts, rules=rules)
    for hand, mask, acceptance in zip(alone, outlooks.useful, outlooks.acceptance, strict=True):
        useful = hand.useful()
        assert (paili.tiles_of(mask), acceptance) == (useful.tiles, useful.acceptance)


def test_rule_sets_in_columns() -> None:
    """Counts, hands, columns of Arrow, polars and pandas, names, dicts, visible tiles and rows that are no hand."""
    pa, pl, pd = (pytest.importorskip(name) for name in ("pyarrow", "polars", "pandas"))
    texts = ["1111m111122233z", "19m99p", "199m99p"]
    expected = [3, 2, 1]
    assert paili.distances(paili.counts(texts), rules="sanma").tolist() == expected
    assert (
        paili.distances([paili.Hand(text) for text in texts], rules={"name": "ours", "like": "sanma"}).tolist()
        == expected
    )
    assert paili.distances(pa.array([*texts, None, texts[0]]), rules="sanma").to_pylist() == [*expected, None, 3]
    assert paili.distances(pa.array(texts).dictionary_encode(), rules="sanma").to_pylist() == expected
    assert paili.distances(pl.Series([*texts, None]), rules="sanma").to_list() == [*expected, None]
    frame = paili.useful(pd.Series(texts), rules="sanma", visible="9m")
    assert frame["acceptance"].tolist()[1] == 7
    assert paili.distances(["5m", "19m99p"], rules="sanma", on_error="null").tolist() == [-1, 2]
    for arguments, message in [
        ({"hands": ["19m99p", "5m"]}, "row 1: sanma has no 5m"),
        ({"hands": ["19m99p", "9m[123p]"]}, "row 1: 1 tile: a hand of sanma has 10 or 11 beside 1 exposed meld"),
        ({"hands": ["19m99p"], "forms": "knitted"}, "forms: sanma has no form knitted"),
        ({"hands": ["19m99p"], "rules": "chess"}, "is not a rule set"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.distances(**{"rules": "sanma", **arguments})
    with pytest.raises(paili.InputError, match="a fifth 9M: 1 in the hand, 4 visible, but there are 4 of each kind"):
        paili.useful(["19m99p"], rules="sanma", visible="9999m")
    with pytest.raises(TypeError, match="rules: expected a name or a dict, not int"):
        paili.distances(texts, rules=3)  # type: ignore[call-overload]

    from paili.arrow import AddAnswers

    add = pickle.loads(pickle.dumps(AddAnswers(useful=True, rules=paili.RuleSet("sanma"))))
    assert add(pa.record_batch({"hand": texts})).to_pydict()["distance"] == expected
    odds = AddAnswers(draws=2, rules="sanma")
    assert odds(pa.record_batch({"hand": texts})).to_pydict()["win"] == paili.odds(texts, 2, rules="sanma").tolist()
    asked: Any = {"changes": 1, "law": "published"}
    one = [paili.Hand(text, rules="sanma").odds(2, **asked).win[0] for text in texts]
    assert paili.odds(texts, 2, rules="sanma", **asked).tolist() == one
    pytest.importorskip("paili.polars")
    column: Any = pl.col("hand")
    answered = pl.DataFrame({"hand": texts}).select(column.paili.distance(rules="sanma"))
    assert answered["hand"].to_list() == expected


def test_exact_takes_rules(program: Path) -> None:
    """Every row is the program's; numbers that are no size are told in the package's own error."""
    expected = told(program, "exact", "--rules", "sanma", "--tiles", "13", "--visible", "19m1z", "--acceptance")
    distribution = paili.exact(13, rules="sanma", visible="19m1z")
    assert [row.weighted for row in distribution.distances] == [int(row["weighted"]) for row in expected["distances"]]
    assert (distribution.tiles, distribution.deck, distribution.visible) == (13, 108, ("1M", "9M", "E"))
    assert (distribution.rules, distribution.melds) == ("sanma", 0)
    if IS_LONG:
        assert paili.exact(14, rules="guobiao").distances[0].weighted == 13_257_769_189_488
    assert paili.exact(10, rules="taiwan").melds == 2
    assert paili.exact(4, rules="sanma", visible=["1m", "9m"]) == paili.exact(4, rules="sanma", visible="19m")
    for arguments, message in [
        ({"tiles": -1}, "tiles"),
        ({"deck": 148}, "deck: not with"),
        ({"forms": "knitted"}, "forms: sanma has no form knitted"),
        ({"tiles": 15}, "tiles"),
        ({"tiles": 2**64}, "tiles"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.exact(**{"rules": "sanma", **arguments})  # type: ignore[arg-type]


def test_rules_of_ones_own() -> None:
    """A dict, wildcards, and what is none."""
    small = paili.RuleSet({"name": "small", "melds": 2, "chows": "p", "copies": {"123456789m123456789s1234567z": 0}})
    assert (small.name, small.tiles, small.most_tiles) == ("small", 36, 8)
    assert (small.forms, small.wildcards) == (("standard",), 0)
    assert paili.Hand("1123455p", rules=small).distance() == 1
    again = pickle.loads(pickle.dumps(small))
    assert again == small and hash(again) == hash(small) and again != paili.RuleSet("riichi")
    turned = paili.RuleSet(dict(reversed(json.loads(small.to_json()).items())))
    assert turned == small and hash(turned) == hash(small) and turned.to_json() == small.to_json()
    assert repr(small) == "<RuleSet small: hands of 8 tiles of 36; standard>"
    wild = paili.RuleSet("riichi", wildcards=4)
    assert wild == paili.RuleSet("riichi", wildcards=np.int64(4))
    hand = paili.Hand("123m456p789s11z3m*", rules=wild)
    assert (hand.waits(), hand.wildcards, str(hand)) == (["1m", "2m", "3m", "4m", "5m", "1z"], 1, "1233m456p789s11z*")
    assert hand.useful().acceptance == 21
    assert eval(repr(hand.useful()), {"Useful": paili.Useful}) == hand.useful()
    for rules, message in [
        ("chess", "is not a rule set"),
        ({"name": "a"}, "melds: missing"),
        ({"name": "a", "melds": 9}, "9 melds"),
        ({"name": "sanma", "melds": 4}, "is a ready-made rule set"),
        ({"name": "a", "melds": 4, "colour": 1}, "unknown field"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.RuleSet(rules)
    with pytest.raises(TypeError, match="^rules: expected a dict of texts, numbers, lists and dicts, found set$"):
        paili.RuleSet({"name": "a", "like": "riichi", "forms": {"pairs"}})


def test_what_is_known_beside_a_hand() -> None:
    """Melds, tiles that are gone, and a void suit."""
    melds = ["444z", "111z", "555z", "777z"]

    def far(hand: str, rules: str = "riichi", **beside: Any) -> int:
        return paili.Hand(hand, rules=rules, **beside).distance()

    assert far("45z", melds=melds) == 1
    assert far("45z", melds=melds, available=True) == 2
    assert far("45z", melds=melds, available="melds") == 2
    winds = ["111z", "222z", "333z", "444z"]
    assert far("5z", melds=winds, visible="55z", available="melds") == 1
    with pytest.raises(paili.InputError, match='available: "some": expected'):
        paili.Hand("45z", available="some")  # type: ignore[arg-type]
    all_kinds = "123456789m123456789p123456789s567z"
    gone = paili.Hand("5z", melds=winds, visible=all_kinds * 3, available=True)
    assert (gone.distance(), gone.plan(), gone.useful().tiles) == (127, None, [])
    assert eval(repr(gone), {"Hand": paili.Hand}) == gone
    assert far("123m456m789m11p23s", rules="sichuan", void="m") == 10
    assert paili.Hand("123m456m789m11p23s", rules="sichuan").to_dict()["void"] == "p"
    for arguments, message in [
        ({"tiles": "5m", "void": "z"}, "expected m, p or s"),
        ({"tiles": "1z"}, "sichuan has no 1z"),
        ({"tiles": "1m", "melds": ["12m"]}, "melds"),
        ({"tiles": "1m", "visible": "?"}, "visible"),
        ({"tiles": "123m", "melds": ["111m"]}, "3 tiles"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.Hand(**arguments, rules="sichuan")  # type: ignore[arg-type]
    with pytest.raises(paili.InputError, match="riichi asks for no void suit"):
        paili.Hand("1m", rules="riichi", void="m")


def test_wildcards_may_stand_for_a_fifth_copy(program: Path) -> None:
    """As the program's option and the key of one's own rules."""
    text = "1112223334444z*"
    assert paili.Hand(text, rules=paili.RuleSet("riichi", wildcards=2)).distance() == 1
    rules = paili.RuleSet("riichi", wildcards=2, wildcards_beyond_copies=True)
    expected = told(program, "hand", "--forms", "all", "--wildcards", "2", "--wildcards-beyond-copies", text)
    assert paili.Hand(text, rules=rules).distance() == expected["distance"] == 0
    own = {"name": "own", "like": "riichi", "wildcards": 2, "wildcards-beyond-copies": True}
    assert paili.distances([text, text], rules=rules).tolist() == [0, 0]
    assert paili.distances([text, text], rules=own).tolist() == [0, 0]
