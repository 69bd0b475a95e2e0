//! What can be asked.

use paili::analysis::{Argument, Question, QuestionError};
use paili::odds::{Changes, Law};
use paili::rules::{Asked as AskedTiles, ReadyMade, RuleSet, RulesQuestion};
use paili::{Forms, Specials};
use serde::{Deserialize, Deserializer};

use crate::failure::Failure;

/// A request, by its `ask`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// Everything about a hand.
    Hand(Asked),
    /// How likely it wins.
    Odds(Asked),
    /// The tiles of a text.
    Parse(Parse),
    /// Tiles in every notation.
    Write(Parse),
    /// The wall of a seed.
    Shuffle(Seeded),
    /// A game, step by step.
    Game(Seeded),
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
    /// The name of the rule set; the usual one unless it is told.
    #[serde(default)]
    pub rules: Option<String>,
    /// How many wildcards are in the deck.
    #[serde(default)]
    pub wildcards: u8,
    /// How many draws are to come, if odds are asked for.
    #[serde(default)]
    pub draws: Option<u32>,
    /// How far the hand may stray.
    #[serde(default)]
    changes: u8,
    /// The name of the law.
    #[serde(default)]
    law: Option<String>,
}

/// Tiles, and behind commas exposed melds.
#[derive(Debug, Deserialize)]
pub struct Parse {
    /// The tiles, a comma, a meld, a comma and so on.
    pub text: String,
}

/// A wall, or the seed and the number of the game that it is made from.
#[derive(Debug, Deserialize)]
pub struct Seeded {
    /// The wall, if it is given.
    #[serde(default)]
    pub wall: Option<String>,
    /// The seed, a text because JavaScript's numbers can't hold all.
    #[serde(default)]
    pub seed: String,
    /// The number of the game.
    #[serde(default)]
    pub game: u64,
    /// Whether the wall has specials.
    #[serde(default = "with_specials", deserialize_with = "read_specials")]
    pub specials: Specials,
}

fn with_specials() -> Specials {
    Specials::With
}

fn read_specials<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Specials, D::Error> {
    Ok(if bool::deserialize(deserializer)? { Specials::With } else { Specials::Without })
}

impl Asked {
    /// The field that an error is about, and what it holds.
    pub fn field_of(&self, error: &QuestionError) -> (&'static str, &str) {
        match error.argument() {
            Argument::Hand => ("hand", &self.hand),
            Argument::Melds => ("melds", &self.melds),
            Argument::Visible => ("visible", &self.visible),
            Argument::Forms => ("forms", ""),
        }
    }

    /// What is asked of the hand.
    pub fn question(&self) -> Result<Question, Failure> {
        let question = Question::new(&self.melds(), &self.visible, self.forms()?, None);
        question.map_err(|error| Failure::of_question(&error, self.field_of(&error)))
    }

    /// What is asked of a hand of another rule set; `None` if it is one of the usual game.
    pub fn rules_question(&self) -> Result<Option<RulesQuestion>, Failure> {
        let name: ReadyMade = self.rules.as_deref().map_or(Ok(ReadyMade::Riichi), str::parse).map_err(of_rules)?;
        let rules = match name {
            ReadyMade::Riichi if self.wildcards == 0 => return Ok(None),
            ReadyMade::Riichi => RuleSet::riichi(self.forms()?).map_err(of_rules)?,
            name => name.rules(),
        };
        let rules = rules.with_wildcards(self.wildcards).map_err(of_rules)?;
        let question = RulesQuestion::new(&rules, &self.melds(), &self.visible, None, AskedTiles::Any);
        question.map(Some).map_err(|error| Failure::of_question(&error, self.field_of(&error)))
    }

    fn melds(&self) -> Vec<&str> {
        if self.melds.trim().is_empty() { Vec::new() } else { self.melds.split(',').collect() }
    }

    fn forms(&self) -> Result<Forms, Failure> {
        let forms = Forms::read(self.forms.iter().map(String::as_str));
        Ok(forms.map_err(|error| Failure::whole("forms", "forms", &error))?.unwrap_or_default())
    }

    /// How far the hand may stray.
    pub fn changes(&self) -> Result<Changes, Failure> {
        let message = format!("{} changes: expected 0, 1 or 2", self.changes);
        Changes::new(self.changes).ok_or_else(|| Failure::whole("changes", "changes", &message))
    }

    /// The law.
    pub fn law(&self) -> Result<Law, Failure> {
        let law = self.law.as_deref().map_or(Ok(Law::default()), str::parse);
        law.map_err(|error| Failure::whole("law", "law", &error))
    }
}

/// There is no such rule set.
fn of_rules(error: impl std::fmt::Display) -> Failure {
    Failure::whole("rules", "rules", &error)
}
