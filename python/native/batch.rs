//! Many hands at once: `distances`, `useful` and `odds`.

mod arrow_column;
mod blocks;
mod columns;
mod hands;
mod output;
mod rows;
mod winning;

use arrow_array::types::{Int8Type, Int16Type, Int64Type};
use paili::batch::Batch;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::arguments::read_forms;
use crate::errors::{bad_argument, bad_row};
use crate::threads::{pool, read_threads};
pub use output::new_table;
pub use winning::{DRAWS, odds};

use blocks::{FEW, answer_all};
use columns::Columns;
use hands::{HANDS, Hands};
use output::{Column, Target, check_apart};
use rows::OnError;

/// The distance of every hand: how many tiles it lacks to win (shanten + 1).
///
/// ``hands`` can be
///
/// * an array of integers of shape (n, 34): how many copies of each kind a hand holds, in tile order (1M-9M, 1P-9P,
///   1S-9S, E S W N B F Z). numpy's, or anything else that lends its memory; of any integer type and layout.
///   C-contiguous uint8 is quickest, and arrays with gaps or of another order are copied;
/// * a column of an Arrow library (pyarrow, Polars, a DuckDB result of one column, ...): texts in any notation,
///   FixedSizeBinary(34), or lists of 34 integers. Nulls stay nulls, and nothing is copied that need not be;
/// * an iterable of texts, of 34 counts each, or of ``paili.Hand``, whose concealed tiles and number of melds count
///   here (its own forms and visible tiles don't).
///
/// Hands may differ in size: 13 or 14 tiles, or beside exposed melds 10, 11, 7, 8, 4, 5, 1 or 2.
///
/// ``out``
///     a contiguous int8 array to write to, instead of a new one.
/// ``forms``
///     the win forms that count, such as ``"standard,pairs,orphans"``. Beside exposed melds there is only the standard
///     one.
/// ``threads``
///     how many threads; all processors unless told. The answers are the same.
/// ``on_error``
///     ``"raise"``, or ``"null"`` to give hands that are none no answer: -1, a null in Arrow.
///
/// Returns an int8 numpy array (a memory view where there is no numpy), or an Arrow array of the library that the
/// column came from (``paili.ArrowArray`` for others). Raises ``paili.InputError`` with the first row that is no hand;
/// ``out`` holds anything then. Other Python threads run meanwhile, and must not write to the arrays.
///
/// >>> import numpy, paili
/// >>> hands = numpy.zeros((2, 34), numpy.uint8)
/// >>> hands[:, [0, 1, 2, 12, 13, 14, 24, 25, 26, 27, 33]] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2
/// >>> hands[1, 27] = 3
/// >>> paili.distances(hands)
/// array([1, 0], dtype=int8)
/// >>> paili.distances(["1133m456789p123s", "2344m99p1234s"])
/// array([1, 2], dtype=int8)
#[pyfunction]
#[pyo3(signature = (hands, *, out=None, forms=None, threads=None, on_error="raise"))]
pub fn distances<'py>(
    hands: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    forms: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    on_error: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hands.py();
    let options = Options::read(py, forms, threads, on_error)?;
    let hands = Hands::read(hands)?;
    let target = out.map_or(hands.usual_target(), |out| Target::Given("out", out));
    let mut distances = Column::<Int8Type>::new(py, target, hands.len())?;
    check_apart(py, &hands.spans(), &[distances.span()])?;
    options.answer(py, &hands, Columns::of_distances(distances.places()))?;
    let nulls = distances.nulls();
    distances.finish(py, nulls.as_ref())
}

/// The distance, the useful tiles and the acceptance of every hand.
///
/// Useful tiles are the kinds that lower the distance when they are drawn (for a hand with a discard due: after some
/// discard that keeps the distance); the acceptance is how many copies of them the hand does not hold.
///
/// The arguments are those of ``paili.distances``, with a tuple of three arrays (int8, int64, int16) for ``out``.
/// Returns ``paili.Outlooks(distances, useful, acceptance)``: three arrays, ``useful`` of masks whose bit i is set if
/// kind i of the 34 is useful (``paili.tiles_of`` names them). Hands without an answer have -1, 0 and -1, or nulls in
/// Arrow.
///
/// >>> import paili
/// >>> analyses = paili.useful(["1133m456789p123s"])
/// >>> analyses.distances, analyses.useful, analyses.acceptance
/// (array([1], dtype=int8), array([5]), array([4], dtype=int16))
/// >>> paili.tiles_of(analyses.useful[0])
/// ['1M', '3M']
#[pyfunction]
#[pyo3(signature = (hands, *, out=None, forms=None, threads=None, on_error="raise"))]
pub fn useful<'py>(
    hands: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    forms: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    on_error: &str,
) -> PyResult<Bound<'py, PyAny>> {
    static OUTLOOKS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = hands.py();
    let options = Options::read(py, forms, threads, on_error)?;
    let hands = Hands::read(hands)?;
    let out = out.map(three_arrays).transpose()?;
    let targets = match &out {
        None => [hands.usual_target(); 3],
        Some([distances, useful, acceptance]) => {
            [Target::Given("out[0]", distances), Target::Given("out[1]", useful), Target::Given("out[2]", acceptance)]
        }
    };
    let mut distances = Column::<Int8Type>::new(py, targets[0], hands.len())?;
    let mut useful = Column::<Int64Type>::new(py, targets[1], hands.len())?;
    let mut acceptance = Column::<Int16Type>::new(py, targets[2], hands.len())?;
    check_apart(py, &hands.spans(), &[distances.span(), useful.span(), acceptance.span()])?;
    options.answer(py, &hands, Columns::of_outlooks(distances.places(), useful.places(), acceptance.places()))?;
    let nulls = distances.nulls();
    let nulls = nulls.as_ref();
    let columns = [distances.finish(py, nulls)?, useful.finish(py, nulls)?, acceptance.finish(py, nulls)?];
    OUTLOOKS.import(py, "paili.answers", "Outlooks")?.call1(PyTuple::new(py, columns)?)
}

/// The arrays of the argument `out`.
fn three_arrays<'py>(out: &Bound<'py, PyAny>) -> PyResult<[Bound<'py, PyAny>; 3]> {
    let arrays = out.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)>().map_err(|_| {
        let reason = "expected a tuple of three arrays: distances, useful tiles and acceptance";
        bad_argument(out.py(), "out", reason)
    });
    arrays.map(Into::into)
}

/// Fewer hands are answered before another thread of Python could start.
const SHORT: usize = 1 << 10;

/// How hands are to be answered.
#[derive(Debug, Clone, Copy)]
struct Options {
    batch: Batch,
    on_error: OnError,
    /// How many threads; 0 is one a processor.
    threads: usize,
}

impl Options {
    fn read(
        py: Python<'_>,
        forms: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        on_error: &str,
    ) -> PyResult<Options> {
        let batch = Batch::new().with_forms(read_forms(forms)?);
        let threads = read_threads(threads)?;
        let on_error = OnError::read(py, on_error)?;
        Ok(Options { batch, on_error, threads })
    }

    /// Answers all hands. If there are many, other threads of Python run meanwhile.
    fn answer(&self, py: Python<'_>, hands: &Hands, places: Columns<'_>) -> PyResult<()> {
        let columns = hands.rows(py)?;
        let answered = if places.len() < SHORT {
            answer_all(&columns, *self, places, None)
        } else if places.len() < FEW || self.threads == 1 {
            py.detach(|| answer_all(&columns, *self, places, None))
        } else {
            let pool = pool(self.threads)?;
            py.detach(|| answer_all(&columns, *self, places, Some(&pool)))
        };
        answered.map_err(|bad| bad_row(py, HANDS, bad.row, &bad.fault))
    }
}
