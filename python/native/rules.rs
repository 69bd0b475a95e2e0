//! Hands of other rule sets.

use paili::Suit;
use paili::answers::{ExactAnswer, RulesAnswer};
use paili::rules::{Asked, RuleSet, RuleSetDescription, RuleTables, RulesQuestion};
use pyo3::prelude::*;

use crate::errors::bad_argument;

/// A rule set, whose tables are compiled when they are first asked for. The package makes its `RuleSet` of it.
#[pyclass(frozen, module = "paili._native")]
pub struct Rules(RuleSet);

#[pymethods]
#[allow(clippy::needless_pass_by_value, reason = "lists of Python's come as values")]
impl Rules {
    /// Reads a description, which is JSON.
    #[new]
    fn new(py: Python<'_>, description: &str) -> PyResult<Rules> {
        let description: RuleSetDescription =
            serde_json::from_str(description).map_err(|error| bad_argument(py, "rules", error))?;
        let rules = RuleSet::try_from(description).map_err(|error| bad_argument(py, "rules", error))?;
        Ok(Rules(rules))
    }

    /// Its name, the tiles of its deck and of a winning hand, its forms and its wildcards.
    fn facts(&self) -> (&str, usize, usize, Vec<&'static str>, u8) {
        let rules = &self.0;
        let forms = rules.forms().iter().map(|form| form.name()).collect();
        (rules.name(), rules.tiles(), rules.most_tiles(), forms, rules.wildcards())
    }

    /// Everything about a hand: the JSON of `paili hand --rules … --format json`.
    fn hand(
        &self,
        py: Python<'_>,
        hand: &str,
        melds: Vec<String>,
        visible: &str,
        void: Option<&str>,
        available: &str,
    ) -> PyResult<String> {
        let void = void.map(|letter| self.read_void(py, letter)).transpose()?;
        let asked = match available {
            "melds" => Asked::BesideMelds,
            "visible" => Asked::Available,
            _ => Asked::Any,
        };
        py.detach(|| self.0.tables());
        let question = RulesQuestion::new(&self.0, &melds, visible, void, asked)
            .map_err(|error| bad_argument(py, &error.argument().to_string(), error.reason("")))?;
        let answer = RulesAnswer::read(&question, hand).map_err(|error| bad_argument(py, "hand", error))?;
        // Writing to memory fails only for maps with keys that are no strings, and there are none.
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }

    /// All hands by distance: the JSON of `paili exact --rules … --acceptance --format json`.
    fn exact(&self, py: Python<'_>, tiles: usize, visible: &str) -> PyResult<String> {
        let taken = self.0.visible(visible).map_err(|error| bad_argument(py, "visible", error))?;
        let distribution = py.detach(|| self.0.tables().distribution(tiles, &taken));
        let distribution = distribution.map_err(|error| bad_argument(py, "tiles", error))?;
        let visible = (taken.total() > 0).then_some(taken);
        let answer = ExactAnswer { distribution, deck: self.0.tiles(), visible, acceptance: true };
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }
}

impl Rules {
    /// Its tables, which may have to be compiled. Other threads of Python's run meanwhile.
    pub fn tables(&self, py: Python<'_>) -> &'static RuleTables {
        py.detach(|| self.0.tables())
    }

    fn read_void(&self, py: Python<'_>, letter: &str) -> PyResult<Suit> {
        if !self.0.asks_void() {
            return Err(bad_argument(py, "void", format!("{} asks for no void suit", self.0.name())));
        }
        match letter {
            "m" => Ok(Suit::Characters),
            "p" => Ok(Suit::Dots),
            "s" => Ok(Suit::Bamboos),
            _ => Err(bad_argument(py, "void", format!("{letter:?}: expected m, p or s"))),
        }
    }
}
