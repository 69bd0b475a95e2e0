//! Many games side by side, for `paili.env`.

mod programs;
mod rooms;
mod words;

pub use words::{action_code, action_name};

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use paili::TableModel;
use paili::game::{Action, ActionCode, Decision, PLAYERS, Position, Seat};
use paili::simulation::{
    AfterEnd, Features, Games, GamesError, Layout, NamedPolicy, Observation, ObservationBuffer, Seating, Seed, Threads,
    Turn,
};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use self::programs::Programs;
use self::rooms::{Numbers, Observations, fill, room_for};
use crate::errors::bad_argument;
use crate::memory::{elements, share, span};
use crate::names::mpsz;
use crate::players::ProgramTerms;
use crate::policy::ask;
use crate::threads::pool;
use crate::view::{Tokens, tokens};

/// So many nanoseconds are worth another thread, however many are told. Measured on an idle machine, from Python: one that sleeps
/// deeply wakes after some 80 µs, and with less to do one thread is quicker then.
const WORTH: usize = 200_000;

/// Nanoseconds that a step of one game takes, about, where nobody else plays.
const STEP: usize = 60;

/// And so many to write what is seen in it.
fn look(layout: Layout) -> usize {
    let (seen, features) = match layout.observation {
        Observation::Planes => (90, 500),
        Observation::Compact | Observation::History { .. } => (35, 240),
    };
    if layout.features == Features::With { seen + features } else { seen }
}

/// What helps where games can't go on: `Games` has no `reset`, and environments have one.
const ANEW: &str = "; to go on, make new Games or give reset a seed";

/// How a game ended: its number, who won, whose discard won, and how many tiles were left.
type Ended = (u64, Option<&'static str>, Option<&'static str>, u8);

/// A seat as the table shows it: its concealed tiles, its melds and its discards.
type ShownSeat = (Vec<&'static str>, Vec<Tokens>, Vec<&'static str>);

/// The seats, whose turn it is, the direction, the tiles left, and the tile that is offered.
type ShownTable = (Vec<ShownSeat>, Option<&'static str>, &'static str, usize, Option<&'static str>);

/// Games that go on side by side. The package makes its `Games` of it.
#[pyclass(frozen, module = "paili._native")]
pub struct Places {
    games: Mutex<Games>,
    layout: Layout,
    numbers: Numbers,
    /// How many were told; 0 if none were.
    threads: usize,
    /// Nanoseconds that a game takes, about: a step, and a look.
    costs: [usize; 2],
    /// Policies written in Python, by where they sit in game 0.
    objects: [Option<Py<PyAny>>; PLAYERS],
    /// Programs, and where they sit.
    programs: Option<Programs>,
    rotates: bool,
    /// Why the games can't go on: they stand where somebody else than the caller has to decide, whose hand is nobody's business.
    failure: OnceLock<String>,
}

#[pymethods]
#[allow(clippy::needless_pass_by_value, reason = "buffers of Python's come as values")]
impl Places {
    /// So many games of a seed from a first one on. `policies` has None where it is decided from outside.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "the package calls it, and names them all")]
    fn new(
        py: Python<'_>,
        places: usize,
        seed: u64,
        first: u64,
        policies: [Option<Bound<'_, PyAny>>; PLAYERS],
        seating: &str,
        after_end: &str,
        observation: (&str, u8, &str, &str),
        threads: usize,
        terms: ProgramTerms,
    ) -> PyResult<Places> {
        let (mut named, mut commands) = ([None; PLAYERS], [None; PLAYERS]);
        for ((named, command), policy) in named.iter_mut().zip(&mut commands).zip(&policies) {
            let Some(text) = policy.as_ref().and_then(|policy| policy.cast::<PyString>().ok()) else { continue };
            let text = text.to_str()?;
            if text.starts_with(Programs::PREFIX) {
                *command = Some(text);
            } else {
                let name: Result<NamedPolicy, _> = text.parse();
                *named = Some(name.map_err(|error| bad_argument(py, "policies", error))?);
            }
        }
        let programs = Programs::start(py, commands, terms, Seed(seed), places)?;
        let objects = policies
            .map(|policy| Some(policy?.unbind()).filter(|policy| !policy.bind(py).is_instance_of::<PyString>()));
        let rotates = seating == "rotating";
        let seating = if rotates { Seating::Rotating(named) } else { Seating::Fixed(named) };
        let after_end = if after_end == "restart" { AfterEnd::Restart } else { AfterEnd::Wait };
        let (observation, events, features, numbers) = observation;
        let observation = match observation {
            "planes" => Observation::Planes,
            "history" => Observation::History { events },
            _ => Observation::Compact,
        };
        let features = if features == "features" { Features::With } else { Features::Without };
        let numbers = if numbers == "scaled" { Numbers::Scaled } else { Numbers::Whole };
        let games = Games::new(Seed(seed), first, places, seating, after_end);
        let games = games.map_err(|error| match error {
            GamesError::NoMemory { .. } => PyMemoryError::new_err(error.to_string()),
            error => refused(py, "policies", error),
        })?;
        let games = if programs.is_some() { games.with_transcripts() } else { games };
        let layout = Layout { observation, features };
        // Policies take longer, and some of them a thousand times.
        let step = if named.iter().any(Option::is_some) { WORTH } else { STEP };
        let costs = [step, look(layout)];
        let games = Mutex::new(games);
        let all =
            Places { games, layout, numbers, threads, costs, objects, programs, rotates, failure: OnceLock::new() };
        all.begin(py, 0..places)?;
        Ok(all)
    }

    /// The same games once more, which go on by themselves. Policies written in Python are shared; programs have seen what they
    /// have seen, and so can't be asked twice.
    fn copy(&self, py: Python<'_>) -> PyResult<Places> {
        if self.programs.is_some() {
            return Err(PyRuntimeError::new_err("games in which programs play can't be copied"));
        }
        Ok(Places {
            games: Mutex::new(self.open()?.clone()),
            objects: self.objects.each_ref().map(|object| object.as_ref().map(|object| object.clone_ref(py))),
            programs: None,
            failure: OnceLock::new(),
            ..*self
        })
    }

    /// How many numbers an observation has.
    fn width(&self) -> usize {
        match self.numbers {
            Numbers::Whole => self.layout.len(),
            Numbers::Scaled => self.layout.scaled_len(),
        }
    }

    /// Decides in every game, and writes what is seen and what is allowed after that, where there is an array for it. An action
    /// that can't be is refused, and no game goes on.
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        observations: Option<&Bound<'_, PyAny>>,
        mask: Option<PyBuffer<u8>>,
    ) -> PyResult<()> {
        let observations = observations.map(Observations::of).transpose()?;
        macro_rules! step_as {
            ($($Number:ty),+) => {
                $(if let Ok(buffer) = PyBuffer::<$Number>::get(actions) {
                    return self.step_by(py, &buffer, observations, mask);
                })+
            };
        }
        step_as!(i64, u8, i8, i16, i32);
        Err(bad_argument(py, "actions", "expected an array of whole numbers"))
    }

    /// Writes whose turn it is, what everybody gets for games that have ended, and which have. It fails in none: what a restart
    /// raised is not to be hidden.
    fn told(&self, current: PyBuffer<i8>, rewards: Option<PyBuffer<f32>>, ended: Option<PyBuffer<u8>>) -> PyResult<()> {
        let games = self.lock();
        let turns = games.turns();
        fill(current, turns, |turn| [turn.seat.map_or(-1, |seat| seat as i8)])?;
        if let Some(rewards) = rewards {
            fill(rewards, turns, rewards_of)?;
        }
        ended.map_or(Ok(()), |ended| fill(ended, turns, |turn| [u8::from(turn.ended.is_some())]))
    }

    /// Writes the number of each game; of those that can't go on, too, so that others begin there.
    fn numbers(&self, room: PyBuffer<u64>) -> PyResult<()> {
        fill(room, self.lock().turns(), |turn| [turn.game])
    }

    /// How the game ended that did in the last step at a place.
    fn ended(&self, place: usize) -> PyResult<Option<Ended>> {
        let ended = self.open()?.turns().get(place).and_then(|turn| turn.ended);
        Ok(ended.map(|ended| {
            let (winner, from) = (ended.outcome.winner(), ended.outcome.dealt_in());
            (ended.game, winner.map(Seat::token), from.map(Seat::token), ended.tiles_left)
        }))
    }

    /// Writes what is seen, in bytes or in single precision.
    fn observe(&self, py: Python<'_>, room: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut observations = Observations::of(room)?;
        let room = observations.room(self.layout, self.numbers, self.open()?.turns().len())?;
        self.work(py, self.costs[1], |games| games.observe_into(room, None))
    }

    /// Writes what a seat sees at one place.
    fn observe_seat(&self, place: usize, seat: usize, room: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut observation = Observations::of(room)?;
        let room = observation.room(self.layout, self.numbers, 1)?;
        self.open()?.observe_seat(place, Seat::ALL[seat % PLAYERS], room);
        Ok(())
    }

    /// Whose turn it is at a place gives the game up.
    fn forfeit(&self, py: Python<'_>, place: usize) -> PyResult<()> {
        self.open()?.forfeit(place);
        self.attend(py, [place])
    }

    /// Writes which actions are allowed.
    fn mask(&self, py: Python<'_>, mut room: PyBuffer<u8>) -> PyResult<()> {
        let room = room_for(&mut room, self.open()?.turns().len() * ActionCode::COUNT)?;
        // Less than it takes to wake another thread.
        py.detach(|| self.lock().mask(room));
        Ok(())
    }

    /// Begins the next game at each place that is chosen.
    fn restart(&self, py: Python<'_>, chosen: PyBuffer<u8>) -> PyResult<()> {
        drop(self.open()?);
        let chosen = elements(&chosen).unwrap_or_default();
        let is_chosen = |place: usize| chosen.get(place).is_some_and(|&chosen| chosen != 0);
        let restarted = py.detach(|| self.lock().restart(is_chosen));
        self.begin(py, (0..chosen.len()).filter(|&place| is_chosen(place)))?;
        restarted.map_err(|error| refused(py, "first", error))
    }

    /// Ends the programs that play.
    fn close(&self, py: Python<'_>) {
        if let Some(programs) = &self.programs {
            programs.end(py);
        }
    }

    /// What is on the table at a place: by seats, then whose turn it is, the direction, the tiles left, and what was discarded
    /// last and by whom, if it is offered.
    fn table(&self, place: usize) -> PyResult<ShownTable> {
        let games = self.open()?;
        let (position, decision) = (games.position(place), games.decision(place));
        let seats = Seat::ALL.into_iter().map(|seat| shown_seat(position, seat)).collect();
        let direction = position.direction().name();
        let offered = decision.and_then(|decision| decision.offered()).map(mpsz);
        Ok((seats, decision.map(|decision| decision.seat().token()), direction, position.tiles_left(), offered))
    }
}

impl Places {
    /// The games, as long as they can go on.
    fn open(&self) -> PyResult<MutexGuard<'_, Games>> {
        let failure = self.failure.get();
        failure.map_or(Ok(()), |why| Err(PyRuntimeError::new_err(format!("these games have ended: {why}{ANEW}"))))?;
        Ok(self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on the games without the interpreter's lock, on several threads if that is worth it. Each game takes so many
    /// nanoseconds.
    fn work<T: Send>(&self, py: Python<'_>, cost: usize, work: impl FnOnce(&mut Games) -> T + Send) -> PyResult<T> {
        let places = self.lock().turns().len();
        let is_worth_it = self.threads != 1 && places.saturating_mul(cost) >= WORTH;
        let threads = if is_worth_it { Threads::Beside(pool(self.threads)?) } else { Threads::One };
        Ok(py.detach(|| {
            let games: &mut Games = &mut self.lock();
            games.set_threads(threads);
            let done = work(games);
            // A child of this process has no use for its pool.
            games.set_threads(Threads::One);
            done
        }))
    }

    fn step_by<T: Element + Copy + Into<i64> + Sync>(
        &self,
        py: Python<'_>,
        actions: &PyBuffer<T>,
        mut observations: Option<Observations>,
        mut mask: Option<PyBuffer<u8>>,
    ) -> PyResult<()> {
        let (read, seen) = (span(actions), observations.as_ref().map_or(0..0, Observations::span));
        if share(&seen, &read) {
            return Err(bad_argument(py, "observation", "it shares memory with the actions"));
        }
        if mask.as_ref().is_some_and(|mask| share(&span(mask), &read) || share(&span(mask), &seen)) {
            return Err(bad_argument(py, "mask", "it shares memory with the actions or the observations"));
        }
        let actions = elements(actions).ok_or_else(|| bad_argument(py, "actions", "expected an array without gaps"))?;
        let places = self.open()?.turns().len();
        let room = observations
            .as_mut()
            .map_or(Ok(ObservationBuffer::Nowhere), |all| all.room(self.layout, self.numbers, places))?;
        let mask = mask.as_mut().map(|mask| room_for(mask, places * ActionCode::COUNT)).transpose()?;
        let [step, seen] = self.costs;
        let seen = if matches!(room, ObservationBuffer::Nowhere) { 0 } else { seen };
        let refused = |error| refused(py, "actions", error);
        if self.asks_others() {
            // What is seen is what they leave.
            self.work(py, step, |games| games.step(actions))?.map_err(refused)?;
            self.attend(py, 0..places)?;
            let is_asked_for = mask.is_some() || !matches!(room, ObservationBuffer::Nowhere);
            return if is_asked_for { self.work(py, seen, |games| games.observe_into(room, mask)) } else { Ok(()) };
        }
        self.work(py, step + seen, |games| games.step_and_observe(actions, room, mask))?.map_err(refused)
    }

    /// Whether policies written in Python or programs play.
    fn asks_others(&self) -> bool {
        self.objects.iter().any(Option::is_some) || self.programs.is_some()
    }

    /// Asks the policies written in Python, and the programs, whose turn it is. What goes wrong with them ends the games.
    fn attend(&self, py: Python<'_>, places: impl IntoIterator<Item = usize>) -> PyResult<()> {
        self.ask_others(py, places).inspect_err(|error| {
            // Its kind, and its text if it has one.
            let _ = self.failure.set(error.to_string().trim_end_matches(ANEW).trim_end_matches(": ").to_owned());
        })
    }

    fn ask_others(&self, py: Python<'_>, places: impl IntoIterator<Item = usize>) -> PyResult<()> {
        if !self.asks_others() {
            return Ok(());
        }
        let mut waiting: Vec<usize> = places.into_iter().collect();
        while !waiting.is_empty() {
            for &place in &waiting {
                while let Some((object, position, decision, game)) = self.asked(py, place) {
                    let action = ask(object.bind(py), &position, &decision, Some(game))?;
                    self.act(py, place, &decision, action)?;
                }
            }
            let Some(programs) = &self.programs else { return Ok(()) };
            let answers = programs.ask(py, &waiting, || self.lock(), |game| self.turned(game))?;
            waiting.clear();
            for (place, action) in answers {
                let decision = self.lock().decision(place);
                if let Some(decision) = decision {
                    self.act(py, place, &decision, action)?;
                    waiting.push(place);
                }
            }
        }
        Ok(())
    }

    /// Does what a policy or a program answered, which the game allows.
    fn act(&self, py: Python<'_>, place: usize, decision: &Decision, action: Action) -> PyResult<()> {
        let Some(code) = ActionCode::of(action, decision.offered()) else { return Ok(()) };
        self.lock().answer(place, code).map_err(|error| bad_argument(py, "policies", error))
    }

    /// At places where a game has just begun, asks until somebody else decides, and leaves games out that end before.
    fn begin(&self, py: Python<'_>, places: impl IntoIterator<Item = usize>) -> PyResult<()> {
        let mut begun: Vec<usize> = places.into_iter().collect();
        loop {
            self.attend(py, begun.iter().copied())?;
            let mut games = self.lock();
            begun.retain(|&place| games.turns()[place].seat.is_none());
            if begun.is_empty() {
                return Ok(());
            }
            let restarted = games.restart(|place| begun.binary_search(&place).is_ok());
            restarted.map_err(|error| refused(py, "first", error))?;
        }
    }

    /// By how many seats everybody sits further on in a game than in game 0.
    fn turned(&self, game: u64) -> usize {
        if self.rotates { (game % PLAYERS as u64) as usize } else { 0 }
    }

    /// Which policy written in Python has to decide at a place, if one has, and what.
    fn asked(&self, py: Python<'_>, place: usize) -> Option<(Py<PyAny>, Position<TableModel>, Decision, u64)> {
        let games = self.lock();
        let (decision, game) = (games.decision(place)?, games.turns()[place].game);
        let object = self.objects[(decision.seat().index() + PLAYERS - self.turned(game)) % PLAYERS].as_ref()?;
        Some((object.clone_ref(py), games.position(place).clone(), decision, game))
    }
}

/// What is wrong with an argument, or with the number of the first game, after which others have come to an end.
fn refused(py: Python<'_>, argument: &'static str, error: GamesError) -> PyErr {
    let argument = if matches!(error, GamesError::NoGameAfter { .. }) { "first" } else { argument };
    bad_argument(py, argument, error)
}

fn shown_seat(position: &Position<TableModel>, seat: Seat) -> ShownSeat {
    let hand = position.hand(seat).counts().tiles().map(mpsz).collect();
    let melds = position.melds(seat).iter().map(|meld| tokens(meld.tiles())).collect();
    let discards = position.river().iter().filter(|discard| discard.seat == seat && !discard.is_claimed);
    (hand, melds, discards.map(|discard| mpsz(discard.tile)).collect())
}

/// What everybody gets for a game: 1 for the winner and a third less for each of the others; who gives it
/// up gets −1; nothing while it goes on, or if nobody wins.
fn rewards_of(turn: &Turn) -> [f32; PLAYERS] {
    let Some(ended) = turn.ended else { return [0.0; PLAYERS] };
    let (winner, gave_up) = (ended.outcome.winner(), ended.outcome.forfeited_by());
    Seat::ALL.map(|seat| match (winner, gave_up) {
        (Some(winner), _) if seat == winner => 1.0,
        (Some(_), _) => -1.0 / 3.0,
        (None, Some(by)) if seat == by => -1.0,
        (None, _) => 0.0,
    })
}
