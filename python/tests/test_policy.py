"""Policies written in Python: what they may answer, and what becomes of what they raise."""

from __future__ import annotations

import traceback
from random import Random

import numpy
import pytest
from twin import KINDS, Rule, kinds_held

import paili


class Asking(paili.Policy):
    """The rule by asking the view what the rule does."""

    def discard(self, view: paili.View) -> str:
        tile = view.best_discard()
        assert tile == Rule().discard(view)
        assert view.chows == [] and not view.rule_claims_pong() and view.rule_claims_chow() is None
        return tile

    def claims_pong(self, view: paili.View, tile: str) -> numpy.bool_:
        assert view.rule_claims_pong() == Rule().claims_pong(view, tile)
        with pytest.raises(RuntimeError, match="^no discard is due: a claim is decided$"):
            view.best_discard()
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
        return view.best_discard()

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


class Careless(paili.Policy):
    """Claims whatever it can, the last of all chows, and discards by a lot that depends on game, seat and turn."""

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


def test_commands_may_have_commas_in_quotes() -> None:
    for policies in ("exec:/no/bot 'a,b'", "rule,exec:/no/bot 'a,b',rule,rule"):
        with pytest.raises(paili.InputError, match="^policies: exec:/no/bot 'a,b': there is no program"):
            paili.simulate(1, policies=policies)


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
