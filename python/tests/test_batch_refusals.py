"""Hands, options and places for answers that ``distances``, ``useful`` and ``random_hands`` refuse."""

from __future__ import annotations

import itertools
import math
import re
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pandas
import pytest

import paili

SIZE = "expected 13 or 14, or with exposed melds 10 or 11, 7 or 8, 4 or 5, 1 or 2"
MPSZ = "expected digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z or c"
PAIR = np.array([[2] + [0] * 33], np.uint8)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (np.zeros((2, 33), np.uint8), "hands: an array of shape (2, 33): expected (n, 34), a row a hand"),
        (np.zeros(34, np.uint8), "hands: an array of shape (34,): expected (n, 34), a row a hand"),
        (np.zeros((2, 2, 34), np.uint8), "hands: an array of shape (2, 2, 34): expected (n, 34), a row a hand"),
        (b"1m", "hands: an array of shape (2,): expected (n, 34), a row a hand"),
        (np.zeros((1, 34), np.uint8), f"hands: row 0: 0 tiles: {SIZE}"),
        (np.ones((1, 34), np.uint8), f"hands: row 0: 34 tiles: {SIZE}"),
        (-PAIR.astype(np.int8), "hands: row 0: -2 of 1M (count 0 of 0-33): expected none to four of each kind"),
        (
            PAIR.astype(np.uint64) << 40,
            "hands: row 0: 2199023255552 of 1M (count 0 of 0-33): expected at most four of each kind",
        ),
        (
            np.ma.masked_array(PAIR, mask=PAIR == 0),
            "hands: a masked array: expected one without a mask, such as its rows that are there",
        ),
        ("11m", "hands: one text: expected many hands, such as an (n, 34) array of counts or a list of texts"),
        (["11m", None], "hands: row 1: None is no hand"),
        (["11m", math.nan], "hands: row 1: nan is no hand"),
        (pandas.array(["11m", None], dtype="string"), "hands: row 1: <NA> is no hand"),
        (["11m", "1m\ud800"], f'hands: row 1: character 3: "\ufffd\ufffd\ufffd" is not a tile: {MPSZ}'),
        ([[2**200] * 34], "hands: row 0: a count beyond all bounds: expected at most four of each kind"),
        (["11m", "1m2"], f'hands: row 1: character 3: "2" is not a tile: {MPSZ}'),
        (["11m", "123m"], f"hands: row 1: 3 tiles: {SIZE}"),
        ([[1, 2]], "hands: row 0: 2 counts: expected 34, one a kind"),
        ([[-1] * 34], "hands: row 0: -1 of 1M (count 0 of 0-33): expected none to four of each kind"),
        ([[1] * 34], f"hands: row 0: 34 tiles: {SIZE}"),
    ],
)
def test_what_is_no_hand(hands: object, message: str) -> None:
    for ask in (paili.distances, paili.useful):
        with pytest.raises(paili.InputError) as error:
            ask(hands)
        assert str(error.value) == message


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (PAIR.astype(float), "hands: expected an array of integers, found float64"),
        (PAIR.astype(bool), "hands: expected an array of integers, found bool"),
        (memoryview(PAIR.astype(np.float32)), 'hands: expected an array of integers, found elements of format "f"'),
        (3, "hands: expected an (n, 34) array of integers, a column of Arrow, or texts; found int"),
        (np.array(3), "hands: expected an (n, 34) array of integers, a column of Arrow, or texts; found ndarray"),
        (None, "hands: expected an (n, 34) array of integers, a column of Arrow, or texts; found NoneType"),
        ([1.5], "hands: row 0: expected a text, a Hand or 34 counts, found float"),
    ],
)
def test_what_can_never_be_one(hands: object, message: str) -> None:
    with pytest.raises(TypeError) as error:
        paili.distances(hands)
    assert str(error.value) == message


#: All win forms, as messages list them.
FORMS = "standard, pairs, orphans, repeated-pairs, unconnected, knitted or knitted-straight"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"forms": "standard,knit"}, f'forms: "knit" is not a win form: expected {FORMS}'),
        (
            {"forms": "standard,knitted"},
            "forms: standard has no form knitted: expected standard, pairs, orphans or all",
        ),
        ({"forms": []}, f"forms: no form: expected {FORMS}"),
        ({"threads": 0}, "threads: 0: expected 1 to 4096, or None for all"),
        ({"threads": 10_000}, "threads: 10000: expected 1 to 4096, or None for all"),
        ({"on_error": "skip"}, 'on_error: "skip": expected "raise" or "null"'),
        (
            {"forms": "pairs"},
            "hands: row 0: no tiles can complete the hand",
        ),
        ({"out": np.empty(2, np.int8)}, "out: an array of shape (2,): expected (1,), a place a hand"),
        ({"out": np.empty((1, 1), np.int8)}, "out: an array of shape (1, 1): expected (1,), a place a hand"),
        (
            {"out": np.broadcast_to(np.int8(0), (1,))},
            "out: expected a contiguous int8 array that can be written to",
        ),
        ({"out": PAIR.view(np.int8)[0, :1]}, "out: it shares memory with the hands or another array of answers"),
    ],
)
def test_options_are_checked(options: dict[str, object], message: str) -> None:
    with pytest.raises(paili.InputError) as error:
        paili.distances(PAIR, **options)
    assert str(error.value) == message


def test_places_for_answers_are_checked() -> None:
    with pytest.raises(TypeError, match="out: expected a contiguous int8 array that can be written to, found uint8"):
        paili.distances(PAIR, out=np.empty(1, np.uint8))
    with pytest.raises(TypeError, match="out: expected a contiguous int8 array that can be written to, found list"):
        paili.distances(PAIR, out=[0])
    with pytest.raises(paili.InputError, match="out: expected a tuple of three arrays"):
        paili.useful(PAIR, out=np.empty(1, np.int8))
    both = np.empty(2, np.int64)
    columns = (both.view(np.int8)[:1], both[:1], np.empty(1, np.int16))
    with pytest.raises(paili.InputError, match="shares memory"):
        paili.useful(PAIR, out=columns)
    with pytest.raises(TypeError, match=re.escape("out[2]: expected a contiguous int16 array")):
        paili.useful(PAIR, out=(np.empty(1, np.int8), np.empty(1, np.int64), np.empty(1, np.int8)))
    swapped = (np.empty(1, np.int8), np.empty(1, ">i8"), np.empty(1, np.int16))
    with pytest.raises(paili.InputError, match=re.escape("out[1]: expected a contiguous int64 array")):
        paili.useful(PAIR, out=swapped)
    every_other = np.empty(8, np.int8)[::2]
    with pytest.raises(paili.InputError, match="out: expected a contiguous int8 array"):
        paili.distances(paili.random_hands(4), out=every_other)


def test_numbers_are_checked() -> None:
    for call, message in [
        (lambda: paili.distances(PAIR, threads=-1), "threads: -1: expected 1 to 4096, or None for all"),
        (lambda: paili.useful(PAIR, threads=2**99), f"threads: {2**99}: expected 1 to 4096, or None for all"),
        (lambda: paili.random_hands(-1), f"n: -1: expected 0 to {2**48}"),
        (lambda: paili.random_hands(1, seed=-1), f"seed: -1: expected None, or 0 to {2**64 - 1}"),
        (lambda: paili.random_hands(1, first=2**64), f"first: {2**64}: expected 0 to {2**64 - 1}"),
        (lambda: paili.random_hands(1, tiles=-1), "tiles: -1: expected a number of tiles"),
    ]:
        with pytest.raises(paili.InputError) as error:
            call()
        assert str(error.value) == message
    # Python itself refuses to write numbers of so many digits.
    for ask, argument in [
        (lambda: paili.distances(PAIR, threads=10**5000), "threads"),
        (lambda: paili.random_hands(10**5000), "n"),
        (lambda: paili.simulate(10**5000), "games"),
        (lambda: paili.simulate(1, seed=-(10**5000)), "seed"),
        (lambda: paili.tiles_of(10**5000), "mask"),
    ]:
        with pytest.raises(paili.InputError, match=f"^{argument}: a number of 16610 bits: expected "):
            ask()
    with pytest.raises(paili.InputError, match=f"^games: {10**30}: expected a number of games, from 0 to {2**64 - 1}$"):
        paili.simulate(10**30)
    with pytest.raises(TypeError, match="^threads: expected a whole number, not float$"):
        paili.distances(PAIR, threads=1.0)
    assert paili.random_hands(np.int32(2), tiles=np.uint8(14), seed=np.uint64(7), threads=True).shape == (2, 34)


@pytest.mark.parametrize("ask", [paili.distances, paili.useful, paili.odds, paili.discards, paili.counts, paili.texts])
def test_what_to_do_about_errors_is_checked(ask: Callable[..., object]) -> None:
    for wrong, found in ((None, "NoneType"), (True, "bool"), (b"null", "bytes")):
        with pytest.raises(TypeError, match=f'^on_error: expected "raise" or "null", not {found}$'):
            ask(PAIR, on_error=wrong)


def test_random_hands_are_checked() -> None:
    with pytest.raises(paili.InputError, match=f"tiles: a hand of 12 tiles: {SIZE}"):
        paili.random_hands(1, tiles=12)
    with pytest.raises(paili.InputError, match="first: 18446744073709551615: 2 hands from there on are more than"):
        paili.random_hands(2, first=2**64 - 1)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: paili.Hand(itertools.repeat("1m")),
            "tiles: more than 1000 texts: expected no more than there are tiles",
        ),
        (lambda: paili.Hand("1m", visible=itertools.repeat("2m")), "visible: more than 1000 texts: "),
        (lambda: paili.Hand("1m", melds=itertools.repeat("222m")), "melds: more than 1000 texts: "),
        (lambda: paili.Hand("1m", forms=itertools.repeat("standard")), "forms: more than 1000 texts: "),
        (lambda: paili.Hand.from_counts(itertools.repeat(0)), "counts: more than 1000 counts: expected 34"),
        (lambda: paili.Hand.from_counts(range(10**15)), "counts: more than 1000 counts: expected 34"),
        (lambda: paili.play(itertools.repeat("1M")), "wall: more than 1000 texts: "),
        (
            lambda: paili.simulate(1, policies=itertools.repeat("rule")),
            "policies: more than 100 policies for four seats",
        ),
        (lambda: paili.distances([range(10**15)]), "hands: row 0: 1000000000000000 counts: expected 34, one a kind"),
    ],
)
def test_what_has_no_end_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        ask()
    assert str(caught.value).startswith(message)


ENDLESS = """
import itertools, resource, sys
import paili

hands = {"texts": "1133m456789p123s" * 100, "counts": [2, *[0] * 33], "hands": paili.Hand("11m")}[sys.argv[1]]
paili.distances([])
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (300 << 20),) * 2)
try:
    paili.distances(itertools.repeat(hands), threads=1)
except MemoryError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as on Linux")
@pytest.mark.parametrize(
    "hands", ["texts", *(pytest.param(hands, marks=pytest.mark.long) for hands in ("counts", "hands"))]
)
def test_hands_without_an_end_are_out_of_memory_and_no_crash(hands: str) -> None:
    done = subprocess.run([sys.executable, "-c", ENDLESS, hands], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("there is no memory for so many hands\n", "")
