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
    with pytest.raises(paili.InputError, match="knitted are not counted"):
        paili.RuleSet("guobiao").exact(14)
    with pytest.raises(paili.InputError, match="17"):
        paili.RuleSet("taiwan").exact(15)


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
    all_kinds = "123456789m123456789p123456789s567z"
    gone = riichi.hand("5z", melds=["111z", "222z", "333z", "444z"], visible=all_kinds * 3, available=True)
    assert (gone.distance, gone.shanten, gone.useful) == (None, None, ())
    sichuan = paili.RuleSet("sichuan")
    assert sichuan.hand("123m456m789m11p23s", void="m").distance == 10
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
