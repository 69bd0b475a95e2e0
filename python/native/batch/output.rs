//! Arrays that answers are written to.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::PrimitiveArray;
use arrow_array::types::{ArrowPrimitiveType, Int8Type, Int16Type, Int64Type};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::columns::{Columns, NONE};
use super::source_library::SourceLibrary;
use crate::arrow_array::ArrowArray;
use crate::errors::bad_argument;
use crate::memory::{elements, elements_mut, share, span, written_shape};
use crate::numpy::{as_array, name_of, new_column};

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
            Target::Given(argument, array) => {
                return Ok(Column::Python { array: array.clone(), buffer: written::<T>(argument, array, &[rows])? });
            }
            Target::New => new_column::<T>(py, rows)?,
        };
        let buffer = PyBuffer::get(&array)?;
        Ok(Column::Python { array, buffer })
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

    /// Which of the answers stand for none, if some do.
    pub fn nulls(&self, is_none: impl Fn(T::Native) -> bool) -> Option<NullBuffer> {
        let numbers = match self {
            Column::Python { buffer, .. } => elements(buffer).unwrap_or_default(),
            Column::Arrow { numbers } => numbers,
        };
        let some = numbers.iter().any(|&number| is_none(number));
        some.then(|| numbers.iter().map(|&number| !is_none(number)).collect())
    }

    /// The column as Python gets it, without answers in the rows of the nulls.
    pub fn finish(self, py: Python<'py>, nulls: Option<&NullBuffer>) -> PyResult<Answers<'py>> {
        let values = match self {
            Column::Python { array, .. } => array,
            Column::Arrow { numbers } => {
                let array = PrimitiveArray::<T>::new(ScalarBuffer::from(numbers), nulls.cloned());
                Bound::new(py, ArrowArray(Arc::new(array)))?.into_any()
            }
        };
        Ok(Answers { values, nulls: nulls.cloned() })
    }
}

/// A column of answers for Python.
pub struct Answers<'py> {
    pub values: Bound<'py, PyAny>,
    /// Rows that have none. Arrow's values know them, too.
    pub nulls: Option<NullBuffer>,
}

/// The columns of distances, useful tiles and acceptances.
pub struct Outlooks<'py> {
    distances: Column<'py, Int8Type>,
    useful: Column<'py, Int64Type>,
    acceptance: Column<'py, Int16Type>,
}

impl<'py> Outlooks<'py> {
    pub fn new(py: Python<'py>, [distances, useful, acceptance]: [Target<'_, 'py>; 3], rows: usize) -> PyResult<Self> {
        Ok(Outlooks {
            distances: Column::new(py, distances, rows)?,
            useful: Column::new(py, useful, rows)?,
            acceptance: Column::new(py, acceptance, rows)?,
        })
    }

    pub fn spans(&self) -> [Range<usize>; 3] {
        [self.distances.span(), self.useful.span(), self.acceptance.span()]
    }

    pub fn places(&mut self) -> Columns<'_> {
        Columns::of_outlooks(self.distances.places(), self.useful.places(), self.acceptance.places())
    }

    /// The columns as Python gets them. Where there are nulls, they are those of the distances.
    pub fn finish(self, py: Python<'py>, home: &SourceLibrary) -> PyResult<[Answers<'py>; 3]> {
        let nulls = home.nulls(&self.distances, |distance| distance == NONE);
        let nulls = nulls.as_ref();
        Ok([self.distances.finish(py, nulls)?, self.useful.finish(py, nulls)?, self.acceptance.finish(py, nulls)?])
    }
}

/// The memory of an array that was passed, if it can be written to and has this shape.
pub fn written<T: ArrowPrimitiveType<Native: Element>>(
    argument: &str,
    array: &Bound<'_, PyAny>,
    shape: &[usize],
) -> PyResult<PyBuffer<T::Native>> {
    let py = array.py();
    let name = name_of::<T>();
    let expected = format!("expected a contiguous {name} array that can be written to");
    // Tensors lend their memory to numpy. What has none to lend would be copied, and the answers lost.
    let memory = if array.hasattr("__dlpack__")? { as_array(array)? } else { None };
    let Ok(mut buffer) = PyBuffer::<T::Native>::get(memory.as_ref().unwrap_or(array)) else {
        let found = match array.getattr_opt("dtype")? {
            Some(dtype) => dtype.str()?.to_string(),
            None => array.get_type().qualname()?.to_string(),
        };
        return Err(PyTypeError::new_err(format!("{argument}: {expected}, found {found}")));
    };
    if buffer.shape() != shape {
        let (found, expected) = (written_shape(buffer.shape()), written_shape(shape));
        let reason = format!("an array of shape {found}: expected {expected}, a place a hand");
        return Err(bad_argument(py, argument, reason));
    }
    if elements_mut(&mut buffer).is_none() {
        return Err(bad_argument(py, argument, expected));
    }
    Ok(buffer)
}

/// Arrays that share memory would be written to while they are read.
pub fn check_apart(py: Python<'_>, read: &[Range<usize>], written: &[Range<usize>]) -> PyResult<()> {
    for (place, span) in written.iter().enumerate() {
        if read.iter().chain(&written[..place]).any(|other| share(span, other)) {
            return Err(bad_argument(py, "out", "it shares memory with the hands or another array of answers"));
        }
    }
    Ok(())
}
