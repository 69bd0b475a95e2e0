"""Policies written in Python: what they see, what they may answer, and what becomes of what they raise."""

from __future__ import annotations

import threading
import traceback
from collections import Counter
from random import Random

import numpy
import pytest

import paili

KINDS = [f"{rank}{suit}" for suit in "MPS" for rank in range(1, 10)] + list("ESWNBFZ")

SPECIALS = ["PASS", "REVERSE", "DOUBLE"]

#: The rule breaks ties in this order.
BACKWARDS = {tile: place for place, tile in enumerate(reversed(KINDS))}


def kinds_held(view: paili.View) -> list[str]:
    return sorted(set(view.tiles), key=BACKWARDS.__getitem__)


class Rule(paili.Policy):
    """The rule from its words: try every discard, and claim when the distance falls."""

    def discard(self, view: paili.View) -> str:
        return min(kinds_held(view), key=view.distance)

    def claims_pong(self, view: paili.View, tile: str) -> bool:
        after = view.distance_claiming((tile, tile, tile))
        assert after is not None
        return after < view.distance()

    def claims_chow(self, view: paili.View, tile: str) -> tuple[str, ...] | None:
        for chow in view.chows:
            after = view.distance_claiming(chow)
            assert after is not None and tile in chow
            if after < view.distance():
                return chow
        return None


class Asking(paili.Policy):
    """The rule by asking the view what the rule does."""

    def discard(self, view: paili.View) -> str:
        tile = view.best_discard()
        assert tile == Rule().discard(view)
        assert view.chows == [] and not view.rule_claims_pong() and view.rule_claims_chow() is None
        return tile

    def claims_pong(self, view: paili.View, tile: str) -> numpy.bool_:
        assert view.rule_claims_pong() == Rule().claims_pong(view, tile)
        assert view.best_discard() is None
        return numpy.bool_(view.rule_claims_pong())

    def claims_chow(self, view: paili.View, tile: str) -> int | None:
        chow = view.rule_claims_chow()
        assert chow == Rule().claims_chow(view, tile)
        return None if chow is None else view.chows.index(chow)


class Acceptance(Rule):
    """The library's acceptance policy, from its words."""

    def discard(self, view: paili.View) -> str:
        unseen = view.unseen

        def worth(tile: str) -> tuple[int, int]:
            return view.distance(tile), -sum(unseen[useful] for useful in view.useful(tile))

        return min(kinds_held(view), key=worth)


class Concealed:
    """Not a paili.Policy, but it has what it takes; it claims nothing."""

    def discard(self, view: paili.View) -> str:
        return view.best_discard() or ""

    def claims_pong(self, view: paili.View, tile: str) -> bool:
        return False

    def claims_chow(self, view: paili.View, tile: str) -> None:
        return None


@pytest.mark.parametrize(
    ("own", "name"),
    [(Rule(), "rule"), (Asking(), "rule"), (Acceptance(), "acceptance"), (Concealed(), "concealed")],
    ids=["rule", "asking", "acceptance", "concealed"],
)
def test_the_librarys_policies_can_be_written_in_python(own: paili.Policy, name: str) -> None:
    expected = paili.simulate(150, seed=11, policies=name, detail=True)
    assert paili.simulate(150, seed=11, policies=own, detail=True) == expected
    for number in range(20):
        wall = paili.wall(12, number)
        assert paili.play(wall, own) == paili.play(wall, name)


def test_names_and_objects_sit_together() -> None:
    expected = paili.simulate(150, seed=11, policies="random,acceptance,rule,concealed")
    assert paili.simulate(150, seed=11, policies=["random", Acceptance(), Rule(), "concealed"], threads=4) == expected
    for number in range(20):
        wall = paili.wall(13, number)
        expected_game = paili.play(wall, "random,rule,rule,acceptance", seed=13, game=number)
        assert paili.play(wall, ["random", Rule(), "rule", "acceptance"], seed=13, game=number) == expected_game


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
                if event.tile == "REVERSE":
                    direction = {"forward": "backward", "backward": "forward"}[direction]
            elif event.kind in ("chow", "pong"):
                hands[event.seat] -= Counter(event.tiles) - Counter([event.tile])
                discarded -= Counter([event.tile])
                melds[event.seat].append(event.tiles)
        else:
            pytest.fail("the game never stood like this")
        assert view.direction == direction
        assert view.melds() == view.melds(view.seat) == melds[view.seat]
        assert view.game is None
        assert list(view.discarded) == KINDS + SPECIALS and list(view.unseen) == KINDS
        seen = hands[view.seat] + discarded + Counter(tile for own in melds.values() for meld in own for tile in meld)
        assert view.unseen == {tile: 4 - seen[tile] for tile in KINDS}
        assert view.counts == tuple(hands[view.seat][tile] for tile in KINDS)
        assert view.hand.split() == view.tiles == sorted(view.tiles, key=(KINDS + SPECIALS).index)
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
    for number in range(12):
        wall = paili.wall(14, number)
        expected = paili.play(wall)
        watching = Watching(expected.events)
        assert paili.play(wall, watching) == expected
        assert watching.asked > 10


class Careless(paili.Policy):
    """Claims whatever it can, the last of all chows, and discards what it drew by a lot that depends on game and seat."""

    def discard(self, view: paili.View) -> str:
        lot = Random(f"{view.game} {view.seat} {view.tiles_left}")
        return lot.choice(view.tiles)

    def claims_pong(self, view: paili.View, tile: str) -> bool:
        return True

    def claims_chow(self, view: paili.View, tile: str) -> int:
        return len(view.chows) - 1


def test_runs_are_what_they_were() -> None:
    whole = paili.simulate(60, seed=3, first=1000, policies=Careless())
    assert whole == paili.simulate(20, seed=3, first=1000, policies=Careless()) + paili.simulate(
        40, seed=3, first=1020, policies=Careless(), threads=7
    )
    assert whole.chows.mean > 2 and whole.pongs.mean > 1, "it does claim"
    assert whole.games == 60


class Breaking(Rule):
    """Raises what it is given in game 3, or gives a wrong answer."""

    def __init__(self, question: str, raised: BaseException | None = None, answer: object = None) -> None:
        self.question, self.raised, self.answer = question, raised, answer
        self.asked = 0

    def __getattribute__(self, name: str):  # type: ignore[no-untyped-def]
        get = super().__getattribute__
        if name not in ("discard", "claims_pong", "claims_chow") or name != get("question"):
            return get(name)

        def asked(view: paili.View, *tile: str) -> object:
            if view.game is not None and view.game < 3:
                return get(name)(view, *tile)
            self.asked += 1
            return self.breaking()

        return asked

    def breaking(self) -> object:
        if self.raised:
            raise self.raised
        return self.answer


@pytest.mark.parametrize("question", ["discard", "claims_pong", "claims_chow"])
def test_what_a_policy_raises_is_raised(question: str) -> None:
    error = LookupError("nothing there")
    policy = Breaking(question, error)
    with pytest.raises(LookupError) as caught:
        paili.simulate(10**9, policies=["rule", policy, "rule", "rule"])
    assert caught.value is error and policy.asked == 1, "nothing is asked after it"
    [note] = error.__notes__
    assert note.startswith("asked: game ") and note.endswith(f", player B, {question}")
    assert int(note.removeprefix("asked: game ").split(",")[0]) >= 3
    assert "breaking" in [frame.name for frame in traceback.extract_tb(error.__traceback__)]

    error = LookupError("nothing there")
    with pytest.raises(LookupError, match="^nothing there\n"):
        for number in range(100):
            paili.play(paili.wall(1, number), Breaking(question, error))
    [note] = error.__notes__
    assert note.startswith("asked: player ") and note.endswith(question)


@pytest.mark.parametrize("raised", [KeyboardInterrupt(), SystemExit(3)])
def test_what_ends_the_program_is_left_alone(raised: BaseException) -> None:
    with pytest.raises(type(raised)) as caught:
        paili.simulate(10, policies=Breaking("discard", raised))
    assert caught.value is raised and not hasattr(raised, "__notes__")


@pytest.mark.parametrize(
    ("question", "answer", "shown"),
    [
        ("discard", None, "None: expected one of "),
        ("discard", 7, "7: expected one of "),
        ("discard", "10M", '"10M": expected one of '),
        ("discard", "PASS", '"PASS": expected one of '),
        ("discard", "x" * 1000, '"' + 24 * "x" + '…": expected one of '),
        ("discard", "\ud800", '"���": expected one of '),
        ("claims_pong", None, "None: expected True or False"),
        ("claims_pong", 1, "1: expected True or False"),
        ("claims_pong", "yes", '"yes": expected True or False'),
        ("claims_chow", True, "True: expected None, one of ("),
        ("claims_chow", False, "False: expected None, one of ("),
        ("claims_chow", -1, "-1: expected None, one of ("),
        ("claims_chow", 3, "3: expected None, one of ("),
        ("claims_chow", 0.0, "0.0: expected None, one of ("),
        ("claims_chow", ("E", "E", "E"), "('E', 'E', 'E'): expected None, one of ("),
        ("claims_chow", ["1M"], "['1M']: expected None, one of ("),
    ],
)
def test_answers_that_are_none(question: str, answer: object, shown: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        paili.simulate(10**9, policies=Breaking(question, answer=answer))
    assert caught.value.argument == "policies"
    place, said = caught.value.reason.split(" answered ")
    assert place.startswith("game ") and place.endswith(question)
    assert said.startswith(shown), said


def test_a_tile_that_is_not_held() -> None:
    class Elsewhere(Rule):
        def discard(self, view: paili.View) -> str:
            return next(tile for tile in KINDS if tile not in view.tiles)

    with pytest.raises(paili.InputError, match=r'^policies: player ., discard answered "..?": expected one of '):
        paili.play(paili.wall(1, 0), Elsewhere())


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
    assert len(names) == 17
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
                (lambda: view.distance("0M"), 'discarding: "0M" is not a tile'),
                (lambda: view.distance(missing), f"discarding: the hand does not hold {missing}"),
                (lambda: view.useful(missing), f"discarding: the hand does not hold {missing}"),
                (lambda: view.distance_claiming(["1M", "1M", "2M"]), "meld: 1M 1M 2M is neither a chow nor a pong"),
                (lambda: view.distance_claiming(["1M", "1M", "x"]), 'meld: "x" is not a tile'),
            ]:
                with pytest.raises(paili.InputError) as caught:
                    ask()
                assert str(caught.value).startswith(message)
            for ask in (lambda: view.melds(1), lambda: view.distance(1), lambda: view.distance_claiming(["1M"])):
                with pytest.raises((TypeError, ValueError)):
                    ask()
            assert view.distance_claiming(["1M", "2M", "3M"]) is None, "nothing is offered"
            return super().discard(view)

    wall = paili.wall(1, 0)
    assert paili.play(wall, [Curious(), "rule", "rule", "rule"]) == paili.play(wall)


def test_a_policy_has_to_say_what_it_discards() -> None:
    class Silent(paili.Policy):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Silent()  # type: ignore[abstract]

    class Half:
        def discard(self, view: paili.View) -> str:
            return view.tiles[0]

    with pytest.raises(TypeError, match="^policies: Half is no policy: .* discard, claims_pong and claims_chow$"):
        paili.play(paili.wall(1, 0), Half())  # type: ignore[arg-type]


def test_a_policy_may_play_games_of_its_own() -> None:
    class Thinking(Rule):
        def discard(self, view: paili.View) -> str:
            assert paili.simulate(10, policies="rule").games == 10
            assert paili.play(paili.wall(5, 5), Rule()).events
            return super().discard(view)

    wall = paili.wall(1, 0)
    assert paili.play(wall, [Thinking(), "rule", "rule", "rule"]) == paili.play(wall)
