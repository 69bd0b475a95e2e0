"""Distances and useful tiles of arrays."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from length import short_or_long

import paili

SIZES = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1]
ALL_FORMS = "standard,pairs,orphans"


def crowded(rng: np.random.Generator, hands: int, tiles: int) -> np.ndarray:
    """Hands of a few kinds, which are nearer and have more shapes than random ones."""
    counts = np.zeros((hands, 34), np.uint8)
    for row in counts:
        kinds = rng.choice(34, size=7, replace=False) if rng.random() < 0.5 else np.arange(9) + 9 * rng.integers(3)
        for kind in rng.permutation(np.repeat(kinds, 4))[:tiles]:
            row[kind] += 1
    return counts


@pytest.fixture(scope="module")
def mixed() -> np.ndarray:
    """Hands of all sizes, random and crowded, in no order."""
    rng = np.random.default_rng(20261121)
    hands = [paili.random_hands(short_or_long(2_500, 25_000), tiles=tiles, seed=7) for tiles in SIZES]
    hands += [crowded(rng, short_or_long(500, 2_000), tiles) for tiles in SIZES]
    return rng.permutation(np.concatenate(hands))


def as_text(counts: np.ndarray) -> str:
    """A hand in compact notation."""
    text = ""
    for suit, letter in enumerate("mpsz"):
        part = counts[9 * suit : 9 * suit + 9]
        if part.any():
            text += "".join(str(rank + 1) * int(count) for rank, count in enumerate(part)) + letter
    return text


def mask(tiles: str) -> int:
    """The mask of tiles in compact notation."""
    bits = 0
    for ranks, letter in re.findall(r"([1-9]+)([mpsz])", tiles):
        for rank in ranks:
            bits |= 1 << (9 * "mpsz".index(letter) + int(rank) - 1)
    return bits


def asked_of_the_program(program: Path, folder: Path, hands: np.ndarray, forms: str) -> tuple[np.ndarray, ...]:
    """Distances, masks and acceptances as the program finds them."""
    texts, answers = folder / "hands.txt", folder / "answers.csv"
    texts.write_text("".join(as_text(row) + "\n" for row in hands))
    command = [program, "batch", texts, "--useful", "--forms", forms, "--out", answers]
    subprocess.run(command, check=True, capture_output=True)
    with answers.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(hands)
    return (
        np.array([int(row["distance"]) for row in rows]),
        np.array([mask(row["useful"]) for row in rows]),
        np.array([int(row["acceptance"]) for row in rows]),
    )


@pytest.mark.parametrize("forms", ["standard", ALL_FORMS, "pairs"])
def test_answers_are_the_programs(program: Path, tmp_path: Path, mixed: np.ndarray, forms: str) -> None:
    hands = mixed[::5]
    if forms != "standard":
        # The program refuses to ask for other forms beside exposed melds.
        hands = hands[hands.sum(axis=1) > 11]
    distances, useful, acceptance = asked_of_the_program(program, tmp_path, hands, forms)
    found = paili.useful(hands, forms=forms)
    assert (found.distance == distances).all()
    assert (found.useful == useful).all()
    assert (found.acceptance == acceptance).all()
    assert (paili.distances(hands, forms=forms) == distances).all()
    if forms == ALL_FORMS:
        assert (paili.distances(hands, forms=["orphans", "pairs", "standard"]) == distances).all()


def test_forms_that_a_hand_cannot_have_are_left_aside(mixed: np.ndarray) -> None:
    tiles = mixed.sum(axis=1)
    exposing = tiles <= 11
    # A hand that has to draw has no discards, whatever it lacks.
    row, discarding = int(exposing.argmax()), int((exposing & (tiles % 3 == 2)).argmax())
    alone = paili.Hand.from_counts(mixed[row], forms="pairs")
    assert (alone.distance(), alone.plan()) == (127, None)
    for hands in (mixed, [as_text(row) for row in mixed[: discarding + 1]]):
        for ask in (paili.distances, paili.useful, paili.discards, paili.odds):
            with pytest.raises(paili.InputError) as error:
                ask(hands, forms="pairs")
            expected = ("hands", discarding if ask is paili.discards else row, "no tiles can complete the hand")
            assert (error.value.argument, error.value.row, error.value.reason) == expected
    found = paili.useful(mixed, forms="pairs", on_error="null")
    assert ((found.distance == -1) == exposing).all()
    assert (found.distance[~exposing] == paili.distances(mixed[~exposing], forms="pairs")).all()
    found = paili.useful(mixed, forms=ALL_FORMS)
    assert (found.distance[exposing] == paili.distances(mixed[exposing])).all()
    assert (found.distance[~exposing] == paili.distances(mixed[~exposing], forms=ALL_FORMS)).all()
    # What is no hand at all is told as that.
    hands = np.array([[5] + [0] * 33, [1] + [0] * 33], np.uint8)
    with pytest.raises(paili.InputError, match="^hands: row 0: 5 of 1M"):
        paili.distances(hands, forms="pairs")


def test_random_hands_are_the_programs(program: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    command = [program, "batch", "--random", "200_000", "--tiles", "13", "--seed", "3", "--out", answers]
    subprocess.run(command, check=True, capture_output=True)
    with answers.open() as file:
        rows = list(csv.DictReader(file))
    hands = paili.random_hands(200_000, tiles=13, seed=3)
    assert [as_text(row) for row in hands[:5000]] == [row["hand"] for row in rows[:5000]]
    assert (paili.distances(hands) == np.array([int(row["distance"]) for row in rows])).all()


@pytest.mark.parametrize("first", [0, 1, 255, 256, 1000])
@pytest.mark.parametrize("threads", [1, 3])
def test_random_hands_are_the_same_from_anywhere(first: int, threads: int) -> None:
    hands = paili.random_hands(2000, tiles=14, seed=9)
    assert (paili.random_hands(700, tiles=14, seed=9, first=first, threads=threads) == hands[first : first + 700]).all()
    assert (hands.sum(axis=1) == 14).all()
    assert hands.max() <= 4


LAYOUTS = {
    "as it is": lambda hands: hands,
    "columns first": np.asfortranarray,
    "backwards": lambda hands: hands[::-1],
    "every third": lambda hands: hands[::3],
    "a part": lambda hands: hands[11:-7],
    "columns of a wider table": lambda hands: np.pad(hands, ((0, 0), (5, 2)))[:, 5:-2],
    "repeated without copies": lambda hands: np.broadcast_to(hands[:1], (500, 34)),
    "kinds backwards twice": lambda hands: np.ascontiguousarray(hands[:, ::-1])[:, ::-1],
    "not aligned": lambda hands: np.frombuffer(b"\0" + hands.tobytes(), np.uint8)[1:].reshape(-1, 34),
    "only for reading": lambda hands: np.frombuffer(hands.tobytes(), np.uint8).reshape(-1, 34),
    "a memory view": lambda hands: memoryview(np.ascontiguousarray(hands)),
    "empty": lambda hands: hands[:0],
}

DTYPES = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", ">i2", ">u4", ">i8", "<i4", "=u2"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(mixed: np.ndarray, layout: str) -> None:
    hands = LAYOUTS[layout](mixed)
    expected = paili.useful(np.array(hands, np.uint8, order="C"))
    found = paili.useful(hands)
    for one, other in zip(found, expected, strict=True):
        assert (one == other).all()
        assert len(one) == len(hands)
    distances = paili.distances(hands)
    assert (distances == expected.distance).all()
    assert (distances.dtype, distances.shape) == (np.int8, (len(hands),))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("layout", ["as it is", "columns first", "every third", "not aligned"])
def test_types(mixed: np.ndarray, dtype: str, layout: str) -> None:
    expected = paili.distances(np.ascontiguousarray(LAYOUTS[layout](mixed)))
    hands = mixed.astype(dtype)
    if layout == "not aligned":
        hands = np.frombuffer(b"\0" + hands.tobytes(), np.uint8)[1:].view(dtype).reshape(-1, 34)
    else:
        hands = LAYOUTS[layout](hands)
    assert (paili.distances(hands) == expected).all()


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_threads_change_nothing(mixed: np.ndarray, threads: int | None) -> None:
    expected = np.concatenate([paili.distances(mixed[row : row + 1000]) for row in range(0, len(mixed), 1000)])
    assert (paili.distances(mixed, threads=threads) == expected).all()
    assert (paili.useful(mixed, threads=threads).distance == expected).all()


def test_answers_go_where_they_are_asked_to(mixed: np.ndarray) -> None:
    expected = paili.useful(mixed)
    out = (np.empty(len(mixed), np.int8), np.empty(len(mixed), np.int64), np.empty(len(mixed), np.int16))
    assert paili.distances(mixed, out=out[0]) is out[0]
    assert (out[0] == expected.distance).all()
    found = paili.useful(mixed, out=out)
    for given, column, one in zip(out, found, expected, strict=True):
        assert column is given
        assert (given == one).all()
    view = np.zeros(len(mixed) + 20, np.int8)
    paili.distances(mixed, out=view[10:-10])
    assert (view[10:-10] == expected.distance).all()
    assert not view[:10].any()
    assert not view[-10:].any()


def test_a_shanten_is_a_distance_less_one() -> None:
    assert paili.distances(["11m", "1m", "1133m456789p123s"]).tolist() == [0, 1, 1]
    assert (paili.distances(["11m"]) - 1).tolist() == [-1]


def test_shantens_come_as_distances_do(mixed: np.ndarray) -> None:
    distances, out = paili.distances(mixed, forms="all"), np.empty(len(mixed), np.int8)
    assert paili.shanten(mixed, out=out, forms="all", threads=2) is out
    assert (out == distances - 1).all() and out.dtype == np.int8
    assert paili.shanten(["2344m99p1234s", "1m1m1m", "11m"], on_error="null").tolist() == [1, -2, -1]
    column = paili.shanten(pl.Series(["11m", None, "1m"]))
    assert (column.name, column.dtype, column.to_list()) == ("shanten", pl.Int8, [-1, None, 0])
    # What no tiles complete is no number on either scale.
    for answered in (paili.distances, paili.shanten):
        with pytest.raises(paili.InputError, match="^hands: row 0: "):
            answered(["34m99p"], forms="pairs")
        with pytest.raises(paili.InputError, match="^hands: one hand: expected many"):
            answered(paili.Hand("11m"))


def test_each_hand_can_be_written_down(mixed: np.ndarray) -> None:
    rows = mixed[:3000]
    expected = paili.distances(rows)
    texts = [as_text(row) for row in rows]
    assert (paili.distances(texts) == expected).all()
    assert (paili.distances(iter(texts)) == expected).all()
    assert (paili.distances(np.array(texts)) == expected).all()
    assert (paili.distances(np.array(texts, dtype=object)) == expected).all()
    assert (paili.distances([row.tolist() for row in rows]) == expected).all()
    assert (paili.distances([row.tobytes() for row in rows]) == expected).all()
    assert (paili.distances(list(rows)) == expected).all()
    assert len(paili.distances([])) == 0
    judges = paili.distances(["1M 1M 3M 3M 4P 5P 6P 7P 8P 9P 1S 2S 3S", "🀇🀇", "1W 1W 1W 2W", "1M PASS"])
    assert judges.tolist() == [1, 0, 1, 1]


def test_bad_rows_can_be_left_out(mixed: np.ndarray) -> None:
    hands = mixed[:70_000].copy()
    expected = paili.useful(hands)
    rng = np.random.default_rng(1)
    bad = rng.choice(len(hands), 5000, replace=False)
    hands[bad[:2500], 3] = 5
    hands[bad[2500:]] = 0
    found = paili.useful(hands, on_error="null")
    good = np.ones(len(hands), bool)
    good[bad] = False
    for one, other in zip(found, expected, strict=True):
        assert (one[good] == other[good]).all()
    assert (found.distance[bad] == -1).all()
    assert (found.useful[bad] == 0).all()
    assert (found.acceptance[bad] == -1).all()
    assert (paili.distances(hands, on_error="null") == found.distance).all()
    nothing = np.zeros((9000, 34), np.int64)
    assert (paili.distances(nothing, on_error="null") == -1).all()
    assert paili.distances(["1m", None, "1x", "11m"], on_error="null").tolist() == [1, -1, -1, 0]


def test_bad_rows_stand_beside_good_ones() -> None:
    """Bad rows of both kinds, those that can't be counts and those that are no hands, beside good ones."""

    rows = 20_000
    hands = paili.random_hands(rows, tiles=14).astype(np.int64)
    hands[::2] = 0
    hands[1::4, 3] = -1
    found = paili.distances(hands, on_error="null", threads=1)
    assert (found >= 0).sum() == (found[3::4] >= 0).sum() == rows // 4
    alone = [paili.distances(hand, on_error="null")[0] for hand in hands[:400, None]]
    assert (found[:400] == alone).all()


def test_others_run_meanwhile() -> None:
    """Another thread of Python runs in the midst of a long call."""
    hands = np.tile(paili.random_hands(100_000, tiles=14), (100, 1))
    for _ in range(10):
        moments: list[float] = []
        done = threading.Event()

        def look(moments: list[float] = moments, done: threading.Event = done) -> None:
            while not done.is_set():
                moments.append(time.monotonic())

        thread = threading.Thread(target=look)
        thread.start()
        begin = time.monotonic()
        paili.distances(hands, threads=1)
        end = time.monotonic()
        done.set()
        thread.join()
        quarter = (end - begin) / 4
        if any(begin + quarter < moment < end - quarter for moment in moments):
            return
    pytest.fail("nothing else ran")


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("row", [0, 1, 4095, 4096, 32_767, 32_768, 99_999])
def test_the_first_bad_row_is_named(threads: int, row: int) -> None:
    hands = paili.random_hands(100_000, tiles=14)
    hands[row:, 5] = 200
    message = f"hands: row {row}: 200 of 6M (count 5 of 0-33): expected at most four of each kind"
    with pytest.raises(paili.InputError) as error:
        paili.distances(hands, threads=threads)
    assert str(error.value) == message
    assert (error.value.argument, error.value.row) == ("hands", row)
    with pytest.raises(paili.InputError, match=re.escape(message)):
        paili.useful(np.asfortranarray(hands), threads=threads)


def test_masks_are_named() -> None:
    assert paili.tiles_of(0) == []
    assert paili.tiles_of(np.int64(2**34 - 1)) == list(paili.KINDS)
    for wrong in (-1, 2**34):
        with pytest.raises(paili.InputError, match="expected a mask of 34 bits"):
            paili.tiles_of(wrong)
    for never, found in ((1.5, "float"), ("5", "str"), (None, "NoneType")):
        with pytest.raises(TypeError, match=f"^mask: expected a whole number, not {found}$"):
            paili.tiles_of(never)


def test_without_numpy(tmp_path: Path) -> None:
    """Memory views take its place."""
    (tmp_path / "numpy.py").write_text("raise ImportError('there is no numpy')\n")
    code = """
import array
import paili
d = paili.distances(['11m', '1m'])
print(type(d).__name__, d.format, d.tolist())
hands = paili.random_hands(3, tiles=2)
print(type(hands).__name__, hands.shape, [sum(row) for row in hands.tolist()], paili.distances(hands).tolist())
print(paili.random_hands(0).shape)
wide = memoryview(array.array("h", [*hands.tolist()[0], *hands.tolist()[1]])).cast("B").cast("h", (2, 34))
print(paili.distances(wide[::-1]).tolist())
"""
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    distances = paili.distances(paili.random_hands(3, tiles=2)).tolist()
    lines = ["memoryview b [0, 1]", f"memoryview (3, 34) [2, 2, 2] {distances}", "(0, 34)", f"{distances[1::-1]}"]
    assert done.stdout.splitlines() == lines


def test_counts_that_change_meanwhile() -> None:
    """A hand that another thread spoils while it is read is answered as it was before or after, or not at all."""
    counts = np.repeat(paili.random_hands(1, tiles=14, seed=1), 1 << 16, axis=0)
    (expected,) = set(paili.distances(counts[:1]).tolist())
    kind = int(counts[0].argmax())
    held, stop = int(counts[0, kind]), threading.Event()

    def spoil() -> None:
        while not stop.is_set():
            counts[:, kind] = 255
            counts[:, kind] = held

    spoiler = threading.Thread(target=spoil)
    spoiler.start()
    try:
        seen: set[int] = set()
        for _ in range(short_or_long(20, 100)):
            seen |= set(paili.distances(counts, on_error="null").tolist())
            seen |= set(paili.useful(counts, on_error="null").distance.tolist())
    finally:
        stop.set()
        spoiler.join()
    assert seen <= {expected, -1}
    assert expected in seen
