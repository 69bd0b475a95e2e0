"""``paili.RuleSet`` against the program."""

from __future__ import annotations

import json
import pickle
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paili


def told(program: Path, *arguments: str) -> Any:
    """What the program tells."""
    command = [program, *arguments, "--format", "json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        ("riichi", "1133m456789p1234s"),
        ("sanma", "1111m111122233z"),
        ("taiwan", "147m258p369s11234567z"),
        ("guobiao", "147m258p369s1234z"),
        ("sichuan", "123456789m1122p3s"),
    ],
)
def test_hands_are_answered_as_by_the_program(program: Path, rules: str, hand: str) -> None:
    """Distances, useful tiles, waits and discards."""
    expected = told(program, "hand", "--rules", rules, "--available", hand)
    answer = paili.RuleSet(rules).hand(hand)
    assert (answer.rules, answer.melds, answer.distance) == (rules, expected["melds"], expected["distance"])
    assert answer.shanten == expected["shanten"]
    useful = [(row["tile"], row["copies"]) for row in expected.get("useful", ())]
    assert list(zip(answer.useful, answer.copies, strict=True)) == useful
    assert list(answer.waits) == expected.get("waits", [])
    discards = [(row.tile, row.distance, row.acceptance) for row in answer.discards]
    assert discards == [(row["tile"], row["distance"], row["acceptance"]) for row in expected.get("discards", ())]


def test_many_hands_are_as_far_as_each() -> None:
    """Texts and counts, of all sizes; a row that is no hand is named."""
    hands = paili.random_hands(500, tiles=13, seed=3)
    for name in ("riichi", "guobiao"):
        rules = paili.RuleSet(name)
        texts = paili.texts(hands)
        distances = rules.distances(hands)
        assert distances.dtype == np.uint8
        assert (distances == rules.distances(texts)).all()
        assert distances[:20].tolist() == [rules.hand(text).distance for text in texts[:20]]
    riichi = paili.RuleSet("riichi").distances(hands)
    assert (riichi == paili.distances(hands, forms="all")).all()
    with pytest.raises(paili.InputError, match="row 1: sanma has no 5M"):
        paili.RuleSet("sanma").distances(["19m", "5m"])
    with pytest.raises(paili.InputError, match="shape"):
        paili.RuleSet("sanma").distances(np.zeros((3, 33), dtype=np.uint8))
    with pytest.raises(paili.InputError, match="row 0"):
        paili.RuleSet("riichi").distances(np.full((1, 34), 300))


def test_exact_counts_are_those_of_the_program(program: Path) -> None:
    """Every row."""
    expected = told(program, "exact", "--rules", "sanma", "--tiles", "13", "--visible", "19m1z", "--acceptance")
    distribution = paili.RuleSet("sanma").exact(13, visible="19m1z")
    assert [row.weighted for row in distribution.distances] == [int(row["weighted"]) for row in expected["distances"]]
    assert (distribution.tiles, distribution.deck, distribution.visible) == (13, 108, ("1M", "9M", "E"))
    assert paili.RuleSet("guobiao").exact(14).distances[0].weighted == 13_257_769_189_488
    with pytest.raises(paili.InputError, match="17"):
        paili.RuleSet("taiwan").exact(15)


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
    alone = [rules.hand(text) for text in texts]
    assert paili.distances(texts, rules=rules).tolist() == [hand.distance for hand in alone]
    drawn = [hand.discards[0] if hand.discards else hand for hand in alone]
    best = paili.discards(texts, rules=rules)
    for hand, row, discard, distance, acceptance in zip(alone, drawn, *best[:2], best.acceptance, strict=True):
        if hand.discards:
            assert (paili.KINDS[discard], distance, acceptance) == (hand.discards[0].tile, row.distance, row.acceptance)
        else:
            assert (discard, distance, acceptance) == (-1, -1, -1)
    outlooks = paili.useful(texts, rules=rules)
    for hand, mask, acceptance in zip(alone, outlooks.useful, outlooks.acceptance, strict=True):
        if not hand.discards:
            assert (tuple(paili.tiles_of(mask)), acceptance) == (hand.useful, hand.acceptance)


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
        ({"hands": ["19m99p", "5m"]}, "row 1: sanma has no 5M"),
        ({"hands": ["19m99p"], "forms": "pairs"}, "forms: not with rules"),
        ({"hands": ["19m99p"], "rules": "chess"}, "is not a rule set"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.distances(**{"rules": "sanma", **arguments})
    with pytest.raises(paili.InputError, match="more of 9M, with the hand, than sanma has"):
        paili.useful(["19m99p"], rules="sanma", visible="9999m")
    with pytest.raises(TypeError, match="rules: expected a name or a dict, not int"):
        paili.distances(texts, rules=3)  # type: ignore[call-overload]

    from paili.arrow import AddAnswers

    add = pickle.loads(pickle.dumps(AddAnswers(useful=True, rules=paili.RuleSet("sanma"))))
    assert add(pa.record_batch({"hand": texts})).to_pydict()["distance"] == expected
    with pytest.raises(paili.InputError, match="odds are not told by other rules"):
        AddAnswers(draws=17, rules="sanma")
    pytest.importorskip("paili.polars")
    column: Any = pl.col("hand")
    answered = pl.DataFrame({"hand": texts}).select(column.paili.distance(rules="sanma"))
    assert answered["hand"].to_list() == expected


def test_exact_takes_rules() -> None:
    """As ``RuleSet.exact`` does; numbers that are no size are told in the package's own error."""
    assert paili.exact(4, rules="sanma", visible=["1m", "9m"]) == paili.RuleSet("sanma").exact(4, visible="19m")
    for arguments, message in [
        ({"tiles": -1}, "tiles"),
        ({"deck": 148}, "deck: not with"),
        ({"forms": "all"}, "forms: not"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.exact(**{"rules": "sanma", **arguments})  # type: ignore[arg-type]
    for tiles in (-1, 2**64, 15):
        with pytest.raises(paili.InputError, match="tiles"):
            paili.RuleSet("sanma").exact(tiles)


def test_rules_of_ones_own() -> None:
    """A dict, wildcards, and what is none."""
    small = paili.RuleSet({"name": "small", "melds": 2, "chows": "p", "copies": {"123456789m123456789s1234567z": 0}})
    assert (small.name, small.tiles, small.most_tiles) == ("small", 36, 8)
    assert (small.forms, small.wildcards) == (("standard",), 0)
    assert small.hand("1123455p").distance == 1
    again = pickle.loads(pickle.dumps(small))
    assert again == small and hash(again) == hash(small) and again != paili.RuleSet("riichi")
    assert repr(small) == "<RuleSet small: hands of 8 tiles of 36; standard>"
    wild = paili.RuleSet("riichi", wildcards=4)
    assert wild.hand("123m456p789s11z3m*").waits == ("1m", "2m", "3m", "4m", "5m", "1z")
    for rules, message in [
        ("chess", "is not a rule set"),
        ({"name": "a"}, "melds: missing"),
        ({"name": "a", "melds": 9}, "9 melds"),
        ({"name": "sanma", "melds": 4}, "is a ready-made rule set"),
        ({"name": "a", "melds": 4, "colour": 1}, "unknown field"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            paili.RuleSet(rules)


def test_what_is_known_beside_a_hand() -> None:
    """Melds, tiles that are gone, and a void suit."""
    riichi = paili.RuleSet("riichi")
    melds = ["444z", "111z", "555z", "777z"]
    assert riichi.hand("45z", melds=melds).distance == 1
    assert riichi.hand("45z", melds=melds, available=True).distance == 2
    assert riichi.hand("45z", melds=melds, available="melds").distance == 2
    assert riichi.hand("5z", melds=["111z", "222z", "333z", "444z"], visible="55z", available="melds").distance == 1
    with pytest.raises(paili.InputError, match="available: 'some': expected"):
        riichi.hand("45z", available="some")  # type: ignore[arg-type]
    all_kinds = "123456789m123456789p123456789s567z"
    gone = riichi.hand("5z", melds=["111z", "222z", "333z", "444z"], visible=all_kinds * 3, available=True)
    assert (gone.distance, gone.shanten, gone.useful) == (None, None, ())
    sichuan = paili.RuleSet("sichuan")
    assert sichuan.hand("123m456m789m11p23s", void="m").distance == 10
    assert (sichuan.hand("123m456m789m11p23s").void, riichi.hand("1m").void) == ("p", None)
    for arguments, message in [
        ({"hand": "5m", "void": "z"}, "expected m, p or s"),
        ({"hand": "1z"}, "sichuan has no E"),
        ({"hand": "1m", "melds": ["12m"]}, "melds"),
        ({"hand": "1m", "visible": "?"}, "visible"),
        ({"hand": "123m", "melds": ["111m"]}, "3 tiles"),
    ]:
        with pytest.raises(paili.InputError, match=message):
            sichuan.hand(**arguments)  # type: ignore[arg-type]
    with pytest.raises(paili.InputError, match="riichi asks for no void suit"):
        riichi.hand("1m", void="m")


def test_wildcards_may_stand_for_a_fifth_copy(program: Path) -> None:
    """As the program's option and the key of one's own rules."""
    text = "1112223334444z*"
    assert paili.RuleSet("riichi", wildcards=2).hand(text).distance == 1
    rules = paili.RuleSet("riichi", wildcards=2, wildcards_beyond_copies=True)
    expected = told(program, "hand", "--forms", "all", "--wildcards", "2", "--wildcards-beyond-copies", text)
    assert rules.hand(text).distance == expected["distance"] == 0
    own = {"name": "own", "like": "riichi", "wildcards": 2, "wildcards-beyond-copies": True}
    assert rules.distances([text, text]).tolist() == paili.RuleSet(own).distances([text, text]).tolist() == [0, 0]
