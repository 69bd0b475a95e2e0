//! The distribution of all hands by distance.

use paili::answers::ExactAnswer;
use paili::game::Wall;
use paili::survey::Distribution;
use paili::{Deck, DeckError, Specials, Tile};
use pyo3::prelude::*;

use crate::arguments::{read_forms, read_tiles};
use crate::errors::bad_argument;

/// The tiles of a deck without specials, and of one with them.
const REGULAR: usize = Tile::REGULAR_COUNT * Tile::COPIES as usize;
const WITH_SPECIALS: usize = Wall::LEN;

/// Counts all hands of a number of tiles by distance. The answer is the JSON of `paili exact --acceptance --format json`,
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
        REGULAR => Deck::full(Specials::Without),
        WITH_SPECIALS => Deck::full(Specials::With),
        _ => return Err(bad_argument(py, "deck", format!("{deck}: expected {REGULAR} or {WITH_SPECIALS}"))),
    };
    let taken = left.take_all(&read_tiles("visible", visible)?).map_err(|error| {
        let more =
            if matches!(error, DeckError::Special { .. }) { format!(" (deck={WITH_SPECIALS})") } else { String::new() };
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
