//! What can be asked.

use paili::analysis::{Argument, Question, QuestionError};
use paili::odds::{Changes, Law};
use paili::rules::{Asked as AskedTiles, ReadyMade, RuleSet, RulesQuestion, WildcardCopies};
use paili::{Forms, Specials, Suit};
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
    /// Whether these stand for more copies of a kind than the deck has, too.
    #[serde(default)]
    pub wildcards_beyond_copies: bool,
    /// The letter of the suit that is void, if its owner has declared one.
    #[serde(default)]
    pub void: Option<String>,
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
        let is_plain = self.wildcards == 0 && !self.wildcards_beyond_copies && self.void.is_none();
        let rules = match name {
            ReadyMade::Riichi if is_plain => return Ok(None),
            ReadyMade::Riichi => RuleSet::riichi(self.forms()?).map_err(of_rules)?,
            name => name.rules(),
        };
        let rules =
            rules.with_wildcards(self.wildcards).map_err(of_rules)?.with_wildcard_copies(self.wildcard_copies()?);
        let question = RulesQuestion::new(&rules, &self.melds(), &self.visible, self.void(&rules)?, AskedTiles::Any);
        question.map(Some).map_err(|error| Failure::of_question(&error, self.field_of(&error)))
    }

    fn wildcard_copies(&self) -> Result<WildcardCopies, Failure> {
        match (self.wildcards_beyond_copies, self.wildcards) {
            (false, _) => Ok(WildcardCopies::Within),
            (true, 0) => Err(Failure::whole("rules", "wildcards_beyond_copies", &"the deck has no wildcards")),
            (true, _) => Ok(WildcardCopies::Beyond),
        }
    }

    fn void(&self, rules: &RuleSet) -> Result<Option<Suit>, Failure> {
        let refuse = |message: String| Err(Failure::whole("void", "void", &message));
        match self.void.as_deref() {
            None => Ok(None),
            Some(_) if !rules.asks_void() => refuse(format!("{} asks for no void suit", rules.name())),
            Some("m") => Ok(Some(Suit::Characters)),
            Some("p") => Ok(Some(Suit::Dots)),
            Some("s") => Ok(Some(Suit::Bamboos)),
            Some(letter) => refuse(format!("{letter}: expected m, p or s")),
        }
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
