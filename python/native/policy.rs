//! Policies with a name, and policies written in Python.

use paili::game::{
    Action, Decision, Event, Game, Observer, Outcome, PLAYERS, Policy, Position, Seat, Step, TileSource,
};
use paili::simulation::{NamedPolicy, Seed};
use paili::{Chow, TableModel};
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::arguments::shown;
use crate::errors::bad_argument;
use crate::names::{all_mpsz, mpsz, tile_of};
use crate::view::View;

/// A seat's policy, as it was passed.
#[derive(Debug)]
pub enum Chosen<'py> {
    /// One with a name.
    Named(NamedPolicy),
    /// An object of Python's that is like a `paili.Policy`.
    Object(Bound<'py, PyAny>),
}

/// Policies, each a name or an object.
pub fn read_policies<const N: usize>(policies: [Bound<'_, PyAny>; N]) -> PyResult<Vec<Chosen<'_>>> {
    policies.into_iter().map(read_policy).collect()
}

fn read_policy(policy: Bound<'_, PyAny>) -> PyResult<Chosen<'_>> {
    let Ok(name) = policy.cast::<PyString>() else { return Ok(Chosen::Object(policy)) };
    let named = name.to_str()?.parse();
    Ok(Chosen::Named(named.map_err(|error| bad_argument(policy.py(), "policies", error))?))
}

/// The named policies, if all have a name and there are `N`.
pub fn all_named<const N: usize>(chosen: &[Chosen<'_>]) -> Option<[NamedPolicy; N]> {
    let named = chosen.iter().map(|chosen| match chosen {
        Chosen::Named(named) => Some(*named),
        Chosen::Object(_) => None,
    });
    named.collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// The policies of games on this thread.
#[derive(Debug)]
pub struct Table<'run, 'py> {
    chosen: &'run [Chosen<'py>],
    seed: Seed,
}

impl<'run, 'py> Table<'run, 'py> {
    pub fn new(chosen: &'run [Chosen<'py>], seed: Seed) -> Self {
        Table { chosen, seed }
    }

    /// Plays a game to its end. In each seat sits the policy of this number; `number` is the game's, and `told` is what
    /// Python's policies are told of it, if it is one of many.
    pub fn play<W: TileSource>(
        &self,
        wall: W,
        seats: [usize; PLAYERS],
        (number, told): (u64, Option<u64>),
        observer: &mut impl Observer,
    ) -> PyResult<Outcome> {
        let mut players = Seat::ALL.map(|seat| match &self.chosen[seats[seat.index()]] {
            Chosen::Named(named) => Player::Named(Box::new(named.player(self.seed, number, seat))),
            Chosen::Object(object) => Player::Object(object),
        });
        let mut game = Game::deal(wall, TableModel);
        loop {
            match game.advance(observer) {
                Step::Event(_) => {}
                Step::Decision(decision) => {
                    let view = game.view(decision.seat());
                    let action = match &mut players[decision.seat().index()] {
                        Player::Named(policy) => policy.decide(&view, &decision),
                        Player::Object(object) => ask(object, game.position(), &decision, told)?,
                    };
                    // An object's answers were looked at, and ours know what is allowed.
                    game.act(action).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
                }
                Step::End(outcome) => {
                    observer.observe(Event::End(outcome), game.position());
                    return Ok(outcome);
                }
            }
        }
    }
}

/// Who sits in a seat.
enum Player<'run, 'py> {
    Named(Box<dyn Policy<TableModel>>),
    Object(&'run Bound<'py, PyAny>),
}

/// Asks a policy of Python's, and reads its answer: one that is not allowed is an error. `told` is the number of the game, if
/// it is one of many.
pub fn ask(
    policy: &Bound<'_, PyAny>,
    position: &Position<TableModel>,
    decision: &Decision,
    told: Option<u64>,
) -> PyResult<Action> {
    let py = policy.py();
    let name = match decision {
        Decision::Discard { .. } => intern!(py, "discard"),
        Decision::Pong { .. } => intern!(py, "claims_pong"),
        Decision::Chow { .. } => intern!(py, "claims_chow"),
    };
    let place = || {
        let game = told.map_or_else(String::new, |game| format!("game {game}, "));
        format!("{game}player {}, {name}", decision.seat())
    };
    let view = Bound::new(py, View::new(position.clone(), decision, told))?;
    let answer = match decision.offered() {
        None => policy.call_method1(name, (&view,)),
        Some(tile) => policy.call_method1(name, (&view, mpsz(tile))),
    };
    view.get().close();
    let answer = answer.inspect_err(|error| {
        // An interrupt is not the policy's doing, and gets no note.
        if error.is_instance_of::<PyException>(py) {
            let _ = error.value(py).call_method1("add_note", (format!("asked: {}", place()),));
        }
    })?;
    read(decision, &answer).map_err(|expected| {
        bad_argument(py, "policies", format!("{} answered {}: {expected}", place(), shown(&answer)))
    })
}

/// Reads an answer; or what was expected.
fn read(decision: &Decision, answer: &Bound<'_, PyAny>) -> Result<Action, String> {
    match decision {
        Decision::Discard { tiles, .. } => {
            let text = answer.cast::<PyString>().ok().and_then(|text| text.to_str().ok());
            let tile = text.and_then(|text| tile_of(text).ok()).filter(|&tile| tiles.contains(tile));
            tile.map(Action::Discard).ok_or_else(|| format!("expected one of {}", all_mpsz(tiles.iter())))
        }
        // numpy's truth values are taken too.
        Decision::Pong { .. } => match answer.extract() {
            Ok(true) => Ok(Action::Pong),
            Ok(false) => Ok(Action::Pass),
            Err(_) => Err("expected True or False".to_owned()),
        },
        Decision::Chow { chows, .. } => {
            let chows: Vec<Chow> = chows.iter().flatten().copied().collect();
            Ok(read_chow(answer, &chows)?.map_or(Action::Pass, Action::Chow))
        }
    }
}

/// Reads a claim: None, one of the chows, or its place among them.
fn read_chow(answer: &Bound<'_, PyAny>, chows: &[Chow]) -> Result<Option<Chow>, String> {
    if answer.is_none() {
        return Ok(None);
    }
    let chosen = if let Ok([first, second, third]) = answer.extract::<[String; 3]>() {
        let named = [first, second, third].map(|tile| tile_of(&tile).ok());
        chows.iter().find(|chow| chow.tiles().map(Some) == named)
    } else if !answer.is_instance_of::<PyBool>()
        && let Ok(place) = answer.extract::<usize>()
    {
        chows.get(place)
    } else {
        None
    };
    chosen.copied().map(Some).ok_or_else(|| {
        let chows: Vec<String> = chows.iter().map(|chow| format!("({})", all_mpsz(chow.tiles()))).collect();
        format!("expected None, one of {} or its place, from 0", chows.join(" "))
    })
}
