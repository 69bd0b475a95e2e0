//! Programs in the seats of many games.

use std::ffi::{CString, OsString};
use std::path::PathBuf;
use std::time::Duration;

use paili::TableModel;
use paili::game::{Decision, Position};
use paili::players::{Block, Deal, Entrant, Fault, Guest, Played, Players, PlayersError, Sandbox, Terms};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyRuntimeWarning};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use crate::errors::bad_argument;
use crate::interrupts::{self, asking_python, stopped_by};
use crate::outputs::check_outputs;
use crate::policy::ask;
use crate::threads::{check_interrupted, interruptible, pool};

/// On what terms programs play, as Python passes them.
#[derive(FromPyObject)]
pub struct ProgramTerms {
    move_time: f64,
    memory: Option<u64>,
    sandbox: bool,
    on_fault: String,
    pub errors: Option<PathBuf>,
    /// The command of an attendant.
    attendant: Vec<OsString>,
}

/// Who sits down: names, commands of programs and objects of Python's, which are guests by the names of their classes.
pub struct Entrants<'py> {
    pub all: Vec<Entrant>,
    /// The objects, where one plays.
    pub objects: Vec<Option<Bound<'py, PyAny>>>,
}

impl<'py> Entrants<'py> {
    pub fn read(argument: &str, entrants: impl IntoIterator<Item = Bound<'py, PyAny>>) -> PyResult<Self> {
        let (mut all, mut objects) = (Vec::new(), Vec::new());
        for entrant in entrants {
            if let Ok(text) = entrant.cast::<PyString>() {
                all.push(text.to_str()?.parse().map_err(|error| bad_argument(entrant.py(), argument, error))?);
                objects.push(None);
            } else {
                let name = entrant.get_type().name().map_or("object".to_owned(), |name| name.to_string());
                all.push(Entrant::Guest(name));
                objects.push(Some(entrant));
            }
        }
        Ok(Entrants { all, objects })
    }

    /// Whether one of some entrants is an object.
    pub fn has_object(&self, players: &[usize]) -> bool {
        players.iter().any(|&player| self.objects[player].is_some())
    }

    /// Plays games on this thread, where objects of Python's are asked too.
    pub fn ask<T>(&self, play: impl FnOnce(&mut Guest<'_, TableModel>) -> Result<T, PlayersError>) -> PyResult<T> {
        let mut failure = None;
        // Once something is wrong, Python is not asked any more.
        let mut ask_object = |deal: &Deal, position: &Position<TableModel>, decision: &Decision| {
            let object = self.objects[deal.seats[decision.seat().index()]].as_ref().filter(|_| failure.is_none())?;
            let asked = ask(object, position, decision, Some(deal.game));
            asked.map_err(|error| failure = Some(error)).ok()
        };
        let (played, interrupt) = asking_python(|| play(&mut ask_object));
        // What an object raised comes before what a program did.
        failure.or(interrupt).map_or(Ok(()), Err)?;
        played.map_err(|error| to_python(&error))
    }
}

/// Starts the programs among some entrants, and warns of what the sandbox lacks here.
pub fn start(py: Python<'_>, argument: &str, entrants: &[Entrant], terms: ProgramTerms) -> PyResult<Players> {
    let terms = Terms {
        move_time: Duration::try_from_secs_f64(terms.move_time)
            .map_err(|error| bad_argument(py, "move_time", error))?,
        memory: terms.memory,
        sandbox: if terms.sandbox { Sandbox::On } else { Sandbox::Off },
        on_fault: terms.on_fault.parse().map_err(|error| bad_argument(py, "on_fault", error))?,
        errors: terms.errors,
        hidden: Vec::new(),
        interrupted: interrupts::interrupted,
        attendant: terms.attendant,
    };
    let started = py.detach(|| {
        let players = Players::new(entrants.to_vec(), terms)?;
        let doors = players.open_doors()?;
        Ok((players, doors))
    });
    let (players, doors) = started.map_err(|error| match error {
        PlayersError::Start { .. } => bad_argument(py, argument, error),
        error => to_python(&error),
    })?;
    for door in doors {
        warn(py, &door)?;
    }
    Ok(players)
}

fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = CString::new(text).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 2)
}

/// What goes wrong once games are played is no argument's fault.
pub fn to_python(error: &PlayersError) -> PyErr {
    match error {
        PlayersError::Machine(_) => PyOSError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// The players of a run of which some are programs.
pub struct Company<'py> {
    entrants: Entrants<'py>,
    players: Players,
    /// Which of the entrants each player is: a program in two seats is one.
    places: Vec<usize>,
    threads: usize,
    faults: u64,
    first_fault: Option<(usize, Fault)>,
}

/// Games that a thread asks programs about at once.
const TOGETHER: usize = 24;

impl<'py> Company<'py> {
    /// Seats the players, if one of them is a program.
    pub fn seat(
        py: Python<'py>,
        policies: &[Bound<'py, PyAny>],
        terms: Option<ProgramTerms>,
        threads: usize,
    ) -> PyResult<Option<Company<'py>>> {
        let is_program = |policy: &Bound<'py, PyAny>| {
            policy.cast::<PyString>().is_ok_and(|text| text.to_string_lossy().starts_with("exec:"))
        };
        let Some(terms) = terms.filter(|_| policies.iter().any(is_program)) else { return Ok(None) };
        let read = Entrants::read("policies", policies.iter().cloned())?;
        let (mut entrants, mut places) = (Entrants { all: Vec::new(), objects: Vec::new() }, Vec::new());
        for (entrant, object) in read.all.into_iter().zip(read.objects) {
            let same = entrants.all.iter().position(|other| *other == entrant && object.is_none());
            places.push(same.unwrap_or(entrants.all.len()));
            if same.is_none() {
                entrants.all.push(entrant);
                entrants.objects.push(object);
            }
        }
        check_outputs(py, &entrants.all, &[("player_errors", terms.errors.as_deref())])?;
        let players = start(py, "policies", &entrants.all, terms)?;
        Ok(Some(Company { entrants, players, places, threads, faults: 0, first_fault: None }))
    }

    /// What the players are called.
    pub fn names(&self) -> Vec<&str> {
        self.places.iter().map(|&place| &self.players.names()[place][..]).collect()
    }

    /// Plays games, in which seats are numbers of players.
    pub fn play(&mut self, py: Python<'_>, mut deals: Vec<Deal>) -> PyResult<Vec<Played>> {
        for seat in deals.iter_mut().flat_map(|deal| &mut deal.seats) {
            *seat = self.places[*seat];
        }
        let blocks: Vec<Block> = if self.entrants.has_object(&self.places) {
            let here =
                deals.chunks(1).map(|deal| self.entrants.ask(|guest| self.players.play_with(deal, TableModel, guest)));
            here.collect::<PyResult<_>>()?
        } else {
            let (pool, players) = (pool(self.threads)?, &self.players);
            let played: Result<Vec<Block>, PlayersError> = interruptible(py, &pool, check_interrupted, |stop| {
                let play = |deals: &[Deal]| stopped_by(stop, || players.play(deals, TableModel));
                deals.par_chunks(TOGETHER).map(play).collect()
            })?;
            played.map_err(|error| to_python(&error))?
        };
        let mut games = Vec::with_capacity(deals.len());
        for block in blocks {
            self.faults += block.faults.len() as u64;
            self.first_fault = self.first_fault.take().or(block.faults.into_iter().next());
            games.extend(block.games);
        }
        Ok(games)
    }

    /// Warns of what programs did wrong, of which the numbers of the games tell nothing.
    pub fn tell_faults(&self, py: Python<'_>) -> PyResult<()> {
        let Some((entrant, fault)) = &self.first_fault else { return Ok(()) };
        let (name, times) = (&self.players.names()[*entrant], self.faults);
        let more = if times > 1 { format!(" (the first of {times} faults)") } else { String::new() };
        warn(py, &format!("{name}: {fault}{more}"))
    }
}
