//! Policies with a name, and policies written in Python.

use std::cell::RefCell;

use paili::game::{self, Policy, Rule, Seat};
use paili::simulation::{NamedPolicy, Seed};
use paili::{Chow, Meld, TableModel, Tile};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::arguments::shown;
use crate::errors::bad_argument;
use crate::view::{Played, View};

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

/// The named policies, if all have a name and there are so many.
pub fn all_named<const N: usize>(chosen: &[Chosen<'_>]) -> Option<[NamedPolicy; N]> {
    let named = chosen.iter().map(|chosen| match chosen {
        Chosen::Named(named) => Some(*named),
        Chosen::Object(_) => None,
    });
    named.collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// The players of games on this thread, and the exception that one of them raised.
#[derive(Debug)]
pub struct Table<'run, 'py> {
    chosen: &'run [Chosen<'py>],
    seed: Seed,
    failure: RefCell<Option<PyErr>>,
    /// What was discarded in the game that is played.
    played: Played,
}

impl<'run, 'py> Table<'run, 'py> {
    pub fn new(chosen: &'run [Chosen<'py>], seed: Seed) -> Self {
        Table { chosen, seed, failure: RefCell::new(None), played: Played::default() }
    }

    /// The player of a game who sits somewhere and plays by the policy of this number. `told` is the number of the game that
    /// the policy is told, if it is one of many.
    pub fn player(&self, policy: usize, game: u64, seat: Seat, told: Option<u64>) -> Box<dyn Policy<TableModel> + '_> {
        match &self.chosen[policy] {
            Chosen::Named(named) => Box::new(named.player(self.seed, game, seat)),
            Chosen::Object(policy) => Box::new(PythonPlayer { policy, game: told, table: self }),
        }
    }

    /// The players of a game, each by the policy of its seat.
    pub fn players(&self, game: u64, told: Option<u64>) -> [Box<dyn Policy<TableModel> + '_>; 4] {
        Seat::ALL.map(|seat| self.player(seat.index(), game, seat, told))
    }

    /// Sees what policies of Python's are shown: it has to observe the games.
    pub fn observer(&self) -> Played {
        self.played.clone()
    }

    /// The exception that was raised since the last check.
    pub fn check(&self) -> PyResult<()> {
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// A player that asks Python. Once something is wrong, Python is not asked any more: the player gives the game up, and the
/// caller drops it.
#[derive(Debug)]
struct PythonPlayer<'run, 'py> {
    policy: &'run Bound<'py, PyAny>,
    game: Option<u64>,
    table: &'run Table<'run, 'py>,
}

impl<'py> PythonPlayer<'_, 'py> {
    /// Asks a question and reads the answer. An answer that `read` refuses is an error. `None` when something is or was
    /// wrong.
    fn ask<T>(
        &self,
        name: &Bound<'py, PyString>,
        view: &game::View<'_, TableModel>,
        offered: Option<Tile>,
        read: impl FnOnce(&Bound<'py, PyAny>) -> Result<T, String>,
    ) -> Option<T> {
        if self.table.failure.borrow().is_some() {
            return None;
        }
        let py = self.policy.py();
        let place = || {
            let game = self.game.map_or_else(String::new, |game| format!("game {game}, "));
            format!("{game}player {}, {name}", view.seat())
        };
        let answer = self.answer(name, view, offered);
        // An interrupt is not the policy's doing, and gets no note.
        if let Err(error) = &answer
            && error.is_instance_of::<PyException>(py)
        {
            let _ = error.value(py).call_method1("add_note", (format!("asked: {}", place()),));
        }
        let read = answer.and_then(|answer| {
            read(&answer).map_err(|expected| {
                let reason = format!("{} answered {}: {expected}", place(), shown(&answer));
                bad_argument(py, "policies", reason)
            })
        });
        read.map_err(|error| *self.table.failure.borrow_mut() = Some(error)).ok()
    }

    fn answer(
        &self,
        name: &Bound<'py, PyString>,
        view: &game::View<'_, TableModel>,
        offered: Option<Tile>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = Bound::new(self.policy.py(), View::new(view, self.table.played.clone(), offered, self.game))?;
        let answer = match offered {
            None => self.policy.call_method1(name, (&view,)),
            Some(tile) => self.policy.call_method1(name, (&view, tile.token())),
        };
        view.get().close();
        answer
    }
}

impl Policy<TableModel> for PythonPlayer<'_, '_> {
    fn discard(&mut self, view: &game::View<'_, TableModel>) -> Tile {
        let kinds = view.hand().counts().kinds();
        let expected = || format!("expected one of {kinds}");
        let answer = self.ask(intern!(self.policy.py(), "discard"), view, None, |answer| {
            let text = answer.cast::<PyString>().map_err(|_| expected())?;
            let tile: Option<Tile> = text.to_str().ok().and_then(|text| text.parse().ok());
            tile.filter(|&tile| kinds.contains(tile)).ok_or_else(expected)
        });
        answer.unwrap_or_else(|| Rule.discard(view))
    }

    fn claims_pong(&mut self, view: &game::View<'_, TableModel>, discarded: Tile) -> bool {
        let answer = self.ask(intern!(self.policy.py(), "claims_pong"), view, Some(discarded), |answer| {
            // numpy's truth values are taken too.
            answer.extract().map_err(|_| "expected True or False".to_owned())
        });
        answer.unwrap_or_else(|| Rule.claims_pong(view, discarded))
    }

    fn claims_chow(&mut self, view: &game::View<'_, TableModel>, discarded: Tile) -> Option<Chow> {
        let chows: Vec<Chow> = view.chows(discarded).collect();
        let asked = intern!(self.policy.py(), "claims_chow");
        let answer = self.ask(asked, view, Some(discarded), |answer| read_chow(answer, &chows));
        answer.unwrap_or_else(|| Rule.claims_chow(view, discarded))
    }

    fn gives_up(&self) -> bool {
        self.table.failure.borrow().is_some()
    }
}

/// Reads a claim: None, one of the chows, or its place among them.
fn read_chow(answer: &Bound<'_, PyAny>, chows: &[Chow]) -> Result<Option<Chow>, String> {
    if answer.is_none() {
        return Ok(None);
    }
    let chosen = if let Ok([first, second, third]) = answer.extract::<[String; 3]>() {
        let named = [first, second, third].map(|tile| tile.parse::<Tile>().ok());
        chows.iter().find(|chow| chow.tiles().map(Some) == named)
    } else if !answer.is_instance_of::<PyBool>()
        && let Ok(place) = answer.extract::<usize>()
    {
        chows.get(place)
    } else {
        None
    };
    chosen.copied().map(Some).ok_or_else(|| {
        let chows: Vec<String> = chows.iter().map(|chow| format!("({})", Meld::Chow(*chow))).collect();
        format!("expected None, one of {} or its place, from 0", chows.join(" "))
    })
}
