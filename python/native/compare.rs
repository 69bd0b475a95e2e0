//! Two policies against each other.

use std::ops::Range;

use paili::TableModel;
use paili::simulation::{self, Seed, Sequential, Side, Verdict};
use paili_arena::{LeagueTable, Tables};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::arena::Test;
use crate::errors::bad_argument;
use crate::players::{ProgramTerms, Who};
use crate::rounds::{FEW, in_rounds};
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

    /// What a test says of it: `first`, `second` or `alike`; None if it says nothing.
    fn verdict(&self, test: Test) -> Option<&'static str> {
        test.sequential().verdict_if_due(&self.0).map(Verdict::name)
    }

    fn __add__(&self, other: &Comparison) -> Comparison {
        let mut sum = self.0;
        sum += &other.0;
        Comparison(sum)
    }
}

/// Matches that are added up until a test knows enough.
struct Sum {
    comparison: simulation::Comparison,
    test: Option<Sequential>,
    decided: bool,
}

impl Sum {
    /// Adds some matches. What was played while this was being decided counts for nothing.
    fn add(&mut self, more: &simulation::Comparison) {
        if !self.decided {
            self.comparison += more;
            self.decided = self.test.is_some_and(|test| test.verdict_if_due(&self.comparison).is_some());
        }
    }
}

/// Plays walls `first` to `end` of a seed in duplicate by two policies, each a name, a command or an object, until a test
/// knows enough, if there is one. Also tells what they are called, where they say so themselves.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package calls it, and names them all")]
#[pyo3(signature = (first, end, seed, policies, test=None, terms=None, threads=None, progress=None))]
pub fn compare<'py>(
    py: Python<'py>,
    first: u64,
    end: u64,
    seed: u64,
    policies: [Bound<'py, PyAny>; 2],
    test: Option<Test>,
    terms: Option<ProgramTerms>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Comparison, Option<Vec<String>>)> {
    let seed = Seed(seed);
    let threads = read_threads(threads)?;
    let test = test.map(Test::sequential);
    let mut sum = Sum { comparison: simulation::Comparison::default(), test, decided: false };
    let names = match Who::seat(py, policies, terms, threads)? {
        Who::Named(named) => {
            let pool = pool(threads)?;
            in_rounds(py, first..end, FEW, progress, |walls| {
                if sum.decided {
                    return Ok(());
                }
                let player = |side: Side, game, seat| named[side as usize].player(seed, game, seat);
                let play = |walls| simulation::compare(seed, walls, TableModel, player);
                // Cut where the test is asked.
                let cuts = (walls.start..walls.end)
                    .filter(|wall| *wall == walls.start || wall.is_multiple_of(Sequential::EVERY));
                let blocks: Vec<Range<u64>> =
                    cuts.map(|wall| wall..(wall + 1).next_multiple_of(Sequential::EVERY).min(walls.end)).collect();
                let found: Vec<_> = py.detach(|| pool.install(|| blocks.into_par_iter().map(play).collect()));
                for more in &found {
                    sum.add(more);
                }
                Ok(())
            })?;
            None
        }
        Who::Company(mut company) => {
            in_rounds(py, first..end, company.few(), progress, |walls| {
                if sum.decided {
                    return Ok(());
                }
                let table = &LeagueTable::all(2, Tables::Pairs)[0];
                let deals = walls.flat_map(|wall| table.deals(seed, wall));
                for games in company.play(py, deals.collect())?.as_chunks().0 {
                    sum.add(&simulation::Comparison::of_games(games.each_ref().map(|played| played.outcome)));
                }
                Ok(())
            })?;
            company.tell_faults(py)?;
            company.names()
        }
    };
    Ok((Comparison(sum.comparison), names))
}
