//! A hand as a value: when two are the same, and the arguments that make one again.

use std::hash::{Hash, Hasher};

use paili::analysis::Available;
use paili::notation;
use paili::rules::{ReadyMade, RuleSet};
use paili::{Counts, Suit, Tile};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Hand;

impl Hand {
    /// All but the tiles that whoever makes an equal hand has to pass, by its names. The notation is passed only if it
    /// would not be found out.
    pub fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arguments = PyDict::new(py);
        let notation = self.notation;
        if self.melds_given().next().is_some() {
            arguments.set_item("melds", self.melds())?;
        }
        let visible = self.seen();
        if visible.tiles().next().is_some() {
            // Specials can be visible to a hand whose notation has none.
            let text =
                notation.write_with_reds(visible.tiles(), self.visible_reds()).unwrap_or_else(|_| visible.to_string());
            arguments.set_item("visible", text)?;
        }
        let rules = self.asked.rules;
        let of_name = self.asked.ready_made();
        if let Some(name) = of_name.filter(|name| *name != ReadyMade::default()) {
            arguments.set_item("rules", name.name())?;
        } else if of_name.is_none()
            && let Some(given) = &self.asked.given
        {
            arguments.set_item("rules", given.bind(py))?;
        }
        if self.asked.chosen {
            arguments.set_item("forms", rules.forms().names().replace(' ', ""))?;
        }
        if let Some(void) = self.beside.as_ref().and_then(|beside| beside.void) {
            arguments.set_item("void", void.letter())?;
        }
        let available = self.beside.as_ref().map(|beside| beside.question.available()).unwrap_or_default();
        if available != Available::Any {
            arguments.set_item("available", available.name())?;
        }
        if !notation::read(&self.__str__()).is_ok_and(|(found, _)| found == notation) {
            arguments.set_item("notation", notation.name())?;
        }
        Ok(arguments)
    }

    /// What makes two hands equal.
    fn known(&self) -> (paili::Hand, Vec<Vec<Tile>>, Counts, &RuleSet, Option<Suit>, Available) {
        let mut melds: Vec<Vec<Tile>> = self.melds_given().map(|(meld, _)| meld).collect();
        melds.sort_unstable();
        let beside = self.beside.as_ref();
        let void = beside.and_then(|beside| beside.void);
        let available = beside.map(|beside| beside.question.available()).unwrap_or_default();
        (self.held, melds, self.seen(), self.asked.rules, void, available)
    }
}

impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        self.known() == other.known()
    }
}

impl Hash for Hand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.known().hash(state);
    }
}
