//! How likely a hand wins.

use paili::TileSet;
use paili::analysis::{self, Useful};
use paili::odds::{Changes, DiscardOdds, Graph, Law, OddsError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use super::Hand;
use crate::arguments::{read_changes, read_law, whole};
use crate::batch::DRAWS;
use crate::errors::bad_argument;
use crate::threads::{abandonable, check_interrupted, pool};

/// The module of the answers' classes.
const ANSWERS: &str = "paili.winning";

/// Python's `Odds` of a hand.
pub fn odds<'py>(
    hand: &Bound<'py, Hand>,
    draws: Option<&Bound<'py, PyAny>>,
    changes: Option<&Bound<'py, PyAny>>,
    law: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    static ODDS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (py, asked) = (hand.py(), hand.get());
    let unseen = asked.unseen.total(TileSet::REGULAR);
    let expected = format!("1 to {unseen}, the tiles that are unseen");
    let draws = draws.map_or(Ok(DRAWS.min(unseen)), |draws| whole("draws", draws, 1..=unseen, expected))?;
    let changes = changes.map_or(Ok(Changes::default()), read_changes)?;
    let law = law.map_or(Ok(Law::default()), read_law)?;
    let forms = asked.forms_asked();
    let (held, seen) = (asked.held, asked.unseen);
    let found = abandonable(py, &*pool(0)?, check_interrupted, move |_| {
        Graph::of(&held, &seen, forms, changes)?.odds(draws, law)
    })?;
    let found = found.map_err(|error| {
        let argument = match error {
            OddsError::Special(_) => "tiles",
            OddsError::Draws { .. } => "draws",
            OddsError::TooLarge { .. } if changes == Changes::None => "tiles",
            _ => "changes",
        };
        bad_argument(py, argument, error)
    })?;
    let ranked = analysis::discards(asked.model(), &asked.held, &asked.unseen);
    let discards = found.discards.iter().map(|discard| {
        let useful = ranked.iter().find(|ranked| ranked.tile == discard.tile).map(|ranked| ranked.useful);
        discard_answer(py, asked, discard, useful.map_or(0, |useful| useful.acceptance))
    });
    let discards = PyTuple::new(py, discards.collect::<PyResult<Vec<_>>>()?)?;
    let acceptance = Useful::of(asked.model(), &asked.held, &asked.unseen).acceptance;
    let (win, ready) = (PyTuple::new(py, found.win)?, PyTuple::new(py, found.ready)?);
    let answer =
        (asked.__str__(), asked.distance(), acceptance, draws, changes.get(), law.name(), unseen, discards, win, ready);
    ODDS.import(py, ANSWERS, "Odds")?.call1(answer)
}

/// Python's `DiscardOdds`.
fn discard_answer<'py>(
    py: Python<'py>,
    hand: &Hand,
    discard: &DiscardOdds,
    acceptance: u32,
) -> PyResult<Bound<'py, PyAny>> {
    static DISCARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (win, ready) = (PyTuple::new(py, &discard.win)?, PyTuple::new(py, &discard.ready)?);
    let answer = (hand.name(discard.tile), discard.distance.get(), acceptance, win, ready);
    DISCARD.import(py, ANSWERS, "DiscardOdds")?.call1(answer)
}
