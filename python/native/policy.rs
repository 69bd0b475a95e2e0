//! Policies written in Python.

use paili::game::{Action, Decision, Position};
use paili::{Chow, TableModel};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::arguments::shown;
use crate::errors::bad_argument;
use crate::names::{all_mpsz, mpsz, tile_of};
use crate::view::View;

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
