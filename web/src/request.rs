//! What can be asked.

use paili::analysis::Question;
use paili::{Form, Forms};
use serde::Deserialize;

use crate::failure::Failure;

/// A request, by its `ask`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// Everything about a hand.
    Hand(Asked),
    /// The tiles of a text.
    Parse(Parse),
}

/// A hand and what is known beside it.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The concealed tiles.
    pub hand: String,
    /// Exposed melds, separated by commas.
    #[serde(default)]
    pub melds: String,
    /// Tiles seen elsewhere.
    #[serde(default)]
    pub visible: String,
    /// The names of the forms that count; none means the standard form.
    #[serde(default)]
    pub forms: Vec<String>,
    /// How many draws are to come, if odds are asked for.
    #[serde(default)]
    pub draws: Option<u32>,
}

/// Tiles, and behind commas exposed melds.
#[derive(Debug, Deserialize)]
pub struct Parse {
    /// The tiles, a comma, a meld, a comma and so on.
    pub text: String,
}

impl Asked {
    /// What is asked of the hand.
    pub fn question(&self) -> Result<Question, Failure> {
        let forms: Result<Vec<Form>, _> = self.forms.iter().map(|name| name.parse()).collect();
        let forms = forms.map_err(|error| Failure::whole("forms", "forms", &error))?;
        let melds: Vec<&str> = if self.melds.trim().is_empty() { Vec::new() } else { self.melds.split(',').collect() };
        let question = Question::new(&melds, &self.visible, Forms::of(&forms).unwrap_or_default(), None);
        question.map_err(|error| Failure::of_question(&error, self))
    }
}
