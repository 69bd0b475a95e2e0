//! Many games at once.

use paili::TableModel;
use paili::simulation::{self, Counter, Seed, Statistics, tally_named};
use paili_arena::Deal;
use pyo3::prelude::*;

use crate::players::{ProgramTerms, Who};
use crate::rounds::{FEW, in_rounds};
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
    match Who::seat(py, policies, terms, threads)? {
        Who::Named(named) => {
            let pool = pool(threads)?;
            let mut sum = simulation::Tally::new(statistics);
            in_rounds(py, first..end, FEW, progress, |games| {
                let play = || tally_named(seed, games, TableModel, named, statistics);
                sum += &py.detach(|| pool.install(play));
                Ok(())
            })?;
            Ok(Tally(sum))
        }
        Who::Company(mut company) => {
            let mut counter = Counter::new(statistics);
            in_rounds(py, first..end, company.few(), progress, |games| {
                let deals = games.clone().map(|game| Deal::of_game(seed, game)).collect();
                for (game, played) in games.zip(company.play(py, deals)?) {
                    played.play_again(&seed.wall(game), TableModel, &mut counter);
                }
                Ok(())
            })?;
            company.tell_faults(py)?;
            Ok(Tally(counter.into_tally()))
        }
    }
}
