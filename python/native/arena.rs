//! Leagues.

use std::ffi::{CString, OsString};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use paili::TableModel;
use paili::answers::LeagueAnswer;
use paili::game::{Decision, Position};
use paili::players::{
    self, Deal, Entrant, LeagueGame, LeagueRun, LeagueTable, Players, PlayersError, Sandbox, Standing, TableGames,
    Terms, Thinking, Transcripts,
};
use paili::simulation::{Ratings, Seed, Sequential, Tables};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyRuntimeWarning};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use crate::errors::bad_argument;
use crate::interrupts::{self, asking_python, stopped_by};
use crate::outputs::check_outputs;
use crate::policy::ask;
use crate::rounds::in_rounds;
use crate::threads::{check_interrupted, interruptible, pool, read_threads};

/// On what terms programs play, as Python passes them.
#[derive(FromPyObject)]
pub struct ProgramTerms {
    move_time: f64,
    memory: Option<u64>,
    sandbox: bool,
    on_fault: String,
    errors: Option<PathBuf>,
    /// The command of an attendant.
    attendant: Vec<OsString>,
}

/// What a sequential test is to tell apart, as Python passes it.
#[derive(FromPyObject)]
pub struct Test {
    alpha: f64,
    beta: f64,
    alike: f64,
    apart: f64,
}

/// Plays a league, and gives its JSON and how long the players took: `(answers, seconds)` each.
#[pyfunction]
#[pyo3(signature = (entrants, walls, seed, fours, terms, test=None, threads=None, progress=None))]
#[allow(clippy::too_many_arguments, reason = "these are the arguments of Python's function")]
pub fn arena<'py>(
    py: Python<'py>,
    entrants: Vec<Bound<'py, PyAny>>,
    walls: u64,
    seed: u64,
    fours: bool,
    terms: ProgramTerms,
    test: Option<Test>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(String, Vec<(u64, f64)>)> {
    let entrants = Entrants::read(entrants)?;
    let (seed, tables) = (Seed(seed), if fours { Tables::Fours } else { Tables::Pairs });
    let pool = pool(read_threads(threads)?)?;
    check_outputs(py, &entrants.all, &[("player_errors", terms.errors.as_deref())])?;
    let on_fault = terms.on_fault.parse().map_err(|error| bad_argument(py, "on_fault", error))?;
    let terms = Terms {
        move_time: Duration::try_from_secs_f64(terms.move_time)
            .map_err(|error| bad_argument(py, "move_time", error))?,
        memory: terms.memory,
        sandbox: if terms.sandbox { Sandbox::On } else { Sandbox::Off },
        on_fault,
        errors: terms.errors,
        interrupted: interrupts::interrupted,
        attendant: terms.attendant,
    };
    let players = py.detach(|| Players::new(entrants.all.clone(), terms)).map_err(|error| to_python(py, &error))?;
    for door in py.detach(|| players.open_doors()).map_err(|error| to_python(py, &error))? {
        let door = CString::new(door).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &door, 2)?;
    }
    let names = players.names();
    let all = LeagueTable::all(names.len(), tables);
    let test = test.map(|Test { alpha, beta, alike, apart }| Sequential { alpha, beta, alike, apart });
    let mut standing = Standing::new(names.len(), tables);
    let mut thinking = vec![Thinking::default(); names.len()];
    let decided: Vec<AtomicBool> = all.iter().map(|_| AtomicBool::new(false)).collect();
    let here = Here { entrants: &entrants, players: &players, seed };
    in_rounds(py, 0..walls, 2, progress, |some| {
        let open: Vec<LeagueTable> =
            all.iter().filter(|table| !decided[table.number].load(Ordering::Relaxed)).cloned().collect();
        let (ours, theirs): (Vec<_>, Vec<_>) = open.into_iter().partition(|table| entrants.has_object(table));
        let run = LeagueRun { entrants: &entrants.all, players: Some(&players), seed, transcripts: Transcripts::None };
        let blocks: Vec<u64> = some.clone().collect();
        // Programs may take their time, so Python is asked meanwhile as well.
        let played: Result<Vec<_>, PlayersError> = interruptible(py, &pool, check_interrupted, |stop| {
            let play = |walls: &[u64]| stopped_by(stop, || run.play(walls.iter().copied(), &theirs, TableModel));
            blocks.par_chunks(2).map(play).collect()
        })?;
        let mut games = Vec::new();
        for (block, took) in played.map_err(|error| to_python(py, &error))? {
            games.extend(block);
            thinking.iter_mut().zip(took).for_each(|(all, more)| *all += more);
        }
        for wall in some.clone() {
            for table in &ours {
                let (played, took) = here.play(py, table, wall)?;
                games.push(played);
                thinking.iter_mut().zip(took).for_each(|(all, more)| *all += more);
            }
        }
        for wall in some {
            let of_wall = games.iter().filter(|games| games.wall == wall);
            let of_wall: Vec<TableGames> =
                of_wall.filter(|games| !decided[games.table].load(Ordering::Relaxed)).cloned().collect();
            if !of_wall.is_empty() {
                standing.add_wall(&of_wall);
                standing.look(test.as_ref(), &all, &decided);
            }
        }
        Ok(())
    })?;
    let ratings = Ratings::of(standing.league());
    let answer = LeagueAnswer { names, standing: &standing, ratings: &ratings, test: test.as_ref() };
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    let json = serde_json::to_string(&answer).unwrap_or_default();
    Ok((json, thinking.iter().map(|took| (took.answers, took.waited.as_secs_f64())).collect()))
}

/// Tables where objects of Python's sit, on this thread.
struct Here<'a, 'py> {
    entrants: &'a Entrants<'py>,
    players: &'a Players,
    seed: Seed,
}

impl Here<'_, '_> {
    /// Plays a wall at a table, and tells how long programs took to decide.
    fn play(&self, py: Python<'_>, table: &LeagueTable, wall: u64) -> PyResult<(TableGames, Vec<Thinking>)> {
        let mut result =
            TableGames { table: table.number, wall, games: Vec::new(), faults: Vec::new(), transcripts: Vec::new() };
        let mut thinking = vec![Thinking::default(); self.entrants.all.len()];
        let tiles = self.seed.wall(wall);
        for place in 0..table.seatings.len() as u64 {
            let deal = table.deal(self.seed, (wall, &tiles), place);
            let mut failure = None;
            // Once something is wrong, Python is not asked any more.
            let mut ask_object = |deal: &Deal, position: &Position<TableModel>, decision: &Decision| {
                let object = self.entrants.objects[deal.seats[decision.seat().index()]].as_ref()?;
                let asked = ask(object, position, decision, Some(deal.game));
                asked.map_err(|error| failure = Some(error)).ok()
            };
            let (played, interrupt) = asking_python(|| {
                self.players.play_with(std::slice::from_ref(&deal), TableModel, &mut ask_object)
            });
            // What an object raised comes before what a program did.
            failure.or(interrupt).map_or(Ok(()), Err)?;
            let block = played.map_err(|error| to_python(py, &error))?;
            result.faults.extend(block.faults);
            thinking.iter_mut().zip(block.thinking).for_each(|(all, more)| *all += more);
            let outcome = block.games[0].outcome;
            result.games.push(LeagueGame { number: deal.number, seats: deal.seats, outcome });
            py.check_signals()?;
        }
        Ok((result, thinking))
    }
}

/// Everybody in a league.
struct Entrants<'py> {
    /// Objects are guests, by the names of their classes.
    all: Vec<Entrant>,
    /// The objects, where one plays.
    objects: Vec<Option<Bound<'py, PyAny>>>,
}

impl<'py> Entrants<'py> {
    fn read(entrants: Vec<Bound<'py, PyAny>>) -> PyResult<Self> {
        let (mut all, mut objects) = (Vec::new(), Vec::new());
        for entrant in entrants {
            if let Ok(text) = entrant.cast::<PyString>() {
                all.push(text.to_str()?.parse().map_err(|error| bad_argument(entrant.py(), "players", error))?);
                objects.push(None);
            } else {
                let name = entrant.get_type().name().map_or("object".to_owned(), |name| name.to_string());
                all.push(Entrant::Guest(name));
                objects.push(Some(entrant));
            }
        }
        Ok(Entrants { all, objects })
    }

    fn has_object(&self, table: &LeagueTable) -> bool {
        table.players.iter().any(|&player| self.objects[player].is_some())
    }
}

/// Programs that can't be started are a wrong argument; what goes wrong later is not.
fn to_python(py: Python<'_>, error: &PlayersError) -> PyErr {
    match error {
        PlayersError::Start { .. } => bad_argument(py, "players", error),
        PlayersError::Fault { .. } | PlayersError::Interrupted => PyRuntimeError::new_err(error.to_string()),
        PlayersError::Machine(_) => PyOSError::new_err(error.to_string()),
    }
}

/// Attends to a program, in a process that was started for that, and ends it.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "Python's texts are copied")]
pub fn attend(py: Python<'_>, command: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| players::attend(&command, arguments))
}
