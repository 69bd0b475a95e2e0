//! Whole numbers, as Python says them.

use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::errors::bad_argument;

/// Reads a whole number of any integer type, numpy's too, within bounds.
pub fn whole<T>(
    argument: &str,
    value: &Bound<'_, PyAny>,
    bounds: RangeInclusive<T>,
    expected: impl Display,
) -> PyResult<T>
where
    T: for<'a, 'py> FromPyObject<'a, 'py> + PartialOrd,
{
    let py = value.py();
    let Some(index) = value.getattr_opt(intern!(py, "__index__"))? else {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{argument}: expected a whole number, not {found}")));
    };
    let number = index.call0()?;
    // Whatever is too large for the type is beyond the bounds as well.
    match number.extract::<T>() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(bad_argument(py, argument, format!("{number}: expected {expected}"))),
    }
}
