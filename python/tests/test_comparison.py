"""Comparisons are the program's."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

import pytest
from length import short_or_long
from running import output, run
from twin import Rule

import paili


class Concealed(paili.Policy):
    """The library's policy of this name: the rule's discards, and no claims."""

    def discard(self, view: paili.View) -> str:
        return view.best_discard()


@pytest.mark.parametrize("policies", [("acceptance", "rule"), ("random", "rule"), ("concealed", "concealed")])
@pytest.mark.parametrize("games", [0, 1, 100, 6_000])
def test_comparisons_are_the_programs(policies: tuple[str, str], games: int, program: Path) -> None:
    compared = paili.compare(*policies, games, seed=7)
    if games == 0:
        assert compared.matches == 0 and compared.better is None and repr(compared) == "<Comparison of no matches>"
        return
    told = json.loads(output(program, "compare", *policies, "--games", str(games), "--seed", "7", "--format", "json"))
    assert compared.to_dict() == {name: told[name] for name in compared.to_dict()}
    assert (compared.policies, compared.better) == (policies, told["better"])
    matches = -(-games // 6)
    assert (compared.matches, compared.games) == (told["matches"], told["games"]) == (matches, 6 * matches)
    assert (compared.difference, compared.standard_error) == (told["difference"], told["standard_error"])
    assert (compared.low, compared.high, compared.p_value) == (told["low"], told["high"], told["p_value"])
    assert [rate.count for rate in compared.wins] == [rate["count"] for rate in told["wins"]]
    assert compared.exhausted.rate == told["exhausted"]["rate"]


def test_objects_play_as_names_do() -> None:
    assert paili.compare(Rule(), "acceptance", 60).to_dict() == paili.compare("rule", "acceptance", 60).to_dict()
    assert paili.compare("acceptance", Rule(), 60).policies == ("acceptance", "Rule")


def test_comparisons_add_up_and_are_values() -> None:
    compared = paili.compare("acceptance", "rule", 1_200, threads=1)
    assert compared == paili.compare("acceptance", "rule", 1_200, threads=2)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(compared, protocol)) == compared
    assert len({compared, pickle.loads(pickle.dumps(compared))}) == 1
    other = paili.compare("acceptance", "rule", 600, seed=2)
    assert other != compared and (other == 7) is False
    both = sum([compared, other])
    assert isinstance(both, paili.Comparison)
    assert both.matches == 300 and both.wins[0].count == compared.wins[0].count + other.wins[0].count
    with pytest.raises(paili.InputError, match="acceptance and rule, and rule and acceptance: expected the"):
        compared + paili.compare("rule", "acceptance", 60)
    with pytest.raises(TypeError):
        compared + 1  # type: ignore[operator]


def test_what_is_shown() -> None:
    compared = paili.compare("rule", "random", 1_200)
    text = repr(compared)
    assert text.startswith("<Comparison of 200 matches: rule wins ") and ", random " in text and "points (+" in text
    spaced = paili.Comparison(compared._native, ("solved:my file", "random"))
    assert repr(spaced).startswith("<Comparison of 200 matches: solved:my file wins ")
    html = compared._repr_html_()
    assert "200 matches, 1,200 games" in html and "random" in html
    assert "points" in paili.compare("rule", "random", 1)._repr_html_()
    assert "0.00%–3.70%" in paili.compare("rule", "random", 600)._repr_html_()


def test_progress_is_told_in_games() -> None:
    told: list[int] = []
    paili.compare("rule", "concealed", 60_000, progress=told.append)
    assert told == sorted(told) and told[-1] == 60_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rulez", "rule"), 'policies: "rulez"'),
        (("rule", "rule", -1), "^games: -1: expected a number of games"),
        (("rule", "rule", "many"), "^games: expected a whole number, not str"),
        (("rule", Rule), "^policies: Rule is a class: expected an object of it"),
        (("rule", 7), "^policies: int is no policy"),
    ],
)
def test_bad_arguments(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises((paili.InputError, TypeError), match=message):
        paili.compare(*arguments)  # type: ignore[arg-type]


def test_bytes_that_are_no_comparison() -> None:
    data = paili.compare("rule", "rule", 6).to_bytes()
    for bad in (b"", data[:-1], b"x" + data, paili.simulate(5).to_bytes()):
        with pytest.raises(paili.InputError, match=r"^data: "):
            paili.Comparison.from_bytes(bad)
    with pytest.raises(TypeError, match="^data: expected bytes, not str"):
        paili.Comparison.from_bytes("x")  # type: ignore[arg-type]


def test_the_program_refuses_what_the_package_refuses(program: Path) -> None:
    assert run(program, "compare", "rulez", "rule").returncode == 2


RULE = f"exec:{sys.executable} {Path(__file__).resolve().parents[2] / 'examples' / 'players' / 'rule.py'}"


def test_a_comparison_stops_when_it_is_decided(program: Path) -> None:
    options = {"seed": 3, "differences": (0.0, 0.05)}
    compared = paili.compare("acceptance", "rule", 600_000, until="decided", **options)  # type: ignore[arg-type]
    told = ["--games", "600000", "--seed", "3", "--until", "decided", "--differences", "0,5", "--format", "json"]
    of_program = json.loads(output(program, "compare", "acceptance", "rule", *told))
    assert compared.to_dict() == {name: of_program[name] for name in compared.to_dict()}
    assert compared.decided == of_program["decided"] == "first"
    assert compared.matches < 100_000
    for threads in (1, 2):
        again = paili.compare("acceptance", "rule", until="decided", threads=threads, **options)  # type: ignore[arg-type]
        assert again == compared
    assert pickle.loads(pickle.dumps(compared)).decided == "first"
    here = paili.compare(Rule(), "random", until="decided", seed=3)
    assert (here.matches, here.decided) == (16, "first")
    assert here.matches == paili.compare("rule", "random", until="decided", seed=3).matches
    assert paili.compare("rule", "random", 600, seed=3).decided is None
    with pytest.raises(paili.InputError, match="^until: "):
        paili.compare("rule", "random", until="decided", processes=2)


def test_programs_are_compared() -> None:
    games = short_or_long(6, 24)
    named = paili.compare("rule", "concealed", games)
    compared = paili.compare(RULE, "concealed", games, seed=1)
    assert compared.policies == ("rule.py", "concealed") and compared.to_dict() == named.to_dict()
    for first, other in (("rule", "concealed"), (RULE, Concealed())):
        assert paili.compare(first, other, games, seed=1).to_dict() == named.to_dict()
    assert paili.compare(RULE, "concealed", 6).seed != paili.compare(RULE, "concealed", 6).seed


def test_programs_are_simulated() -> None:
    seats = ["rule", "concealed", "random", "acceptance"]
    named = paili.simulate(12, policies=seats, detail=True)
    assert paili.simulate(12, policies=[RULE, *seats[1:]], seed=1, detail=True) == named
    assert paili.simulate(12, policies=[RULE, Concealed(), *seats[2:]], seed=1, detail=True) == named
    assert paili.simulate(4, policies=RULE, seed=1) == paili.simulate(4)
    with pytest.raises(paili.InputError, match="^processes: "):
        paili.simulate(4, policies=RULE, processes=2)


def test_what_programs_do_wrong_is_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("while True:\n    print('PAILI 1 bad' if input().startswith('PAILI') else '?', flush=True)\n")
    command = f"exec:{sys.executable} {bad}"
    with pytest.warns(RuntimeWarning, match=r"^bad: game \d+, seat [ABCD], after line .* \(the first of \d+ faults\)$"):
        tally = paili.simulate(4, policies=[command, "rule", "rule", "rule"], seed=1)
    assert tally.seats["A"].forfeited.count == 4
    with pytest.raises(RuntimeError, match="bad.py: game"):
        paili.compare(command, "rule", 6, on_fault="stop")
    with pytest.raises(paili.InputError, match="^player_errors: .*is a player too"):
        paili.compare(command, "rule", 6, player_errors=bad)
