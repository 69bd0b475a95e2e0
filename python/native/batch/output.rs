//! Arrays that answers are written to.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::PrimitiveArray;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, Int8Type};
use arrow_buffer::{BooleanBuffer, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyMemoryView, PySlice};

use super::columns::NONE;
use super::home::library_of;
use crate::arrow_array::ArrowArray;
use crate::errors::bad_argument;
use crate::memory::{elements_mut, shape_of, span};

/// What numpy and memory views call the numbers that answers are.
const NAMES: [(&str, &str); 4] = [("int8", "b"), ("int16", "h"), ("int64", "q"), ("float64", "d")];

/// The place of a type of numbers among these.
fn place_of<T: ArrowPrimitiveType>() -> usize {
    match T::DATA_TYPE {
        DataType::Int8 => 0,
        DataType::Int16 => 1,
        DataType::Int64 => 2,
        _ => 3,
    }
}

/// Where a column of answers goes.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a, 'py> {
    /// The array that was passed as an argument of this name.
    Given(&'a str, &'a Bound<'py, PyAny>),
    /// A new array of numpy's; without numpy, a memory view.
    New,
    /// A new Arrow array.
    Arrow,
}

/// A column of answers.
pub enum Column<'py, T: ArrowPrimitiveType> {
    Python { array: Bound<'py, PyAny>, buffer: PyBuffer<T::Native> },
    Arrow { numbers: Vec<T::Native> },
}

impl<'py, T: ArrowPrimitiveType<Native: Element>> Column<'py, T> {
    /// A column with a place for each row.
    pub fn new(py: Python<'py>, target: Target<'_, 'py>, rows: usize) -> PyResult<Self> {
        let array = match target {
            Target::Arrow => return Ok(Column::Arrow { numbers: vec![T::Native::default(); rows] }),
            Target::Given(argument, array) => return Self::given(argument, array, rows),
            Target::New => {
                if let Some(numpy) = Numpy::get(py)? {
                    numpy.empty.bind(py).call1((rows, numpy.types[place_of::<T>()].bind(py)))?
                } else {
                    let bytes = PyByteArray::new_with(py, rows * size_of::<T::Native>(), |_| Ok(()))?;
                    PyMemoryView::from(&bytes)?.call_method1("cast", (NAMES[place_of::<T>()].1,))?
                }
            }
        };
        let buffer = PyBuffer::get(&array)?;
        Ok(Column::Python { array, buffer })
    }

    /// The array that was passed, if it can be written to and has a place for each row.
    fn given(argument: &str, array: &Bound<'py, PyAny>, rows: usize) -> PyResult<Self> {
        let py = array.py();
        let name = NAMES[place_of::<T>()].0;
        let expected = format!("expected a contiguous {name} array that can be written to");
        let Ok(mut buffer) = PyBuffer::<T::Native>::get(array) else {
            let found = match array.getattr_opt("dtype")? {
                Some(dtype) => dtype.str()?.to_string(),
                None => array.get_type().qualname()?.to_string(),
            };
            return Err(PyTypeError::new_err(format!("{argument}: {expected}, found {found}")));
        };
        if buffer.shape() != [rows] {
            let reason = format!("{}: expected ({rows},), a place a hand", shape_of(&buffer));
            return Err(bad_argument(py, argument, reason));
        }
        if elements_mut(&mut buffer).is_none() {
            return Err(bad_argument(py, argument, expected));
        }
        Ok(Column::Python { array: array.clone(), buffer })
    }

    /// The memory that is written to, if it may be somebody else's.
    pub fn span(&self) -> Range<usize> {
        match self {
            Column::Python { buffer, .. } => span(buffer),
            Column::Arrow { .. } => 0..0,
        }
    }

    /// Its places.
    pub fn places(&mut self) -> &mut [T::Native] {
        match self {
            // It was found out before that it can be written to.
            Column::Python { buffer, .. } => elements_mut(buffer).unwrap_or_default(),
            Column::Arrow { numbers } => numbers,
        }
    }

    /// The column as Python gets it. Arrow has nulls, and so no answers that stand for none.
    pub fn finish(self, py: Python<'py>, nulls: Option<&NullBuffer>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = match self {
            Column::Python { array, .. } => return Ok(array),
            Column::Arrow { numbers } => numbers,
        };
        let array = PrimitiveArray::<T>::new(ScalarBuffer::from(numbers), nulls.cloned());
        Ok(Bound::new(py, ArrowArray(Arc::new(array)))?.into_any())
    }
}

impl Column<'_, Int8Type> {
    /// Which of the distances stand for none, if this is Arrow's column.
    pub fn nulls(&self) -> Option<NullBuffer> {
        match self {
            Column::Arrow { numbers } if numbers.contains(&NONE) => {
                Some(NullBuffer::new(BooleanBuffer::collect_bool(numbers.len(), |row| numbers[row] != NONE)))
            }
            _ => None,
        }
    }
}

impl Column<'_, Float64Type> {
    /// Which of the probabilities are no number, if this is Arrow's column.
    pub fn nulls(&self) -> Option<NullBuffer> {
        match self {
            Column::Arrow { numbers } if numbers.iter().any(|number| number.is_nan()) => {
                Some(NullBuffer::new(BooleanBuffer::collect_bool(numbers.len(), |row| !numbers[row].is_nan())))
            }
            _ => None,
        }
    }
}

/// A new table of bytes: an array of numpy's; without numpy, a memory view.
pub fn new_table(py: Python<'_>, rows: usize, columns: usize) -> PyResult<Bound<'_, PyAny>> {
    if let Some(numpy) = Numpy::get(py)? {
        return numpy.empty.bind(py).call1(((rows, columns), "uint8"));
    }
    // A memory view has no dimension of length 0.
    let bytes = PyByteArray::new_with(py, rows.max(1) * columns, |_| Ok(()))?;
    let table = PyMemoryView::from(&bytes)?.call_method1("cast", ("B", (rows.max(1), columns)))?;
    table.get_item(PySlice::new(py, 0, rows.cast_signed(), 1))
}

/// Arrays that share memory would be written to while they are read.
pub fn check_apart(py: Python<'_>, read: &[Range<usize>], written: &[Range<usize>]) -> PyResult<()> {
    for (place, span) in written.iter().enumerate() {
        let meets = |other: &Range<usize>| span.start.max(other.start) < span.end.min(other.end);
        if read.iter().chain(&written[..place]).any(meets) {
            return Err(bad_argument(py, "out", "it shares memory with the hands or another array of answers"));
        }
    }
    Ok(())
}

/// A copy of a table without gaps, aligned and in this machine's order of bytes; none where there is no numpy.
pub fn copy_of<'py>(table: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = table.py();
    if Numpy::get(py)?.is_none() {
        return Ok(None);
    }
    let numpy = py.import("numpy")?;
    let table = numpy.call_method1("asarray", (table,))?;
    let native = table.getattr("dtype")?.call_method1("newbyteorder", ("=",))?;
    numpy.call_method1("require", (table, native, "CA")).map(Some)
}

/// An array of numpy's of what offers one, such as a tensor; none of numpy's own and of what offers none.
pub fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let offers = object.hasattr(intern!(py, "__array__"))? || object.hasattr(intern!(py, "__array_interface__"))?;
    if !offers || library_of(object)? == "numpy" || Numpy::get(py)?.is_none() {
        return Ok(None);
    }
    py.import("numpy")?.call_method1("asarray", (object,)).map(Some)
}

/// What is needed of numpy, if it is there.
struct Numpy {
    empty: Py<PyAny>,
    /// Its types of [`NAMES`].
    types: Vec<Py<PyAny>>,
}

impl Numpy {
    fn get(py: Python<'_>) -> PyResult<Option<&Numpy>> {
        static NUMPY: PyOnceLock<Option<Numpy>> = PyOnceLock::new();
        let numpy = NUMPY.get_or_try_init(py, || match py.import("numpy") {
            Ok(numpy) => {
                let types = NAMES.iter().map(|(name, _)| numpy.call_method1("dtype", (name,)).map(Bound::unbind));
                Ok(Some(Numpy { empty: numpy.getattr("empty")?.unbind(), types: types.collect::<PyResult<_>>()? }))
            }
            Err(error) if error.is_instance_of::<PyImportError>(py) => Ok(None),
            Err(error) => Err(error),
        });
        Ok(numpy?.as_ref())
    }
}
