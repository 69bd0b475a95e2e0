"""The features of many hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import paili


def test_many_hands_have_the_features_of_each() -> None:
    hands = np.concatenate([paili.random_hands(300, tiles=14), paili.random_hands(300, tiles=10)])
    features = paili.features(hands, threads=2)
    assert features.shape == (600, 137) and features.dtype == np.uint8
    assert (features[:, 136] == paili.distances(hands)).all()
    for counts, row in list(zip(hands, features, strict=True))[::20]:
        hand = paili.Hand.from_counts(counts.tolist())
        discards = hand.discards()
        assert (row[:34] < 255).sum() == len(discards)
        for discard in discards:
            kind = paili.KINDS.index(discard.tile)
            useful = discard.useful
            assert tuple(row[kind:102:34]) == (discard.distance, len(useful.tiles), useful.acceptance)
        if not discards:
            useful = hand.useful()
            copies = [useful.copies.get(kind, 0) for kind in paili.KINDS]
            assert row[102:136].tolist() == copies
    visible = np.eye(34, dtype=np.int64)[:1]
    seen = paili.features(["2344m"], visible=visible)
    assert (seen == paili.features(np.array(paili.counts(["2344m"]), np.int64), visible=visible)).all()
    assert (seen[0, 102:106] == [3, 0, 0, 2]).all()
    for column in (pa.array, lambda texts: pa.chunked_array([texts]), pd.Series, pl.Series):
        assert (paili.features(column(paili.texts(hands).tolist())) == features).all()
    own = np.empty((600, 137), np.uint8)
    assert paili.features(hands, out=own) is own and (own == features).all()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: paili.features(np.full((1, 34), 9)), "hands: row 0: "),
        (lambda: paili.features(np.full((1, 34), 256)), "hands: row 0: "),
        (lambda: paili.features(["11m"], visible=np.zeros((2, 34), int)), "visible: 2 rows for 1 hands"),
        *((lambda kind=kind: paili.features(-np.eye(34, dtype=kind)), "hands: row 0: -1 ") for kind in (np.int8, int)),
        *(
            (lambda shape=shape: paili.features(np.zeros(shape, np.uint8)), f"hands: an array of shape {shape}: expec")
            for shape in ((2, 35), (2, 17), (34,), (2, 34, 1))
        ),
        (lambda: paili.features(["11m"] * 2, visible=np.zeros((2, 35), int)), "visible: an array of shape (2, 35): "),
        (lambda: paili.features(["11m"] * 2, visible=["", "zz"]), 'visible: row 1: character 1: "zz" is not a tile: '),
        (lambda: paili.features(["11m"], visible=-np.eye(34, dtype=int)[:1]), "visible: row 0: "),
        (lambda: paili.features(np.ma.masked_array(np.eye(34, dtype=int), True)), "hands: a masked array: expected "),
        *(
            (lambda column=column: paili.features(column(["11m", None])), "hands: row 1: a null is no hand")
            for column in (pa.array, pd.Series, pl.Series)
        ),
        (lambda: paili.features(["11m", None]), "hands: row 1: None is no hand"),
        (lambda: paili.features(["1111m"], visible=np.eye(34, dtype=int)[:1]), "visible: row 0: "),
        (lambda: paili.features(["11m"], out=np.empty((1, 136), np.uint8)), "out: an array of shape (1, 136): expec"),
        (
            lambda: paili.features(["11m"] * 2, out=np.empty((4, 137), np.uint8)[::2]),
            "out: expected a contiguous uint8 ",
        ),
    ],
)
def test_what_is_no_hand_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(paili.InputError) as caught:
        ask()
    assert str(caught.value).startswith(message), str(caught.value)


def test_what_has_no_tiles_is_refused() -> None:
    with pytest.raises(TypeError, match="^visible: expected an array of integers, found float64$"):
        paili.features(["11m"], visible=np.zeros((1, 34)))
    with pytest.raises(TypeError, match="^out: expected a contiguous uint8 array .*, found int8$"):
        paili.features(["11m"], out=np.zeros((1, 137), np.int8))
    with pytest.raises(TypeError, match="^out: expected a contiguous uint8 array .*, found list$"):
        paili.features(["11m"], out=[])


def test_what_is_seen_and_melds_are_read_as_elsewhere() -> None:
    hands = ["2344m", "11m", "2344m123456p[777z]"]
    features, useful = paili.features(hands, visible="44m"), paili.useful(hands, visible="44m")
    assert (features[:, 136] == useful.distance).all() and features[2, 102:136].sum() == useful.acceptance[2] > 0
    assert (features == paili.features(hands, visible=["44m"] * 3)).all()
    assert (paili.features(hands[:2], visible=["1m", None]) == paili.features(hands[:2], visible=["1m", ""])).all()
    numbers = pd.Series(hands, index=[2, 0, 1])
    with pytest.raises(paili.InputError, match="^visible: another index than that of the hands"):
        paili.features(numbers, visible=pd.Series(["", "", ""]))
    assert paili.features([]).shape == (0, 137)
    table = np.zeros((3, 137), np.uint8)
    with pytest.raises(paili.InputError, match="^out: it shares memory with the hands"):
        paili.features(table.reshape(-1)[: 3 * 34].reshape(3, 34), out=table)
