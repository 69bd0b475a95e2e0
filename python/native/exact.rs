//! The distribution of all hands by distance.

use paili::answers::ExactAnswer;
use paili::survey::Distribution;
use paili::{Deck, DeckError, Specials};
use pyo3::prelude::*;

use crate::arguments::{read_forms, read_tiles};
use crate::errors::bad_argument;

/// Counts all hands of so many tiles by distance. The answer is the JSON of `paili exact --acceptance --format json`,
/// of which the package makes an `ExactDistribution`.
#[pyfunction]
pub fn exact(
    py: Python<'_>,
    tiles: usize,
    deck: usize,
    visible: &Bound<'_, PyAny>,
    forms: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let mut left = match deck {
        136 => Deck::full(Specials::Without),
        148 => Deck::full(Specials::With),
        _ => return Err(bad_argument(py, "deck", format!("{deck}: expected 136 or 148"))),
    };
    let taken = left.take_all(&read_tiles("visible", visible)?).map_err(|error| {
        let more = if matches!(error, DeckError::Special { .. }) { " (deck=148)" } else { "" };
        bad_argument(py, "visible", format!("{error}{more}"))
    })?;
    let forms = read_forms(forms)?;
    let distribution =
        py.detach(|| Distribution::of(&left, tiles, forms)).map_err(|error| bad_argument(py, "tiles", error))?;
    distribution.check_forms(forms).map_err(|error| bad_argument(py, "forms", error))?;
    let visible = taken.tiles().next().is_some().then_some(taken);
    let answer = ExactAnswer { distribution, deck, visible, acceptance: true };
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    Ok(serde_json::to_string(&answer).unwrap_or_default())
}
