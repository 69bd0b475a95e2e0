"""The answers of ``paili.Hand`` against the program, and what it refuses."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from length import short_or_long

import paili
from paili import Discard, Useful

NOTATIONS = ["judge", "uva", "mpsz", "unicode", "chinese", "mjai"]
SIZES = [13, 14, 10, 11, 7, 8, 4, 5, 1, 2]
#: All win forms, as messages list them.
FORMS = "standard, pairs, orphans, repeated-pairs, unconnected, knitted or knitted-straight"

SIZES_EXPECTED = "expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2"
REGULAR = [f"{rank}{suit}" for suit in "MPS" for rank in range(1, 10)] + list("ESWNBFZ")
SPECIAL = ["PASS", "REVERSE", "DOUBLE"]


def run(program: Path, *arguments: str, lines: Iterable[str] = ()) -> subprocess.CompletedProcess[str]:
    """A run of ``paili hand``."""
    text = "".join(line + "\n" for line in lines)
    return subprocess.run([program, "hand", *arguments], input=text, capture_output=True, text=True, encoding="utf-8")


def asked(program: Path, hands: list[str], *arguments: str) -> list[dict[str, Any]]:
    """What the program says of hands."""
    done = run(program, "--format", "json", *arguments, lines=hands)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(hands)
    return answers


def dealt(rng: random.Random, tiles: int, *, specials: bool = False) -> list[str]:
    """A hand in the judge's tokens: of all tiles, or of a few kinds that make nearer and odder ones."""
    kinds = REGULAR + (SPECIAL if specials else [])
    if rng.random() < 0.6:
        first = rng.randrange(0, 27, 9)
        kinds = [*kinds[first : first + 9], *rng.sample(kinds, 2)]
    return rng.sample(sorted(set(kinds)), k=tiles, counts=[4] * len(set(kinds)))


def written(tokens: list[str], notation: str) -> str:
    """Tiles in a notation, as people write them: in any order, with spaces or without."""
    tiles = [paili.Hand([token]).written(notation).tiles[0] for token in tokens]
    return (" " if notation in ("judge", "uva") else "").join(tiles)


def answers_of(hand: paili.Hand) -> dict[str, Any]:
    """The answers of a hand's methods, put together as the program does."""

    def useful(found: Useful) -> list[dict[str, Any]]:
        assert list(found.copies) == found.tiles
        assert sum(found.copies.values()) == found.acceptance
        return [{"tile": tile, "copies": copies} for tile, copies in found.copies.items()]

    def discard(found: Discard) -> dict[str, Any]:
        acceptance = found.useful.acceptance
        return {
            "tile": found.tile,
            "distance": found.distance,
            "acceptance": acceptance,
            "useful": useful(found.useful),
        }

    answers = {
        "hand": str(hand),
        "rules": hand.rules,
        "tiles": len(hand.tiles),
        "melds": hand.exposed,
        "distance": hand.distance(),
        "shanten": hand.shanten(),
        "forms": hand.reached(),
    }
    if hand.nearer is not None:
        answers["nearer"] = dict(zip(("form", "distance"), hand.nearer, strict=True))
    if len(hand.tiles) % 3 == 2:
        assert hand.waits() == []
        answers["discards"] = [discard(found) for found in hand.discards()]
    else:
        assert (hand.discards(), hand.rule_discard()) == ([], None)
        answers["useful"] = useful(hand.useful())
        answers["acceptance"] = hand.useful().acceptance
        assert hand.waits() == (hand.useful().tiles if hand.distance() == 1 else [])
        if hand.distance() == 1:
            answers["waits"] = hand.waits()
    answers["unneeded"] = hand.unneeded()
    if hand.kans():
        answers["kans"] = hand.kans()
    rule = hand.rule_discard()
    if rule is not None:
        answers["rule_discard"] = rule
    plan = hand.plan()
    assert plan is not None and plan.wildcards == []
    answers["plan"] = {"groups": plan.groups, "missing": plan.missing, "surplus": plan.surplus}
    return answers


def check(program: Path, hands: list[str], *arguments: str, **options: Any) -> None:
    """Every hand answers as the program does, method by method and all at once, with the keys in one order."""
    for text, answer in zip(hands, asked(program, hands, *arguments), strict=True):
        hand = paili.Hand(text, **options)
        assert answers_of(hand) == answer, hand
        assert json.dumps(hand.to_dict()) == json.dumps(answer), hand


@pytest.mark.parametrize("notation", NOTATIONS)
def test_answers_are_the_programs_in_every_notation(program: Path, notation: str) -> None:
    rng = random.Random(f"hands in {notation}")
    hands = [dealt(rng, size, specials=notation == "judge") for size in SIZES for _ in range(short_or_long(40, 150))]
    texts = [written(tokens, notation) for tokens in hands]
    check(program, texts, "--notation", notation, notation=notation)
    if notation != "uva":
        # Nothing else could have written them.
        check(program, texts)
    for text, tokens in zip(texts, hands, strict=True):
        counts = tuple(tokens.count(kind) for kind in REGULAR)
        hand = paili.Hand(text, notation=notation)
        assert hand.counts == counts
        assert hand.notation == notation


@pytest.mark.parametrize("forms", ["pairs", "orphans", "standard,pairs", "standard,pairs,orphans", "pairs,orphans"])
def test_answers_are_the_programs_for_all_forms(program: Path, forms: str) -> None:
    rng = random.Random(forms)
    orphans = [kind for kind in REGULAR if kind[0] in "19" or len(kind) == 1]
    near = [rng.sample(orphans, k=size, counts=[4] * 13) for size in (13, 14) for _ in range(100)]
    paired = [[kind for kind in rng.sample(REGULAR, 7) for _ in "ab"][:size] for size in (13, 14) for _ in range(100)]
    hands = near + paired + [dealt(rng, size) for size in (13, 14) for _ in range(150)]
    texts = [written(tokens, "mpsz") for tokens in hands]
    check(program, texts, "--forms", forms, forms=forms)
    assert paili.Hand(texts[0], forms=forms.split(",")) == paili.Hand(texts[0], forms=forms)


def test_a_form_that_is_nearer_is_told(program: Path) -> None:
    thirteen_sided = "19m19p19s1234567z"
    (answer,) = asked(program, [thirteen_sided])
    hand = paili.Hand(thirteen_sided)
    assert (hand.distance(), hand.nearer) == (9, ("orphans", 1))
    assert answer["nearer"] == hand.to_dict()["nearer"] == {"form": "orphans", "distance": 1}
    assert paili.Hand("1133557799m112p").nearer == ("pairs", 1)
    # What is asked for is no nearer than itself, and beside melds there is but one form.
    assert paili.Hand(thirteen_sided, forms="orphans").nearer is None
    assert paili.Hand("1133m456789p123s").nearer is None
    assert paili.Hand("1122334p", melds="EEE,SSS").nearer is None


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("all", ["standard", "pairs", "orphans"]),
        ("chiitoitsu", ["pairs"]),
        ("七对", ["pairs"]),
        ("七對", ["pairs"]),
        ("kokushi", ["orphans"]),
        ("十三幺", ["orphans"]),
    ],
)
def test_forms_have_the_names_that_players_use(program: Path, name: Any, forms: list[Any]) -> None:
    rng = random.Random(name)
    hands = [written(dealt(rng, 13), "mpsz") for _ in range(40)] + ["19m19p19s1234567z", "1133557799m112p"]
    check(program, hands, "--forms", name, forms=name)
    assert paili.Hand(hands[0], forms=name) == paili.Hand(hands[0], forms=forms)
    assert paili.Hand(hands[0], forms=name).forms == forms
    assert list(paili.distances(hands, forms=name)) == list(paili.distances(hands, forms=forms))


def test_answers_are_the_programs_beside_melds_and_visible_tiles(program: Path) -> None:
    rng = random.Random("melds")
    for exposed in (0, 1, 2, 3, 4):
        for _ in range(40):
            melds, left = dealt_melds(rng, exposed)
            visible = rng.sample(left, rng.choice([0, 0, 3, 20]))
            for tile in visible:
                left.remove(tile)
            options: list[str] = []
            if melds:
                options += ["--melds", ",".join(melds)]
            if visible:
                options += ["--visible", " ".join(visible)]
            sizes = [13 - 3 * exposed, 14 - 3 * exposed]
            texts = [" ".join(rng.sample(left, size)) for size in sizes for _ in range(5)]
            check(program, texts, *options, melds=melds, visible=" ".join(visible))
            given = paili.Hand(texts[0].split(), melds=",".join(melds), visible=visible)
            assert given == paili.Hand(texts[0], melds=melds, visible=" ".join(visible))
            assert given.visible == [tile for tile in REGULAR + SPECIAL for _ in range(visible.count(tile))]


def dealt_melds(rng: random.Random, exposed: int) -> tuple[list[str], list[str]]:
    """Some melds, and the tiles that are left."""
    left = 4 * (REGULAR + SPECIAL)
    melds: list[str] = []
    while len(melds) < exposed:
        first = rng.randrange(34)
        chow = first < 27 and first % 9 < 7 and rng.random() < 0.5
        tiles = REGULAR[first : first + 3] if chow else 3 * [REGULAR[first]]
        if all(left.count(tile) >= tiles.count(tile) for tile in tiles):
            for tile in tiles:
                left.remove(tile)
            melds.append(" ".join(tiles))
    return melds, left


def test_useful_tiles_are_those_of_the_batch() -> None:
    rng = random.Random("batch")
    texts = [written(dealt(rng, size), "judge") for size in SIZES for _ in range(100)]
    found = paili.useful(texts, forms="standard")
    for row, text in enumerate(texts):
        hand = paili.Hand(text).written("mpsz")
        assert hand.distance() == found.distance[row]
        assert hand.useful().tiles == paili.tiles_of(found.useful[row])
        assert hand.useful().acceptance == found.acceptance[row]


def test_a_batch_takes_hands() -> None:
    texts = ["1133m456789p123s", "34m99p1z", "PASS"]
    assert list(paili.distances([paili.Hand(text) for text in texts])) == list(paili.distances(texts))


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["1133m456789x123s"], {}),
        (["11111m"], {}),
        (["123m 3W"], {}),
        (["123m"], {}),
        (["?"], {}),
        ([""], {}),
        (["1m 2m 3p 4q"], {}),
        (["123456789m123456p"], {}),
        (["1m", "--notation", "judge"], {"notation": "judge"}),
        (["1m", "--melds", "124p"], {"melds": "124p"}),
        (["1m", "--melds", "123p,,EEE"], {"melds": "123p,,EEE"}),
        (["1m", "--melds", "12?"], {"melds": ["12?"]}),
        (["1m", "--melds", "123m,123m,123m,123m,123m"], {"melds": ["123m"] * 5}),
        (["1m", "--melds", "123m,123m,123m,123p,123p"], {"melds": "123m,123m,123m,123p,123p"}),
        (["1133m", "--melds", "123p"], {"melds": "123p"}),
        (["1111m", "--melds", "123m,EEE,SSS"], {"melds": ("123m", "EEE", "SSS")}),
        (["1111m", "--visible", "1M PASS"], {"visible": "1M PASS"}),
        (["11m", "--forms", "knitted"], {"forms": "knitted"}),
        (["1m", "--visible", "1m?"], {"visible": "1m?"}),
        (["1m", "--visible", "11111m"], {"visible": "11111m"}),
        (["1m", "--melds", "EEE", "--visible", "1M E E"], {"melds": "EEE", "visible": "1M E E"}),
    ],
)
def test_bad_input_is_told_word_for_word(program: Path, arguments: list[str], options: dict[str, Any]) -> None:
    done = run(program, *[argument for argument in arguments if argument] or ["-"], lines=arguments[:1])
    assert done.returncode == 2
    # The program shows the text below, with a mark under the place.
    said = done.stderr.removeprefix("error: ").splitlines()[0]
    if arguments == [""]:
        said = f"HAND: 0 tiles: {SIZES_EXPECTED}"
    with pytest.raises(paili.InputError) as caught:
        paili.Hand(arguments[0], **options)
    names = {"HAND": "tiles", "--melds": "melds", "--visible": "visible", "--forms": "forms"}
    argument, reason = said.split(": ", 1)
    assert caught.value.argument == names[argument]
    assert caught.value.reason == re.sub("--(melds|visible)", r"\1", reason)
    assert caught.value.row is None
    assert str(caught.value) == f"{caught.value.argument}: {caught.value.reason}"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: paili.Hand("1m", forms="kong"),
            f'forms: "kong" is not a win form: expected {FORMS}',
        ),
        (lambda: paili.Hand("1m", forms=[]), f"forms: no form: expected {FORMS}"),
        (
            lambda: paili.Hand("1m", notation="tenhou"),  # type: ignore[arg-type]
            'notation: "tenhou" is not a notation: expected judge, uva, mpsz, unicode, chinese or mjai',
        ),
        (
            lambda: paili.Hand("1M PASS").written("uva"),
            "notation: PASS can't be written in uva notation, only in judge notation",
        ),
    ],
)
def test_names_that_are_none_are_told(make: Callable[[], object], message: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        make()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tiles": 5}, "tiles: expected text or an iterable of texts, not int"),
        ({"tiles": b"1m"}, "tiles: expected text or an iterable of texts, not bytes"),
        ({"tiles": ["1m", 5]}, "tiles: expected texts, not int"),
        ({"tiles": "1m", "melds": 1}, "melds: expected text or an iterable of texts, not int"),
        ({"tiles": "1m", "visible": 1.5}, "visible: expected text or an iterable of texts, not float"),
        ({"tiles": "1m", "forms": 1}, "forms: expected text or an iterable of texts, not int"),
        ({"tiles": "1m", "notation": 1}, "notation: expected text, not int"),
    ],
)
def test_wrong_types_name_their_argument(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        paili.Hand(**arguments)
    assert str(caught.value) == message


def test_half_a_character_is_refused() -> None:
    with pytest.raises(paili.InputError, match="is not a tile"):
        paili.Hand("1m\ud83c")


def test_an_iterable_that_fails_tells_why() -> None:
    def tiles() -> Iterable[str]:
        yield "1m"
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        paili.Hand(tiles())
