//! Who plays: policies with a name, and policies written in Python.

use std::cell::RefCell;

use paili::Excerpt;
use paili::distance::TableModel;
use paili::game::{self, Rule, Seat};
use paili::meld::{Chow, Meld};
use paili::simulation::{Player, Seed, Strategy};
use paili::tile::Tile;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::errors::bad_argument;
use crate::view::{View, spelled};

/// A seat's policy, as it was passed.
#[derive(Debug)]
pub enum Chosen<'py> {
    /// One with a name.
    Named(Strategy),
    /// One written in Python.
    Own(Questions<'py>),
}

/// What an object of Python's is asked.
#[derive(Debug)]
pub struct Questions<'py> {
    discard: Bound<'py, PyAny>,
    claims_pong: Bound<'py, PyAny>,
    claims_chow: Bound<'py, PyAny>,
}

/// The policies of the four seats, each a name or an object.
pub fn read_policies<'py>(policies: [Bound<'py, PyAny>; 4]) -> PyResult<[Chosen<'py>; 4]> {
    let read = policies.into_iter().map(|policy| {
        let Ok(name) = policy.cast::<PyString>() else {
            return Ok(Chosen::Own(Questions {
                discard: policy.getattr("discard")?,
                claims_pong: policy.getattr("claims_pong")?,
                claims_chow: policy.getattr("claims_chow")?,
            }));
        };
        let strategy = name.to_str()?.parse();
        Ok(Chosen::Named(strategy.map_err(|error| bad_argument(policy.py(), "policies", error))?))
    });
    let read: PyResult<Vec<Chosen<'py>>> = read.collect();
    // Four came in.
    read?.try_into().map_err(|_| pyo3::exceptions::PyTypeError::new_err("policies: expected four"))
}

/// The strategies, if all have a name.
pub fn all_named(chosen: &[Chosen<'_>; 4]) -> Option<[Strategy; 4]> {
    let mut strategies = [Strategy::Rule; 4];
    for (strategy, chosen) in strategies.iter_mut().zip(chosen) {
        let Chosen::Named(named) = chosen else { return None };
        *strategy = *named;
    }
    Some(strategies)
}

/// Games on this thread, and what a policy raised in one of them.
#[derive(Debug)]
pub struct Table<'run, 'py> {
    chosen: &'run [Chosen<'py>; 4],
    seed: Seed,
    failure: RefCell<Option<PyErr>>,
}

impl<'run, 'py> Table<'run, 'py> {
    pub fn new(chosen: &'run [Chosen<'py>; 4], seed: Seed) -> Self {
        Table { chosen, seed, failure: RefCell::new(None) }
    }

    /// The players of a game. `told` is the number that the policies are told, if it is one of many.
    pub fn players(&self, game: u64, told: Option<u64>) -> [Seated<'_, 'py>; 4] {
        Seat::ALL.map(|seat| match &self.chosen[seat.index()] {
            Chosen::Named(strategy) => Seated::Named(strategy.player(self.seed, game, seat)),
            Chosen::Own(questions) => Seated::Own(Asked { questions, game: told, failure: &self.failure }),
        })
    }

    /// What was raised since the last time.
    pub fn check(&self) -> PyResult<()> {
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// A player in its seat.
#[derive(Debug)]
pub enum Seated<'run, 'py> {
    Named(Player),
    Own(Asked<'run, 'py>),
}

/// A player that asks Python. When something is wrong, nobody is asked any more: the game is played to its end by the
/// rule, which takes microseconds, and whoever began it drops it.
#[derive(Debug)]
pub struct Asked<'run, 'py> {
    questions: &'run Questions<'py>,
    game: Option<u64>,
    failure: &'run RefCell<Option<PyErr>>,
}

/// What is decided, and who has to.
#[derive(Clone, Copy)]
struct Question<'q, 'py> {
    name: &'static str,
    ask: &'q Bound<'py, PyAny>,
    seat: Seat,
    offered: Option<Tile>,
}

impl<'py> Asked<'_, 'py> {
    /// Asks, and reads the answer; what `read` refuses is said to be none. `None` when something is or was wrong.
    fn ask<T>(
        &self,
        view: &game::View<'_, TableModel>,
        question: Question<'_, 'py>,
        read: impl FnOnce(&Bound<'py, PyAny>) -> Result<T, String>,
    ) -> Option<T> {
        if self.failure.borrow().is_some() {
            return None;
        }
        let py = question.ask.py();
        let raised = match self.answer(view, question) {
            Ok(answer) => match read(&answer) {
                Ok(answer) => return Some(answer),
                Err(expected) => {
                    let reason = format!("{} answered {}: {expected}", self.place(question), shown(&answer));
                    bad_argument(py, "policies", reason)
                }
            },
            Err(error) => {
                // An interrupt is nothing that a policy did.
                if error.is_instance_of::<PyException>(py) {
                    let _ = error.value(py).call_method1("add_note", (format!("asked: {}", self.place(question)),));
                }
                error
            }
        };
        *self.failure.borrow_mut() = Some(raised);
        None
    }

    fn answer(&self, view: &game::View<'_, TableModel>, question: Question<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let view = Bound::new(question.ask.py(), View::new(view, question.offered, self.game))?;
        let answer = match question.offered {
            None => question.ask.call1((&view,)),
            Some(tile) => question.ask.call1((&view, tile.token())),
        };
        view.get().close();
        answer
    }

    fn place(&self, question: Question<'_, '_>) -> String {
        let Question { name, seat, .. } = question;
        match self.game {
            Some(game) => format!("game {game}, player {seat}, {name}"),
            None => format!("player {seat}, {name}"),
        }
    }
}

impl game::Policy<TableModel> for Asked<'_, '_> {
    fn discard(&mut self, view: &game::View<'_, TableModel>) -> Tile {
        let question = Question { name: "discard", ask: &self.questions.discard, seat: view.seat(), offered: None };
        let kinds = view.hand().counts().kinds();
        let expected = || format!("expected one of {}", spelled(kinds));
        let answer = self.ask(view, question, |answer| {
            let text = answer.cast::<PyString>().map_err(|_| expected())?;
            let tile: Option<Tile> = text.to_str().ok().and_then(|text| text.parse().ok());
            tile.filter(|&tile| kinds.contains(tile)).ok_or_else(expected)
        });
        answer.unwrap_or_else(|| Rule.discard(view))
    }

    fn claims_pong(&mut self, view: &game::View<'_, TableModel>, discarded: Tile) -> bool {
        let ask = &self.questions.claims_pong;
        let question = Question { name: "claims_pong", ask, seat: view.seat(), offered: Some(discarded) };
        // numpy's truth values are taken too.
        let answer =
            self.ask(view, question, |answer| answer.extract().map_err(|_| "expected True or False".to_owned()));
        answer.unwrap_or_else(|| Rule.claims_pong(view, discarded))
    }

    fn claims_chow(&mut self, view: &game::View<'_, TableModel>, discarded: Tile) -> Option<Chow> {
        let ask = &self.questions.claims_chow;
        let question = Question { name: "claims_chow", ask, seat: view.seat(), offered: Some(discarded) };
        let chows: Vec<Chow> = view.chows(discarded).collect();
        let answer = self.ask(view, question, |answer| read_chow(answer, &chows));
        answer.unwrap_or_else(|| Rule.claims_chow(view, discarded))
    }
}

/// Nothing, one of the chows, or its place among them.
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

/// An answer, for a message.
fn shown(answer: &Bound<'_, PyAny>) -> String {
    match answer.cast::<PyString>() {
        Ok(text) => Excerpt::new(text.to_string_lossy().as_bytes()).to_string(),
        Err(_) => match answer.repr() {
            Ok(repr) => repr.to_string_lossy().chars().take(60).collect(),
            Err(_) => "what can't be shown".to_owned(),
        },
    }
}

impl game::Policy<TableModel> for Seated<'_, '_> {
    fn discard(&mut self, view: &game::View<'_, TableModel>) -> Tile {
        match self {
            Seated::Named(player) => player.discard(view),
            Seated::Own(asked) => asked.discard(view),
        }
    }

    fn claims_pong(&mut self, view: &game::View<'_, TableModel>, discarded: Tile) -> bool {
        match self {
            Seated::Named(player) => player.claims_pong(view, discarded),
            Seated::Own(asked) => asked.claims_pong(view, discarded),
        }
    }

    fn claims_chow(&mut self, view: &game::View<'_, TableModel>, discarded: Tile) -> Option<Chow> {
        match self {
            Seated::Named(player) => player.claims_chow(view, discarded),
            Seated::Own(asked) => asked.claims_chow(view, discarded),
        }
    }
}
