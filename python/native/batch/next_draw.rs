//! What each hand does not need, and how often it gets a good wait.

use arrow_array::types::{Int8Type, Int16Type, Int64Type};
use paili::analysis::{GoodWaits, Useful};
use paili::batch::Analysis;
use paili::{Distance, Model, TileSet};
use pyo3::prelude::*;

use super::columns::{Answer, Columns, NONE};
use super::hands::Hands;
use super::options::{Options, Row};
use super::output::Column;
use super::rows::HANDS;
use crate::arguments::Given;
use crate::progress::{Progress, watched};

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
    signature = (hands, *, forms=None, rules=None, threads=None, on_error=Given::default(), progress=None),
    text_signature = "(hands, *, forms=None, rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn unneeded<'py>(
    hands: &Bound<'py, PyAny>,
    forms: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    on_error: Given<'py>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let options = Options::read(rules, forms, threads, on_error)?;
    let hands = Hands::read(HANDS, hands)?;
    let mut kinds = Column::<Int64Type>::new(py, hands.home.target(), hands.len())?;
    let (mut distances, mut acceptance) = rest(py, &hands)?;
    let places = Columns::of_outlooks(distances.places(), kinds.places(), acceptance.places());
    watched(py, progress, hands.len(), |progress| {
        options.answer_each(py, progress, &hands, None, places, |Row { hand, model, .. }| {
            let useful = Useful { kinds: model.unneeded(hand) & TileSet::REGULAR, acceptance: 0 };
            Some(answer(model.distance(hand), useful))
        })
    })?;
    let nulls = distances.nulls(|distance| distance == NONE);
    hands.home.column("unneeded", kinds.finish(py, nulls.as_ref())?)
}

/// How many copies lead each hand at distance 2 to a wait of more than so many copies; no answer for any other.
pub fn good<'py>(
    py: Python<'py>,
    options: &Options,
    hands: &Hands,
    visible: Option<&Bound<'py, PyAny>>,
    more_than: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let mut copies = Column::<Int16Type>::new(py, hands.home.target(), hands.len())?;
    let mut distances = Column::<Int8Type>::new(py, hands.home.target(), hands.len())?;
    let mut kinds = Column::<Int64Type>::new(py, hands.home.target(), hands.len())?;
    let places = Columns::of_outlooks(distances.places(), kinds.places(), copies.places());
    let of_hand = |Row { hand, unseen, model }: &Row| {
        let good = GoodWaits::of(*model, hand, unseen, more_than)?;
        Some(answer(Distance::READY, Useful { kinds: TileSet::EMPTY, acceptance: good.copies }))
    };
    watched(py, None, hands.len(), |progress: &Progress| {
        options.answer_each(py, progress, hands, visible, places, of_hand)
    })?;
    let nulls = distances.nulls(|distance| distance == NONE);
    copies.finish(py, nulls.as_ref())
}

fn answer(distance: Distance, useful: Useful) -> Answer {
    Answer { analysis: Analysis { distance, useful }, discard: 0 }
}

/// Columns that nobody is told.
fn rest<'py>(py: Python<'py>, hands: &Hands) -> PyResult<(Column<'py, Int8Type>, Column<'py, Int16Type>)> {
    let target = hands.home.target();
    Ok((Column::new(py, target, hands.len())?, Column::new(py, target, hands.len())?))
}
