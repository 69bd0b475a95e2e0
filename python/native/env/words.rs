//! Actions in words, for `paili.env`.

use paili::game::ActionCode;
use paili::{Notation, Tile};
use pyo3::prelude::*;

use crate::errors::bad_argument;
use crate::names::{mpsz, tile_of};

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
