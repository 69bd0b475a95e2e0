"""What a policy written in Python sees, and for how long."""

from __future__ import annotations

import threading
from collections import Counter

import pytest
from length import short_or_long
from twin import KINDS, SPECIALS, Rule

import paili


class Watching(Rule):
    """Holds what the view shows against what has happened, told again from the transcript of the same game."""

    def __init__(self, events: list[paili.Event]) -> None:
        self.events = events
        self.asked = 0

    def check(self, view: paili.View, offered: str | None) -> None:
        self.asked += 1
        hands: dict[str, Counter[str]] = {seat: Counter() for seat in "ABCD"}
        melds: dict[str, list[tuple[str, ...]]] = {seat: [] for seat in "ABCD"}
        discarded: Counter[str] = Counter()
        discards: dict[str, list[str]] = {seat: [] for seat in "ABCD"}
        direction, drawn = "forward", 0
        for event in self.events:
            if (148 - drawn, hands[view.seat], discarded, melds) == (
                view.tiles_left,
                Counter(view.tiles),
                Counter({tile: copies for tile, copies in view.discarded.items() if copies}),
                {seat: view.melds(seat) for seat in "ABCD"},
            ):
                break
            if event.kind == "draw":
                drawn += 1
                hands[event.seat] += Counter([event.tile])
            elif event.kind in ("discard", "special"):
                hands[event.seat] -= Counter([event.tile])
                discarded += Counter([event.tile])
                discards[event.seat].append(event.tile)
                if event.tile == "REVERSE":
                    direction = {"forward": "backward", "backward": "forward"}[direction]
            elif event.kind in ("chow", "pong"):
                hands[event.seat] -= Counter(event.tiles) - Counter([event.tile])
                discarded -= Counter([event.tile])
                melds[event.seat].append(event.tiles)
        else:
            pytest.fail("the game never stood like this")
        assert view.direction == direction
        assert {seat: view.discards(seat) for seat in "ABCD"} == discards
        assert view.discards() == discards[view.seat]
        assert view.melds() == view.melds(view.seat) == melds[view.seat]
        assert view.game is None
        assert list(view.discarded) == KINDS + SPECIALS and list(view.unseen) == KINDS
        seen = hands[view.seat] + discarded + Counter(tile for own in melds.values() for meld in own for tile in meld)
        assert view.unseen == {tile: 4 - seen[tile] for tile in KINDS}
        assert view.counts == tuple(hands[view.seat][tile] for tile in KINDS)
        assert paili.Hand(view.hand).counts == view.counts
        assert view.tiles == sorted(view.tiles, key=(KINDS + SPECIALS).index)
        assert offered is None or view.discarded[offered] > 0
        assert len(view.tiles) + 3 * len(view.melds()) == (14 if offered is None else 13)

    def discard(self, view: paili.View) -> str:
        self.check(view, None)
        assert not set(view.tiles) & set(SPECIALS)
        assert view.distance() == min(view.distance(tile) for tile in view.tiles)
        return super().discard(view)

    def claims_pong(self, view: paili.View, tile: str) -> bool:
        self.check(view, tile)
        assert view.tiles.count(tile) >= 2
        return super().claims_pong(view, tile)

    def claims_chow(self, view: paili.View, tile: str) -> tuple[str, ...] | None:
        self.check(view, tile)
        held = set(view.tiles)
        rank, suit = int(tile[0]), tile[1]
        runs = [tuple(f"{first + step}{suit}" for step in range(3)) for first in (rank, rank - 1, rank - 2)]
        assert view.chows == [run for run in runs if set(run) <= held | {tile} and set(run) <= set(KINDS)]
        return super().claims_chow(view, tile)


def test_a_view_shows_what_has_happened() -> None:
    for number in range(short_or_long(3, 12)):
        wall = paili.wall(14, number)
        expected = paili.play(wall)
        watching = Watching(expected.events)
        assert paili.play(wall, watching) == expected
        assert watching.asked > 10


class Remembering(Rule):
    """Keeps what the view shows of everybody's discards, by game."""

    def __init__(self) -> None:
        self.seen: dict[int | None, list[list[str]]] = {}

    def discard(self, view: paili.View) -> str:
        self.seen[view.game] = [view.discards(seat) for seat in "ABCD"]
        return super().discard(view)


def test_discards_are_those_of_the_game_in_runs_of_many() -> None:
    remembering = Remembering()
    paili.simulate(20, seed=3, first=5, policies=remembering)
    assert sorted(remembering.seen) == list(range(5, 25))
    for number, seen in remembering.seen.items():
        game = paili.play(paili.wall(3, number))
        played = [(event.seat, event.tile) for event in game.events if event.kind in ("discard", "special")]
        for seat, discards in zip("ABCD", seen, strict=True):
            all_of_them = [tile for player, tile in played if player == seat]
            # The last decision of a game is followed by a discard, and specials that others play.
            assert discards == all_of_them[: len(discards)]
        assert 0 < len(played) - sum(map(len, seen)) < 8


class Keeping(Rule):
    def __init__(self) -> None:
        self.views: list[paili.View] = []

    def discard(self, view: paili.View) -> str:
        # While it is asked, other threads may ask the view too.
        answers: list[str | None] = []
        thread = threading.Thread(target=lambda: answers.append(view.best_discard()))
        thread.start()
        thread.join()
        self.views.append(view)
        assert "View of player" in repr(view)
        return answers[0] or ""


def test_a_view_is_of_one_decision() -> None:
    keeping = Keeping()
    game = paili.play(paili.wall(1, 0), [keeping, "rule", "rule", "rule"])
    assert game == paili.play(paili.wall(1, 0)) and len(keeping.views) > 3
    names = [name for name in dir(paili.View) if not name.startswith("_")]
    assert len(names) == 18
    for view in keeping.views:
        for name in names:
            with pytest.raises(RuntimeError, match="it is of a decision that is made$"):
                asked = getattr(view, name)
                asked(["1M"] * 3) if name == "distance_claiming" else asked()
        assert repr(view) == "<View of a decision that is made>"
    with pytest.raises(TypeError):
        paili.View()


def test_a_view_is_closed_when_a_policy_raises() -> None:
    class Failing(Keeping):
        def discard(self, view: paili.View) -> str:
            super().discard(view)
            raise ValueError("no")

    failing = Failing()
    with pytest.raises(ValueError, match="^no\n"):
        paili.play(paili.wall(1, 0), failing)
    with pytest.raises(RuntimeError):
        failing.views[0].hand  # noqa: B018


def test_questions_that_make_no_sense() -> None:
    class Curious(Rule):
        def discard(self, view: paili.View) -> str:
            missing = next(tile for tile in KINDS if tile not in view.tiles)
            for ask, message in [
                (lambda: view.melds("E"), 'seat: "E" is no seat: expected A, B, C or D'),
                (lambda: view.discards("E"), 'seat: "E" is no seat: expected A, B, C or D'),
                (lambda: view.distance("0M"), 'discarding: "0M" is not a tile'),
                (lambda: view.distance(missing), f"discarding: the hand does not hold {missing}"),
                (lambda: view.useful(missing), f"discarding: the hand does not hold {missing}"),
                (lambda: view.distance_claiming(["1M", "1M", "2M"]), "meld: 1m 1m 2m is neither a chow nor a pong"),
                (lambda: view.distance_claiming(["1M", "1M", "x"]), 'meld: "x" is not a tile'),
            ]:
                with pytest.raises(paili.InputError) as caught:
                    ask()
                assert str(caught.value).startswith(message)
            three = 'expected three tiles, such as ("1m", "2m", "3m")'
            for ask, kind, told in [
                (lambda: view.melds(1), TypeError, "seat: expected text, not int"),
                (lambda: view.discards(5), TypeError, "seat: expected text, not int"),
                (lambda: view.distance(1), TypeError, "discarding: expected text, not int"),
                (lambda: view.useful(b"1M"), TypeError, "discarding: expected text, not bytes"),
                (lambda: view.distance_claiming(5), TypeError, "meld: expected an iterable of texts, not int"),
                (lambda: view.distance_claiming(["1M", 2, "3M"]), TypeError, "meld: expected texts, not int"),
                (lambda: view.distance_claiming(["1M"]), paili.InputError, f"meld: 1 tiles: {three}"),
                (lambda: view.distance_claiming("1M2M3M"), paili.InputError, f'meld: "1M2M3M" is one text: {three}'),
            ]:
                with pytest.raises(kind) as error:
                    ask()
                assert str(error.value) == told
            assert view.distance_claiming(["1M", "2M", "3M"]) is None, "nothing is offered"
            return super().discard(view)

    wall = paili.wall(1, 0)
    assert paili.play(wall, [Curious(), "rule", "rule", "rule"]) == paili.play(wall)
