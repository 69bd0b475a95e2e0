//! Many games side by side, for `paili.env`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use paili::TableModel;
use paili::game::{ActionCode, Decision, Direction, PLAYERS, Position, Seat};
use paili::simulation::{
    AfterEnd, Features, Games, GamesError, Layout, NamedPolicy, Observation, Seating, Seed, Threads, Turn,
};
use paili::{Notation, Tile};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::bad_argument;
use crate::memory::{elements, elements_mut};
use crate::names::{mpsz, tile_of};
use crate::policy::ask;
use crate::threads::pool;
use crate::view::{Tokens, tokens};

/// Fewer games take less time than it takes to wake another thread.
const FEW: usize = 128;

/// How a game ended: its number, who won, whose discard won, and how many tiles were left.
type Ended = (u64, Option<&'static str>, Option<&'static str>, u8);

/// A seat as the table shows it: its concealed tiles, its melds and its discards.
type ShownSeat = (Vec<&'static str>, Vec<Tokens>, Vec<&'static str>);

/// Games that go on side by side. The package makes its `Games` of it.
#[pyclass(frozen, module = "paili._native")]
pub struct Places {
    games: Mutex<Games>,
    layout: Layout,
    threads: usize,
    /// Policies written in Python, by where they sit in game 0.
    objects: [Option<Py<PyAny>>; PLAYERS],
    rotates: bool,
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
        observation: (&str, u8, &str),
        threads: usize,
    ) -> PyResult<Places> {
        let mut named = [None; PLAYERS];
        for (named, policy) in named.iter_mut().zip(&policies) {
            if let Some(name) = policy.as_ref().and_then(|policy| policy.cast::<PyString>().ok()) {
                let name: Result<NamedPolicy, _> = name.to_str()?.parse();
                *named = Some(name.map_err(|error| bad_argument(py, "policies", error))?);
            }
        }
        let objects = policies
            .map(|policy| Some(policy?.unbind()).filter(|policy| !policy.bind(py).is_instance_of::<PyString>()));
        let rotates = seating == "rotating";
        let seating = if rotates { Seating::Rotating(named) } else { Seating::Fixed(named) };
        let after_end = if after_end == "restart" { AfterEnd::Restart } else { AfterEnd::Wait };
        let (observation, events, features) = observation;
        let observation = match observation {
            "planes" => Observation::Planes,
            "history" => Observation::History { events },
            _ => Observation::Compact,
        };
        let features = if features == "features" { Features::With } else { Features::Without };
        let games = Games::new(Seed(seed), first, places, seating, after_end);
        let games = games.map_err(|error| bad_argument(py, "policies", error))?;
        let games = games.on(if threads == 1 { Threads::One } else { Threads::Pool });
        let layout = Layout { observation, features };
        let all = Places { games: Mutex::new(games), layout, threads, objects, rotates };
        all.begin(py, 0..places)?;
        Ok(all)
    }

    /// How many numbers an observation has.
    fn width(&self) -> usize {
        self.layout.len()
    }

    /// Decides in every game. An action that can't be is refused, and no game goes on.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        macro_rules! step_as {
            ($($Number:ty),+) => {
                $(if let Ok(buffer) = PyBuffer::<$Number>::get(actions) {
                    return self.step_by(py, &buffer);
                })+
            };
        }
        step_as!(i64, u8, i8, i16, i32);
        Err(bad_argument(py, "actions", "expected an array of whole numbers"))
    }

    /// Writes whose turn it is, what everybody gets for games that have ended, and which have.
    fn told(&self, current: PyBuffer<i8>, rewards: Option<PyBuffer<f32>>, ended: Option<PyBuffer<u8>>) -> PyResult<()> {
        let games = self.lock();
        let turns = games.turns();
        fill(current, turns, |turn| [turn.seat.map_or(-1, |seat| seat as i8)])?;
        if let Some(rewards) = rewards {
            fill(rewards, turns, rewards_of)?;
        }
        ended.map_or(Ok(()), |ended| fill(ended, turns, |turn| [u8::from(turn.ended.is_some())]))
    }

    /// Writes the number of each game.
    fn numbers(&self, room: PyBuffer<u64>) -> PyResult<()> {
        fill(room, self.lock().turns(), |turn| [turn.game])
    }

    /// How the game ended that did in the last step at a place.
    fn ended(&self, place: usize) -> Option<Ended> {
        let ended = self.lock().turns().get(place)?.ended?;
        let (winner, from) = (ended.outcome.winner(), ended.outcome.dealt_in());
        Some((ended.game, winner.map(Seat::token), from.map(Seat::token), ended.tiles_left))
    }

    /// Writes what is seen, in bytes or in single precision.
    fn observe(&self, py: Python<'_>, room: &Bound<'_, PyAny>) -> PyResult<()> {
        let layout = self.layout;
        if let Ok(mut room) = PyBuffer::<u8>::get(room) {
            let room = room_for(&mut room, self.lock().turns().len() * layout.len())?;
            return self.work(py, |games| games.observe(layout, room));
        }
        let mut room = PyBuffer::<f32>::get(room)?;
        let room = room_for(&mut room, self.lock().turns().len() * layout.len())?;
        self.work(py, |games| games.observe_floats(layout, room))
    }

    /// Writes what a seat sees at one place.
    fn observe_seat(&self, place: usize, seat: usize, mut room: PyBuffer<u8>) -> PyResult<()> {
        let room = room_for(&mut room, self.layout.len())?;
        self.lock().observe_seat(place, Seat::ALL[seat % PLAYERS], self.layout, room);
        Ok(())
    }

    /// Whose turn it is at a place gives the game up.
    fn forfeit(&self, py: Python<'_>, place: usize) -> PyResult<()> {
        self.lock().forfeit(place);
        self.attend(py, [place])
    }

    /// Writes which actions are allowed.
    fn mask(&self, py: Python<'_>, mut room: PyBuffer<u8>) -> PyResult<()> {
        let room = room_for(&mut room, self.lock().turns().len() * ActionCode::COUNT)?;
        // Less than it takes to wake another thread.
        py.detach(|| self.lock().mask(room));
        Ok(())
    }

    /// Begins the next game at each place that is chosen.
    fn restart(&self, py: Python<'_>, chosen: PyBuffer<u8>) -> PyResult<()> {
        let chosen = elements(&chosen).unwrap_or_default();
        let is_chosen = |place: usize| chosen.get(place).is_some_and(|&chosen| chosen != 0);
        py.detach(|| self.lock().restart(is_chosen));
        self.begin(py, (0..chosen.len()).filter(|&place| is_chosen(place)))
    }

    /// What is on the table at a place: by seats, then whose turn it is, the direction, the tiles left, and what was discarded
    /// last and by whom, if it is offered.
    fn table(&self, place: usize) -> (Vec<ShownSeat>, Option<&'static str>, &'static str, usize, Option<&'static str>) {
        let games = self.lock();
        let (position, decision) = (games.position(place), games.decision(place));
        let seats = Seat::ALL.into_iter().map(|seat| shown_seat(position, seat)).collect();
        let direction = match position.direction() {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        };
        let offered = decision.and_then(|decision| decision.offered()).map(mpsz);
        (seats, decision.map(|decision| decision.seat().token()), direction, position.tiles_left(), offered)
    }
}

impl Places {
    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on the games without the interpreter's lock, on all threads if there is enough to do.
    fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Games) -> T + Send) -> PyResult<T> {
        let pool = if self.threads != 1 && self.lock().turns().len() > FEW { Some(pool(self.threads)?) } else { None };
        Ok(py.detach(|| {
            // Locked out here: a thread of the pool that waits may take up other work, and would wait for itself.
            let games: &mut Games = &mut self.lock();
            match pool {
                Some(pool) => pool.install(|| work(games)),
                None => work(games),
            }
        }))
    }

    fn step_by<T: Element + Copy + Into<i64> + Sync>(&self, py: Python<'_>, actions: &PyBuffer<T>) -> PyResult<()> {
        let refused = |error: GamesError| bad_argument(py, "actions", error);
        let actions = elements(actions).ok_or_else(|| bad_argument(py, "actions", "expected an array without gaps"))?;
        self.work(py, |games| games.step(actions))?.map_err(refused)?;
        let places = actions.len();
        self.attend(py, 0..places)
    }

    /// Asks the policies written in Python whose turn it is.
    fn attend(&self, py: Python<'_>, places: impl IntoIterator<Item = usize>) -> PyResult<()> {
        if self.objects.iter().all(Option::is_none) {
            return Ok(());
        }
        for place in places {
            while let Some((object, position, decision, game)) = self.asked(py, place) {
                let action = ask(object.bind(py), &position, &decision, Some(game))?;
                if let Some(code) = ActionCode::of(action, decision.offered()) {
                    // What a policy may answer, a game allows.
                    self.lock().act(place, code).map_err(|error| bad_argument(py, "policies", error))?;
                }
            }
        }
        Ok(())
    }

    /// At places where a game has just begun, asks the policies until somebody else decides, and leaves games out that end before.
    fn begin(&self, py: Python<'_>, places: impl IntoIterator<Item = usize>) -> PyResult<()> {
        if self.objects.iter().all(Option::is_none) {
            return Ok(());
        }
        for place in places {
            self.attend(py, [place])?;
            while self.lock().turns()[place].seat.is_none() {
                self.lock().restart(|other| other == place);
                self.attend(py, [place])?;
            }
        }
        Ok(())
    }

    /// Which policy written in Python has to decide at a place, if one has, and what.
    fn asked(&self, py: Python<'_>, place: usize) -> Option<(Py<PyAny>, Position<TableModel>, Decision, u64)> {
        let games = self.lock();
        let (decision, game) = (games.decision(place)?, games.turns()[place].game);
        let turned = if self.rotates { (game % PLAYERS as u64) as usize } else { 0 };
        let object = self.objects[(decision.seat().index() + PLAYERS - turned) % PLAYERS].as_ref()?;
        Some((object.clone_ref(py), games.position(place).clone(), decision, game))
    }
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

/// Writes some numbers of every game.
fn fill<T: Element + Copy, const N: usize>(
    mut room: PyBuffer<T>,
    turns: &[Turn],
    of: impl Fn(&Turn) -> [T; N],
) -> PyResult<()> {
    let (rows, _) = room_for(&mut room, turns.len() * N)?.as_chunks_mut::<N>();
    rows.iter_mut().zip(turns).for_each(|(row, turn)| *row = of(turn));
    Ok(())
}

/// The elements of an array that has exactly this many.
fn room_for<T: Element>(room: &mut PyBuffer<T>, len: usize) -> PyResult<&mut [T]> {
    let elements = elements_mut(room).filter(|elements| elements.len() == len);
    elements.ok_or_else(|| PyValueError::new_err(format!("out: expected {len} elements without gaps")))
}

/// The number of an action, of its words where this tile is offered.
#[pyfunction]
pub fn action_code(py: Python<'_>, words: &str, offered: Option<&str>) -> PyResult<u8> {
    let code = ActionCode::read(words, read_offered(py, offered)?);
    code.map(ActionCode::get).ok_or_else(|| {
        let expected =
            "OUT and a tile, PASS, PONG, CHOW low, middle or high, or CHOW and its tiles where offered is one of them";
        bad_argument(py, "words", format!("{words:?} is no action: expected {expected}"))
    })
}

/// The words of an action's number, where this tile is offered.
#[pyfunction]
pub fn action_name(py: Python<'_>, code: u8, offered: Option<&str>) -> PyResult<String> {
    let Some(code) = ActionCode::new(code) else {
        return Err(bad_argument(py, "action", format!("{code}: expected 0 to {}", ActionCode::COUNT - 1)));
    };
    let offered = read_offered(py, offered)?;
    match (code.action(offered), offered) {
        (Some(action), _) => Ok(action.to_string()),
        (None, None) => Ok(code.to_string()),
        (None, Some(tile)) => {
            Err(bad_argument(py, "action", format!("{} ({code}): {} is in no such chow", code.get(), mpsz(tile))))
        }
    }
}

fn read_offered(py: Python<'_>, offered: Option<&str>) -> PyResult<Option<Tile>> {
    let tile = offered.map(tile_of).transpose().map_err(|error| bad_argument(py, "offered", error))?;
    match tile {
        Some(special) if special.is_special() => {
            let name = Notation::Mpsz.name_of(special);
            Err(bad_argument(py, "offered", format!("{name}: expected a tile that can be claimed")))
        }
        tile => Ok(tile),
    }
}
