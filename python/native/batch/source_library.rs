//! The library that hands came from: answers go back as what it uses.

use arrow_array::ArrayRef;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::output::Target;
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

    /// A column of answers of this name.
    pub fn column<'py>(&self, name: &str, answers: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = answers.py();
        match self {
            SourceLibrary::Numpy | SourceLibrary::Own => Ok(answers),
            SourceLibrary::Pandas(index) => py.import(FRAMES)?.call_method1("series", (name, answers, index)),
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
        columns: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = tuple.py();
        match self {
            SourceLibrary::Pandas(index) => {
                let columns = (PyList::new(py, names)?, PyList::new(py, columns)?, index);
                py.import(FRAMES)?.call_method1("frame", columns)
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
    pub fn counts<'py>(&self, table: Bound<'py, PyAny>, missing: &[bool]) -> PyResult<Bound<'py, PyAny>> {
        let py = table.py();
        match self {
            SourceLibrary::Pandas(index) => {
                let missing: Vec<usize> =
                    missing.iter().enumerate().filter_map(|(row, &missing)| missing.then_some(row)).collect();
                py.import(FRAMES)?.call_method1("counts", (table, missing, index))
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
            _ => self.column("hand", Bound::new(py, texts)?.into_any()),
        }
    }

    /// An Arrow array on its way home.
    pub fn array<'py>(&self, py: Python<'py>, name: &str, array: ArrayRef) -> PyResult<Bound<'py, PyAny>> {
        self.column(name, Bound::new(py, ArrowArray(array))?.into_any())
    }
}
