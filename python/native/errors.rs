//! Faults of arguments, as Python exceptions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// `paili.InputError` about an argument.
pub fn bad_argument(py: Python<'_>, argument: &str, reason: impl Display) -> PyErr {
    input_error(py, argument, None, &reason.to_string())
}

/// `paili.InputError` about a row of an argument, counted from 0.
pub fn bad_row(py: Python<'_>, argument: &str, row: usize, reason: &str) -> PyErr {
    input_error(py, argument, Some(row), reason)
}

/// `OSError`, or its kind, with the name of the file.
pub fn of_file(py: Python<'_>, path: &Path, error: io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else { return error.into() };
    match py.import("os").and_then(|os| os.call_method1("strerror", (number,))) {
        Ok(words) => PyOSError::new_err((number, words.unbind(), path.as_os_str().to_owned())),
        Err(error) => error,
    }
}

fn input_error(py: Python<'_>, argument: &str, row: Option<usize>, reason: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "paili.errors", "InputError");
    match class.and_then(|class| class.call1((argument, reason, row))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}
