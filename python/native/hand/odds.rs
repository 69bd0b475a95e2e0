//! How likely a hand wins.

use paili::analysis::{self, Unseen, Useful};
use paili::odds::{Changes, DiscardOdds, Graph, OddsError};
use paili::{Forms, Hand, Model, Notation, TableModel, TileSet, WithForms};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::arguments::{read_changes, read_draws, read_law};
use crate::errors::bad_argument;
use crate::threads::{abandonable, check_interrupted, pool};

/// The module of the answers' classes.
const ANSWERS: &str = "paili.hands.odds";

/// A hand whose odds are asked for.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub notation: Notation,
    pub held: Hand,
    pub unseen: Unseen,
    pub forms: Forms,
}

/// Python's `Odds` of a hand.
pub fn odds<'py>(
    py: Python<'py>,
    asked: Asked,
    draws: Option<&Bound<'py, PyAny>>,
    changes: Option<&Bound<'py, PyAny>>,
    law: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    static ODDS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let Asked { notation, held, unseen, forms } = asked;
    let left = unseen.total(TileSet::REGULAR);
    let draws = read_draws(draws, left, ", the tiles that are unseen")?;
    let (changes, law) = (read_changes(changes)?, read_law(law)?);
    let found = abandonable(py, &*pool(0)?, check_interrupted, move |_| {
        let graph = Graph::asked(&held, &unseen, forms, changes, law)?;
        Ok((graph.changes(), graph.odds(draws, law)?))
    })?;
    let (made, found) = found.map_err(|error| {
        let argument = match error {
            OddsError::Special(_) => "tiles",
            OddsError::Draws { .. } | OddsError::NoProbability { .. } => "draws",
            OddsError::TooLarge { .. } if changes.is_none_or(|changes| changes == Changes::None) => "tiles",
            _ => "changes",
        };
        bad_argument(py, argument, error)
    })?;
    let model = WithForms::new(TableModel, forms);
    let ranked = analysis::discards(model, &held, &unseen);
    let discards = found.discards.iter().map(|discard| {
        let useful = ranked.iter().find(|ranked| ranked.tile == discard.tile).map(|ranked| ranked.useful);
        discard_answer(py, notation, discard, useful.map_or(0, |useful| useful.acceptance))
    });
    let discards = PyTuple::new(py, discards.collect::<PyResult<Vec<_>>>()?)?;
    let acceptance = Useful::of(model, &held, &unseen).acceptance;
    let (win, ready) = (PyTuple::new(py, found.win)?, PyTuple::new(py, found.ready)?);
    // A hand's notation can write its tiles.
    let tiles = notation.write(held.counts().tiles()).unwrap_or_default();
    let distance = model.distance(&held).get();
    let answer = (tiles, distance, acceptance, draws, made.get(), law.name(), left, discards, win, ready);
    ODDS.import(py, ANSWERS, "Odds")?.call1(answer)
}

/// Python's `DiscardOdds`.
fn discard_answer<'py>(
    py: Python<'py>,
    notation: Notation,
    discard: &DiscardOdds,
    acceptance: u32,
) -> PyResult<Bound<'py, PyAny>> {
    static DISCARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (win, ready) = (PyTuple::new(py, &discard.win)?, PyTuple::new(py, &discard.ready)?);
    let answer = (notation.name_of(discard.tile), discard.distance.get(), acceptance, win, ready);
    DISCARD.import(py, ANSWERS, "DiscardOdds")?.call1(answer)
}
