//! The library that hands came from: answers go back as what it uses.

use arrow_array::ArrayRef;
use arrow_array::types::ArrowPrimitiveType;
use arrow_buffer::NullBuffer;
use pyo3::buffer::Element;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList, PyTuple};

use super::output::{Answers, Column, Target};
use crate::arrow_array::ArrowArray;
use crate::numpy::library_of;

/// The module that knows pandas.
const FRAMES: &str = "paili.hands.pandas";

/// The library that hands came from, and answers go to.
#[derive(Debug)]
pub enum SourceLibrary {
    /// numpy, or whatever else is answered as if it were: arrays, lists, texts.
    Numpy,
    /// pandas, with the index of the rows.
    Pandas(Py<PyAny>),
    PyArrow,
    Polars,
    /// Arrow arrays of this package.
    Own,
    /// Anybody else who speaks Arrow's protocol.
    Other,
}

impl SourceLibrary {
    /// Of an object that offers Arrow arrays.
    pub fn of_arrow(object: &Bound<'_, PyAny>) -> PyResult<SourceLibrary> {
        Ok(match library_of(object)?.as_str() {
            "pyarrow" => SourceLibrary::PyArrow,
            "polars" => SourceLibrary::Polars,
            "paili" => SourceLibrary::Own,
            _ => SourceLibrary::Other,
        })
    }

    /// Whether a hand that is missing there is a null, and no fault.
    pub fn has_nulls(&self) -> bool {
        !matches!(self, SourceLibrary::Numpy)
    }

    /// Where answers go on their way home unless an array for them is passed.
    pub fn target<'a, 'py>(&self) -> Target<'a, 'py> {
        match self {
            SourceLibrary::Numpy | SourceLibrary::Pandas(_) => Target::New,
            SourceLibrary::PyArrow | SourceLibrary::Polars | SourceLibrary::Own | SourceLibrary::Other => Target::Arrow,
        }
    }

    /// Which answers of a column are none, where that is a null.
    pub fn nulls<T: ArrowPrimitiveType<Native: Element>>(
        &self,
        column: &Column<'_, T>,
        is_none: impl Fn(T::Native) -> bool,
    ) -> Option<NullBuffer> {
        if self.has_nulls() { column.nulls(is_none) } else { None }
    }

    /// A column of answers of this name.
    pub fn column<'py>(&self, name: &str, column: Answers<'py>) -> PyResult<Bound<'py, PyAny>> {
        let answers = column.values;
        let py = answers.py();
        match self {
            SourceLibrary::Numpy | SourceLibrary::Own => Ok(answers),
            SourceLibrary::Pandas(index) => {
                py.import(FRAMES)?.call_method1("series", (name, answers, missing(py, column.nulls), index))
            }
            SourceLibrary::PyArrow => py.import("pyarrow")?.call_method1("array", (answers,)),
            SourceLibrary::Polars => {
                let series = py.import("polars")?.call_method1("Series", (answers,))?;
                series.call_method1("alias", (name,))
            }
            SourceLibrary::Other => match py.import("pyarrow") {
                Ok(pyarrow) => pyarrow.call_method1("array", (answers,)),
                Err(error) if error.is_instance_of::<PyImportError>(py) => Ok(answers),
                Err(error) => Err(error),
            },
        }
    }

    /// Columns of answers of these names: a data frame where there are any, and otherwise the named tuple.
    pub fn frame<'py>(
        &self,
        tuple: &Bound<'py, PyAny>,
        names: &[&str],
        columns: Vec<Answers<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = tuple.py();
        match self {
            SourceLibrary::Pandas(index) => {
                let columns = columns.into_iter().map(|column| (column.values, missing(py, column.nulls)));
                let columns = PyList::new(py, columns.collect::<Vec<_>>())?;
                py.import(FRAMES)?.call_method1("frame", (PyList::new(py, names)?, columns, index))
            }
            SourceLibrary::Polars => {
                let series = PyDict::new(py);
                for (name, column) in names.iter().zip(columns) {
                    series.set_item(name, self.column(name, column)?)?;
                }
                py.import("polars")?.call_method1("DataFrame", (series,))
            }
            _ => {
                let columns = names.iter().zip(columns).map(|(name, column)| self.column(name, column));
                tuple.call1(PyTuple::new(py, columns.collect::<PyResult<Vec<_>>>()?)?)
            }
        }
    }

    /// A table of 34 counts a row, some of which may be missing.
    pub fn counts<'py>(&self, table: Bound<'py, PyAny>, nulls: Option<NullBuffer>) -> PyResult<Bound<'py, PyAny>> {
        let py = table.py();
        match self {
            SourceLibrary::Pandas(index) => {
                py.import(FRAMES)?.call_method1("counts", (table, missing(py, nulls), index))
            }
            _ => Ok(table),
        }
    }

    /// Texts, some of which may be missing.
    pub fn texts<'py>(&self, py: Python<'py>, texts: ArrayRef) -> PyResult<Bound<'py, PyAny>> {
        let texts = ArrowArray(texts);
        match self {
            SourceLibrary::Numpy => match py.import("numpy") {
                Ok(_) => texts.to_numpy(py),
                Err(error) if error.is_instance_of::<PyImportError>(py) => texts.list(py).map(Bound::into_any),
                Err(error) => Err(error),
            },
            SourceLibrary::Pandas(index) => py.import(FRAMES)?.call_method1("texts", (texts.list(py)?, index)),
            _ => self.array_of(py, "hand", texts),
        }
    }

    /// An Arrow array on its way home.
    pub fn array<'py>(&self, py: Python<'py>, name: &str, array: ArrayRef) -> PyResult<Bound<'py, PyAny>> {
        self.array_of(py, name, ArrowArray(array))
    }

    fn array_of<'py>(&self, py: Python<'py>, name: &str, array: ArrowArray) -> PyResult<Bound<'py, PyAny>> {
        self.column(name, Answers { values: Bound::new(py, array)?.into_any(), nulls: None })
    }
}

/// The rows that are nulls as pandas is told them, a byte a row; none if there are none.
fn missing(py: Python<'_>, nulls: Option<NullBuffer>) -> Option<Bound<'_, PyByteArray>> {
    let bytes: Vec<u8> = nulls?.iter().map(|is_there| u8::from(!is_there)).collect();
    Some(PyByteArray::new(py, &bytes))
}
