"""Many games at once: ``paili.env.Games``."""

from __future__ import annotations

import copy
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from playing import Asked, first

import paili
import paili.env
from paili.env import ACTIONS, Ending, Games

RULE = ["rule"] * 3


def played(games: Games, steps: int) -> dict[int, Ending]:
    """How the games end in which everybody does the first thing that is allowed."""
    endings = {}
    for _ in range(steps):
        _, ended, _ = games.step(first(games))
        for place in np.flatnonzero(ended):
            ending = games.ending(place)
            assert ending is not None
            endings[ending.game] = ending
    return endings


def test_actions_have_words() -> None:
    kinds = [paili.env.name(kind) for kind in range(34)]
    assert (kinds[0], kinds[9], kinds[27], kinds[33]) == ("OUT 1M", "OUT 1P", "OUT E", "OUT Z")
    names = [paili.env.name(action) for action in range(ACTIONS)]
    assert names[34:] == ["PASS", "PONG", "CHOW low", "CHOW middle", "CHOW high"]
    assert [paili.env.action(words) for words in names] == list(range(ACTIONS))
    told = [paili.env.name(action, offered="5s") for action in range(36, ACTIONS)]
    assert told == ["CHOW 5S 6S 7S", "CHOW 4S 5S 6S", "CHOW 3S 4S 5S"]
    assert [paili.env.action(words, offered="5S") for words in told] == [36, 37, 38]


def unaligned(array: Any) -> Any:
    """The same numbers, from an odd address on."""
    odd = np.empty(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    odd[...] = array
    return odd


def test_every_type_of_integer_is_read() -> None:
    games, odd = [Games(50, seed=4) for _ in range(7)], Games(50, seed=4)
    types = ("int8", "uint8", "int16", "int32", "int64", "uint64", ">i4")
    for _ in range(50):
        for one, dtype in zip(games, types, strict=True):
            one.step(first(one).astype(dtype))
        odd.step(unaligned(first(odd)))
        assert all((one.observe() == odd.observe()).all() for one in games)


def test_games_are_those_of_the_simulator() -> None:
    """Game i of a seed, whatever the number of games at once and of threads."""
    by_rule = [paili.play(paili.wall(6, game), "rule") for game in range(20)]
    endings = played(Games(20, seed=6, policies=[None, *RULE]), 150)
    runs = [
        played(Games(7, seed=6), 400),
        played(Games(300, seed=6, threads=2), 150),
        played(Games(300, seed=6, threads=1, observation="planes"), 150),
    ]
    for game in range(7):
        assert len({run[game] for run in runs}) == 1
    assert len(by_rule) == 20 and endings.keys() >= set(range(3))


@pytest.mark.parametrize("rotate", [False, True])
def test_policies_written_in_python_play_like_those_by_name(rotate: bool) -> None:
    options: Any = {"seed": 2, "rotate": rotate, "restart": True}
    named, written = (
        Games(9, policies=[None, *RULE], **options),
        Games(9, policies=[None, Asked(), "rule", Asked()], **options),
    )
    for _ in range(150):
        assert (named.observe() == written.observe()).all()
        for one, other in zip(named.step(first(named)), written.step(first(written)), strict=True):
            assert (one == other).all()  # type: ignore[union-attr]

    class Failing(Asked):
        def claims_pong(self, view: paili.View, tile: str) -> bool:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        failing = Games(9, policies=[None, Failing(), "rule", "rule"], **options)
        for _ in range(150):
            failing.step(first(failing))
    assert caught.value.__notes__[0].startswith("asked: game ")


def test_rewards_are_for_who_wins() -> None:
    games = Games(200, seed=1)
    told: list[Ending] = []

    def points(ending: Ending) -> list[float]:
        told.append(ending)
        return [float(seat == ending.winner) - float(seat == ending.dealt_in) for seat in "ABCD"]

    own, none = Games(200, seed=1, rewards=points), Games(200, seed=1, rewards=None)
    won = 0
    for _ in range(300):
        actions = first(games)
        rewards, ended, _ = games.step(actions)
        theirs, _, _ = own.step(actions)
        assert not none.step(actions)[0].any()
        assert (rewards[~ended] == 0).all() and (theirs[~ended] == 0).all()
        for place in np.flatnonzero(ended):
            ending = games.ending(place)
            assert ending in told
            if ending.winner is None:
                assert (rewards[place] == 0).all()
                continue
            winner = "ABCD".index(ending.winner)
            assert rewards[place, winner] == 1 and abs(rewards[place].sum()) < 1e-6
            assert theirs[place, winner] == 1 and theirs[place].sum() == (0 if ending.dealt_in else 1)
            won += 1
    assert won > 1


def test_a_function_that_fails_for_one_game_loses_no_rewards_of_others() -> None:
    games = Games(3, seed=1, rewards=lambda ending: [1 / (1 - ending.game)] * 4)
    with pytest.raises(ZeroDivisionError):
        games.give_up(np.ones(3, bool))
    assert games.ended.all() and games.rewards[:, 0].tolist() == [1, 0, -1]


class Tensor:
    """Somebody else's array."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.array


def test_arrays_are_ones_own_or_the_games() -> None:
    games = Games(10, observation="planes", dtype="float32")
    own = np.full((10, *games.shape), 7, np.float32)
    assert games.observe(out=own) is own
    assert games.observe() is games.observe()
    assert (games.observe() == own).all() and set(np.unique(own)) == {0, 1}
    assert games.observe().flags.c_contiguous
    assert np.shares_memory(np.from_dlpack(games.observe()), games.observe())
    tensor = Tensor(np.empty((10, ACTIONS), bool))
    games.mask(out=tensor)
    assert (tensor.array == games.mask()).all()
    games.step(Tensor(first(games)))


@pytest.mark.parametrize("features", [False, True])
def test_observations_are_what_the_page_says(features: bool) -> None:
    """The layout of docs/env.md, by what a policy sees."""
    seen: list[Any] = []

    class Watching(Asked):
        def discard(self, view: paili.View) -> str:
            seen.append((view.counts, view.tiles_left, dict(view.discarded), view.distance(), view.melds("B")))
            return super().discard(view)

    options: Any = {"seed": 3, "features": features, "restart": False}
    games = Games(1, **options)
    planes, history = Games(1, observation="planes", **options), Games(1, observation="history", history=128, **options)
    paili.play(paili.wall(3, 0), [Watching(), "rule", "rule", "rule"])
    others = Games(1, policies=[None, *RULE], **options)
    by_rule, place = Asked(), 0
    while others.current[0] == 0:
        row, mask = others.observe()[0], others.mask()[0]
        if row[321] == 0:
            counts, left, discarded, distance, melds = seen[place]
            place += 1
            assert tuple(row[:34]) == counts and row[324] == left
            assert [int(n) for n in row[170:306].reshape(4, 34).sum(axis=0)] == list(discarded.values())[:34]
            assert int(row[34:170].reshape(4, 34)[1].sum()) == 3 * len(melds)
            assert row[306:318].reshape(4, 3).sum(axis=0).tolist() == list(discarded.values())[34:]
            assert (mask[:34] == (row[:34] > 0)).all() and not mask[34:].any()
            if features:
                assert row[326 + 136] == distance
                assert (row[326 : 326 + 34] < 255).tolist() == (row[:34] > 0).tolist()
        else:
            assert mask[34] and mask[35] == (row[321] == 1) and mask[36:].any() == (row[321] == 2)
        hand = paili.Hand.from_counts(row[:34].tolist()) if row[321] == 0 else None
        action = paili.env.action(f"OUT {rule_discard(hand)}") if hand else (34 if not features else claim(row, mask))
        if hand is None and not features:
            break
        others.step([action])
    assert place > 0
    for step in range(60):
        row, plane, events = games.observe()[0], planes.observe()[0], history.observe()[0]
        counted = plane[:36].reshape(9, 4, 34).sum(axis=1)
        assert (counted.reshape(-1) == row[:306]).all()
        assert plane[36:39].sum() == (row[321] in (1, 2))
        assert plane[39].sum() == -(-int(row[324]) // 3) and plane[40].sum() == 34 * row[325]
        assert (events[:34] == row[:34]).all() and (events[34:42] == row[318:326]).all()
        assert np.count_nonzero(events[42:170]) >= step // 4
        action = first(games)
        for one in (games, planes, history):
            if one.current[0] >= 0:
                one.step(action)
    assert by_rule is not None


@pytest.mark.parametrize("features", [False, True])
@pytest.mark.parametrize("observation", ["compact", "planes", "history"])
def test_scaled_observations_tell_the_same_from_0_to_1(observation: Any, features: bool) -> None:
    options: Any = {"seed": 5, "observation": observation, "features": features, "history": 40, "restart": False}
    whole, scaled = Games(100, **options), Games(100, dtype="scaled", **options)
    rng = np.random.default_rng(1)
    seen, mask = scaled.observe(), whole.mask()
    for _ in range(150):
        assert seen.dtype == np.float32 and seen.min() == 0 and seen.max() == 1
        assert (unscaled(seen, observation) == whole.observe()).all()
        assert (unscaled(scaled.observe_seat(9, 2)[None], observation) == whole.observe_seat(9, 2)).all()
        actions = np.where(mask.any(axis=1), (rng.random(mask.shape) * mask).argmax(axis=1), -1)
        whole.step(actions, mask=mask)
        scaled.step(actions, observation=seen)
    assert not mask.any(), "all games have ended"
    with pytest.raises(paili.InputError, match="^out: uint8 of shape .*: expected float32 of shape "):
        scaled.observe(out=whole.observe())


def unscaled(seen: Any, observation: str) -> Any:
    """The bytes that a scaled observation tells, by the columns of docs/env.md."""
    if observation == "planes":
        return seen

    def chosen(places: Any, none: int) -> Any:
        assert set(np.unique(places)) <= {0, 1} and places.sum(axis=-1).max(initial=0) <= 1
        return np.where(places.any(axis=-1), places.argmax(axis=-1), none)

    counts, events = (321, 0) if observation == "compact" else (37, 40)
    parts = np.split(seen, np.cumsum([counts, 3, 34, 4, 1, 1, 45 * events, 34, 34, 34, 34]), axis=1)
    counted, decision, kind, by, left, backward, done, after, useful, acceptance, copies, rest = parts
    event = done.reshape(len(seen), events, 45)
    numbers = np.where(event.any(axis=-1), 1 + 41 * chosen(event[..., :4], 0) + chosen(event[..., 4:], 0), 0)
    facts = [chosen(decision, 3), chosen(kind, 34), chosen(by, 0), left[:, 0] * 96, backward[:, 0]]
    columns = [counted * 4, np.stack(facts, axis=1), numbers]
    if rest.size:
        far, near = (np.where(part > 0, 15 - 15 * part, 255) for part in (after, rest))
        columns += [far, useful * 34, acceptance * 136, copies * 4, near]
    whole = np.concatenate(columns, axis=1)
    assert np.abs(whole - whole.round()).max() < 1e-4
    return whole.round()


def rule_discard(hand: paili.Hand) -> str:
    """What the rule discards, in the judge's notation."""
    best = min(discard.distance for discard in hand.discards())
    keep = [discard.tile for discard in hand.discards() if discard.distance == best]
    last = max(keep, key=paili.KINDS.index)
    return paili.Hand(last).written("judge").tiles[0]


def claim(row: Any, mask: Any) -> int:
    """What the rule claims, by the distances after each claim."""
    distance, claims = row[326 + 136], row[326 + 137 : 326 + 141]
    assert ((claims < 255) == mask[35:39]).all()
    for place in range(4):
        if claims[place] < distance:
            return 35 + place
    return 34


def test_threads_of_python_may_share_games() -> None:
    games = Games(1000, seed=1, threads=2)
    expected = games.observe().copy()

    def look(_: int) -> bool:
        out = np.empty_like(expected)
        for _ in range(20):
            games.step(np.full(games.n, -1))
            games.observe(out)
        return bool((out == expected).all())

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(look, range(8)))


def test_ten_thousand_games_fit() -> None:
    code = """if True:
        import resource, numpy
        from paili.env import Games
        Games(100).observe()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        games = Games(10_000, threads=1)
        for _ in range(5):
            games.observe(); games.step(games.mask().argmax(axis=1))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 32 * 1024


def test_after_the_last_number_no_game_begins() -> None:
    none_left = (
        "^first: place [01], game 184467440737095516..: no game of this seed comes after it there: expected -1, or"
    )
    games, ended = Games(2, first=2**64 - 5), 0
    with pytest.raises(paili.InputError, match=none_left):
        while ended < 100:
            games.step(games.mask().argmax(axis=1))
            ended += int(games.ended.sum())
    # The other place may go on.
    assert ended < 6
    while not (games.current == -1).all():
        mask = games.mask()
        games.step(np.where(mask.any(axis=1), mask.argmax(axis=1), -1))
        ended += int(games.ended.sum())
    assert (ended, games.games.tolist()) == (5, [2**64 - 1, 2**64 - 2])

    games = Games(2, first=2**64 - 3, restart=False)
    with pytest.raises(paili.InputError, match=none_left):
        games.restart()
    assert games.games.tolist() == [2**64 - 1, 2**64 - 2]
    many = paili.env.VectorEnv(2, first=2**64 - 2)
    many.reset(seed=1)
    with pytest.raises(paili.InputError, match=none_left):
        for _ in range(10_000):
            many.step(many.action_masks().argmax(axis=1))


def test_copies_go_on_by_themselves() -> None:
    games = Games(50, seed=3, restart=False)
    for number in range(60):
        games.step(np.where(games.mask().any(axis=1), games.mask().argmax(axis=1), -1))
        if number == 20:
            # What has been looked at is not shared.
            early = copy.deepcopy(games)
    assert (early.observe() != games.observe()).any()
    for _ in range(39):
        early.step(np.where(early.mask().any(axis=1), early.mask().argmax(axis=1), -1))
    for one, other in ((early, games), (games.copy(), games), (copy.copy(games), games)):
        assert (one.observe() == other.observe()).all()
        assert (one.current == other.current).all()
        assert (one.ended == other.ended).all()
    env = paili.env.Env(seats="A")
    env.reset(seed=5)
    twin = copy.deepcopy(env)
    taken = [both.step(both.action_masks().argmax()) for both in (env, twin)]
    assert (taken[0][0]["observation"] == taken[1][0]["observation"]).all()
    env.step(env.action_masks().argmax())
    again = twin.step(twin.action_masks().argmax())[0]
    assert (again["observation"] == env._observation()["observation"]).all()
    for turns in (paili.env.raw_env(), paili.env.env(), paili.env.env(max_cycles=50), paili.env.parallel_env()):
        turns.reset(seed=5)
        for _ in range(7):
            tried, again = decided(copy.deepcopy(turns)), decided(turns)
            for one, other in zip(tried, again, strict=True):
                assert all((one[name] == other[name]).all() for name in ("observation", "action_mask"))


class Locked(Asked):
    """A policy that can't be copied, and counts its discards."""

    def __init__(self) -> None:
        self.lock, self.discards = threading.Lock(), 0

    def discard(self, view: paili.View) -> str:
        self.discards += 1
        return super().discard(view)


def test_copies_share_policies_written_in_python() -> None:
    shared = Locked()
    for env in (paili.env.Env(opponents=shared), paili.env.VectorEnv(2, opponents=[shared, "rule", shared])):
        env.reset(seed=5)
        twin = copy.deepcopy(env)
        before = shared.discards
        twin.reset(seed=6)
        for _ in range(9):
            twin.step(twin.action_masks().argmax(axis=-1))
        assert shared.discards > before


def decided(env: Any) -> list[Any]:
    """What agents see after the first thing that is allowed."""
    agents = env.possible_agents
    if isinstance(env, paili.env.parallel_env):
        seen = env._observations()
        return list(env.step({agent: seen[agent]["action_mask"].argmax() for agent in agents})[0].values())
    env.step(int(env.last()[0]["action_mask"].argmax()))
    return [env.observe(agent) for agent in agents]


def test_masks_are_told_as_samplers_ask_for_them() -> None:
    env = paili.env.Env()
    observation, info = env.reset(seed=2)
    assert env.action_masks().dtype == bool
    seen = observation["action_mask"].astype(bool).tolist()
    assert env.action_masks().tolist() == info["action_mask"].tolist() == seen
    many = paili.env.VectorEnv(64, opponents="rule", autoreset_mode="SameStep")
    assert many.autoreset_mode is many.metadata["autoreset_mode"]
    _, info = many.reset(seed=2)
    ended = 0
    for _ in range(120):
        assert (info["action_mask"] == many.action_masks()).all()
        _, _, terminations, _, info = many.step(many.action_masks().argmax(axis=1))
        if terminations.any():
            assert (info["_final_info"] == terminations).all()
            own = info["final_info"]["rewards"][terminations]
            assert set(np.abs(own).sum(axis=1).round(5).tolist()) <= {0.0, 1.0, 2.0}
            assert not info["final_info"]["action_mask"][terminations].any()
            ended += int(terminations.sum())
    assert ended > 50
