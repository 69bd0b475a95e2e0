"""The game alone, solved, as Python has it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import paili

#: A rule set whose deck has nine tiles.
ONE_OF_EACH = {"name": "nine", "melds": 1, "copies": {"123456789m123456789s1234567z": 0, "123456789p": 1}}


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the game with four tiles and six draws."""
    path = tmp_path_factory.mktemp("solved") / "four"
    paili.solve(path, tiles=4, draws=6)
    return path


def test_the_file_is_that_of_the_program(four: Path, program: Path, tmp_path: Path) -> None:
    path = tmp_path / "four"
    subprocess.run([program, "solve", "--tiles", "4", "--draws", "6", "--out", path], check=True, capture_output=True)
    assert path.read_bytes() == four.read_bytes()


def test_the_answer_is_that_of_the_program(four: Path, program: Path) -> None:
    solved = paili.Solved(four)
    for hand in ("2345m", "2345m9p", "11223p", "1199p", "123m44z"):
        command = [program, "odds", hand, "--solved", four, "--format", "json"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        answer = solved.odds(hand)
        assert (answer.hand, answer.draws, answer.unseen, answer.bound) == tuple(
            told[key] for key in ("hand", "draws", "unseen", "bound")
        )
        assert [vars(discard) for discard in answer.discards] == told["discards"]


def test_many_hands_are_bounded_as_each(four: Path) -> None:
    solved = paili.Solved(four)
    hands = paili.random_hands(500, tiles=5, seed=3)
    before = hands.copy()
    for row in before:
        row[np.flatnonzero(row)[0]] -= 1
    for table in (hands, before):
        many = solved.bulk(table, 4, threads=2)
        assert many.dtype == np.float64
        assert many.tolist() == [solved.bulk(table[row : row + 1], 4)[0] for row in range(len(table))]
        assert ((many >= 0) & (many <= 1)).all()
    # A discard leaves at most what the best does.
    assert (solved.bulk(hands, 4) >= solved.bulk(before, 4)).all()
    with pytest.raises(paili.InputError, match=r"^hands: an array of shape \(500, 33\): expected \(n, 34\)"):
        solved.bulk(hands[:, 1:], 4)


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    means = paili.solve(tmp_path / "mz", deck="mz", tiles=13, draws=2, unseen=40, forms="all")
    solved = paili.Solved(tmp_path / "mz")
    assert (solved.deck, solved.tiles, solved.draws, solved.unseen) == ("mz", 13, 2, 40)
    assert solved.forms == ("standard", "pairs", "orphans")
    assert solved.means == {1: means[0], 2: means[1]}
    assert means == sorted(means)
    assert list(tmp_path.iterdir()) == [tmp_path / "mz"]


def test_a_hand_that_no_tiles_can_complete_has_no_distance(tmp_path: Path) -> None:
    few = {"name": "few", "melds": 2, "forms": ["standard", "pairs"], "chows": "", "copies": {
        "12456789m123456789p123456789s34567z": 0, "3m": 3,
    }}  # fmt: skip
    paili.solve(tmp_path / "few", draws=4, rules=few, forms="pairs")
    answer = paili.Solved(tmp_path / "few").odds("333m11122z")
    assert {answer.distance, *(discard.distance for discard in answer.discards)} == {None}


def test_a_file_is_of_any_rule_set(tmp_path: Path) -> None:
    own = {"name": "two melds", "melds": 2, "copies": {"123456789m": 0, "5p": 2, "5s": 2}}
    for rules, size in (("sanma", 4), ("sichuan", 4), (own, None)):
        paili.solve(tmp_path / "file", rules=rules, tiles=size, draws=3)
        solved = paili.Solved(tmp_path / "file")
        assert solved.rules == solved.deck == (rules if isinstance(rules, str) else "two melds")
        assert solved.tiles == (size or 7)
        assert 0 < solved.odds("99p9s1p"[: 2 * solved.tiles] if size else "99p9s19p119s").bound < 1
    with pytest.raises(paili.InputError, match="forms: knitted is not solved"):
        paili.solve(tmp_path / "none", rules="guobiao")


@pytest.mark.parametrize(
    ("options", "draws"),
    [
        ({"deck": "m", "tiles": 4}, 18),
        ({"deck": "m", "unseen": 3}, 3),
        ({"rules": "sanma", "tiles": 1, "unseen": 30}, 18),
        ({"rules": ONE_OF_EACH}, 5),
        ({"rules": ONE_OF_EACH, "tiles": 1}, 8),
    ],
)
def test_there_are_18_draws_or_as_many_as_tiles(tmp_path: Path, options: dict[str, object], draws: int) -> None:
    assert len(paili.solve(tmp_path / "file", **options)) == draws  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"deck": "q"}, "deck: "),
        ({"deck": "mp", "rules": "sanma"}, "deck: mp: the rule set has a deck of its own"),
        ({"tiles": 5}, "tiles: 5 tiles in hand: expected 13, 10, 7, 4 or 1"),
        ({"draws": 0}, "draws: 0 draws"),
        ({"tiles": 10, "forms": "pairs"}, "forms: pairs: not for hands of 10 tiles"),
        ({"tiles": 5000}, "tiles: 5000 tiles in hand: expected "),
        ({"draws": 5000}, "draws: 5000 draws: expected "),
        ({"draws": 2**32}, "draws: 4294967296: expected a number of draws"),
        ({"unseen": 3, "draws": 18}, "draws: 18 draws: expected at least 1 and at most 3"),
    ],
)
def test_games_that_are_none_are_refused(tmp_path: Path, options: dict[str, object], why: str) -> None:
    with pytest.raises(paili.InputError) as refused:
        paili.solve(tmp_path / "none", **options)  # type: ignore[arg-type]
    assert why in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_what_a_file_does_not_have_is_told(four: Path, tmp_path: Path) -> None:
    solved = paili.Solved(four)
    with pytest.raises(paili.InputError, match="draws: 3 draws: where 132 tiles are unseen the file has 6"):
        solved.odds("2345m", draws=3)
    with pytest.raises(paili.InputError, match="the hand has 13 tiles: expected 4"):
        solved.odds("123m456p789s1122z")
    for draws in (7, 2**40):
        with pytest.raises(paili.InputError, match=f"^draws: {draws}: the file has no layer for so many draws"):
            solved.bulk(["2345m"], draws)
    with pytest.raises(paili.InputError, match="^draws: 5000 draws: where 132 tiles are unseen the file has 6"):
        solved.odds("2345m", draws=5000)
    with pytest.raises(paili.InputError, match=r"hands: .*row 1|hands.*1"):
        solved.bulk(["2345m", "123m456p789s1122z"], 3)
    none = tmp_path / "none" / "file"
    for failing in (lambda: paili.Solved(none), lambda: paili.solve(none, deck="m", draws=1)):
        with pytest.raises(FileNotFoundError, match=f"^.Errno 2. No such file or directory: '{none}'$"):
            failing()
    (tmp_path / "text").write_text("no bounds" * 20000)
    with pytest.raises(paili.InputError, match="this is no file of bounds"):
        paili.Solved(tmp_path / "text")
    damaged = bytearray(four.read_bytes())
    damaged[3 * 65536 + 5] ^= 1
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(paili.InputError, match="damaged"):
        paili.Solved(tmp_path / "damaged").bulk(["2345m"], 3)


def test_a_file_plays(four: Path) -> None:
    played = paili.compare(f"solved:{four}", "rule", games=12, seed=1)
    assert played.games == 12
    with pytest.raises(paili.InputError, match=r"solved:none: "):
        paili.compare("solved:none", "rule", games=12)
