"""Tallies are the program's, to the last digit."""

from __future__ import annotations

import json
import math
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from running import output

import paili

RUNS = [
    ("rule", False, 3_000, 1),
    ("rule", True, 1_000, 2**64 - 1),
    ("acceptance", True, 500, 3),
    ("random,concealed,rule,acceptance", False, 2_000, 4),
    ("random", True, 300, 5),
    ("rule", False, 1, 6),
    ("concealed", True, 2, 7),
]


@pytest.mark.parametrize(("policies", "detail", "games", "seed"), RUNS)
def test_tallies_are_the_programs(policies: str, detail: bool, games: int, seed: int, program: Path) -> None:
    options = ["--games", str(games), "--seed", str(seed), "--policy", policies, "--format", "json"]
    printed = output(program, "simulate", *options, *["--detail"] * detail)
    tally = paili.simulate(games, seed=seed, policies=policies, detail=detail, threads=3)
    assert printed.startswith(tally.to_json().removesuffix("}") + ',"games_asked":'), "byte for byte"
    expected = json.loads(printed)
    assert tally.to_dict() == {key: expected[key] for key in tally.to_dict()}
    same_attributes(tally, expected)
    assert paili.simulate(games, seed=seed, policies=policies.split(","), detail=detail, threads=1) == tally


def same_attributes(tally: paili.Tally, expected: dict) -> None:  # type: ignore[type-arg]
    """Attributes say what the program does."""

    def rate(of: paili.Rate) -> dict[str, object]:
        return {"count": of.count, "rate": of.rate, "low": of.low, "high": of.high}

    def seen(of: paili.Distribution) -> dict[str, object]:
        return {"total": of.total, "mean": of.mean, "deviation": of.deviation, "counts": list(of.counts)}

    assert tally.games == expected["games"]
    for name in ("self_draw", "ron", "exhausted", "head_bump"):
        assert rate(getattr(tally, name)) == expected[name]
    for name in ("turns", "tiles_left", "chows", "pongs", "winner_melds", "ready_when_exhausted"):
        assert seen(getattr(tally, name)) == expected[name]
    assert {special: seen(of) for special, of in tally.specials.items()} == expected["specials"]
    assert list(tally.seats) == ["A", "B", "C", "D"]
    for (name, seat), told in zip(tally.seats.items(), expected["seats"], strict=True):
        assert name == seat.seat == told["seat"]
        assert [seat.ron_from[other] for other in "ABCD"] == told["ron_from"]
        for key in ("win", "self_draw", "ron", "dealt_in"):
            assert rate(getattr(seat, key)) == told[key]
        assert (seen(seat.chows), seen(seat.pongs)) == (told["chows"], told["pongs"])
    assert [{"turn": turn} | seen(of) for turn, of in enumerate(tally.distances)] == expected["distances"]
    assert (tally.detail is None) == ("detail" not in expected)
    if tally.detail:
        told = expected["detail"]
        for name in ("first_ready", "wait_kinds", "wait_copies"):
            assert seen(getattr(tally.detail, name)) == told[name]
        for turn, useful in enumerate(tally.detail.useful):
            for name in ("kinds", "acceptance"):
                spread = getattr(useful, name)
                assert {
                    "total": spread.total,
                    "mean": spread.mean,
                    "deviation": spread.deviation,
                } == told["useful"][turn][name]
        assert len(tally.detail.useful) == len(told["useful"])


@pytest.mark.parametrize("detail", [False, True])
def test_parts_add_up(detail: bool) -> None:
    whole = paili.simulate(500, seed=9, first=10**18, detail=detail)
    parts = [paili.simulate(100, seed=9, first=10**18 + begin, detail=detail) for begin in (400, 0, 100, 300, 200)]
    assert sum(parts) == whole
    assert sum(parts[1:], parts[0]).to_bytes() == whole.to_bytes()
    assert sum(parts).to_json() == whole.to_json()
    assert parts[0] != parts[1]


def test_what_does_not_add_up() -> None:
    plain, detailed = paili.simulate(10), paili.simulate(10, detail=True)
    for one, other in ((plain, detailed), (detailed, plain)):
        with pytest.raises(paili.InputError, match="one of the tallies has detail and the other has none"):
            one + other
    # No games add nothing, with detail or without.
    for none in (paili.simulate(0), paili.simulate(0, detail=True)):
        for tally in (plain, detailed):
            assert tally + none == tally == none + tally
    for other in (1, 0.0, None, "tally", [plain]):
        with pytest.raises(TypeError):
            plain + other  # type: ignore[operator]
        with pytest.raises(TypeError):
            other + plain  # type: ignore[operator]


def test_tallies_are_values() -> None:
    for tally in (paili.simulate(50), paili.simulate(50, detail=True), paili.simulate(0)):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(tally, protocol)) == tally
        assert paili.Tally.from_bytes(tally.to_bytes()) == tally
        assert json.loads(tally.to_json()) == tally.to_dict()
    assert (paili.simulate(5) == "tally") is False
    assert hash(paili.simulate(5)) == hash(paili.simulate(2) + paili.simulate(3, first=2)) != hash(paili.simulate(6))
    told = tally.to_dict()
    told["games"] = 7
    assert tally.games == 0, "a dictionary is the caller's own"


def test_bytes_that_are_no_tally() -> None:
    data = paili.simulate(5).to_bytes()
    for bad, reason in ((b"", "are none that"), (data[:-1], "are damaged"), (b"x" + data, "are none that")):
        with pytest.raises(paili.InputError, match=f"^data: .*{reason}"):
            paili.Tally.from_bytes(bad)


def test_tables() -> None:
    tally = paili.simulate(400, detail=True)
    table, rates, means = tally.table(), tally.rates_table(), tally.means_table()
    for columns in (table, rates, means):
        assert len({len(column) for column in columns.values()}) == 1
    rows = list(zip(*table.values(), strict=True))
    assert list(table) == ["statistic", "seat", "turn", "value", "count", "share"]
    assert ("turns", None, None, 40, tally.turns.counts[40], tally.turns.counts[40] / 400) in rows
    assert ("pongs", "C", None, 1, tally.seats["C"].pongs.counts[1], tally.seats["C"].pongs.shares[1]) in rows
    assert ("distances", None, 3, 4, tally.distances[3].counts[4], tally.distances[3].shares[4]) in rows
    assert tally.detail
    assert (
        "first_ready",
        None,
        None,
        9,
        tally.detail.first_ready.counts[9],
        tally.detail.first_ready.shares[9],
    ) in rows
    # Every count of every distribution is there.
    found = [part for part in pieces(tally.to_dict()) if "counts" in part]
    assert len(rows) == sum(len(part["counts"]) for part in found)
    assert sum(table["count"]) == sum(part["total"] for part in found)
    every = list(pieces(tally.to_dict()))
    assert len(means["mean"]) == sum("mean" in part for part in every)
    assert len(rates["rate"]) == sum("rate" in part for part in every)
    won = tally.seats["B"].win
    assert ("win", "B", won.count, won.rate, won.low, won.high) in zip(*rates.values(), strict=True)
    assert ("acceptance", None, 2, *vars(tally.detail.useful[2].acceptance).values()) in zip(
        *means.values(), strict=True
    )


def pieces(json: object):  # type: ignore[no-untyped-def]
    """All objects within an object."""
    if isinstance(json, dict):
        yield json
        for value in json.values():
            yield from pieces(value)
    elif isinstance(json, list):
        for value in json:
            yield from pieces(value)


def test_tables_become_frames() -> None:
    import pandas
    import polars

    tally = paili.simulate(400)
    for columns in (tally.table(), tally.rates_table(), tally.means_table()):
        assert len(pandas.DataFrame(columns)) == len(polars.DataFrame(columns)) == len(columns["statistic"])
    frame = pandas.DataFrame(tally.table())
    assert frame[frame.statistic == "tiles_left"]["count"].sum() == 400


def test_no_games() -> None:
    tally = paili.simulate(0, detail=True)
    assert repr(tally) == "<Tally of no games>"
    assert tally.ron == paili.Rate(0, None, None, None)
    assert tally.turns == paili.Distribution((), 0, None, None)
    assert tally.turns.quantile(0.5) is None and tally.turns.shares == ()
    assert "–" in tally._repr_html_()
    for columns in (tally.table(), tally.rates_table(), tally.means_table()):
        assert len({len(column) for column in columns.values()}) == 1


def test_how_it_shows() -> None:
    tally = paili.simulate(1_000)
    assert "1,000 games" in repr(tally) and str(tally.ron) in repr(tally) and len(repr(tally)) < 100
    html = tally._repr_html_()
    assert html.count("<tr ") == 6 and str(tally.seats["D"].dealt_in) in html
    assert repr(paili.simulate(1)).startswith("<Tally of 1 game: ")


def test_quantiles() -> None:
    seen = paili.Distribution((0, 1, 1, 1, 1, 1, 1, 1, 1), 8, 4.5, math.sqrt(6))
    assert [seen.quantile(share) for share in (0, 0.5, 0.51, 1)] == [1, 4, 5, 8]
    for share in (-0.1, 1.1, math.nan):
        with pytest.raises(paili.InputError, match="^share: .*: expected 0 to 1$"):
            seen.quantile(share)


def test_progress() -> None:
    for policies, begin in (("rule", 64), ([FirstTile(), "rule", "rule", "rule"], 1)):
        told: list[int] = []
        paili.simulate(1_000, first=10**6, policies=policies, progress=told.append)
        assert told == sorted(set(told)) and told[0] == begin and told[-1] == 1_000

        def stop(played: int) -> None:
            raise LookupError(f"enough: {played}")

        with pytest.raises(LookupError, match=f"enough: {begin}"):
            paili.simulate(10**15, policies=policies, progress=stop)
    with pytest.raises(TypeError, match="^progress: expected True for a bar, or something to call, not int$"):
        paili.simulate(1, progress=7)  # type: ignore[arg-type]


class FirstTile(paili.Policy):
    def discard(self, view: paili.View) -> str:
        return view.tiles[0]


def test_arguments() -> None:
    largest = 2**64 - 1
    assert paili.simulate(numpy.int64(5), seed=numpy.uint64(3), first=numpy.int8(2)) == paili.simulate(
        5, seed=3, first=2
    )
    assert paili.simulate(1, first=largest - 1, seed=largest).games == 1
    assert paili.simulate(0, first=largest).games == 0
    bad = [
        ({"games": -1}, "games: -1: expected a number of games"),
        ({"first": -1}, "first: -1: expected the number of a game, from 0 to 18446744073709551615"),
        ({"seed": -1}, "seed: -1: expected None, or a seed from 0 to 18446744073709551615"),
        ({"seed": 2**64}, f"seed: {2**64}: expected None, or a seed from 0 to 18446744073709551615"),
        ({"games": 2**64}, f"games: {2**64}: expected a number of games"),
        ({"games": 2, "first": largest - 1}, f"games: 2 from game {largest - 1} on: expected games up to {largest}"),
        ({"threads": 0}, "threads: 0: expected 1 to 4096, or None for all"),
        ({"threads": -1}, "threads: -1: expected 1 to 4096, or None for all"),
        ({"threads": 4097}, "threads: 4097: expected 1 to 4096, or None for all"),
        (
            {"policies": "greedy"},
            'policies: "greedy" is no policy: expected rule, acceptance, odds, race, concealed or random',
        ),
        ({"policies": "rule,rule"}, "policies: 2 policies for four seats: expected one for all or four"),
        ({"policies": []}, "policies: 0 policies for four seats: expected one for all or four"),
        ({"policies": [FirstTile()] * 3}, "policies: 3 policies for four seats: expected one for all or four"),
        ({"policies": [FirstTile(), "", "rule", "rule"]}, 'policies: "" is no policy: expected rule'),
    ]
    for arguments, message in bad:
        with pytest.raises(paili.InputError) as caught:
            paili.simulate(**arguments)
        assert str(caught.value).startswith(message), caught.value
    for arguments, message in [
        ({"games": 1e6}, "games: expected a whole number, not float"),
        ({"seed": "1"}, "seed: expected a whole number, not str"),
        ({"first": None}, "first: expected a whole number, not NoneType"),
        ({"policies": 7}, "policies: int is no policy: expected a name, or a paili.Policy, which has discard, "),
        ({"policies": None}, "policies: NoneType is no policy"),
        ({"policies": FirstTile}, "policies: FirstTile is a class: expected an object of it"),
        ({"policies": ["rule", "rule", "rule", 7]}, "policies: int is no policy"),
    ]:
        with pytest.raises(TypeError) as wrong:
            paili.simulate(**arguments)
        assert str(wrong.value).startswith(message), wrong.value


ENDLESS = """
import functools, operator
import paili
class First(paili.Policy):
    def discard(self, view):
        return view.tiles[0]
class Native:
    "Never runs a line of Python, so that nothing but the library can notice an interrupt."
    discard = staticmethod(paili.View.best_discard)
    claims_pong = staticmethod(operator.eq)
    claims_chow = functools.partial(operator.setitem, {})
policies = {"named": "rule", "own": First(), "native": Native()}["NAME"]
try:
    paili.simulate(10**15, policies=policies, progress=lambda played: print(played, flush=True))
except KeyboardInterrupt as error:
    # On a line of its own: the interrupt may have come in the middle of telling the progress.
    print("\\ninterrupted", getattr(error, "__notes__", []))
"""


@pytest.mark.parametrize("name", ["named", "own", "native"])
def test_interrupts(name: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", ENDLESS.replace("NAME", name)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    with child:
        try:
            assert child.stdout and child.stdout.readline() in ("1\n", "64\n")
            child.send_signal(signal.SIGINT)
            printed, errors = child.communicate()
        finally:
            child.kill()
    assert printed.splitlines()[-1] == "interrupted []", errors
