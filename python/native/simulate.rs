//! Many games at once.

use paili::TableModel;
use paili::players::Deal;
use paili::simulation::{self, Counter, Seed, Statistics, tally_named};
use pyo3::prelude::*;

use crate::company::{Company, ProgramTerms};
use crate::policy::{Table, all_named, read_policies};
use crate::rounds::{FEW, FEW_OF_PROGRAMS, in_rounds, one_by_one};
use crate::tally::Tally;
use crate::threads::{pool, read_threads};

/// Plays games `first` to `end` of a seed by policies, each a name, a command or an object, and tallies them. Between rounds of a
/// fifth of a second, Python can be interrupted and `progress`, if there is one, is told how many games were played.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package calls it, and names them all")]
#[pyo3(signature = (first, end, seed, policies, detail, terms=None, threads=None, progress=None))]
pub fn simulate<'py>(
    py: Python<'py>,
    first: u64,
    end: u64,
    seed: u64,
    policies: [Bound<'py, PyAny>; 4],
    detail: bool,
    terms: Option<ProgramTerms>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Tally> {
    let seed = Seed(seed);
    let statistics = if detail { Statistics::Detailed } else { Statistics::Plain };
    let threads = read_threads(threads)?;
    if let Some(mut company) = Company::seat(py, &policies, terms, threads)? {
        let mut counter = Counter::new(statistics);
        in_rounds(py, first..end, FEW_OF_PROGRAMS, progress, |games| {
            let deal = |game| Deal { number: game, of_wall: 0, wall: seed.wall(game), seed, game, seats: [0, 1, 2, 3] };
            for (game, played) in games.clone().zip(company.play(py, games.map(deal).collect())?) {
                played.play_again(&seed.wall(game), TableModel, &mut counter);
            }
            Ok(())
        })?;
        company.tell_faults(py)?;
        return Ok(Tally(counter.into_tally()));
    }
    let chosen = read_policies(policies)?;
    if let Some(named) = all_named(&chosen) {
        let pool = pool(threads)?;
        let mut sum = simulation::Tally::new(statistics);
        in_rounds(py, first..end, FEW, progress, |games| {
            let play = || tally_named(seed, games, TableModel, named, statistics);
            sum += &py.detach(|| pool.install(play));
            Ok(())
        })?;
        Ok(Tally(sum))
    } else {
        let table = Table::new(&chosen, seed);
        let mut counter = Counter::new(statistics);
        one_by_one(py, first..end, progress, |game| {
            table.play(seed.shuffle(game), [0, 1, 2, 3], (game, Some(game)), &mut counter).map(drop)
        })?;
        Ok(Tally(counter.into_tally()))
    }
}
