//! The tally of many games.

use paili::simulation;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::wrong_type;
use crate::errors::bad_argument;

/// The library's tally of many games. The package's `Tally` gives it its attributes.
#[pyclass(frozen, eq, module = "paili._native")]
#[derive(Debug, Clone, PartialEq)]
pub struct Tally(pub simulation::Tally);

#[pymethods]
impl Tally {
    /// The tally that these bytes are of.
    #[new]
    fn new(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = data.extract::<&[u8]>().map_err(|_| wrong_type("data", "bytes", data))?;
        let tally = simulation::Tally::from_bytes(bytes);
        tally.map(Tally).map_err(|error| bad_argument(data.py(), "data", error))
    }

    /// The tally as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The tally as the program's JSON has it.
    fn to_json(&self) -> String {
        // Writing to memory fails only for maps with keys that are no strings, and there are none.
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    /// The tally as the program prints it, under a title.
    fn page(&self, title: &str) -> String {
        self.0.page(title, &Default::default())
    }

    /// The sum of two tallies that both have detail or both have none. A tally of no games can be added to any.
    fn __add__(&self, py: Python<'_>, other: &Tally) -> PyResult<Tally> {
        if self.0.detail().is_some() != other.0.detail().is_some() {
            // The sum's detail would be of some of its games only, and nothing would say so.
            return match (self.0.games(), other.0.games()) {
                (_, 0) => Ok(self.clone()),
                (0, _) => Ok(other.clone()),
                _ => Err(bad_argument(
                    py,
                    "tally",
                    "one of the tallies has detail and the other has none: expected both alike",
                )),
            };
        }
        let mut sum = self.0.clone();
        sum += &other.0;
        Ok(Tally(sum))
    }
}
