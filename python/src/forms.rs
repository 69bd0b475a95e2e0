//! Which win forms count, as Python says it.

use paili::distance::{Form, Forms};
use pyo3::prelude::*;

use crate::errors::bad_argument;
use crate::texts::read_texts;

/// Reads the argument `forms`: names separated by commas, or an iterable of names. Nothing asks for the standard form.
pub fn read_forms(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Forms> {
    let Some(argument) = argument else { return Ok(Forms::default()) };
    let py = argument.py();
    let names = read_texts("forms", Some(argument))?;
    let forms: Result<Vec<Form>, _> = names.iter().map(|name| name.trim().parse()).collect();
    let forms = forms.map_err(|error| bad_argument(py, "forms", error))?;
    match forms[..] {
        [first, ref more @ ..] => Ok(more.iter().copied().fold(Forms::only(first), Forms::and)),
        [] => Err(bad_argument(py, "forms", "no form: expected standard, pairs or orphans")),
    }
}
