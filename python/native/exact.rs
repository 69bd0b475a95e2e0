//! The distribution of all hands by distance.

use paili::answers::ExactAnswer;
use paili::game::Wall;
use paili::survey::Distribution;
use paili::{Deck, DeckError, Specials, Tile};
use pyo3::prelude::*;

use crate::arguments::read_tiles;
use crate::errors::bad_argument;
use crate::rules::AskedRules;

/// The tiles of a deck without specials, and of one with them.
const REGULAR: usize = Tile::REGULAR_COUNT * Tile::COPIES as usize;
const WITH_SPECIALS: usize = Wall::LEN;

/// Counts all hands of a number of tiles by distance. The answer is the JSON of `paili exact --acceptance --format json`,
/// of which the package makes an `ExactDistribution`, and how many melds its hands have exposed.
#[pyfunction]
pub fn exact(
    py: Python<'_>,
    tiles: usize,
    deck: usize,
    visible: &Bound<'_, PyAny>,
    forms: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, usize)> {
    let specials = match deck {
        REGULAR => Specials::Without,
        WITH_SPECIALS => Specials::With,
        _ => return Err(bad_argument(py, "deck", format!("{deck}: expected {REGULAR} or {WITH_SPECIALS}"))),
    };
    let left = Deck::of(AskedRules::read(rules, forms)?.rules).with(specials);
    let mut left = left.ok_or_else(|| bad_argument(py, "deck", "not with other rule sets, which have their own"))?;
    let taken = left.take_all(&read_tiles("visible", visible)?).map_err(|error| {
        let more =
            if matches!(error, DeckError::Special { .. }) { format!(" (deck={WITH_SPECIALS})") } else { String::new() };
        bad_argument(py, "visible", format!("{error}{more}"))
    })?;
    let distribution = py.detach(|| Distribution::of(&left, tiles));
    let distribution = distribution.map_err(|error| bad_argument(py, "tiles", error))?;
    let visible = taken.tiles().next().is_some().then_some(taken);
    let melds = distribution.melds();
    let answer = ExactAnswer { distribution, deck: left.whole(), visible, acceptance: true };
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    Ok((serde_json::to_string(&answer).unwrap_or_default(), melds))
}
