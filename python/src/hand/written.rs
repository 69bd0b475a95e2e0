//! A hand as the arguments that make it.

use std::fmt::Write;

use paili::distance::Forms;
use paili::notation::{self, Notation};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Hand;

/// The arguments: whoever passes them gets an equal hand that answers in the same notation.
pub struct Written {
    pub tiles: String,
    melds: Vec<String>,
    visible: String,
    forms: Option<String>,
    /// Only if it would not be found out.
    notation: Option<Notation>,
}

impl Written {
    pub fn of(hand: &Hand) -> Self {
        let notation = hand.asked.notation;
        let tiles = hand.__str__();
        let found_out = notation::read(&tiles).is_ok_and(|(found, _)| found == notation);
        let visible = hand.question.visible();
        let in_own = notation.write(visible.tiles());
        Written {
            tiles,
            melds: hand.melds(),
            // Specials can be visible to a hand whose notation has none.
            visible: in_own.unwrap_or_else(|_| visible.to_string()),
            forms: (hand.question.forms() != Forms::default()).then(|| hand.forms().join(",")),
            notation: (!found_out).then_some(notation),
        }
    }

    /// The call that makes the hand. What is left out goes without saying.
    pub fn repr(&self) -> String {
        // No tile has a quote or anything else that would have to be escaped.
        let mut text = format!("Hand('{}'", self.tiles);
        // Writing to a string can't fail.
        let mut argument = |name: &str, value: &str| {
            let _ = write!(text, ", {name}={value}");
        };
        if !self.melds.is_empty() {
            argument("melds", &format!("['{}']", self.melds.join("', '")));
        }
        if !self.visible.is_empty() {
            argument("visible", &format!("'{}'", self.visible));
        }
        if let Some(forms) = &self.forms {
            argument("forms", &format!("'{forms}'"));
        }
        if let Some(notation) = self.notation {
            argument("notation", &format!("'{notation}'"));
        }
        text.push(')');
        text
    }

    /// All but the tiles, by their names.
    pub fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arguments = PyDict::new(py);
        if !self.melds.is_empty() {
            arguments.set_item("melds", &self.melds)?;
        }
        if !self.visible.is_empty() {
            arguments.set_item("visible", &self.visible)?;
        }
        if let Some(forms) = &self.forms {
            arguments.set_item("forms", forms)?;
        }
        if let Some(notation) = self.notation {
            arguments.set_item("notation", notation.name())?;
        }
        Ok(arguments)
    }
}
