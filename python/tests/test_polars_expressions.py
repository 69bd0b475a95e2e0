"""``pl.col("hand").paili``."""

from __future__ import annotations

import polars as pl
import pytest

import paili
import paili.polars

HANDS = {"hand": ["1133m456789p123s", None, "34m99p1z", "11m"]}
USEFUL = pl.Struct({"distance": pl.Int8, "useful": pl.Int64, "acceptance": pl.Int16})
DISCARD = pl.Struct({"discard": pl.Int8, "distance": pl.Int8, "useful": pl.Int64, "acceptance": pl.Int16})

ASKED = {
    "distance": pl.col("hand").paili.distance(),
    "outlook": pl.col("hand").paili.useful(),
    "best": pl.col("hand").paili.discard(),
    "win": pl.col("hand").paili.win(3),
}


def test_schemas_are_known_before_anything_is_asked() -> None:
    schema = pl.LazyFrame(HANDS).with_columns(**ASKED).collect_schema()
    assert schema == {"hand": pl.String, "distance": pl.Int8, "outlook": USEFUL, "best": DISCARD, "win": pl.Float64}


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_and_eager_frames_get_the_answers_of_the_functions(engine: str) -> None:
    eager = pl.DataFrame(HANDS).with_columns(**ASKED)
    assert eager.equals(pl.LazyFrame(HANDS).with_columns(**ASKED).collect(engine=engine))
    hands = eager["hand"]
    assert eager["distance"].to_list() == paili.distances(hands).to_list() == [1, None, 1, 0]
    assert eager["outlook"].struct.unnest().equals(paili.useful(hands))
    assert eager["best"].struct.unnest().equals(paili.discards(hands))
    assert eager["win"].to_list() == paili.odds(hands, 3).to_list()


def test_rows_keep_their_place_in_groups_filters_and_many_rows() -> None:
    texts = paili.texts(paili.random_hands(30_000, seed=2)).tolist()
    frame = pl.LazyFrame({"hand": texts, "game": [row % 7 for row in range(30_000)]})
    expected = paili.distances(texts)
    answered = frame.with_columns(distance=pl.col("hand").paili.distance())
    for engine in ("in-memory", "streaming"):
        assert answered.collect(engine=engine)["distance"].to_list() == expected.tolist()
        near = answered.filter(pl.col("distance") <= 2).collect(engine=engine)
        assert len(near) == (expected <= 2).sum() > 0
    mean = frame.group_by("game", maintain_order=True).agg(pl.col("hand").paili.distance().mean()).collect()
    assert mean["hand"].to_list() == [pytest.approx(expected[game::7].mean()) for game in range(7)]


def test_columns_without_rows_and_without_hands() -> None:
    for kind in (pl.String, pl.Null):
        for rows in (0, 2):
            frame = pl.DataFrame({"hand": pl.Series([None] * rows, dtype=kind)}).with_columns(**ASKED)
            assert frame["outlook"].dtype == USEFUL
            assert frame["distance"].to_list() == frame["win"].to_list() == [None] * rows


def test_options_reach_the_functions_and_are_checked_at_once() -> None:
    frame = pl.DataFrame({"hand": ["19m19p19s1234567z", "12x"]})
    asked = pl.col("hand").paili.distance(forms=iter(["standard", "orphans"]), on_error="null")
    assert frame.lazy().select(asked, again=asked).collect().rows() == [(1, 1), (None, None)]
    with pytest.raises(pl.exceptions.ComputeError, match="hands: row 1: "):
        frame.select(pl.col("hand").paili.distance())
    for ask, argument in [
        (lambda: pl.col("hand").paili.distance(forms="pears"), "forms"),
        (lambda: pl.col("hand").paili.useful(on_error="skip"), "on_error"),
        (lambda: pl.col("hand").paili.win(0), "draws"),
    ]:
        with pytest.raises(paili.InputError, match=f"^{argument}: "):
            ask()


def test_odds_are_told_by_the_terms_and_rules_that_are_asked_for() -> None:
    hands = ["1133m456789p123s", "2344m99p1234s"]
    for terms in ({"changes": 1}, {"law": "published"}, {"rules": "guobiao"}, {"rules": "riichi", "forms": "pairs"}):
        win = pl.Series("hand", hands).to_frame().select(pl.col("hand").paili.win(4, on_error="null", **terms))
        assert win["hand"].equals(paili.odds(pl.Series(hands), 4, on_error="null", **terms), null_equal=True), terms


def test_rows_without_an_answer_are_nulls() -> None:
    frame = pl.DataFrame({"hand": ["1133m456789p1234s", None, "x"]})
    hands = pl.col("hand").paili
    for answer in (hands.useful(on_error="null"), hands.discard(on_error="null")):
        answers = frame.select(answer)["hand"]
        assert answers.is_null().to_list() == [False, True, True]
        assert answers.drop_nulls().struct.field("distance").to_list() == [1]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_visible_tiles_are_a_column_or_a_text(engine: str) -> None:
    frame = pl.DataFrame({"hand": ["1133m456789p1234s", None, "34m99p1z"], "seen": ["11m", "2m", "22225m"]})
    hands, seen = pl.col("hand").paili, frame["seen"]
    for asked, function in [
        (hands.useful, paili.useful),
        (hands.discard, paili.discards),
        (lambda **options: hands.win(3, **options), lambda hands, **options: paili.odds(hands, 3, **options)),
    ]:
        for visible, given in [(pl.col("seen"), seen), (seen, seen), ("11m", "11m"), (pl.lit("11m"), "11m")]:
            answers = frame.lazy().select(asked(visible=visible)).collect(engine=engine)["hand"]
            expected = function(frame["hand"], visible=given)
            if isinstance(expected, pl.DataFrame):
                answers, expected = answers.struct.unnest(), expected
                assert answers.equals(expected)
            else:
                assert answers.to_list() == expected.to_list()
    # And one hand is asked about beside each row of tiles.
    for one in (pl.lit("34m99p1z"), pl.col("hand").last()):
        asked = one.paili.useful(visible=pl.col("seen"))
        expected = paili.useful(["34m99p1z"] * 3, visible=seen).acceptance
        for rows in (frame, frame.clear()):
            answers = rows.lazy().select(asked.alias("hand")).collect(engine=engine)["hand"]
            assert answers.struct.field("acceptance").to_list() == expected.tolist()[: len(rows)]
    with pytest.raises(paili.InputError, match="^visible: "):
        hands.useful(visible="?")
    with pytest.raises(TypeError, match="^visible: expected an expression, a series or a text, not list$"):
        hands.useful(visible=["11m"])  # type: ignore[arg-type]
