"""Whole columns from texts to counts and back, masks as matrices, visible tiles, and the best discards."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import paili

SIZES = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1]


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """Counts of hands of all sizes, more than one thread's worth."""
    hands = np.concatenate([paili.random_hands(2000, tiles=tiles, seed=3) for tiles in SIZES])
    return np.random.default_rng(3).permutation(hands)


@pytest.mark.parametrize("notation", ["mpsz", "judge", "uva", "unicode"])
def test_texts_and_counts_are_each_others_inverse(hands: np.ndarray, notation: Any) -> None:
    texts = paili.texts(hands, notation=notation)
    assert isinstance(texts, np.ndarray) and texts.dtype == object
    assert texts[:50].tolist() == [str(paili.Hand.from_counts(row, notation=notation)) for row in hands[:50]]
    # Without honors, what UVa writes may be what the judge writes: 1S is a bamboo to both, but 1T and 1W only to one.
    if notation != "uva":
        back = paili.counts(texts)
        assert back.dtype == np.uint8 and (back == hands).all()
    assert (paili.texts(hands, notation=notation, threads=1) == texts).all()


def test_any_tiles_have_counts_and_texts() -> None:
    counts = paili.counts(["", "123m", "1m 9s"])
    assert counts.sum(axis=1).tolist() == [0, 3, 2]
    assert paili.texts(counts).tolist() == ["", "123m", "1m9s"]
    assert paili.texts(["1M 1M E"], notation="uva").tolist() == ["1W 1W DONG"]
    assert (paili.counts(counts.astype(np.int64)) == counts).all()
    for tiles, message in [
        (["1m", "E PASS"], "hands: row 1: PASS has no place among the counts of the 34 kinds"),
        (["11111m"], "hands: row 0: a fifth 1M: there are four of each kind"),
        (["1x"], "hands: row 0: character 2: "),
        ([None], "hands: row 0: None is no hand"),
    ]:
        for convert in (paili.counts, paili.texts):
            with pytest.raises(paili.InputError) as error:
                convert(tiles)
            assert str(error.value).startswith(message), str(error.value)
    # What a function is given as counts are concealed tiles, so that melds are left out.
    open_hands = ["2244m456p789s[333m]", "2344m(123p)[111z][777s]"]
    assert paili.counts(open_hands).sum(axis=1).tolist() == [10, 4]
    assert (paili.distances(paili.counts(open_hands)) == paili.distances(open_hands)).all()
    assert paili.texts(open_hands).tolist() == ["2244m456p789s", "2344m"]
    with pytest.raises(paili.InputError, match='^hands: row 0: character 3: "\\[22m\\]" is not a meld: expected three'):
        paili.counts(["1m[22m]"])
    found = paili.counts(["1x", "1m", None], on_error="null")
    assert found.sum(axis=1).tolist() == [0, 1, 0]
    assert paili.texts(["1x", "1M", None], on_error="null").tolist() == [None, "1m", None]
    with pytest.raises(paili.InputError, match='^notation: "mspz" is not a notation'):
        paili.texts(["1m"], notation="mspz")
    with pytest.raises(paili.InputError, match="^hands: row 1: a fifth 1M: there are four of each kind$"):
        paili.texts(np.array([[1] + [0] * 33, [5] + [0] * 33]))


def test_conversions_stay_in_the_container() -> None:
    texts = ["11m", None, "1z"]
    index = pd.Index([4, 5, 7])
    frame = paili.counts(pd.Series(texts, index=index))
    assert isinstance(frame, pd.DataFrame) and frame.index.equals(index) and list(frame.columns) == list(paili.KINDS)
    assert frame["1m"].dtype == pd.UInt8Dtype() and frame.iloc[1].isna().all() and frame.loc[4, "1m"] == 2
    whole = paili.counts(pd.Series(["11m"], index=[9]))
    assert (whole.dtypes == np.uint8).all() and whole.loc[9, "1m"] == 2
    written = paili.texts(pd.Series(texts, index=index), notation="judge")
    assert written.name == "hand" and written.index.equals(index) and written.tolist() == ["1M 1M", None, "E"]
    series = paili.counts(pl.Series(texts))
    assert (series.name, series.dtype) == ("counts", pl.Array(pl.UInt8, 34))
    assert series.null_count() == 1 and series[0].to_list()[0] == 2
    assert paili.texts(series).to_list() == texts
    column = paili.counts(pa.array(texts))
    assert column.type.list_size == 34 and column.null_count == 1
    assert paili.texts(column).to_pylist() == texts
    own = paili.counts(paili.ArrowArray.from_texts(["11m", None]))
    assert own[0][:2] == [2, 0] and own[1] is None


def test_masks_as_matrices(hands: np.ndarray) -> None:
    masks = paili.useful(hands).useful
    matrix = paili.kinds_of(masks)
    assert (matrix.shape, matrix.dtype) == ((len(hands), 34), bool)
    for row in range(0, len(hands), 501):
        assert [kind for kind, there in zip(paili.KINDS, matrix[row], strict=True) if there] == paili.tiles_of(
            masks[row]
        )
    expected = paili.kinds_of([5, 0, 1 << 33])
    assert np.flatnonzero(expected).tolist() == [0, 2, 2 * 34 + 33]
    nulls = [5, None, 1 << 33]
    for column in (
        nulls,
        pd.Series(nulls, dtype="Int64"),
        pl.Series(nulls),
        pa.array(nulls),
        pa.chunked_array([nulls]),
        np.ma.masked_array([5, 3, 1 << 33], [False, True, False]),
    ):
        assert (paili.kinds_of(column) == expected).all()
    assert paili.kinds_of([]).shape == (0, 34)
    assert paili.kinds_of(np.array([3], np.uint8))[0, :3].tolist() == [True, True, False]
    for masks_, message in [([0, -1], "masks: row 1: -1: "), (np.array([1 << 34]), f"masks: row 0: {1 << 34}: ")]:
        with pytest.raises(paili.InputError, match=f"^{message}expected a mask of 34 bits, bit i for kind i$"):
            paili.kinds_of(masks_)
    with pytest.raises(paili.InputError, match="^masks: row 1: a number of 16610 bits: expected a mask of 34 bits"):
        paili.kinds_of([None, 10**5000])
    with pytest.raises(TypeError, match="^masks: row 1: expected a whole number, not str$"):
        paili.kinds_of([None, "1m"])
    with pytest.raises(TypeError, match="^masks: expected whole numbers, found float64$"):
        paili.kinds_of([0.5])
    for none in (None, 5, "1m"):
        expected_ = "many whole numbers, such as an array, a series or a list"
        with pytest.raises(TypeError, match=f"^masks: expected {expected_}, not {type(none).__name__}$"):
            paili.kinds_of(none)
    with pytest.raises(paili.InputError, match="^masks: an array of shape"):
        paili.kinds_of(matrix.astype(int))


@pytest.fixture(scope="module")
def visible(hands: np.ndarray) -> np.ndarray:
    """Tiles seen beside each hand: some of those that it does not hold."""
    seen = np.random.default_rng(4).integers(0, 3, hands.shape)
    return np.minimum(seen, 4 - hands).astype(np.uint8)


def test_visible_tiles_are_not_left(hands: np.ndarray, visible: np.ndarray) -> None:
    found, bare = paili.useful(hands, visible=visible), paili.useful(hands)
    assert (found.distance == bare.distance).all() and (found.useful == bare.useful).all()
    kinds = paili.kinds_of(bare.useful)
    assert (found.acceptance == (kinds * (4 - hands - visible.astype(int))).sum(axis=1)).all()
    assert (found.acceptance <= bare.acceptance).all() and (found.acceptance < bare.acceptance).any()
    texts = paili.texts(visible)
    for rows in (texts, pa.array(texts), pl.Series(texts), pd.Series(texts), pa.array(texts).dictionary_encode()):
        assert (paili.useful(hands, visible=rows).acceptance == found.acceptance).all()
    written = paili.texts(hands)
    assert (paili.useful(written, visible=texts, threads=1).acceptance == found.acceptance).all()
    halves = pa.chunked_array([pa.array(written[:7000]), pa.array(written[7000:])])
    assert (paili.useful(halves, visible=texts).acceptance.to_numpy() == found.acceptance).all()
    frame = paili.useful(pd.Series(written), visible=visible)
    assert (frame["acceptance"] == found.acceptance).all()
    out = tuple(np.empty(len(hands), kind) for kind in (np.int8, np.int64, np.int16))
    assert paili.useful(hands, visible=visible, out=out).acceptance is out[2]
    assert (out[2] == found.acceptance).all()


def test_one_text_is_visible_beside_all_hands() -> None:
    assert paili.useful(["1133m456789p123s", "11m"], visible="1m").acceptance.tolist() == [3, 0]
    assert paili.useful(["1133m456789p123s"], visible="").acceptance.tolist() == [4]
    # Specials are no copies of anything, and a null is nothing seen.
    hands = ["1133m456789p123s"] * 2
    for rows in (pa.array(["1M PASS", None]), ["1M PASS", None], np.array(["1M PASS", None], object), ["1M", math.nan]):
        assert paili.useful(hands, visible=rows).acceptance.tolist() == [3, 4]
        assert paili.odds(hands, 1, visible=rows).tolist() == paili.odds(hands, 1, visible=["1m", ""]).tolist()


def test_visible_tiles_lower_the_odds(hands: np.ndarray, visible: np.ndarray) -> None:
    some = slice(0, 20)
    found = paili.odds(hands[some], 3, visible=visible[some])
    alone = [
        paili.Hand.from_counts(row, visible=text).odds(3, changes=0).win[0]
        for row, text in zip(hands[some], paili.texts(visible[some]), strict=True)
    ]
    assert found.tolist() == alone
    assert found.tolist() != paili.odds(hands[some], 3).tolist()


def test_visible_tiles_that_cannot_be() -> None:
    for ask in (paili.useful, paili.odds, paili.discards):
        for visible, message in [
            (["1m"], "visible: 1 rows for 2 hands: expected one a hand, or a text for all"),
            (["", "1x"], "visible: row 1: character 2: "),
            (["", "1m"], "visible: row 1: a fifth 1M: 4 in the hand, 1 visible, but there are 4 of each kind"),
            (np.array([[0] * 34, [9] + [0] * 33]), "visible: row 1: a fifth 1M: there are four of each kind"),
            ("1x", "visible: character 2: "),
            ([None, "1x"], "visible: row 1: character 2: "),
            ([[None] * 34, ""], "visible: row 0: count 0 of 0-33 is null"),
        ]:
            with pytest.raises(paili.InputError) as error:
                ask(["11m", "11112m"], visible=visible)
            assert str(error.value).startswith(message), str(error.value)
        with pytest.raises(TypeError, match="^visible: expected an"):
            ask(["11m"], visible=3)
    found = paili.useful(["11m", "11112m"], visible=["", "1m"], on_error="null")
    assert found.distance.tolist() == [0, -1] and found.acceptance.tolist()[1] == -1


def test_the_best_discards_are_those_of_each_hand(hands: np.ndarray, visible: np.ndarray) -> None:
    found = paili.discards(hands, threads=2)
    seen = paili.discards(hands, visible=visible)
    texts = paili.texts(visible)
    drawn = np.isin(hands.sum(axis=1), [14, 11, 8, 5, 2])
    assert ((found.discard == -1) == ~drawn).all() and (found.distance[~drawn] == -1).all()
    assert (found.useful[~drawn] == 0).all() and (found.acceptance[~drawn] == -1).all()
    assert [column.dtype for column in found] == [np.int8, np.int8, np.int64, np.int16]
    for row in np.flatnonzero(drawn)[::97]:
        for answers, text in ((found, ""), (seen, texts[row])):
            best = paili.Hand.from_counts(hands[row], visible=text).discards()[0]
            told = (paili.KINDS[answers.discard[row]], answers.distance[row], answers.acceptance[row])
            assert told == (best.tile, best.distance, best.useful.acceptance)
            assert paili.tiles_of(answers.useful[row]) == best.useful.tiles
    forms = paili.discards(["19m19p19s1234567z5m"], forms="standard,orphans")
    assert (forms.discard.tolist(), forms.distance.tolist()) == ([4], [1])
    specials = paili.discards(["1M PASS", "DOUBLE PASS", "1M 1M 2M 3M REVERSE"])
    assert specials.discard.tolist() == [0, -1, 0]


def test_discards_in_frames() -> None:
    texts = ["34m99p1z", None, "34m99p"]
    frame = paili.discards(pd.Series(texts, index=[2, 4, 6]))
    assert list(frame.columns) == ["discard", "distance", "useful", "acceptance"] and list(frame.index) == [2, 4, 6]
    assert frame.loc[2].tolist() == [27, 1, 18, 8] and frame.loc[[4, 6]].isna().all(axis=None)
    table = paili.discards(pl.Series(texts))
    assert table.schema == {"discard": pl.Int8, "distance": pl.Int8, "useful": pl.Int64, "acceptance": pl.Int16}
    assert table.rows() == [(27, 1, 18, 8), (None,) * 4, (None,) * 4]
    columns = paili.discards(pa.array(texts))
    assert isinstance(columns, paili.Discards) and columns.discard.to_pylist() == [27, None, None]
    with pytest.raises(paili.InputError, match="^hands: row 1: "):
        paili.discards(["34m99p1z", "x"])
    assert paili.discards(["34m99p1z", "x"], on_error="null").discard.tolist() == [27, -1]
