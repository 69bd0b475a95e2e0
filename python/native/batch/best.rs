//! The best discard of each hand.

use arrow_array::types::{Int8Type, Int16Type, Int64Type};
use paili::analysis;
use paili::batch::Analysis;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::columns::{Answer, Columns, NONE};
use super::hands::Hands;
use super::options::{Options, Row};
use super::output::Column;
use super::rows::HANDS;
use crate::arguments::Given;
use crate::progress::watched;

/// The best discard of every hand, and what it leaves.
///
/// Best is the smallest distance, then the largest acceptance, then as the THUPC rule plays equals: the first of
/// ``paili.Hand.discards``, which has them all (``paili.Hand.from_counts(row).discards()``). Specials, which are none of
/// ``paili.KINDS``, are passed over.
///
/// Parameters
/// ----------
/// hands, forms, rules, threads, on_error, progress
///     as :func:`paili.distances` takes them.
/// visible
///     tiles seen elsewhere, as :func:`paili.useful` takes them.
///
/// Returns
/// -------
/// paili.Discards, or a data frame
///     Columns ``discard`` (int8: the kind's place in ``paili.KINDS``), and after it ``distance`` (int8), ``useful``
///     (int64, bit i for kind i) and ``acceptance`` (int16): a ``pandas.DataFrame`` or a ``polars.DataFrame`` if the hands
///     were theirs, otherwise a named tuple of arrays. Hands that have to draw first, and rows without an answer, have -1
///     (useful: 0), or nulls where there are some.
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that is no hand, unless ``on_error`` is ``"null"``.
///
/// Examples
/// --------
/// >>> import paili
/// >>> best = paili.discards(["1133m456789p1234s", "34m99p1z"])
/// >>> [paili.KINDS[kind] for kind in best.discard], best.distance.tolist(), best.acceptance.tolist()
/// (['4s', '1z'], [1, 1], [4, 8])
#[pyfunction]
#[pyo3(
    signature = (hands, *, visible=None, forms=None, rules=None, threads=None, on_error=Given::default(), progress=None),
    text_signature = "(hands, *, visible=None, forms=None, rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn discards<'py>(
    hands: &Bound<'py, PyAny>,
    visible: Option<&Bound<'py, PyAny>>,
    forms: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    on_error: Given<'py>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    static DISCARDS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = hands.py();
    let options = Options::read(rules, forms, threads, on_error)?;
    let hands = Hands::read(HANDS, hands)?;
    let (target, rows) = (hands.home.target(), hands.len());
    let mut discards = Column::<Int8Type>::new(py, target, rows)?;
    let mut distances = Column::<Int8Type>::new(py, target, rows)?;
    let mut useful = Column::<Int64Type>::new(py, target, rows)?;
    let mut acceptance = Column::<Int16Type>::new(py, target, rows)?;
    let places = Columns::of_outlooks(distances.places(), useful.places(), acceptance.places());
    let places = places.with_discards(discards.places());
    watched(py, progress, hands.len(), |progress| {
        options.answer_each(py, progress, &hands, visible, places, |Row { hand, unseen, model }| {
            let all = analysis::discards(*model, hand, unseen);
            let best = *all.iter().find(|discard| !discard.tile.is_special())?;
            let analysis = Analysis { distance: best.distance, useful: best.useful };
            // There are 34 kinds.
            Some(Answer { analysis, discard: best.tile.index() as i8 })
        })
    })?;
    let nulls = discards.nulls(|discard| discard == NONE);
    let nulls = nulls.as_ref();
    let columns = vec![
        discards.finish(py, nulls)?,
        distances.finish(py, nulls)?,
        useful.finish(py, nulls)?,
        acceptance.finish(py, nulls)?,
    ];
    let tuple = DISCARDS.import(py, "paili.hands.answers", "Discards")?;
    hands.home.frame(tuple.as_any(), &["discard", "distance", "useful", "acceptance"], columns)
}
