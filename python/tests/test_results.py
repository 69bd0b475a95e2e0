"""What the package's results have in common: they are values, and show what they are."""

from __future__ import annotations

import atexit
import copy
import pickle
import shutil
import tempfile
import types
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from running import output

import paili

READY = "1133m456789p123s"


@cache
def solved() -> Path:
    """A small file of bounds."""
    path = Path(tempfile.mkdtemp(prefix="paili-solved-")) / "four"
    atexit.register(shutil.rmtree, path.parent)
    paili.solve(path, tiles=4, draws=2)
    return path


#: A result of each class, made anew with each call. There is one of everything that ``paili.__all__`` has, but for what
#: is no value.
RESULTS: dict[str, Callable[[], Any]] = {
    "Audit": lambda: paili.audit(paili.shanten, takes="array", tiles=[1, 2], hands=3),
    "Comparison": lambda: paili.compare("acceptance", "rule", 600),
    "Detail": lambda: paili.simulate(50, detail=True).detail,
    "Discard": lambda: paili.Hand("34m99p1z").discards()[0],
    "DiscardOdds": lambda: paili.Hand("34m99p1z").odds(3).discards[0],
    "Distribution": lambda: paili.simulate(50).turns,
    "Event": lambda: paili.play(paili.wall(1, 0)).events[-1],
    "ExactDistribution": lambda: paili.exact(2),
    "ExactRow": lambda: paili.exact(2).distances[0],
    "FileReport": lambda: paili.FileReport(Path("answers.csv"), 3, 1, 1),
    "Hand": lambda: paili.Hand("340m99p", visible="1z"),
    "InputError": lambda: paili.InputError("tiles", "no tiles", 3),
    "League": lambda: paili.arena("rule", "random", walls=3),
    "LeaguePair": lambda: paili.arena("rule", "random", walls=3).pairs[0],
    "LeaguePlayer": lambda: paili.arena("rule", "random", walls=3).players[1],
    "Odds": lambda: paili.Hand(READY).odds(3),
    "Outcome": lambda: paili.play(paili.wall(1, 0)).outcome,
    "Plan": lambda: paili.Hand("34m99p1z").plan(),
    "PlayedGame": lambda: paili.play(paili.wall(1, 0)),
    "Rate": lambda: paili.simulate(50).ron,
    "RuleSet": lambda: paili.RuleSet("sanma", wildcards=2),
    "SeatTally": lambda: paili.simulate(50).seats["C"],
    "Solved": lambda: paili.Solved(solved()),
    "SolvedDiscard": lambda: paili.Solved(solved()).odds("2345m9p").discards[0],
    "SolvedHand": lambda: paili.Solved(solved()).odds("2345m"),
    "Spread": lambda: paili.simulate(50, detail=True).detail.useful[0].kinds,  # type: ignore[union-attr]
    "Tally": lambda: paili.simulate(50, detail=True),
    "Useful": lambda: paili.Hand(READY).useful(),
    "UsefulTiles": lambda: paili.simulate(50, detail=True).detail.useful[0],  # type: ignore[union-attr]
}

#: Arrays, what a policy inherits from, and what a game shows while it goes on.
NO_VALUES = {"ArrowArray", "Discards", "GoodOutlooks", "Outlooks", "Policy", "View"}


def test_every_class_is_looked_at() -> None:
    classes = {name for name in paili.__all__ if isinstance(getattr(paili, name), type)}
    assert classes == RESULTS.keys() | NO_VALUES


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_values(name: str) -> None:
    result, same = RESULTS[name](), RESULTS[name]()
    assert type(result) is getattr(paili, name)
    again = [same] if name != "InputError" else []
    again += [pickle.loads(pickle.dumps(result, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    again += [copy.copy(result), copy.deepcopy(result)]
    for other in again:
        assert repr(other) == repr(result)
        assert str(other) == str(result)
        if name != "InputError":
            # As all exceptions, it is equal to itself alone.
            assert (other, hash(other)) == (result, hash(result))
    assert result != "something else"
    assert len({result, *again}) == (1 if name != "InputError" else 1 + len(again))
    if name != "Hand":
        # A hand's is the call that makes it, with all that belongs to it.
        assert "\n" not in repr(result)


@pytest.mark.parametrize("name", sorted(RESULTS.keys() - {"Comparison", "InputError", "League", "Tally"}))
def test_results_do_not_change(name: str) -> None:
    result = RESULTS[name]()
    for attribute in [name for name in dir(result) if not name.startswith("_")]:
        # Of slots, Python 3.11 says it in its own way.
        with pytest.raises((AttributeError, FrozenInstanceError, TypeError)):
            setattr(result, attribute, None)
    assert result == RESULTS[name]()


def test_other_answers_are_not_equal() -> None:
    ready, two_away = paili.Hand(READY), paili.Hand("1133m45678p1234s")
    assert ready.useful() != two_away.useful()
    assert ready.useful() != paili.Hand(READY, visible="1m").useful()
    assert ready.useful() != ready.written("judge").useful()
    # Bamboos are written alike by two notations, and then nothing tells them apart.
    judge, uva = (paili.Hand("1S 2S 3S 4S", notation=notation).useful() for notation in ("judge", "uva"))
    assert (judge, hash(judge)) == (uva, hash(uva))
    first, second, *_ = paili.Hand("34m99p1z").discards()
    assert first != second and first.useful != second.useful
    assert ready.plan() != two_away.plan()


def test_answers_about_a_hand_are_made_of_what_they_show() -> None:
    names = {name: getattr(paili, name) for name in ("Discard", "Plan", "Useful")}
    hand = paili.Hand("1M 2M 3M 5M 5M E E PASS", notation="judge")
    for answer in (*hand.discards(), *paili.Hand("🀇🀈🀀🀀🀁").discards(), hand.plan(), paili.Hand("11m").useful()):
        assert eval(repr(answer), names) == answer
    match paili.Hand("34m99p1z").discards()[0]:
        case paili.Discard(tile, distance, paili.Useful(tiles, copies, acceptance)):
            assert (tile, distance, acceptance) == ("1z", 1, 8)
            assert (tiles, copies) == (["2m", "5m"], {"2m": 4, "5m": 4})
        case _:
            pytest.fail("no match")
    match paili.Hand("34m99p1z").plan():
        case paili.Plan(_, missing, surplus):
            assert (missing, surplus) == (["2m"], ["1z"])
    # What is taken out of an answer is one's own.
    useful = paili.Hand(READY).useful()
    useful.tiles.clear()
    useful.copies.clear()
    assert useful == paili.Hand(READY).useful()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: paili.Useful(["1m", "2M"], {"1m": 1, "2M": 1}, 2), "tiles: 1m 2M: expected regular tiles in one not"),
        (lambda: paili.Useful(["PASS"], {"PASS": 1}, 1), "tiles: PASS: expected regular tiles in one notation"),
        (lambda: paili.Useful(["1m"], {}, 0), "copies: none for 1m: expected a number"),
        (lambda: paili.Useful(["1m"], {"1m": 5}, 5), "copies: 5 of 1m: expected none to four"),
        (lambda: paili.Useful(["1m"], {"1m": 1, "2m": 1}, 1), "copies: expected a number for each of the tiles, and"),
        (lambda: paili.Useful(["1m", "1m"], {"1m": 1}, 1), "copies: expected a number for each of the tiles, and"),
        (lambda: paili.Useful(["1m"], {"1m": 3}, 2), "acceptance: 2: expected 3, the copies in all"),
        (lambda: paili.Useful(["1m"], {"1m": 3}, 12), "acceptance: 12: expected 3, the copies in all"),
        (lambda: paili.Discard("0x", 1, paili.Useful([], {}, 0)), 'tile: "0x" is not a tile: expected one such as 1m'),
    ],
)
def test_answers_that_cannot_be(make: Callable[[], object], message: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        make()
    assert str(caught.value).startswith(message)


def test_what_is_public_is_listed_and_nothing_else() -> None:
    listed = [name for name in dir(paili) if not name.startswith("_")]
    assert listed == sorted(paili.__all__)
    assert {"arrow", "cluster", "plot"} <= set(listed)
    assert all(name.startswith("__") and name.endswith("__") for name in set(dir(paili)) - set(listed))
    for name in ("arrow", "cluster", "plot"):
        assert isinstance(getattr(paili, name), types.ModuleType)
    assert all(getattr(paili, name) is not None for name in paili.__all__)


def test_a_tally_prints_as_a_page(program: Path) -> None:
    tally = paili.simulate(10_000, seed=3, detail=True)
    page = str(tally)
    assert page.startswith("10,000 games (seed 3)\n\nHow games end ")
    printed = output(program, "simulate", "--games", "10_000", "--seed", "3", "--detail").replace(" rule ", " " * 6)
    assert page.split("\n", 1)[1] == printed.split("\n", 1)[1].rsplit("\n\n", 1)[0], "as the program prints it"
    assert str(paili.simulate(0)) == "0 games (seed 1)"
    assert str(paili.simulate(1)).startswith("1 game (seed 1)\n")
    assert "When first ready" not in str(paili.simulate(9))
    assert str(paili.Tally.from_bytes(paili.simulate(9).to_bytes())).startswith("9 games\n")


@pytest.mark.parametrize("draw", ["random_hands", "simulate", "play", "wall"])
def test_no_seed_is_a_fresh_one_and_a_usual_one_stays(draw: str) -> None:
    asked: Callable[..., Any] = {
        "random_hands": lambda **seed: paili.random_hands(20, **seed).tolist(),
        "simulate": lambda **seed: paili.simulate(200, **seed),
        "play": lambda **seed: paili.play(paili.wall(1, 0), "random", **seed),
        "wall": lambda **seed: paili.wall(**{"seed": 1, "game": 0, **seed}),
    }[draw]
    assert asked() == asked() == asked(seed=1) == asked(seed=np.uint64(1))
    fresh = [asked(seed=None) for _ in range(3)]
    assert all(one != other for one, other in zip(fresh, [*fresh[1:], fresh[0]], strict=True))
    if draw in ("simulate", "play"):
        assert [asked(seed=result.seed) for result in fresh] == fresh
        assert asked().seed == 1
    for wrong, error in ((-1, paili.InputError), (2**64, paili.InputError), (1.5, TypeError), ("1", TypeError)):
        with pytest.raises(error, match="^seed: "):
            asked(seed=wrong)


def test_a_sum_of_tallies_has_a_seed_if_all_of_them_have_it() -> None:
    one, more = paili.simulate(10, seed=7), paili.simulate(10, seed=7, first=10)
    assert (one + more).seed == 7
    assert sum([one, more]).seed == 7
    assert (one + paili.simulate(10, seed=8)).seed is None
    assert (one + paili.simulate(0)).seed == 7
    again = paili.Tally.from_bytes(one.to_bytes())
    assert (again == one, again.seed, pickle.loads(pickle.dumps(one)).seed) == (True, None, 7)


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: paili.tiles_of(1.5), TypeError, "mask: expected a whole number, not float"),
        (lambda: paili.tiles_of("3"), TypeError, "mask: expected a whole number, not str"),
        (lambda: paili.tiles_of(-1), paili.InputError, "mask: -1: expected a mask of 34 bits, bit i for kind i"),
        (lambda: paili.Tally.from_bytes("x"), TypeError, "data: expected bytes, not str"),
        (lambda: paili.Tally.from_bytes(b"x"), paili.InputError, "data: "),
    ],
)
def test_what_is_refused(ask: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        ask()
    assert str(caught.value).startswith(message)
    assert paili.tiles_of(np.int64(5)) == ["1m", "3m"]
