//! Two policies against each other.

use paili::TableModel;
use paili::simulation::{self, Seed, Side, play_match};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::bad_argument;
use crate::policy::{Table, all_named, read_policies};
use crate::rounds::{FEW, in_rounds, one_by_one};
use crate::threads::{pool, read_threads};

/// The library's comparison of two policies. The package's `Comparison` gives it its attributes.
#[pyclass(frozen, eq, module = "paili._native")]
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison(simulation::Comparison);

#[pymethods]
impl Comparison {
    /// The comparison that these bytes are of, and the text beside it.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<(String, Self)> {
        let read = simulation::Comparison::from_bytes_of(data);
        read.map(|(run, comparison)| (run, Comparison(comparison))).map_err(|error| bad_argument(py, "data", error))
    }

    /// The comparison as bytes, beside a text.
    fn to_bytes<'py>(&self, py: Python<'py>, run: &str) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes_of(run))
    }

    /// The comparison as the program's JSON has it.
    fn to_json(&self) -> String {
        // Writing to memory fails only for maps with keys that are no strings, and there are none.
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    fn __add__(&self, other: &Comparison) -> Comparison {
        let mut sum = self.0;
        sum += &other.0;
        Comparison(sum)
    }
}

/// Plays walls `first` to `end` of a seed in duplicate by two policies, each a name or an object.
#[pyfunction]
#[pyo3(signature = (first, end, seed, policies, threads=None, progress=None))]
pub fn compare<'py>(
    py: Python<'py>,
    first: u64,
    end: u64,
    seed: u64,
    policies: [Bound<'py, PyAny>; 2],
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Comparison> {
    let chosen = read_policies(policies)?;
    let seed = Seed(seed);
    let threads = read_threads(threads)?;
    let mut sum = simulation::Comparison::default();
    if let Some(named) = all_named::<2>(&chosen) {
        let pool = pool(threads)?;
        in_rounds(py, first..end, FEW, progress, |walls| {
            let player = |side: Side, game, seat| named[side as usize].player(seed, game, seat);
            sum += &py.detach(|| pool.install(|| simulation::compare(seed, walls, TableModel, player)));
            Ok(())
        })?;
    } else {
        let table = Table::new(&chosen, seed);
        one_by_one(py, first..end, progress, |wall| {
            sum += &play_match(wall, |game, seating| {
                table.play(seed.shuffle(wall), seating.map(|side| side as usize), (game, Some(game)), &mut ())
            })?;
            Ok(())
        })?;
    }
    Ok(Comparison(sum))
}
