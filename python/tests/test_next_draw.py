"""What players ask of a hand: unneeded tiles, improvements, good waits, offered tiles and kans."""

import json
import pickle
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paili

RULES = ["standard", "riichi", "sanma", "taiwan", "guobiao", "sichuan"]


def drawn(rules: str, seed: int) -> list[paili.Hand]:
    """Random hands of a rule set that draw."""
    tiles = 16 if rules == "taiwan" else 13
    counts = paili.random_hands(30, tiles=tiles, seed=seed, rules=rules)
    return [paili.Hand.from_counts(row, rules=rules) for row in counts]


@pytest.mark.parametrize("rules", RULES)
def test_unneeded_tiles_of_many_are_those_of_each(rules: str) -> None:
    hands = drawn(rules, 1)
    many = paili.unneeded(hands, rules=rules)
    assert many.dtype == np.int64
    assert [paili.tiles_of(mask) for mask in many] == [hand.unneeded() for hand in hands]
    for hand in hands:
        assert set(hand.unneeded()) <= set(hand.tiles)


def test_unneeded_tiles_are_the_discards_that_keep_the_distance() -> None:
    hand = paili.Hand("123m12399p57s1122z")
    kept = {discard.tile for discard in hand.discards() if discard.distance == hand.distance()}
    assert set(hand.unneeded()) == kept == {"9p", "5s", "7s", "1z", "2z"}


def test_unneeded_tiles_come_in_what_the_hands_came_in() -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    texts = ["123m12399p57s112z", "34m99p1z"]
    expected = paili.unneeded(texts).tolist()
    series = paili.unneeded(pd.Series(texts, index=[5, 7]))
    assert (series.name, series.index.tolist(), series.tolist()) == ("unneeded", [5, 7], expected)
    assert paili.unneeded(pl.Series(texts)).to_list() == expected
    for library in (pd, pl):
        found = paili.unneeded(library.Series([texts[0], None, "nonsense"]), on_error="null")
        assert [None if pd.isna(mask) else mask for mask in found.to_list()] == [expected[0], None, None]
    with pytest.raises(paili.InputError, match="row 1"):
        paili.unneeded([texts[0], "nonsense"])


@pytest.mark.parametrize("rules", RULES)
def test_good_waits_of_many_are_those_of_each(rules: str) -> None:
    hands = [hand for seed in range(4) for hand in drawn(rules, seed)]
    hands += [paili.Hand("45p57s", rules=rules), paili.Hand("45p57s1p", rules=rules)]
    for good, more_than in [(True, 4), (6, 6)]:
        outlooks = paili.useful(hands, rules=rules, good=good)
        expected = [hand.good_waits(more_than) for hand in hands]
        assert outlooks.good.tolist() == [told["copies"] if told else -1 for told in expected]
        plain = paili.useful(hands, rules=rules)
        assert all((one == other).all() for one, other in zip(plain, outlooks[:3], strict=True))
    assert (outlooks.good >= 0).any()


def test_good_waits_count_what_is_visible() -> None:
    hand = "45m57p23456799s1z"
    assert paili.useful([hand], good=True).good.tolist() == [4]
    assert paili.useful([hand], good=True, visible="6p6p").good.tolist() == [2]
    # Of 3m and 6m three copies are left, which is no good wait any more.
    assert paili.useful([hand], good=True, visible="333366m").good.tolist() == [0]
    assert paili.Hand(hand, visible="6p6p").good_waits() == {"copies": 2, "share": 0.2}


def test_good_waits_are_a_column_of_frames() -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    texts = ["45m57p23456799s1z", "34m99p"]
    assert paili.useful(pl.Series(texts), good=True)["good"].to_list() == [4, None]
    assert list(paili.useful(pd.Series(texts), good=True).columns) == ["distance", "useful", "acceptance", "good"]
    assert list(paili.useful(pd.Series(texts)).columns) == ["distance", "useful", "acceptance"]


def test_wrong_arguments_are_refused() -> None:
    hand = paili.Hand("34m99p")
    out = (np.zeros(1, np.int8), np.zeros(1, np.int64), np.zeros(1, np.int16))
    with pytest.raises(paili.InputError, match="out: not with good"):
        paili.useful([hand], good=True, out=out)
    with pytest.raises(paili.InputError, match="good: -1: expected 0 to 136 copies"):
        paili.useful([hand], good=-1)
    with pytest.raises(TypeError, match="good: expected a whole number"):
        paili.useful([hand], good="yes")
    with pytest.raises(paili.InputError, match="tile: expected one tile"):
        hand.offered("22z")
    with pytest.raises(paili.InputError, match="tile: .* not a tile"):
        hand.offered("8q")
    with pytest.raises(paili.InputError, match="source: .*left, across or right"):
        hand.offered("2m", source="behind")
    with pytest.raises(paili.InputError, match="tile: the hand has to discard first"):
        paili.Hand("34m99p1z").offered("2m")


def test_improvements_are_those_of_the_program() -> None:
    told = paili.Hand("123m12399p57s112z").improvements()
    assert told is not None
    assert [(one["tile"], one["acceptance"], one["discard"]) for one in told["improvements"]][-2:] == [
        ("5s", 10, "2z"),
        ("7s", 10, "2z"),
    ]
    assert told["next_acceptance"] == 4.0
    assert paili.Hand("34m99p1z").improvements() is None
    assert paili.Hand("34m99p").improvements()["improvements"] == []


def test_offered_tiles_are_claimed_or_pass() -> None:
    hand = paili.Hand("68m123p345s11z59m2z")
    calls = hand.offered("7m", good=4)
    assert [call["call"] for call in calls] == ["chow", "chow", "chow", "pass"]
    assert calls[0] == {"call": "chow", "meld": ["7m", "8m", "9m"], "discard": "2z", "distance": 1, "acceptance": 7}
    assert calls[-1]["good"]["copies"] == 3
    assert [call["call"] for call in hand.offered("7m", source="right")] == ["pass"]
    void = paili.Hand("2446p123345789s", rules="sichuan", void="p")
    assert [call["call"] for call in void.offered("4p")] == ["pass"]


@pytest.mark.parametrize(
    ("tiles", "beside", "terms"),
    [
        ("68m123p345s11z59m2z", {}, {}),
        ("68m123p345s11z59m2z", {"visible": "2z3m"}, {"draws": 5, "changes": 0, "source": "right"}),
        ("22m5m9p", {"melds": "123p,EEE,777s"}, {"law": "published", "changes": 1}),
        ("0m5m5m7m9p9p1z", {"melds": "123p,EEE", "rules": "riichi"}, {"draws": 3}),
        ("2446p123345789s", {"rules": "sichuan", "void": "m"}, {"draws": 4}),
        ("34m99p", {}, {}),
    ],
)
def test_odds_of_calls_are_those_of_the_program(
    tiles: str, beside: dict[str, Any], terms: dict[str, Any], program: Path
) -> None:
    offered = "4p" if "rules" in beside and beside["rules"] == "sichuan" else "5m" if "5m" in tiles else "7m"
    options = {name: str(value) for name, value in {**beside, **terms}.items()}
    options["from"] = options.pop("source", "left")
    flags = [word for name, value in options.items() for word in (f"--{name}", value)]
    asked = [program, "odds", tiles, "--offered", offered, "--format", "json", *flags]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    told = paili.Hand(tiles, **beside).offered_odds(offered, **terms)
    assert told == json.loads(done.stdout)
    assert [call["win"][0] for call in told["offers"]] == sorted(
        (call["win"][0] for call in told["offers"]), reverse=True
    )


def test_odds_of_calls_are_those_of_the_hands_that_they_leave() -> None:
    hand = paili.Hand("68m123p345s11z59m2z")
    calls = {(call["call"], *call.get("meld", [])): call for call in hand.offered_odds("7m", 6, changes=1)["offers"]}
    assert len(calls) == len(hand.offered("7m")) == 4
    passing = paili.Hand("68m123p345s11z59m2z", visible="7m").odds(6, changes=1)
    assert calls["pass",]["win"] == pytest.approx(passing.win.tolist())
    claiming = paili.Hand("123p345s11z59m2z", melds="678m").odds(6, changes=1)
    claimed = calls["chow", "6m", "7m", "8m"]
    assert claimed["discard"] == claiming.discards[0].tile
    assert claimed["win"] == pytest.approx(claiming.discards[0].win.tolist())
    with pytest.raises(paili.InputError, match="tile: expected one tile"):
        hand.offered_odds("22z")
    with pytest.raises(paili.InputError, match="source: .*left, across or right"):
        hand.offered_odds("7m", source="behind")
    with pytest.raises(paili.InputError, match="draws: "):
        hand.offered_odds("7m", 0)
    with pytest.raises(paili.InputError, match="tile: the hand has to discard first"):
        paili.Hand("34m99p1z").offered_odds("2m")


def test_kans_are_told() -> None:
    hand = paili.Hand("2222m456p89s1z5s", melds="EEE")
    assert [kan["tile"] for kan in hand.kans()] == ["2m", "1z"]
    assert paili.Hand("34m99p").kans() == []


@pytest.mark.parametrize("rules", RULES)
def test_prospects_are_what_hands_towards_them_say(rules: str) -> None:
    aims = {"tanyao": {"only": "2-8mps"}, "all pongs": {"only_pongs": True}, "half flush p": {"only": "pz"}}
    aims |= {f"pong {honor}z": {"with_": f"{honor}{honor}{honor}z"} for honor in range(1, 8)}
    for hand in drawn(rules, 2)[:6]:
        prospects = {of["name"]: of for of in hand.prospects()}
        assert prospects["plain"]["distance"] == hand.distance()
        for name in aims.keys() & prospects.keys() if rules == "standard" else ["all pongs"]:
            aiming = hand.towards(**aims[name])
            told = (aiming.distance(), aiming.useful().acceptance)
            assert (prospects[name]["distance"], prospects[name]["acceptance"]) == told


def test_an_aim_is_part_of_the_rules() -> None:
    tanyao = paili.RuleSet("riichi").towards(only="2-8mps")
    assert (tanyao.aim, paili.RuleSet("riichi").aim) == ("only 2-8mps", None)
    assert repr(tanyao).endswith("standard, pairs, orphans; only 2-8mps>")
    hand = paili.Hand("2345m456p99p77z", melds="678s", rules=tanyao)
    assert hand == paili.Hand("2345m456p99p77z", melds="678s", rules="riichi").towards(only="2-8mps")
    assert hand != paili.Hand("2345m456p99p77z", melds="678s", rules="riichi")
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert paili.distances(["2345m456p67s99p77z"], rules=tanyao).tolist() == [5]
    assert paili.exact(2, rules=paili.RuleSet("standard").towards(only="z")).distances[0].weighted == 42
    for whose in (paili.RuleSet("riichi"), hand):
        assert whose.towards(with_=None) == whose.towards()
        with pytest.raises(TypeError, match="^with_: expected text or an iterable of texts, not int$"):
            whose.towards(with_=3)  # type: ignore[arg-type]


def test_a_hand_keeps_the_forms_that_it_can_have_towards_an_aim() -> None:
    hand = paili.Hand("1133557799m112z", rules="riichi", forms="standard,pairs")
    assert hand.towards(with_="111z").forms == ["standard"]
    assert hand.towards(only="mz").forms == ["standard", "pairs"]
    with pytest.raises(paili.InputError, match="only: riichi has none of these kinds|names no kinds"):
        hand.towards(only="x")
    with pytest.raises(paili.InputError, match="with: "):
        hand.towards(with_=["111z", "111z"])
