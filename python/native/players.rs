//! Programs in the seats of many games.

use std::ffi::CString;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use paili::game::{Decision, Position};
use paili::simulation::{NamedPolicy, Seed};
use paili::{ParseNameError, TableModel};
use paili_arena::{
    Deal, Entrant, ErrorsFile, Fault, Guest, OnFault, Played, PlayedGames, Players, PlayersError, Program, Sandbox,
    Seated, SolvedEntrant, Terms,
};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyRuntimeWarning};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use crate::errors::{bad_argument, of_file};
use crate::interrupts::{self, asking_python, stopped_by};
use crate::outputs::check_outputs;
use crate::policy::ask;
use crate::threads::{check_interrupted, interruptible, pool};

/// On what terms programs play, as Python passes them.
#[derive(FromPyObject)]
pub struct ProgramTerms {
    move_time: f64,
    memory: Option<u64>,
    /// A sandbox's name; none is the one that there is.
    sandbox: Option<String>,
    allow: Vec<PathBuf>,
    on_fault: String,
    pub errors: Option<PathBuf>,
}

/// Where there are no programs.
impl Default for ProgramTerms {
    fn default() -> Self {
        let on_fault = OnFault::Forfeit.name().to_owned();
        ProgramTerms { move_time: 1.0, memory: None, sandbox: None, allow: Vec::new(), on_fault, errors: None }
    }
}

/// Who sits down: names, commands of programs and objects of Python's, which are guests by the names of their classes.
pub struct Entrants<'py> {
    pub all: Vec<Entrant>,
    /// The objects, where one plays.
    pub objects: Vec<Option<Bound<'py, PyAny>>>,
    /// What they are told of the number of a game.
    pub told: fn(u64) -> Option<u64>,
}

impl<'py> Entrants<'py> {
    /// Reads them. Where no programs can play, their commands are refused like all that is no name.
    pub fn read<E: Display>(
        argument: &str,
        entrants: impl IntoIterator<Item = Bound<'py, PyAny>>,
        named: fn(&str) -> Result<Entrant, E>,
    ) -> PyResult<Self> {
        let (mut all, mut objects) = (Vec::new(), Vec::new());
        for entrant in entrants {
            if let Ok(text) = entrant.cast::<PyString>() {
                all.push(named(text.to_str()?).map_err(|error| bad_argument(entrant.py(), argument, error))?);
                objects.push(None);
            } else {
                let name = entrant.get_type().name().map_or("object".to_owned(), |name| name.to_string());
                all.push(Entrant::Guest(name));
                objects.push(Some(entrant));
            }
        }
        Ok(Entrants { all, objects, told: Some })
    }

    fn has_program(&self) -> bool {
        self.all.iter().any(Entrant::is_program)
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
            let asked = ask(object, position, decision, (self.told)(deal.game));
            asked.map_err(|error| failure = Some(error)).ok()
        };
        let (played, interrupt) = asking_python(|| play(&mut ask_object));
        // What an object raised comes before what a program did.
        failure.or(interrupt).map_or(Ok(()), Err)?;
        played.map_err(|error| to_python(&error))
    }
}

impl ProgramTerms {
    fn read(self, py: Python<'_>, has_program: bool) -> PyResult<Terms> {
        let asked =
            self.sandbox.map(|name| name.parse::<Sandbox>().map_err(|error| bad_argument(py, "sandbox", error)));
        let sandbox = match asked.transpose()?.filter(|_| has_program) {
            Some(Sandbox::Bwrap) => {
                py.detach(Sandbox::try_bwrap).map_err(|why| bad_argument(py, "sandbox", why))?;
                Sandbox::Bwrap
            }
            None if has_program => {
                let (sandbox, lacking) = py.detach(Sandbox::find);
                lacking.map_or(Ok(()), |lacking| warn(py, &lacking))?;
                sandbox
            }
            Some(Sandbox::None) | None => Sandbox::None,
        };
        let errors = self
            .errors
            .filter(|_| has_program)
            .map(|path| py.detach(|| ErrorsFile::open(&path)).map_err(|error| of_file(py, &path, error)));
        Ok(Terms {
            start_time: Terms::START_TIME,
            move_time: Duration::try_from_secs_f64(self.move_time)
                .map_err(|error| bad_argument(py, "move_time", error))?,
            memory: self.memory,
            sandbox,
            allowed: self.allow,
            on_fault: self.on_fault.parse().map_err(|error| bad_argument(py, "on_fault", error))?,
            errors: errors.transpose()?,
            hidden: Vec::new(),
            interrupted: interrupts::interrupted,
        })
    }
}

/// Starts the programs among some entrants.
pub fn start(py: Python<'_>, argument: &str, entrants: &[Entrant], terms: ProgramTerms) -> PyResult<Players> {
    let terms = terms.read(py, entrants.iter().any(Entrant::is_program))?;
    started(py, argument, || Players::new(entrants.to_vec(), terms))
}

/// Starts programs in the seats of games that Python plays on.
pub fn start_seated(
    py: Python<'_>,
    programs: &[Program],
    terms: ProgramTerms,
    seed: Seed,
    places: usize,
) -> PyResult<Seated> {
    let terms = terms.read(py, true)?;
    started(py, "policies", || Seated::start(programs, terms, seed, places))
}

fn started<T: Send>(
    py: Python<'_>,
    argument: &str,
    start: impl FnOnce() -> Result<T, PlayersError> + Send,
) -> PyResult<T> {
    py.detach(start).map_err(|error| match error {
        PlayersError::Start { .. } => bad_argument(py, argument, error),
        error => to_python(&error),
    })
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

/// Who plays: policies with a name alone, or programs and objects of Python's among them.
pub enum Who<'py, const N: usize> {
    Named([NamedPolicy; N]),
    Company(Box<Company<'py>>),
}

/// The players of a run of which some are programs or objects.
pub struct Company<'py> {
    pub entrants: Entrants<'py>,
    players: Players,
    /// Which of the entrants each player is: a program in two seats is one.
    places: Vec<usize>,
    threads: usize,
    faults: u64,
    first_fault: Option<(usize, Fault)>,
}

/// Games that a thread asks programs about at once.
const TOGETHER: usize = 24;

impl<'py, const N: usize> Who<'py, N> {
    /// Seats the players. Programs can play if there are terms for them.
    pub fn seat(
        py: Python<'py>,
        policies: [Bound<'py, PyAny>; N],
        terms: Option<ProgramTerms>,
        threads: usize,
    ) -> PyResult<Who<'py, N>> {
        let read = match terms {
            Some(_) => Entrants::read("policies", policies, str::parse)?,
            None => Entrants::read("policies", policies, |name| match name.strip_prefix("solved:") {
                Some(path) => SolvedEntrant::open(path).map(Entrant::Solved).map_err(|error| error.to_string()),
                None => name.parse().map(Entrant::Policy).map_err(|error: ParseNameError| {
                    format!("{error}, or solved: and a file; programs can't play here")
                }),
            })?,
        };
        let named = read.all.iter().map(Entrant::policy).collect::<Option<Vec<_>>>();
        if let Some(Ok(named)) = named.map(TryInto::try_into) {
            return Ok(Who::Named(named));
        }
        let (mut entrants, mut places) = (Entrants { all: Vec::new(), objects: Vec::new(), ..read }, Vec::new());
        for (entrant, object) in read.all.into_iter().zip(read.objects) {
            let same = entrants.all.iter().position(|other| *other == entrant && object.is_none());
            places.push(same.unwrap_or(entrants.all.len()));
            if same.is_none() {
                entrants.all.push(entrant);
                entrants.objects.push(object);
            }
        }
        let terms = terms.filter(|_| entrants.has_program());
        check_outputs(
            py,
            entrants.all.iter().flat_map(Entrant::files),
            &[("player_errors", terms.as_ref().and_then(|terms| terms.errors.as_deref()))],
        )?;
        let players = start(py, "policies", &entrants.all, terms.unwrap_or_default())?;
        let company = Company { entrants, players, places, threads, faults: 0, first_fault: None };
        Ok(Who::Company(Box::new(company)))
    }
}

impl Company<'_> {
    /// How many games or matches are few enough to begin with: programs and objects may take their time.
    pub fn few(&self) -> u64 {
        if self.entrants.has_object(&self.places) { 1 } else { 4 }
    }

    /// What the players are called, where programs say so themselves.
    pub fn names(&self) -> Option<Vec<String>> {
        let names = self.places.iter().map(|&place| self.players.names()[place].clone());
        self.entrants.has_program().then(|| names.collect())
    }

    /// Plays games, in which seats are numbers of players.
    pub fn play(&mut self, py: Python<'_>, mut deals: Vec<Deal>) -> PyResult<Vec<Played>> {
        for seat in deals.iter_mut().flat_map(|deal| &mut deal.seats) {
            *seat = self.places[*seat];
        }
        let blocks: Vec<PlayedGames> = if self.entrants.has_object(&self.places) {
            let here =
                deals.chunks(1).map(|deal| self.entrants.ask(|guest| self.players.play_with(deal, TableModel, guest)));
            here.collect::<PyResult<_>>()?
        } else {
            let (pool, players) = (pool(self.threads)?, &self.players);
            let played: Result<Vec<PlayedGames>, PlayersError> = interruptible(py, &pool, check_interrupted, |stop| {
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

    /// Warns of what programs did wrong. The results of the games do not tell it.
    pub fn tell_faults(&self, py: Python<'_>) -> PyResult<()> {
        let Some((entrant, fault)) = &self.first_fault else { return Ok(()) };
        let (name, times) = (&self.players.names()[*entrant], self.faults);
        let more = if times > 1 { format!(" (the first of {times} faults)") } else { String::new() };
        warn(py, &format!("{name}: {fault}{more}"))
    }
}
