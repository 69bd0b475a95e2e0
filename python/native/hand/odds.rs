//! How likely a hand wins.

use paili::analysis::{Discarder, Useful};
use paili::answers::{OddsAnswer, OddsAnswerError, OddsWay, OfferedAnswer};
use paili::odds::{Changes, OddsError, OddsTerms};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};

use super::Hand;
use crate::errors::bad_argument;
use crate::threads::{abandonable, check_interrupted, pool};

/// The module of the answers' classes.
const ANSWERS: &str = "paili.hands.odds";

/// Python's `Odds` of a hand.
pub fn odds<'py>(py: Python<'py>, hand: &Hand, terms: OddsTerms) -> PyResult<Bound<'py, PyAny>> {
    static ODDS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static DISCARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let asked = hand.asked();
    let answer = abandonable(py, &*pool(0)?, check_interrupted, move |_| OddsAnswer::new(&asked, terms))?;
    let mut answer = answer.map_err(|error| bad_odds(py, error, terms))?;
    answer.reds.clone_from(&hand.reds);
    let class = DISCARD.import(py, ANSWERS, "DiscardOdds")?;
    let discard = |way: &OddsWay| {
        let (win, ready) = (PyTuple::new(py, &way.win)?, PyTuple::new(py, &way.ready)?);
        class.call1((way.discard.map(|tile| answer.name(tile)), way.distance.get(), way.acceptance, win, ready))
    };
    let ways = answer.ways.iter().filter(|way| way.discard.is_some());
    let discards = PyTuple::new(py, ways.map(discard).collect::<PyResult<Vec<_>>>()?)?;
    let (win, ready) = (PyTuple::new(py, &answer.win)?, PyTuple::new(py, &answer.ready)?);
    let acceptance = Useful::of(hand.model(), &hand.held, &hand.unseen).acceptance;
    let told = (
        answer.tiles(),
        answer.rules().name(),
        answer.distance.get(),
        acceptance,
        answer.draws,
        answer.changes.get(),
        answer.law.name(),
        answer.unseen.tiles(),
        discards,
        win,
        ready,
    );
    ODDS.import(py, ANSWERS, "Odds")?.call1(told)
}

/// How likely a hand wins after each call about a tile that is offered: a dict under the keys of the program's JSON.
pub fn offered_odds<'py>(
    py: Python<'py>,
    hand: &Hand,
    (tile, source): (&str, Discarder),
    terms: OddsTerms,
) -> PyResult<Bound<'py, PyDict>> {
    let (asked, tile) = (hand.asked(), tile.to_owned());
    let answer =
        abandonable(py, &*pool(0)?, check_interrupted, move |_| OfferedAnswer::new(&asked, (&tile, source), terms))?;
    let mut answer = answer.map_err(|error| match error {
        OddsAnswerError::Question(error) => bad_argument(py, "tile", error.reason("")),
        OddsAnswerError::Odds(error) => bad_odds(py, error, terms),
    })?;
    answer.reds.clone_from(&hand.reds);
    read_json(py, &serde_json::to_vec(&answer).unwrap_or_default())
}

/// What Python makes of an answer in JSON.
pub fn read_json<'py>(py: Python<'py>, json: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    let json = PyBytes::new(py, json);
    Ok(py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (json,))?.cast_into()?)
}

/// What is wrong with odds that were asked for.
fn bad_odds(py: Python<'_>, error: OddsError, OddsTerms { changes, .. }: OddsTerms) -> PyErr {
    let argument = match error {
        OddsError::Draws { .. } | OddsError::NoProbability { .. } => "draws",
        OddsError::Special(_) | OddsError::ByWildcards => "tiles",
        OddsError::TooLarge { .. } if changes.is_none_or(|changes| changes == Changes::None) => "tiles",
        _ => "changes",
    };
    bad_argument(py, argument, error)
}
