//! What is said beside a hand's tiles: melds, visible tiles and so on.

use paili::analysis::Question;
use paili::{Suit, Tile};
use pyo3::prelude::*;

/// The arguments that say it, as Python passes them.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a, 'py> {
    pub melds: Option<&'a Bound<'py, PyAny>>,
    pub visible: Option<&'a Bound<'py, PyAny>>,
    pub void: Option<&'a Bound<'py, PyAny>>,
    pub available: Option<&'a Bound<'py, PyAny>>,
    pub notation: Option<&'a Bound<'py, PyAny>>,
}

/// What was said.
#[derive(Debug, Clone)]
pub struct Beside {
    pub question: Question,
    pub void: Option<Suit>,
    /// The red fives of each meld, and of the visible tiles.
    pub reds_of_melds: Vec<Vec<Tile>>,
    pub visible_reds: Vec<Tile>,
}

impl Beside {
    /// In a notation that has none.
    pub fn forget_reds(&mut self) {
        self.reds_of_melds.iter_mut().for_each(Vec::clear);
        self.visible_reds.clear();
    }
}
