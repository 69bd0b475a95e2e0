"""Leagues are the program's, and programs play in them."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from length import short_or_long
from running import output
from twin import Rule

import paili

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "players"
RULE = f"exec:{sys.executable} {EXAMPLES / 'rule.py'}"
BAD = """
while (line := input()) != "END":
    if line.startswith("PAILI"):
        print("PAILI 1 bad", flush=True)
    elif "?" in line:
        print(line.split()[0], "OUT PASS", flush=True)
"""


@pytest.mark.parametrize("more", [{}, {"tables": "fours"}, {"until": "decided", "differences": (0.0, 0.05)}])
def test_leagues_are_the_programs(more: dict[str, Any], program: Path) -> None:
    players = ("rule", "acceptance", "concealed", "random")
    league = paili.arena(*players, walls=96, seed=3, threads=2, **more)
    told = ["--tables", str(more["tables"])] if "tables" in more else []
    told += ["--until", "decided", "--differences", "0,5"] if "until" in more else []
    of_program = json.loads(
        output(program, "arena", *players, "--walls", "96", "--seed", "3", "--format", "json", *told)
    )
    assert league.to_dict() == {name: of_program[name] for name in league.to_dict()}
    assert repr(league).startswith(f"<League of 4 players, {of_program['walls']} walls: acceptance +")
    assert [player.name for player in league.players] == list(players) and league.ranking[-1].name == "random"
    assert league.pair("random", "rule").wins[0] > 10 * league.pair("random", "rule").wins[1]
    assert "acceptance" in league._repr_html_() and league.seed == 3


def test_programs_and_objects_play_as_names_do() -> None:
    named = paili.arena("rule", "concealed", walls=4).to_dict()
    for player in (Rule(), RULE):
        other = paili.arena(player, "concealed", walls=4, seed=1)
        told = other.to_dict()
        assert told["players"][0].pop("name") in ("Rule", "rule.py")
        assert [pair["wins"] for pair in told["pairs"]] == [pair["wins"] for pair in named["pairs"]]
        assert (other.players[0].answers > 0) == isinstance(player, str)


def test_seeds_are_drawn_afresh_for_programs() -> None:
    assert paili.arena("rule", "random", walls=1).seed == 1
    first, second = (paili.arena(RULE, "random", walls=1).seed for _ in range(2))
    assert first != second
    assert paili.arena(RULE, "random", walls=1, seed=first).seed == first


class Watching(Rule):
    """The rule, which remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[tuple[object, ...]] = []

    def discard(self, view: paili.View) -> str:
        self.seen.append((view.game, view.seat, str(view.hand), view.discarded, view.unseen))
        return super().discard(view)


def test_programs_and_objects_sit_at_one_table() -> None:
    among_names, among_programs = Watching(), Watching()
    named = paili.arena(among_names, "rule", "concealed", "random", walls=1, tables="fours")
    mixed = paili.arena(among_programs, RULE, "concealed", "random", walls=1, tables="fours", seed=1)
    assert [pair.wins for pair in mixed.pairs] == [pair.wins for pair in named.pairs]
    assert among_programs.seen == among_names.seen
    assert [player.answers > 0 for player in mixed.players] == [False, True, False, False]
    walls = short_or_long(1, 3)
    pair = paili.arena(Rule(), RULE, walls=walls, seed=1)
    assert pair.pairs[0].wins == paili.arena("rule", "rule", walls=walls).pairs[0].wins


def test_what_goes_wrong_at_such_a_table_is_told(tmp_path: Path) -> None:
    class Raising(Rule):
        def discard(self, view: paili.View) -> str:
            raise LookupError("no idea")

    with pytest.raises(LookupError, match="no idea") as raised:
        paili.arena(Raising(), RULE, walls=1)
    assert raised.value.__notes__[0].startswith("asked: game 0, player ")
    bad = tmp_path / "bad.py"
    bad.write_text(BAD)
    league = paili.arena(f"exec:{sys.executable} {bad}", Rule(), walls=2, seed=1)
    assert league.players[0].faults["illegal"] == 12 and league.pairs[0].wins == (0, 12)


def test_faults_are_counted(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(BAD)
    command = f"exec:{sys.executable} {bad}"
    league = paili.arena(command, "rule", walls=2, seed=1)
    assert league.players[0].faults == {"illegal": 12, "rubbish": 0, "late": 0, "ended": 0}
    assert league.pairs[0].wins == (0, 12) and league.players[0].win_rate == 0
    assert paili.arena(command, "concealed", walls=2, seed=1, on_fault="rule").pairs[0].wins == (
        paili.arena("rule", "concealed", walls=2).pairs[0].wins
    )
    with pytest.raises(RuntimeError, match=r'bad.py: game \d, seat [ABCD].*answered "OUT PASS", when OUT and one of'):
        paili.arena(command, "rule", walls=2, seed=1, on_fault="stop")


@pytest.mark.parametrize("more", [{}, {"tables": "fours"}, {"until": "decided", "differences": (0.0, 0.05)}])
def test_a_pickled_league_is_the_same(more: dict[str, Any]) -> None:
    league = paili.arena("rule", "acceptance", "concealed", "random", walls=32, seed=3, **more)
    for again in (pickle.loads(pickle.dumps(league)), copy.copy(league), copy.deepcopy(league)):
        assert again == league and hash(again) == hash(league)
        assert (again.to_json(), again.players, again.pairs, again.seed) == (
            league.to_json(),
            league.players,
            league.pairs,
            league.seed,
        )


def test_a_changed_pickle_is_no_league() -> None:
    league = paili.arena("rule", "acceptance", "random", walls=16, until="decided")
    make, (names, tables, data, test, thinking, seed) = league.__reduce__()
    whole = (names, tables, data, test, thinking, seed)
    assert make(*whole) == league
    other = paili.arena("rule", "acceptance", walls=16).__reduce__()[1][2]
    flipped = bytes([*data[:-12], data[-12] ^ 1, *data[-11:]])
    changes: list[tuple[int, Any]] = [
        (0, ("rule", "acceptance")),
        (0, ("rule", "rule", "random")),
        (0, ("rule", "acceptance", 3)),
        (0, ("one",)),
        (0, 7),
        (1, "fours"),
        (1, "threes"),
        (2, other),
        (2, flipped),
        (2, b""),
        (2, "data"),
        (3, (0.05, 0.05, 0.0, 0.01)),
        (4, thinking[:2]),
        (4, ((-1, 0.0), *thinking[1:])),
        (4, ((1, float("nan")), *thinking[1:])),
        (4, ((1.5, 0.0), *thinking[1:])),
        (5, -1),
        (5, 2**64),
        (5, "1"),
    ]
    for place, changed in changes:
        with pytest.raises(paili.InputError):
            make(*whole[:place], changed, *whole[place + 1 :])
    assert test is not None
    with pytest.raises(paili.InputError, match="alpha: 3"):
        replace(test, alpha=3)


def test_a_league_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(walls: int) -> None:
        if walls >= 40:
            raise Enough

    saved = tmp_path / "league.checkpoint"
    options: dict[str, Any] = {"walls": 300, "checkpoint": saved, "threads": 1}
    with pytest.raises(Enough):
        paili.arena("rule", "acceptance", "random", progress=stop, seed=5, **options)
    told: list[int] = []
    # The seed is the checkpoint's.
    league = paili.arena("rule", "acceptance", "random", progress=told.append, **options)
    assert league == paili.arena("rule", "acceptance", "random", walls=300, seed=5)
    assert max(told) <= 260
    assert paili.arena("rule", "acceptance", "random", **options) == league
    for players, more in [
        (("rule", "odds", "random"), {}),
        (("rule", "acceptance", "random"), {"seed": 6}),
        (("rule", "acceptance", "random"), {"until": "decided"}),
    ]:
        with pytest.raises(paili.InputError, match="^checkpoint: is of another run, "):
            paili.arena(*players, **options, **more)
    for bad, reason in ((saved.read_bytes()[:-1] + b"?", "damaged"), (b"x", "none that paili saves"), (b"", "none ")):
        saved.write_bytes(bad)
        for seed in ("auto", 5):
            with pytest.raises(paili.InputError, match=f"^checkpoint: .*/league.checkpoint: these bytes are {reason}"):
                paili.arena("rule", "acceptance", "random", seed=seed, **options)  # type: ignore[arg-type]


def test_a_checkpoint_is_for_one_run_at_a_time(tmp_path: Path) -> None:
    saved = tmp_path / "league"

    def another(walls: int) -> None:
        paili.arena("rule", "random", walls=walls, checkpoint=saved)

    with pytest.raises(paili.InputError) as raised:
        paili.arena("rule", "random", walls=3, checkpoint=saved, progress=another)
    message = "another run goes on from this checkpoint: wait for its end, or name another file"
    assert str(raised.value) == f"checkpoint: {saved}: {message}"
    assert list(tmp_path.iterdir()) == [saved]


def test_programs_find_no_seed_in_a_checkpoint(tmp_path: Path) -> None:
    saved = tmp_path / "league.checkpoint"
    with pytest.raises(paili.InputError, match="^seed: expected a number: programs can read a checkpoint"):
        paili.arena("rule", RULE, walls=1, checkpoint=saved)
    paili.arena("rule", RULE, walls=1, checkpoint=saved, seed=4_711_471_147_114_711)
    assert b"4711471147114711" not in saved.read_bytes()
    paili.arena("rule", RULE, walls=1, checkpoint=saved, seed=4_711_471_147_114_711)


@pytest.mark.parametrize("tables", ["pairs", "fours"])
def test_transcripts_are_the_programs(tables: Any, program: Path, tmp_path: Path) -> None:
    players = ("rule", "acceptance", "concealed", "random")
    ours, theirs = tmp_path / "ours.txt", tmp_path / "theirs.txt"
    paili.arena(*players, walls=2, seed=3, tables=tables, transcripts=ours)
    output(program, "arena", *players, "--walls", "2", "--seed", "3", "--tables", tables, "--transcripts", str(theirs))
    assert ours.read_text() == theirs.read_text()
    # An object that plays as the rule does leaves the same transcripts, but for its name.
    paili.arena(Rule(), *players[1:], walls=2, seed=3, tables=tables, transcripts=ours)
    assert ours.read_text().replace(" Rule", " rule") == theirs.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ours.txt", "theirs.txt"]


def test_files_of_a_league_are_its_own(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with pytest.raises(paili.InputError, match="player_errors: .*is checkpoint too: expected a file of its own"):
        paili.arena("rule", "random", walls=1, checkpoint=file, player_errors=file)
    with pytest.raises(paili.InputError, match="^transcripts: not with checkpoint: they would lack the games played "):
        paili.arena("rule", "random", walls=1, checkpoint=file, transcripts=tmp_path / "games")
    with pytest.raises(paili.InputError, match="checkpoint: .*: is no file"):
        paili.arena("rule", "random", walls=1, checkpoint=tmp_path)
    assert list(tmp_path.iterdir()) == []
    paili.arena("rule", "random", walls=1, transcripts="/dev/null")
    assert not Path("/dev/null").is_file()


def test_endless_differences_are_refused() -> None:
    for wrong in (itertools.repeat(0.0), (0.0,), 0.5, ("a", "b")):
        with pytest.raises(paili.InputError, match="^differences: .*: expected two numbers from 0 to 1$"):
            paili.arena("rule", "random", walls=1, differences=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("how", ["itself", "by a link", "by a hard link", "its script"])
def test_errors_do_not_go_into_a_program(how: str, tmp_path: Path) -> None:
    bot, errors = tmp_path / "bot.py", tmp_path / "errors.txt"
    code = f"#!{sys.executable}\n{BAD}"
    bot.write_text(code)
    bot.chmod(0o755)
    command = f"exec:{sys.executable} {bot}" if how == "its script" else f"exec:{bot}"
    if how == "by a link":
        errors.symlink_to(bot)
    elif how == "by a hard link":
        errors.hardlink_to(bot)
    else:
        errors = bot
    with pytest.raises(paili.InputError) as raised:
        paili.arena(command, "rule", walls=1, player_errors=errors)
    assert str(raised.value) == f"player_errors: {errors}: is a player too: expected a file of its own"
    assert bot.read_text() == code


def test_errors_go_anywhere_else(tmp_path: Path) -> None:
    bot, errors = tmp_path / "bot.py", tmp_path / "errors.txt"
    bot.write_text(f"import sys\nprint('mine', file=sys.stderr, flush=True)\n{BAD}")
    paili.arena(f"exec:{sys.executable} {bot}", "rule", walls=1, player_errors=errors)
    assert "mine" in errors.read_text()
    paili.arena(f"exec:{sys.executable} {bot}", "rule", walls=1, player_errors="/dev/null")


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (("rule",), {}, "players: 1: expected from 2 to 16"),
        (("rule", "greedy"), {}, 'players: "greedy" is no policy: expected rule, acceptance, odds, race, concealed or'),
        (("rule", "exec:/no/bot"), {}, 'players: exec:/no/bot: there is no program "/no/bot"'),
        (("rule", "exec:true"), {}, "players: exec:true ended with exit status 0 before it said"),
        (("rule", "odds"), {"tables": "fours"}, "players: 2: expected four or more at tables of four"),
        (("rule", "odds"), {"tables": "threes"}, "tables: 'threes': expected 'pairs' or 'fours'"),
        (("rule", "odds"), {"until": "bored"}, "until: 'bored': expected 'decided' or None"),
        (("rule", "odds"), {"alpha": 2}, "alpha: 2: expected a probability above 0"),
        (("rule", "odds"), {"differences": (0.1, 0.0)}, "differences: "),
        (("rule", "odds"), {"move_time": 0}, "move_time: 0: expected seconds"),
        (("rule", "odds"), {"memory": 3}, "memory: 3: expected at least"),
        (("rule", "odds"), {"memory": 2**70}, "memory: 1180591620717411303424: expected at least"),
        (("rule", RULE), {"on_fault": "cry"}, "on_fault: 'cry': expected 'forfeit', 'rule' or 'stop'"),
    ],
)
def test_what_is_wrong_is_told(players: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(paili.InputError) as raised:
        paili.arena(*players, walls=1, **options)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("play", [paili.arena, paili.compare, lambda *_, **terms: paili.simulate(1, **terms)])
@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"on_fault": "x"}, "on_fault: 'x': expected 'forfeit', 'rule' or 'stop'"),
        ({"memory": 1e9}, "memory: expected a whole number, not float"),
        ({"move_time": "x"}, "move_time: expected seconds, not str"),
    ],
)
def test_terms_are_checked_even_where_no_program_plays(play: Any, terms: dict[str, Any], message: str) -> None:
    with pytest.raises((paili.InputError, TypeError)) as raised:
        play("rule", "random", **terms)
    assert str(raised.value) == message


def test_players_are_names_or_objects(tmp_path: Path) -> None:
    for bad, message in ((5, "int is no policy"), (paili.Policy, "Policy is a class"), (None, "NoneType is no policy")):
        with pytest.raises(TypeError, match=f"^players: {message}: expected "):
            paili.arena(bad, "rule", walls=3, checkpoint=tmp_path / "league")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
    assert paili.arena(" rule", "random", walls=1) == paili.arena("rule", "random", walls=1)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    played: list[int] = []
    for name in ("transcripts", "checkpoint"):
        with pytest.raises(FileNotFoundError) as raised:
            paili.arena("rule", "random", walls=1, progress=played.append, **{name: tmp_path / "none" / name})  # type: ignore[arg-type]
        assert not played
        assert raised.value.filename == str(tmp_path / "none" / name)
