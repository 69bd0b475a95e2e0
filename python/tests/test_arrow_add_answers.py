"""Answers appended to record batches."""

from __future__ import annotations

import pickle

import numpy as np
import pyarrow as pa
import pytest

import paili
from paili.arrow import AddAnswers

COUNTS = paili.random_hands(2000, tiles=14, seed=3)
TYPES = {
    "fixed bytes": pa.array([row.tobytes() for row in COUNTS], pa.binary(34)),
    "bytes": pa.array([row.tobytes() for row in COUNTS], pa.binary()),
    "lists": pa.array(COUNTS.tolist(), pa.list_(pa.uint8(), 34)),
    "texts": pa.array(
        ["".join(kind * count for kind, count in zip(paili.KINDS, row, strict=True)) for row in COUNTS.tolist()]
    ),
}


@pytest.mark.parametrize("kind", TYPES)
def test_answers_are_those_of_the_library(kind: str) -> None:
    batch = pa.record_batch({"id": range(2000), "hand": TYPES[kind]})
    answered = AddAnswers(useful=True)(batch)
    expected = paili.useful(COUNTS)
    assert answered.schema.names == ["id", "hand", "distance", "acceptance", "useful"]
    assert answered.schema.types[2:] == [pa.int8(), pa.int16(), pa.int64()]
    for name, column in zip(["distance", "useful", "acceptance"], expected, strict=True):
        assert np.array_equal(answered.column(name).to_numpy(), column), name
    assert answered.select(["id", "hand"]).equals(batch)
    assert AddAnswers()(batch).column("distance").equals(answered.column("distance"))
    # A slice of a batch is a batch.
    assert AddAnswers()(batch.slice(700, 33)).column("distance").equals(answered.column("distance").slice(700, 33))


def test_the_schema_is_told_without_rows() -> None:
    metadata = {"made by": "somebody"}
    for kind, hands in TYPES.items():
        batch = pa.record_batch({"hand": hands, "id": range(2000)})
        batch = batch.replace_schema_metadata(metadata)
        for add in (AddAnswers(), AddAnswers("hand", useful=True)):
            assert add.schema(batch.schema).equals(add(batch).schema, check_metadata=True), kind
            assert add(batch.slice(0, 0)).num_rows == 0


def test_forms_and_threads_are_passed_on() -> None:
    batch = pa.record_batch({"hand": ["19m19p19s1234567z"]})
    for forms in ("standard,orphans", ["standard", "orphans"], (form for form in ("standard", "orphans"))):
        assert AddAnswers(forms=forms, threads=2)(batch).column("distance").to_pylist() == [1]


def test_nulls_stay_nulls_and_bad_rows_are_told_or_null() -> None:
    batch = pa.record_batch({"hand": ["11m", None, "12x", "12m"]})
    with pytest.raises(paili.InputError, match=r"^column 'hand': row 2: ") as caught:
        AddAnswers()(batch)
    assert caught.value.row == 2
    answered = AddAnswers(on_error="null", useful=True)(batch)
    assert answered.column("distance").to_pylist() == [0, None, None, 1]
    assert answered.column("useful").to_pylist()[1:3] == [None, None]
    assert answered.column("acceptance").null_count == 2


def test_the_column_is_the_one_asked_for_or_the_obvious_one() -> None:
    hands = pa.array(["11m"])
    ids = pa.array(["a"])
    assert AddAnswers()(pa.record_batch({"dealt": hands})).num_columns == 2
    assert AddAnswers()(pa.record_batch({"id": ids, "counts": hands})).column("distance").to_pylist() == [0]
    assert AddAnswers("x")(pa.record_batch({"hand": ids, "x": hands})).column("distance").to_pylist() == [0]
    for column, names, message in [
        (None, ["a", "b"], "column: which column holds the hands? Name it; the columns are 'a', 'b'"),
        ("c", ["a", "b"], "column: no column 'c': the columns are 'a', 'b'"),
        ("a", ["a", "a"], "column: 2 columns are called 'a'"),
        (None, [], "column: which column holds the hands? Name it; the columns are none"),
        ("hand", ["hand", "distance"], "column: there is a column 'distance' already, as one of the answers is called"),
    ]:
        batch = pa.RecordBatch.from_arrays([hands] * len(names), names=names)
        with pytest.raises(paili.InputError) as caught:
            AddAnswers(column)(batch)
        assert str(caught.value) == message
        with pytest.raises(paili.InputError) as caught:
            AddAnswers(column).schema(batch.schema)
        assert str(caught.value) == message


def test_wrong_arguments_are_told_at_once() -> None:
    with pytest.raises(paili.InputError, match="^forms: "):
        AddAnswers(forms="pears")
    with pytest.raises(paili.InputError, match="^on_error: "):
        AddAnswers(on_error="ignore")
    with pytest.raises(paili.InputError, match="^threads: "):
        AddAnswers(threads=0)
    with pytest.raises(paili.InputError, match="^useful: 'masks': expected True, False or \"tiles\"$"):
        AddAnswers(useful="masks")
    with pytest.raises(TypeError, match="^column: expected a name, not int"):
        AddAnswers(3)
    for wrong, found in ((5, "int"), ([5], "int")):
        with pytest.raises(TypeError, match=f"^forms: expected text or an iterable of texts, found {found}$"):
            AddAnswers(forms=wrong)
    with pytest.raises(TypeError, match="^batch: expected a pyarrow.RecordBatch, not Table"):
        AddAnswers()(pa.table({"hand": ["11m"]}))
    for ask in (AddAnswers("v").schema, AddAnswers("v").choose):
        with pytest.raises(TypeError, match="^schema: expected a pyarrow.Schema, not int$"):
            ask(3)
    with pytest.raises((paili.InputError, TypeError)):
        AddAnswers().schema(pa.schema({"hand": pa.float64()}))


def test_it_can_be_pickled_and_maps_partitions() -> None:
    add = pickle.loads(pickle.dumps(AddAnswers("hand", useful=True, forms=["pairs", "standard"], on_error="null")))
    batches = [pa.record_batch({"hand": ["1133557799m1122p", "1m"]}), pa.record_batch({"hand": ["x"]})]
    each = add.each(iter(batches))
    assert next(each).column("distance").to_pylist() == [0, 1]
    assert next(each).column("distance").to_pylist() == [None]
    assert next(each, None) is None


def test_useful_tiles_can_be_read_and_odds_come_along() -> None:
    hands = ["1133m456789p123s", None, "34m99p1z", "123m456p789s11122z"]
    answered = AddAnswers(useful="tiles", draws=5)(pa.record_batch({"hand": hands}))
    assert answered.schema.names == ["hand", "distance", "acceptance", "useful", "win"]
    assert answered.column("useful").to_pylist() == ["13m", None, "25m", ""]
    expected = paili.odds(pa.array(hands), 5)
    assert answered.column("win").to_pylist() == expected.to_pylist()
    for terms in ({"changes": 1}, {"law": "published"}):
        by_terms = AddAnswers(draws=5, **terms)(pa.record_batch({"hand": hands}))  # type: ignore[arg-type]
        assert by_terms.column("win").to_pylist() == paili.odds(pa.array(hands), 5, **terms).to_pylist() != expected
    with pytest.raises(paili.InputError, match='^law: "best"'):
        AddAnswers(draws=5, law="best")  # type: ignore[arg-type]
    for terms in ({"changes": 0}, {"law": "published"}):
        with pytest.raises(paili.InputError, match=f"^{next(iter(terms))}: only with draws$"):
            AddAnswers(**terms)  # type: ignore[arg-type]
    with pytest.raises(paili.InputError, match="^draws: "):
        AddAnswers(draws=0)
