//! Arrays that answers are written to.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{ArrayRef, PrimitiveArray};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, NullBuffer, ScalarBuffer};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyMemoryView, PySlice};

use super::columns::NONE;
use super::input::Family;
use crate::arrow::ArrowArray;
use crate::errors::bad_argument;
use crate::memory::{elements_mut, span};

/// What a column of answers can hold.
pub trait Number: Element + ArrowNativeType {
    /// What numpy calls it.
    const DTYPE: &str;
    /// Its place among numpy's types that are kept.
    const PLACE: usize;
    /// What a memory view calls it.
    const FORMAT: &str;
    /// What Arrow calls it.
    type Arrow: ArrowPrimitiveType<Native = Self>;
}

impl Number for i8 {
    const DTYPE: &str = "int8";
    const PLACE: usize = 0;
    const FORMAT: &str = "b";
    type Arrow = arrow_array::types::Int8Type;
}

impl Number for i16 {
    const DTYPE: &str = "int16";
    const PLACE: usize = 1;
    const FORMAT: &str = "h";
    type Arrow = arrow_array::types::Int16Type;
}

impl Number for i64 {
    const DTYPE: &str = "int64";
    const PLACE: usize = 2;
    const FORMAT: &str = "q";
    type Arrow = arrow_array::types::Int64Type;
}

/// A column of Python's: one that was passed, or a new one.
pub struct PythonColumn<'py, T: Number> {
    array: Bound<'py, PyAny>,
    buffer: PyBuffer<T>,
}

impl<'py, T: Number> PythonColumn<'py, T> {
    /// A new array of numpy's; without numpy, a memory view.
    pub fn new(py: Python<'py>, rows: usize) -> PyResult<Self> {
        let array = if let Some(numpy) = Numpy::get(py)? {
            numpy.empty.bind(py).call1((rows, numpy.types[T::PLACE].bind(py)))?
        } else {
            let bytes = PyByteArray::new_with(py, rows * size_of::<T>(), |_| Ok(()))?;
            PyMemoryView::from(&bytes)?.call_method1("cast", (T::FORMAT,))?
        };
        let buffer = PyBuffer::get(&array)?;
        Ok(PythonColumn { array, buffer })
    }

    /// The array that was passed as an argument, if it can be written to and has a place for each row.
    pub fn given(argument: &str, array: &Bound<'py, PyAny>, rows: usize) -> PyResult<Self> {
        let py = array.py();
        let expected = format!("expected a contiguous {} array that can be written to", T::DTYPE);
        let Ok(mut buffer) = PyBuffer::<T>::get(array) else {
            let found = match array.getattr_opt("dtype")? {
                Some(dtype) => dtype.str()?.to_string(),
                None => array.get_type().qualname()?.to_string(),
            };
            return Err(PyTypeError::new_err(format!("{argument}: {expected}, found {found}")));
        };
        if buffer.shape() != [rows] {
            let shape: Vec<String> = buffer.shape().iter().map(ToString::to_string).collect();
            let comma = if shape.len() == 1 { "," } else { "" };
            let reason = format!("an array of shape ({}{comma}): expected ({rows},), a place a hand", shape.join(", "));
            return Err(bad_argument(py, argument, reason));
        }
        if elements_mut(&mut buffer).is_none() {
            return Err(bad_argument(py, argument, expected));
        }
        Ok(PythonColumn { array: array.clone(), buffer })
    }

    /// Where it lies in memory.
    pub fn span(&self) -> Range<isize> {
        span(&self.buffer)
    }

    /// Its places.
    pub fn places(&mut self) -> &mut [T] {
        // It was found out before that it can be written to.
        elements_mut(&mut self.buffer).unwrap_or_default()
    }

    /// The array.
    pub fn finish(self) -> Bound<'py, PyAny> {
        self.array
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
pub fn check_apart(py: Python<'_>, argument: &str, read: &[Range<isize>], written: &[Range<isize>]) -> PyResult<()> {
    for (place, span) in written.iter().enumerate() {
        let meets = |other: &Range<isize>| span.start.max(other.start) < span.end.min(other.end);
        if read.iter().chain(&written[..place]).any(meets) {
            return Err(bad_argument(py, argument, "it shares memory with the hands or another array of answers"));
        }
    }
    Ok(())
}

/// What is needed of numpy, if it is there.
struct Numpy {
    empty: Py<PyAny>,
    /// int8, int16 and int64.
    types: [Py<PyAny>; 3],
}

impl Numpy {
    fn get(py: Python<'_>) -> PyResult<Option<&Numpy>> {
        static NUMPY: PyOnceLock<Option<Numpy>> = PyOnceLock::new();
        let numpy = NUMPY.get_or_try_init(py, || match py.import("numpy") {
            Ok(numpy) => {
                let data_type = |name| numpy.getattr("dtype")?.call1((name,)).map(Bound::unbind);
                let types = [data_type(i8::DTYPE)?, data_type(i16::DTYPE)?, data_type(i64::DTYPE)?];
                Ok(Some(Numpy { empty: numpy.getattr("empty")?.unbind(), types }))
            }
            Err(error) if error.is_instance_of::<PyImportError>(py) => Ok(None),
            Err(error) => Err(error),
        });
        Ok(numpy?.as_ref())
    }
}

/// Where the distances are that hands without an answer don't have.
pub fn nulls_of(distances: &[i8]) -> Option<NullBuffer> {
    if !distances.contains(&NONE) {
        return None;
    }
    Some(NullBuffer::new(BooleanBuffer::collect_bool(distances.len(), |row| distances[row] != NONE)))
}

/// An Arrow array, given to whom the hands came from.
pub fn arrow_array<T: Number>(
    py: Python<'_>,
    numbers: Vec<T>,
    nulls: Option<NullBuffer>,
    family: Family,
) -> PyResult<Bound<'_, PyAny>> {
    let array: ArrayRef = Arc::new(PrimitiveArray::<T::Arrow>::new(ScalarBuffer::from(numbers), nulls));
    let array = Bound::new(py, ArrowArray(array))?.into_any();
    match family {
        Family::PyArrow => py.import("pyarrow")?.call_method1("array", (array,)),
        Family::Polars => py.import("polars")?.call_method1("Series", (array,)),
        Family::Other => Ok(array),
    }
}
