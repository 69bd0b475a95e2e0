//! Leagues.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use paili::TableModel;
use paili::simulation::{Seed, Sequential};
use paili_arena::{
    Entrant, LeagueAnswer, LeagueRun, OpenTables, PlayersError, Standing, TableGames, Tables, Thinking, Transcripts,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::errors::bad_argument;
use crate::interrupts::stopped_by;
use crate::outputs::check_outputs;
use crate::players::{Entrants, ProgramTerms, start, to_python};
use crate::rounds::in_rounds;
use crate::threads::{check_interrupted, interruptible, pool, read_threads};

/// What a sequential test is to tell apart, as Python passes it.
#[derive(FromPyObject, Clone, Copy)]
pub struct Test {
    alpha: f64,
    beta: f64,
    alike: f64,
    apart: f64,
}

impl Test {
    pub fn sequential(self) -> Sequential {
        let Test { alpha, beta, alike, apart } = self;
        Sequential { alpha, beta, alike, apart }
    }
}

/// What is kept of a league in files, as Python passes it.
#[derive(FromPyObject)]
pub struct Kept<'py> {
    /// Which run it is of, in words.
    run: String,
    /// How it stood when it was saved.
    saved: Option<Vec<u8>>,
    /// What is called now and then with how it stands.
    save: Option<Bound<'py, PyAny>>,
    /// What is called with the transcripts of some games.
    record: Option<Bound<'py, PyAny>>,
    /// Where both goes.
    checkpoint: Option<PathBuf>,
    transcripts: Option<PathBuf>,
}

impl Kept<'_> {
    /// How a league stood when it was saved, if it was.
    fn restore(&self, py: Python<'_>, none: Standing) -> PyResult<Standing> {
        let Some(saved) = &self.saved else { return Ok(none) };
        let (run, standing) = none.read_bytes_of(saved).map_err(|error| bad_argument(py, "checkpoint", error))?;
        if run == self.run {
            return Ok(standing);
        }
        Err(bad_argument(py, "checkpoint", format!("is of another run, {run}: expected one of {}", self.run)))
    }

    fn save(&self, py: Python<'_>, standing: &Standing) -> PyResult<()> {
        let Some(save) = &self.save else { return Ok(()) };
        save.call1((PyBytes::new(py, &standing.to_bytes_of(&self.run)),)).map(drop)
    }

    fn record(&self, games: &TableGames, names: &[String]) -> PyResult<()> {
        let Some(record) = &self.record else { return Ok(()) };
        games.transcripts_beside(names).try_for_each(|transcript| record.call1((transcript,)).map(drop))
    }
}

/// What tells a seed from others where programs may look, and does not tell it.
#[pyfunction]
pub fn fingerprint(seed: u64) -> u64 {
    paili_arena::fingerprint(Seed(seed))
}

/// How often a league is saved.
const SAVED_EVERY: Duration = Duration::from_secs(2);

/// What is left of a league: how it stands, as bytes, what the players are called, and how long they took, `(answers, seconds)`.
type Left<'py> = (Bound<'py, PyBytes>, Vec<String>, Vec<(u64, f64)>);

/// Plays a league.
#[pyfunction]
#[pyo3(signature = (entrants, walls, seed, fours, terms, kept, test=None, threads=None, progress=None))]
#[allow(clippy::too_many_arguments, reason = "these are the arguments of Python's function")]
#[allow(clippy::needless_pass_by_value, reason = "Python's values come as new ones")]
pub fn arena<'py>(
    py: Python<'py>,
    entrants: Vec<Bound<'py, PyAny>>,
    walls: u64,
    seed: u64,
    fours: bool,
    terms: ProgramTerms,
    kept: Kept<'py>,
    test: Option<Test>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Left<'py>> {
    let entrants = Entrants::read("players", entrants, str::parse)?;
    let (seed, tables) = (Seed(seed), if fours { Tables::Fours } else { Tables::Pairs });
    let pool = pool(read_threads(threads)?)?;
    let Kept { transcripts, checkpoint, .. } = &kept;
    let outputs = [("transcripts", transcripts), ("checkpoint", checkpoint), ("player_errors", &terms.errors)];
    check_outputs(
        py,
        entrants.all.iter().flat_map(Entrant::files),
        &outputs.map(|(argument, path)| (argument, path.as_deref())),
    )?;
    let mut standing = kept.restore(py, Standing::new(entrants.all.len(), tables))?;
    let players = start(py, "players", &entrants.all, terms)?;
    let names = players.names();
    let open = OpenTables::new(&standing, test.map(Test::sequential));
    let mut thinking = vec![Thinking::default(); names.len()];
    let transcripts = if kept.record.is_some() { Transcripts::Kept } else { Transcripts::None };
    let run = LeagueRun { entrants: &entrants.all, players: Some(&players), seed, transcripts };
    let (first, mut saved) = (standing.walls(), Instant::now());
    let end = in_rounds(py, first..walls.max(first), 2, progress, |some| {
        let tables = open.open().unwrap_or_default();
        let (ours, theirs): (Vec<_>, Vec<_>) =
            tables.into_iter().partition(|table| entrants.has_object(&table.players));
        let blocks: Vec<u64> = some.clone().collect();
        // Programs may take their time, so Python is asked meanwhile as well.
        let played: Result<Vec<_>, PlayersError> = interruptible(py, &pool, check_interrupted, |stop| {
            let play = |walls: &[u64]| stopped_by(stop, || run.play(walls.iter().copied(), &theirs, TableModel));
            blocks.par_chunks(2).map(play).collect()
        })?;
        let mut played = played.map_err(|error| to_python(&error))?;
        for wall in some.filter(|_| !ours.is_empty()) {
            played.push(entrants.ask(|guest| run.play_with([wall], &ours, TableModel, guest))?);
            py.check_signals()?;
        }
        let (games, took): (Vec<_>, Vec<_>) = played.into_iter().unzip();
        for took in took {
            thinking.iter_mut().zip(took).for_each(|(all, more)| *all += more);
        }
        open.add(&mut standing, games.concat(), |games| kept.record(games, names))?;
        if saved.elapsed() >= SAVED_EVERY {
            kept.save(py, &standing)?;
            saved = Instant::now();
        }
        Ok(())
    });
    // Also where it was interrupted: it can go on.
    kept.save(py, &standing)?;
    end?;
    let thinking = thinking.iter().map(|took| (took.answers, took.waited.as_secs_f64())).collect();
    Ok((PyBytes::new(py, &standing.to_bytes_of("")), names.to_vec(), thinking))
}

/// The JSON of a league of these players that stands as these bytes say, and of which run it is. Bytes that are none of such
/// a league are refused.
#[pyfunction]
#[pyo3(signature = (saved, names, fours, test=None))]
#[allow(clippy::needless_pass_by_value, reason = "Python's texts are copied")]
pub fn league(
    py: Python<'_>,
    saved: &[u8],
    names: Vec<String>,
    fours: bool,
    test: Option<Test>,
) -> PyResult<(String, String)> {
    let tables = if fours { Tables::Fours } else { Tables::Pairs };
    let (run, standing) =
        Standing::new(names.len(), tables).read_bytes_of(saved).map_err(|error| bad_argument(py, "data", error))?;
    let answer = LeagueAnswer::new(&names, &standing, test.map(Test::sequential));
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    Ok((serde_json::to_string(&answer).unwrap_or_default(), run))
}
