//! The best discard of each hand.

use arrow_array::types::Int8Type;
use paili::analysis;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use super::asked::{Asked, Row};
use super::columns::{Answer, NONE};
use super::output::{Column, Outlooks};

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
    signature = (hands, *, visible=None, **options),
    text_signature = "(hands, *, visible=None, forms=None, rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn discards<'py>(
    hands: &Bound<'py, PyAny>,
    visible: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    static DISCARDS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = hands.py();
    let asked = Asked::read("discards", hands, options)?;
    let hands = &asked.hands;
    let mut discards = Column::<Int8Type>::new(py, hands.home.target(), hands.len())?;
    let mut outlooks = Outlooks::new(py, [hands.home.target(); 3], hands.len())?;
    let places = outlooks.places().with_discards(discards.places());
    asked.answer_each(py, visible, places, |Row { hand, unseen, model }| {
        let all = analysis::discards(*model, hand, unseen);
        let best = *all.iter().find(|discard| !discard.tile.is_special())?;
        // There are 34 kinds.
        Some(Answer { discard: best.tile.index() as i8, ..Answer::of(best.distance, best.useful) })
    })?;
    let nulls = hands.home.nulls(&discards, |discard| discard == NONE);
    let outlooks = outlooks.finish(py, &hands.home)?;
    let columns = [discards.finish(py, nulls.as_ref())?].into_iter().chain(outlooks).collect();
    let tuple = DISCARDS.import(py, "paili.hands.answers", "Discards")?;
    hands.home.frame(tuple.as_any(), &["discard", "distance", "useful", "acceptance"], columns)
}
