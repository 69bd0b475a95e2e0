"""The package's own columns of Arrow."""

from __future__ import annotations

import operator
import pickle

import numpy as np
import pandas
import polars as pl
import pyarrow as pa
import pytest

import paili


def test_they_are_arrays() -> None:
    column = paili.ArrowArray.from_texts(["11m", None, "1m"])
    found = paili.distances(column)
    assert list(found) == [0, None, 1]
    assert (len(found), found.null_count, found[-1]) == (3, 1, 1)
    assert repr(found) == "<paili.ArrowArray of 3 Int8>"
    assert pa.array(found).to_pylist() == [0, None, 1]
    assert pa.chunked_array(pl.Series(found)).to_pylist() == [0, None, 1]
    with pytest.raises(IndexError):
        found[3]
    assert np.asarray(found).tolist()[::2] == [0, 1] and np.isnan(np.asarray(found)[1])
    whole = paili.distances(paili.ArrowArray.from_texts(["11m", "1m"]))
    assert np.asarray(whole).dtype == np.int8
    assert np.array(whole, np.int64).tolist() == [0, 1]
    frame = pandas.DataFrame({"hand": ["11m", "1m"]})
    frame["distance"] = whole
    assert frame["distance"].tolist() == [0, 1]
    assert frame.assign(again=whole)["again"].tolist() == pandas.Series(whole).tolist() == [0, 1]


def test_they_are_made_of_texts() -> None:
    for texts, found in ((None, "NoneType"), ("", "str"), (b"1m", "bytes"), (5, "int")):
        with pytest.raises(TypeError, match=f"^texts: expected an iterable of texts, such as a list, not {found}$"):
            paili.ArrowArray.from_texts(texts)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^texts: row 1: expected a text or None, not int$"):
        paili.ArrowArray.from_texts([None, 5])  # type: ignore[list-item]
    assert list(paili.ArrowArray.from_texts(text for text in ("1m", None))) == ["1m", None]


def test_engines_can_use_them() -> None:
    found = paili.distances(paili.ArrowArray.from_texts(["11m", None, "1m", "x"]), on_error="null")
    for part in (slice(None), slice(1, 3), slice(None, None, -2), slice(9, 2), slice(-1, None)):
        assert isinstance(found[part], paili.ArrowArray) and list(found[part]) == [0, None, 1, None][part]
        assert pa.array(found[part]).to_pylist() == list(found[part])
    assert found[1:].null_count == 2
    answers = [*paili.useful(paili.ArrowArray.from_texts(["11m", None])), found, found[2:3]]
    answers += [paili.odds(paili.ArrowArray.from_texts(["11m", None])), paili.ArrowArray.from_texts(["11m", None, ""])]
    answers.append(paili.counts(paili.ArrowArray.from_texts(["11m", None])))
    for column in answers:
        again = pickle.loads(pickle.dumps(column))
        assert (list(again), repr(again)) == (list(column), repr(column))
        assert pa.array(again).equals(pa.array(column))
    assert np.array_equal(found.to_numpy(), [0, np.nan, 1, np.nan], equal_nan=True)
    assert found[:1].to_numpy().dtype == np.int8
    for compare in (operator.eq, operator.ne, operator.lt):
        with pytest.raises(TypeError, match="^an ArrowArray can't be compared: take its to_numpy"):
            compare(found, 1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(found)
    with pytest.raises(TypeError, match="^index: expected a whole number or a slice, not <class 'str'>$"):
        found["1"]
    for far in (4, -5, 10**30):
        with pytest.raises(IndexError, match=f"^{far}: the array has 4 elements$"):
            found[far]
    with pytest.raises(ValueError, match="^copy: an ArrowArray becomes numpy's by a copy: expected None or True$"):
        np.array(found, copy=False)
