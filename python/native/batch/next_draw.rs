//! What each hand does not need, and how often it gets a good wait.

use paili::analysis::{GoodWaits, Useful};
use paili::{Distance, Model, TileSet};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::asked::{Asked, Row};
use super::columns::Answer;
use super::output::{Answers, Outlooks};

/// The tiles that every hand does not need: the kinds whose discard keeps its distance.
///
/// Parameters
/// ----------
/// hands, forms, rules, threads, on_error, progress
///     as :func:`paili.distances` takes them.
///
/// Returns
/// -------
/// int64, a place a hand
///     in what the hands came in, as :func:`paili.distances` gives distances: bit i is set if the hand holds kind i of the
///     34 and one fewer leaves it as far; :func:`paili.tiles_of` names them. A row without an answer is 0, or a null where
///     there are some. The name of a series is ``unneeded``.
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that is no hand, unless ``on_error`` is ``"null"``.
///
/// Examples
/// --------
/// >>> import paili
/// >>> paili.tiles_of(paili.unneeded(["123m12399p57s1122z"])[0])
/// ['9p', '5s', '7s', '1z', '2z']
#[pyfunction]
#[pyo3(
    signature = (hands, *, **options),
    text_signature = "(hands, *, forms=None, rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn unneeded<'py>(hands: &Bound<'py, PyAny>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let asked = Asked::read("unneeded", hands, options)?;
    let [_, kinds, _] = answered(py, &asked, None, |Row { hand, model, .. }| {
        let useful = Useful { kinds: model.unneeded(hand) & TileSet::REGULAR, acceptance: 0 };
        Some(Answer::of(model.distance(hand), useful))
    })?;
    asked.hands.home.column("unneeded", kinds)
}

/// How many copies lead each hand at distance 2 to a wait of more than so many copies; no answer for any other.
pub fn good<'py>(
    py: Python<'py>,
    asked: &Asked,
    visible: Option<&Bound<'py, PyAny>>,
    more_than: u32,
) -> PyResult<Answers<'py>> {
    let [_, _, copies] = answered(py, asked, visible, |Row { hand, unseen, model }| {
        let good = GoodWaits::of(*model, hand, unseen, more_than)?;
        Some(Answer::of(Distance::READY, Useful { kinds: TileSet::EMPTY, acceptance: good.copies }))
    })?;
    Ok(copies)
}

/// The columns of outlooks, of which some are told.
fn answered<'py>(
    py: Python<'py>,
    asked: &Asked,
    visible: Option<&Bound<'py, PyAny>>,
    answer: impl Fn(&Row) -> Option<Answer> + Sync,
) -> PyResult<[Answers<'py>; 3]> {
    let mut outlooks = Outlooks::new(py, [asked.hands.home.target(); 3], asked.hands.len())?;
    asked.answer_each(py, visible, outlooks.places(), answer)?;
    outlooks.finish(py, &asked.hands.home)
}
