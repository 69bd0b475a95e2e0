"""Single games are the program's."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from running import output, run

import paili
from paili.games.events import token

DATA = Path(__file__).parents[2] / "tests" / "data"

CASES = [f"{case:02}" for case in range(1, 76)]


def replayed(game: paili.PlayedGame) -> tuple[dict[str, list[str]], dict[str, list[tuple[str, ...]]]]:
    """What everybody has at the end, from the events alone."""
    hands: dict[str, list[str]] = {seat: [] for seat in "ABCD"}
    melds: dict[str, list[tuple[str, ...]]] = {seat: [] for seat in "ABCD"}
    discard = None
    for event in game.events:
        if event.kind == "draw":
            hands[event.seat].append(event.tile)
        elif event.kind in ("discard", "special"):
            hands[event.seat].remove(event.tile)
            discard = (event.seat, event.tile)
        elif event.kind in ("chow", "pong"):
            assert (event.from_seat, event.tile) == discard, "what was discarded last is claimed"
            own = list(event.tiles)
            own.remove(event.tile)
            for tile in own:
                hands[event.seat].remove(tile)
            melds[event.seat].append(event.tiles)
    return hands, melds


def check(game: paili.PlayedGame) -> None:
    """Everything that a game tells says the same."""
    assert "".join(f"{event}\n" for event in game.events) == game.transcript
    hands, melds = replayed(game)
    assert {seat: sorted(hand) for seat, hand in hands.items()} == {s: sorted(h) for s, h in game.hands.items()}
    assert melds == game.melds
    outcome = game.outcome
    last = game.events[-1]
    assert (outcome.kind, outcome.winner, outcome.tile, outcome.from_seat) == (
        last.kind,
        last.seat,
        last.tile,
        last.from_seat,
    )
    if outcome.kind == "ron":
        before = game.events[-2]
        assert (before.kind, before.seat, before.tile) == ("discard", outcome.from_seat, outcome.tile)
    elif outcome.kind == "self_draw":
        before = game.events[-2]
        assert (before.kind, before.seat, before.tile) == ("draw", outcome.winner, outcome.tile)
    else:
        assert game.transcript.endswith("DRAW\n") and outcome.winner is None
    assert [event.tile for event in game.events if event.kind == "draw"] == list(game.wall)[: drawn(game)]


def drawn(game: paili.PlayedGame) -> int:
    return sum(event.kind == "draw" for event in game.events)


@pytest.mark.parametrize("case", CASES)
def test_published_transcripts(case: str) -> None:
    text = (DATA / f"{case}.in").read_text()
    game = paili.play(text)
    assert game.transcript == (DATA / f"{case}.ans").read_text()
    assert tuple(map(token, game.wall)) == tuple(text.split())
    check(game)
    assert paili.play(text.split()) == game, "an iterable is read as well"
    assert paili.play(game.wall) == paili.play(" ".join(game.wall)) == game


def test_all_ends_are_among_the_published() -> None:
    kinds = {paili.play((DATA / f"{case}.in").read_text()).outcome.kind for case in CASES}
    assert kinds == {"ron", "self_draw", "exhausted"}


@pytest.mark.parametrize("policies", ["rule", "acceptance,rule,concealed,random", "random"])
def test_seeded_games_are_the_programs(policies: str, tmp_path: Path, program: Path) -> None:
    walls, transcripts = tmp_path / "walls.txt", tmp_path / "transcripts.txt"
    options = ("--games", "300", "--seed", "5", "--policy", policies)
    output(program, "simulate", *options, "--walls", str(walls), "--transcripts", str(transcripts))
    told = transcripts.read_text().split("\n\n")
    lines = walls.read_text().splitlines()
    assert len(told) == len(lines) == 300
    for number, (line, transcript) in enumerate(zip(lines, told, strict=True)):
        wall = paili.wall(5, number)
        assert list(map(token, wall)) == line.split()
        game = paili.play(wall, policies, seed=5, game=number)
        assert game.transcript.rstrip("\n") == transcript.rstrip("\n")
        check(game)


def test_walls_of_large_numbers() -> None:
    largest = 2**64 - 1
    assert sorted(paili.wall(largest, largest)) == sorted(paili.wall(1, 0))
    assert paili.wall(largest, 0) != paili.wall(0, largest) != paili.wall(largest, largest)
    # Published with the library, and kept for ever.
    assert paili.wall(2021, 0)[:4] == ["3m", "DOUBLE", "8m", "8p"]


GOOD = " ".join(map(token, paili.wall(1, 0)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "\n\n1M\n 5X 6X",
        "1M 2M 1M\n1M 1M 1M",
        "1M\n2M\n",
        f"{GOOD}\nE",
        "1M " + "7" * 1000,
        "萬",
    ],
)
def test_bad_walls_are_said_to_be_as_the_program_says_it(text: str, program: Path) -> None:
    with pytest.raises(paili.InputError) as caught:
        paili.play(text)
    assert caught.value.argument == "wall" and caught.value.row is None
    # A stream may go on with another wall, the text of one wall may not.
    if not text.startswith(GOOD):
        ran = run(program, "play", text=text)
        assert ran.returncode == 2
        assert ran.stderr.rstrip("\n").endswith(f"standard input: {caught.value.reason}")
    else:
        assert caught.value.reason == 'line 2: "E" after the wall\'s 148 tiles: expected nothing more'


def test_bad_iterables() -> None:
    wall = paili.wall(1, 0)
    for bad, reason in [
        (["1M", "0P"], 'tile 2: "0P" is not a tile: expected one such as 1m or 7z'),
        (["1M", "2M 3M"], 'tile 2: "2M 3M" is not a tile'),
        (wall[:147], "147 tiles: expected 148 a wall"),
        ([*wall, "1M"], "1m after the wall's 148 tiles: expected nothing more"),
        (["Z"] * 148, "tile 5 of the wall is a fifth Z: there are four of each kind"),
    ]:
        with pytest.raises(paili.InputError) as caught:
            paili.play(iter(bad))
        assert (caught.value.argument, caught.value.row) == ("wall", None)
        assert caught.value.reason.startswith(reason), caught.value
    for what in (7, None, [1, 2], b"1M 2M"):
        with pytest.raises(TypeError, match="^wall: expected (text or an iterable of )?texts, not "):
            paili.play(what)  # type: ignore[arg-type]


def test_an_iterable_that_breaks_is_heard() -> None:
    def tiles():  # type: ignore[no-untyped-def]
        yield "1M"
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        paili.play(tiles())


def test_games_are_values() -> None:
    game, other = paili.play(paili.wall(1, 0)), paili.play(paili.wall(1, 1))
    assert pickle.loads(pickle.dumps(game)) == game != other
    assert len({game, other, paili.play(GOOD)}) == 2
    with pytest.raises(AttributeError):
        game.events[0].tile = "1M"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        game.outcome.winner = "A"  # type: ignore[misc]
    assert len(repr(game)) < 100
    html = game._repr_html_()
    assert str(game.outcome) in html and html.count("<tr ") == 5 and "of bamboos" in html


def test_tiles_are_written_and_named() -> None:
    from paili.display.pages import tiles

    html = tiles([*paili.KINDS, "PASS"])
    assert re.sub("<[^>]*>", "", html).split() == [*paili.KINDS, "PASS"]
    names = re.findall('aria-label="([^"]*)"', html)
    assert len(set(names)) == 35
    assert (names[0], names[-3:]) == ("1 of characters", ["green dragon", "red dragon", "PASS"])


@pytest.mark.parametrize("number", [-1, 2**64])
def test_numbers_of_games_and_seeds(number: int) -> None:
    for call in (
        lambda: paili.wall(number, 0),
        lambda: paili.wall(0, number),
        lambda: paili.play(GOOD, seed=number),
        lambda: paili.play(GOOD, game=number),
    ):
        with pytest.raises(paili.InputError, match=f"(seed|game): {number}: expected .* from 0 to {2**64 - 1}$"):
            call()
    with pytest.raises(TypeError, match="^game: expected a whole number, not float$"):
        paili.wall(0, 1.0)  # type: ignore[arg-type]
