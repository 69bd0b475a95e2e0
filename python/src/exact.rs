//! All hands there are.

use paili::distance::Form;
use paili::survey::{Deck, Distribution};
use pyo3::prelude::*;

use crate::errors::bad_argument;
use crate::forms::read_forms;
use crate::texts::read_tiles;

/// A distance: which, ways to draw, different hands, probability, mean acceptance and what that is made from.
type Row = (u8, u128, u128, f64, f64, u128);

/// Names of forms, tiles taken out, melds, distances, mean distance, and of all hands: ways, different hands, mean
/// acceptance and what that is made from.
type Answer = (Vec<&'static str>, String, usize, Vec<Row>, f64, (u128, u128, f64, u128));

/// Counts all hands of so many tiles by distance. The package makes an `ExactDistribution` of the answer.
#[pyfunction]
pub fn exact(
    py: Python<'_>,
    tiles: usize,
    deck: u64,
    visible: &Bound<'_, PyAny>,
    forms: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let mut left = match deck {
        136 => Deck::WITHOUT_SPECIALS,
        148 => Deck::WITH_SPECIALS,
        _ => return Err(bad_argument(py, "deck", format!("{deck}: expected 136 or 148"))),
    };
    let taken = left.take_all(&read_tiles("visible", visible)?).map_err(|error| {
        let more = if error.is_special() { " (deck=148)" } else { "" };
        bad_argument(py, "visible", format!("{error}{more}"))
    })?;
    let forms = read_forms(forms)?;
    let all = py.detach(|| Distribution::of(&left, tiles, forms)).map_err(|error| bad_argument(py, "tiles", error))?;
    all.check_forms(forms).map_err(|error| bad_argument(py, "forms", error))?;

    let rows = all.distances().iter().map(|at| {
        let (distance, probability) = (at.distance().get(), all.probability(at));
        (distance, at.weighted(), at.distinct(), probability, at.acceptance(), at.accepted())
    });
    let names = all.forms().iter().map(Form::name).collect();
    let sums = (all.weighted(), all.distinct(), all.acceptance(), all.accepted());
    Ok((names, taken.to_string(), all.melds().get(), rows.collect(), all.mean(), sums))
}
