//! Many games at once.

use std::ops::Range;
use std::time::{Duration, Instant};

use paili::distance::TableModel;
use paili::simulation::{self, Seed, Statistics, Strategy, tally_strategies};
use pyo3::prelude::*;

use crate::errors::bad_argument;
use crate::tally::Tally;
use crate::threads::{pool, read_threads};

/// Plays games `first` to `end` of a seed by the policies named, and tallies them. Between rounds of a fifth of a second,
/// Python can be interrupted and `progress`, if there is one, is told how many games were played.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package calls it, and names them all")]
#[allow(clippy::needless_pass_by_value, reason = "Python's values come as new ones")]
#[pyo3(signature = (first, end, seed, policies, detail, threads=None, progress=None))]
pub fn simulate(
    py: Python<'_>,
    first: u64,
    end: u64,
    seed: u64,
    policies: [String; 4],
    detail: bool,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tally> {
    let strategies: Result<Vec<Strategy>, _> = policies.iter().map(|name| name.parse()).collect();
    let strategies = strategies.map_err(|error| bad_argument(py, "policies", error))?;
    let strategies = [0, 1, 2, 3].map(|seat: usize| strategies[seat]);
    let statistics = if detail { Statistics::Detailed } else { Statistics::Plain };
    let pool = pool(read_threads(py, threads)?)?;

    let mut sum = simulation::Tally::new(statistics);
    let mut left = first..end;
    let mut length = FIRST;
    while !left.is_empty() {
        let round = left.start..left.end.min(left.start.saturating_add(length));
        let begun = Instant::now();
        let play = |games: Range<u64>| tally_strategies(Seed(seed), games, TableModel::new(), strategies, statistics);
        sum += &py.detach(|| pool.install(|| play(round.clone())));
        left.start = round.end;
        length = next_length(length, begun.elapsed());
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1((left.start - first,))?;
        }
    }
    Ok(Tally(sum))
}

/// How long a round is meant to take: short enough to be interrupted, long enough to keep all threads busy.
const ROUND: Duration = Duration::from_millis(200);

/// How long the first round is: short whatever the games are.
const FIRST: u64 = 64;

fn next_length(length: u64, took: Duration) -> u64 {
    if took < ROUND / 2 {
        length.saturating_mul(2)
    } else if took > ROUND * 2 {
        (length / 2).max(1)
    } else {
        length
    }
}
