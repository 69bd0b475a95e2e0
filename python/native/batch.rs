//! Many hands at once: `distances`, `shanten`, `useful`, `odds` and `discards`, and columns of hands as counts and as texts.

mod arrow_column;
mod asked;
mod best;
mod blocks;
mod columns;
mod convert;
mod each;
mod hand_features;
mod hands;
mod melds;
mod next_draw;
mod output;
mod rows;
mod source_library;
mod tiles;
mod visible;
mod winning;

use arrow_array::types::Int8Type;
use paili::Model;
use paili::analysis::{GoodWaits, Useful};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyTuple, PyType};

use crate::arguments::read_more_than;
use crate::errors::bad_argument;
pub use best::discards;
pub use convert::{counts, counts_column, numbers, texts};
pub use hand_features::features;
pub use next_draw::unneeded;
pub use winning::odds;

use asked::{Asked, Row};
use columns::{Answer, Columns, NONE};
use output::{Column, Outlooks, Target, check_apart};

/// The distance of every hand: how many tiles it lacks to win (shanten + 1).
///
/// Parameters
/// ----------
/// hands
///     * an array of integers of shape (n, 34): how many copies of each kind a hand holds, in tile order (1M-9M, 1P-9P,
///       1S-9S, E S W N B F Z). numpy's, or anything else that lends its memory or can become an array of numpy's, such
///       as a tensor; of any integer type and layout. C-contiguous uint8 is quickest, and arrays with gaps or of another
///       order are copied;
///     * a column or a data frame of pandas, polars, pyarrow, DuckDB or whoever else speaks Arrow's protocol: texts in
///       any notation, FixedSizeBinary(34), lists of 34 integers, or 34 columns of integers. Nulls stay nulls, and
///       nothing is copied that need not be;
///     * an iterable of texts, of 34 counts each, or of ``paili.Hand``, whose concealed tiles and number of melds count
///       here (its own forms and visible tiles don't).
///
///     Hands may differ in size: 13 or 14 tiles, or beside exposed melds 10, 11, 7, 8, 4, 5, 1 or 2. In texts, what stands
///     in brackets is an exposed meld, as in a ``paili.Hand``: its tiles are not left to draw.
/// out
///     a contiguous int8 array to write to, instead of a new one.
/// forms
///     those of the rule set's win forms that count, such as ``"standard,pairs,orphans"``, or ``"all"``. Forms that a hand
///     can't have are left aside: pairs and orphans are only for hands without exposed melds. A row that can have none of
///     the forms has no answer.
/// rules
///     the rule set, ``"standard"`` unless told: a :class:`paili.RuleSet`, or the name or dict that one is made of. Texts
///     have ``*`` for a wildcard, and hands are of its sizes.
/// threads
///     how many threads; all processors unless told. The answers are the same.
/// on_error
///     ``"raise"``, or ``"null"`` to give rows that are no hand no answer: -1, or a null where there are some.
/// progress
///     ``True`` shows a bar (needs tqdm). Something to call is told, some five times a second, how many hands are done;
///     what it raises ends the call.
///
/// Returns
/// -------
/// int8, a place a hand
///     in what the hands came in: a ``pandas.Series`` with their index (``Int8`` if there are nulls), a
///     ``polars.Series``, a pyarrow array (also for other Arrow libraries; where there is no pyarrow, a
///     :class:`paili.ArrowArray`), and otherwise a numpy array (a memory view where there is no numpy). The name of a
///     series is ``distance``.
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that is no hand, unless ``on_error`` is ``"null"``; ``out`` holds anything then.
///
/// Notes
/// -----
/// A hand takes a few nanoseconds, a text some hundred, and one with brackets some thousand. Other Python threads run meanwhile, and must not write to the
/// arrays.
///
/// Examples
/// --------
/// >>> import numpy, paili
/// >>> hands = numpy.zeros((2, 34), numpy.uint8)
/// >>> hands[:, [0, 1, 2, 12, 13, 14, 24, 25, 26, 27, 33]] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2
/// >>> hands[1, 27] = 3
/// >>> paili.distances(hands)
/// array([1, 0], dtype=int8)
/// >>> paili.distances(["1133m456789p123s", "2344m99p1234s"])
/// array([1, 2], dtype=int8)
/// >>> paili.distances(["1111m111122233z"], rules="sanma")
/// array([3], dtype=int8)
#[pyfunction]
#[pyo3(
    signature = (hands, *, out=None, **options),
    text_signature = "(hands, *, out=None, forms=None, rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn distances<'py>(
    hands: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    distances_on(("distance", 0), &Asked::read("distances", hands, options)?, hands.py(), out)
}

/// The shanten of every hand: its distance less one, -1 when it wins and 0 when it is ready (tenpai).
///
/// Parameters
/// ----------
/// hands, out, forms, rules, threads, on_error, progress
///     as :func:`paili.distances` takes them. A row without an answer is -2, or a null where there are some.
///
/// Returns
/// -------
/// int8, a place a hand
///     in what the hands came in, as :func:`paili.distances` gives distances. The name of a series is ``shanten``.
///
/// Raises
/// ------
/// paili.InputError
///     as :func:`paili.distances`: a hand that no tiles can complete is an error of its row, too.
///
/// Examples
/// --------
/// >>> import paili
/// >>> paili.shanten(["1133m456789p123s", "2344m99p1234s", "11m"])
/// array([ 0,  1, -1], dtype=int8)
#[pyfunction]
#[pyo3(
    signature = (hands, *, out=None, **options),
    text_signature = "(hands, *, out=None, forms=None, rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn shanten<'py>(
    hands: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    distances_on(("shanten", 1), &Asked::read("shanten", hands, options)?, hands.py(), out)
}

/// A column of this name of distances, less a number.
fn distances_on<'py>(
    (name, less): (&str, i8),
    asked: &Asked,
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let hands = &asked.hands;
    let target = out.map_or(hands.home.target(), |out| Target::Given("out", out));
    let mut distances = Column::<Int8Type>::new(py, target, hands.len())?;
    check_apart(py, &hands.spans(), &[distances.span()])?;
    asked.answer(py, Columns::of_distances(distances.places()))?;
    let nulls = hands.home.nulls(&distances, |distance| distance == NONE);
    if less > 0 {
        distances.places().iter_mut().for_each(|distance| *distance -= less);
    }
    let distances = distances.finish(py, nulls.as_ref())?;
    if out.is_some() { Ok(distances.values) } else { hands.home.column(name, distances) }
}

/// The distance, the useful tiles and the acceptance (ukeire) of every hand.
///
/// Useful tiles are the kinds that lower the distance when they are drawn (for a hand with a discard due: after some
/// discard that keeps the distance); the acceptance is how many copies of them are left.
///
/// Parameters
/// ----------
/// hands, forms, rules, threads, on_error, progress
///     as :func:`paili.distances` takes them.
/// visible
///     tiles seen elsewhere, in exposed melds or discarded, which are not left: a row a hand, of counts or texts
///     as hands are, but of any number of tiles; or a text for all hands. Beside a hand whose row is None or a null,
///     nothing is seen. Rows belong to hands in their order; of pandas, both must have the same index. They don't change
///     distances or which tiles are useful.
/// out
///     a tuple of three contiguous arrays (int8, int64, int16) to write to, instead of new ones; not with ``good``.
/// good
///     ``True``, or a number of copies: also how many copies lead a hand at distance 2 (1-shanten), with the best discard,
///     to a wait of more than four copies, or more than that number.
///
/// Returns
/// -------
/// paili.Outlooks, or a data frame
///     ``distance`` (int8), ``useful`` (int64: bit i is set if kind i of the 34 is useful; :func:`paili.tiles_of` names
///     them, and :func:`paili.kinds_of` makes a matrix of them) and ``acceptance`` (int16). For hands in pandas, a
///     ``pandas.DataFrame`` with their index, and in polars a ``polars.DataFrame``, of columns ``distance``, ``useful``
///     and ``acceptance``. Rows without an answer have -1, 0 and -1, or nulls where there are some. With ``good``,
///     :class:`paili.GoodOutlooks` or a data frame with one column more, ``good`` (int16): -1, or a null, for hands at
///     another distance or that have a discard due.
///
/// Raises
/// ------
/// paili.InputError
///     at the first row that is no hand, or has a fifth copy of a kind beside it, unless ``on_error`` is ``"null"``.
///
/// Examples
/// --------
/// >>> import paili
/// >>> analyses = paili.useful(["1133m456789p123s"])
/// >>> analyses.distance, analyses.useful, analyses.acceptance
/// (array([1], dtype=int8), array([5]), array([4], dtype=int16))
/// >>> paili.tiles_of(analyses.useful[0])
/// ['1m', '3m']
/// >>> paili.useful(["1133m456789p123s"] * 2, visible=["1m", ""]).acceptance
/// array([3, 4], dtype=int16)
/// >>> paili.useful(["45m57p23456799s1z"], good=True).good
/// array([4], dtype=int16)
#[pyfunction]
#[pyo3(
    signature = (hands, *, visible=None, out=None, good=None, **options),
    text_signature = "(hands, *, visible=None, out=None, good=False, forms=None, rules=None, threads=None, on_error='raise', progress=None)"
)]
pub fn useful<'py>(
    hands: &Bound<'py, PyAny>,
    visible: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    good: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    static OUTLOOKS: [PyOnceLock<Py<PyType>>; 2] = [const { PyOnceLock::new() }; 2];
    let py = hands.py();
    let mut asked = Asked::read("useful", hands, options)?;
    let hands = &asked.hands;
    let good = good.map_or(Ok(None), read_good)?;
    if out.is_some() && good.is_some() {
        return Err(bad_argument(py, "out", "not with good: expected None"));
    }
    let out = out.map(three_arrays).transpose()?;
    let targets = match &out {
        None => [hands.home.target(); 3],
        Some([distances, useful, acceptance]) => {
            [Target::Given("out[0]", distances), Target::Given("out[1]", useful), Target::Given("out[2]", acceptance)]
        }
    };
    let mut outlooks = Outlooks::new(py, targets, hands.len())?;
    check_apart(py, &hands.spans(), &outlooks.spans())?;
    if visible.is_none() {
        asked.answer(py, outlooks.places())?;
    } else {
        asked.answer_each(py, visible, outlooks.places(), |Row { hand, unseen, model }| {
            let (distance, kinds) = model.distance_and_useful(hand);
            Some(Answer::of(distance, Useful::at(distance, kinds, unseen)))
        })?;
    }
    let mut columns = Vec::from(outlooks.finish(py, &hands.home)?);
    let (tuple, name, names) = match good {
        None => (&OUTLOOKS[0], "Outlooks", &NAMES[..3]),
        Some(more_than) => {
            // Whoever watches has seen all hands go by.
            asked.progress = None;
            columns.push(next_draw::good(py, &asked, visible, more_than)?);
            (&OUTLOOKS[1], "GoodOutlooks", &NAMES[..])
        }
    };
    let tuple = tuple.import(py, "paili.hands.answers", name)?.as_any();
    if out.is_some() {
        tuple.call1(PyTuple::new(py, columns.into_iter().map(|column| column.values))?)
    } else {
        asked.hands.home.frame(tuple, names, columns)
    }
}

/// The columns of a data frame of outlooks.
const NAMES: [&str; 4] = ["distance", "useful", "acceptance", "good"];

/// Whether good waits are asked for, and of more than how many copies these are.
fn read_good(good: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if let Ok(is_asked) = good.cast::<PyBool>() {
        return Ok(is_asked.is_true().then_some(GoodWaits::MORE_THAN));
    }
    read_more_than("good", good).map(Some)
}

/// The arrays of the argument `out`.
fn three_arrays<'py>(out: &Bound<'py, PyAny>) -> PyResult<[Bound<'py, PyAny>; 3]> {
    let arrays = out.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)>().map_err(|_| {
        let reason = "expected a tuple of three arrays: distances, useful tiles and acceptance";
        bad_argument(out.py(), "out", reason)
    });
    arrays.map(Into::into)
}
