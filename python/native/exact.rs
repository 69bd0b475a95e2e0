//! The distribution of all hands by distance.

use paili::answers::ExactAnswer;
use paili::game::Wall;
use paili::rules::{RuleSet, RulesModel};
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
/// of which the package makes an `ExactDistribution`.
#[pyfunction]
pub fn exact(
    py: Python<'_>,
    tiles: usize,
    deck: usize,
    visible: &Bound<'_, PyAny>,
    forms: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, usize)> {
    let asked = AskedRules::read(rules, forms)?;
    let RulesModel::Embedded(model) = asked.model else {
        if deck != REGULAR {
            return Err(bad_argument(py, "deck", "not with other rule sets, which have their own"));
        }
        return exact_by_rules(py, asked.rules, tiles, visible);
    };
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
    let distribution = py.detach(|| Distribution::of(&left, tiles, model.forms()));
    let distribution = distribution.map_err(|error| bad_argument(py, "tiles", error))?.named(asked.rules.name());
    let visible = taken.tiles().next().is_some().then_some(taken);
    Ok(told(&ExactAnswer { distribution, deck, visible, acceptance: true }))
}

/// The JSON of an answer, and how many melds its hands have exposed.
fn told(answer: &ExactAnswer) -> (String, usize) {
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    (serde_json::to_string(answer).unwrap_or_default(), answer.distribution.melds())
}

fn exact_by_rules(
    py: Python<'_>,
    rules: &RuleSet,
    tiles: usize,
    visible: &Bound<'_, PyAny>,
) -> PyResult<(String, usize)> {
    let taken = rules.visible(&read_tiles("visible", visible)?).map_err(|error| bad_argument(py, "visible", error))?;
    let distribution = py.detach(|| rules.tables().distribution(tiles, &taken));
    let distribution = distribution.map_err(|error| bad_argument(py, "tiles", error))?;
    let visible = (taken.total() > 0).then_some(taken);
    Ok(told(&ExactAnswer { distribution, deck: rules.tiles(), visible, acceptance: true }))
}
