//! Many hands at once: `distances` and `useful`.

pub mod columns;
pub mod counts;
mod input;
mod output;
mod pieces;
pub mod rows;
pub mod texts;

use paili::batch::Batch;
use paili::distance::Forms;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::errors::{bad_argument, bad_row};
use crate::forms::read_forms;
use crate::threads::{pool, read_threads};
pub use input::HANDS;
pub use output::new_table;

use columns::{Columns, Distances, Outlooks};
use input::Input;
use output::{PythonColumn, arrow_array, check_apart, nulls_of};
use pieces::{FEW, answer_all};
use rows::{Asked, OnError};

/// The distance of every hand: how many tiles it lacks to win (shanten + 1).
///
/// ``hands`` can be
///
/// * an array of integers of shape (n, 34): how many copies of each kind a hand holds, in tile order (1M-9M, 1P-9P,
///   1S-9S, E S W N B F Z). numpy's, or anything else that lends its memory; of any integer type and layout,
///   C-contiguous uint8 being quickest;
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
    let input = Input::read(hands)?;
    let rows = input.rows();
    if let (Input::Arrow(_, family), None) = (&input, out) {
        let mut distances = vec![0; rows];
        options.answer(py, &input, Distances(&mut distances))?;
        let nulls = nulls_of(&distances);
        return arrow_array(py, distances, nulls, *family);
    }
    let mut column = match out {
        Some(out) => PythonColumn::given("out", out, rows)?,
        None => PythonColumn::new(py, rows)?,
    };
    check_apart(py, "out", &input.spans(), &[column.span()])?;
    options.answer(py, &input, Distances(column.places()))?;
    Ok(column.finish())
}

/// The distance, the useful tiles and the acceptance of every hand.
///
/// Useful tiles are the kinds that lower the distance when they are drawn (for a hand with a discard due: after some
/// discard that keeps the distance); the acceptance is how many copies of them the hand does not hold.
///
/// The arguments are those of ``paili.distances``, with a tuple of three arrays (int8, int64, int16) for ``out``.
/// Returns ``paili.Outlooks(distances, useful, acceptance)``: three arrays, ``useful`` of masks whose bit i is set if
/// kind i of the 34 is useful (``paili.tiles_of`` names them). Hands without an answer have -1, 0 and -1, or nulls in Arrow.
///
/// >>> import paili
/// >>> outlooks = paili.useful(["1133m456789p123s"])
/// >>> outlooks.distances, outlooks.useful, outlooks.acceptance
/// (array([1], dtype=int8), array([5]), array([4], dtype=int16))
/// >>> paili.tiles_of(outlooks.useful[0])
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
    let py = hands.py();
    let options = Options::read(py, forms, threads, on_error)?;
    let input = Input::read(hands)?;
    let rows = input.rows();
    if let (Input::Arrow(_, family), None) = (&input, out) {
        let (mut distances, mut useful, mut acceptance) = (vec![0; rows], vec![0; rows], vec![0; rows]);
        let columns = Outlooks { distances: &mut distances, useful: &mut useful, acceptance: &mut acceptance };
        options.answer(py, &input, columns)?;
        let nulls = nulls_of(&distances);
        let distances = arrow_array(py, distances, nulls.clone(), *family)?;
        let useful = arrow_array(py, useful, nulls.clone(), *family)?;
        return outlooks(py, [distances, useful, arrow_array(py, acceptance, nulls, *family)?]);
    }
    let (mut distances, mut useful, mut acceptance) = match out {
        Some(out) => given_columns(out, rows)?,
        None => (PythonColumn::new(py, rows)?, PythonColumn::new(py, rows)?, PythonColumn::new(py, rows)?),
    };
    check_apart(py, "out", &input.spans(), &[distances.span(), useful.span(), acceptance.span()])?;
    let columns = Outlooks { distances: distances.places(), useful: useful.places(), acceptance: acceptance.places() };
    options.answer(py, &input, columns)?;
    outlooks(py, [distances.finish(), useful.finish(), acceptance.finish()])
}

type GivenColumns<'py> = (PythonColumn<'py, i8>, PythonColumn<'py, i64>, PythonColumn<'py, i16>);

/// The three arrays of the argument `out`.
fn given_columns<'py>(out: &Bound<'py, PyAny>, rows: usize) -> PyResult<GivenColumns<'py>> {
    let Ok((distances, useful, acceptance)) =
        out.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)>()
    else {
        let reason = "expected a tuple of three arrays: distances, useful tiles and acceptance";
        return Err(bad_argument(out.py(), "out", reason));
    };
    Ok((
        PythonColumn::given("out[0]", &distances, rows)?,
        PythonColumn::given("out[1]", &useful, rows)?,
        PythonColumn::given("out[2]", &acceptance, rows)?,
    ))
}

/// The package's `Outlooks` of three columns.
fn outlooks<'py>(py: Python<'py>, columns: [Bound<'py, PyAny>; 3]) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "paili.batch", "Outlooks")?.call1(PyTuple::new(py, columns)?)
}

/// Fewer hands are answered sooner than Python would do anything else.
const SHORT: usize = 1 << 10;

/// How hands are to be answered.
struct Options {
    asked: Asked,
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
        let forms: Forms = read_forms(forms)?;
        let threads = read_threads(threads)?;
        let on_error = match on_error {
            "raise" => OnError::Raise,
            "null" => OnError::Null,
            other => return Err(bad_argument(py, "on_error", format!("{other:?}: expected \"raise\" or \"null\""))),
        };
        Ok(Options { asked: Asked { batch: Batch::new().with_forms(forms), on_error }, threads })
    }

    /// Answers all hands, while Python does something else if there are many.
    fn answer<C: Columns>(&self, py: Python<'_>, input: &Input, columns: C) -> PyResult<()> {
        let chunks = input.chunks::<C>(py)?;
        let answered = if columns.len() < SHORT {
            answer_all(&chunks, self.asked, columns, None)
        } else if columns.len() < FEW || self.threads == 1 {
            py.detach(|| answer_all(&chunks, self.asked, columns, None))
        } else {
            let pool = pool(self.threads)?;
            py.detach(|| answer_all(&chunks, self.asked, columns, Some(&pool)))
        };
        answered.map_err(|bad| bad_row(py, HANDS, bad.row, &bad.fault))
    }
}
