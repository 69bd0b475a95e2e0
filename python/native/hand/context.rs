//! What is said beside a hand's tiles: melds, visible tiles and so on.

use paili::analysis::Question;
use paili::{Notation, Suit, Tile};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{named, read_notation};
use crate::rules::AskedRules;

/// The arguments that say it.
#[derive(Debug)]
pub struct Said<'py> {
    pub melds: Option<Bound<'py, PyAny>>,
    pub visible: Option<Bound<'py, PyAny>>,
    pub void: Option<Bound<'py, PyAny>>,
    pub available: Option<Bound<'py, PyAny>>,
    pub notation: Option<Notation>,
}

impl<'py> Said<'py> {
    /// Reads the named arguments of a function, among them the rule set.
    pub fn read(function: &str, given: Option<&Bound<'py, PyDict>>) -> PyResult<(AskedRules, Said<'py>)> {
        let names = ["rules", "forms", "melds", "visible", "void", "available", "notation"];
        let given = named(function, names, given)?.map(|value| value.filter(|value| !value.is_none()));
        let [rules, forms, melds, visible, void, available, notation] = given;
        let notation = notation.as_ref().map(read_notation).transpose()?;
        Ok((AskedRules::read(rules.as_ref(), forms.as_ref())?, Said { melds, visible, void, available, notation }))
    }

    /// Whether nothing is known beside the hand.
    pub fn is_nothing(&self) -> bool {
        [&self.melds, &self.visible, &self.void, &self.available].into_iter().all(Option::is_none)
    }
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
