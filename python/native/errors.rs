//! Faults of arguments, as Python exceptions.

use std::fmt::Display;

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

fn input_error(py: Python<'_>, argument: &str, row: Option<usize>, reason: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "paili.errors", "InputError");
    match class.and_then(|class| class.call1((argument, reason, row))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}
