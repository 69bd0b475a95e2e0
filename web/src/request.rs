//! What can be asked.

use paili::analysis::{Argument, Discarder, Question, QuestionError};
use paili::answers::NextDraw;
use paili::odds::{Changes, Law, OddsTerms};
use paili::{Specials, Suit};
use serde::{Deserialize, Deserializer};

use crate::exact::AllHands;
use crate::failure::Failure;
use crate::rules::AskedRules;

/// A request, by its `ask`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// Everything about a hand.
    Hand(Asked),
    /// How likely it wins.
    Odds(Asked),
    /// How likely it wins after each call about a tile that is offered.
    Offered(Asked),
    /// How far all hands are.
    Exact(AllHands),
    /// What is true of a rule set.
    Rules(AskedRules),
    /// The tiles of a text.
    Parse(Parse),
    /// Tiles in four notations.
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
    melds: String,
    /// Tiles seen elsewhere.
    #[serde(default)]
    visible: String,
    #[serde(flatten)]
    rules: AskedRules,
    /// The letter of the suit that is void, if its owner has declared one.
    void: Option<String>,
    /// How many draws are to come, if odds are asked for.
    pub draws: Option<u32>,
    /// How far the hand may stray: not at all, or in offers as far as is quick, without it.
    #[serde(default)]
    changes: Option<u8>,
    /// The name of the law.
    law: Option<String>,
    /// What is asked of the next draw.
    #[serde(flatten)]
    pub next: NextDraw,
    /// A tile that another discards.
    pub offered: Option<String>,
    /// Who discards it.
    from: Option<String>,
    /// What the hand could become, if it is asked.
    #[serde(default)]
    pub towards: Option<Towards>,
}

/// What a hand could become.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Towards {
    /// Whatever players aim at.
    All,
}

/// Tiles, and in brackets or behind commas exposed melds.
#[derive(Debug, Deserialize)]
pub struct Parse {
    /// The tiles, a comma, a meld, a comma and so on.
    pub text: String,
}

/// A wall, or the seed and the number of the game that it is made from.
#[derive(Debug, Deserialize)]
pub struct Seeded {
    /// The wall, if it is given.
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
    /// What is asked of the hand.
    pub fn question(&self) -> Result<Question, Failure> {
        let refuse = |error: QuestionError| self.refused(&error);
        let question = Question::new(&self.rules.rule_set()?, &self.melds(), &self.visible).map_err(refuse)?;
        question.with_void(self.void()?).map_err(refuse)
    }

    /// Who discards the tile that is offered.
    pub fn from(&self) -> Result<Discarder, Failure> {
        let from = self.from.as_deref().map_or(Ok(Discarder::default()), str::parse);
        from.map_err(|error| Failure::whole("offered", "from", &error))
    }

    /// A question that can't be asked, with the field that is wrong.
    pub fn refused(&self, error: &QuestionError) -> Failure {
        let field = match error.argument() {
            Argument::Hand => ("hand", &self.hand[..]),
            Argument::Melds => ("melds", &self.melds[..]),
            Argument::Visible => ("visible", &self.visible[..]),
            Argument::Void => ("void", ""),
            Argument::Offered => ("offered", self.offered.as_deref().unwrap_or_default()),
        };
        Failure::of_question(error, field)
    }

    fn void(&self) -> Result<Option<Suit>, Failure> {
        let Some(text) = &self.void else { return Ok(None) };
        let suit = Suit::ALL.into_iter().find(|suit| *text == suit.letter().to_string());
        let refuse = || Failure::whole("void", "void", &format!("{text}: expected m, p or s"));
        suit.map(Some).ok_or_else(refuse)
    }

    fn melds(&self) -> Vec<&str> {
        if self.melds.trim().is_empty() { Vec::new() } else { self.melds.split(',').collect() }
    }

    /// What odds are asked for.
    pub fn terms(&self) -> Result<OddsTerms, Failure> {
        let draws = self.draws.unwrap_or(OddsTerms::DRAWS);
        Ok(OddsTerms { draws, changes: self.changes()?, law: self.law()? })
    }

    fn changes(&self) -> Result<Option<Changes>, Failure> {
        let message = |changes| format!("{changes} changes: expected 0, 1 or 2");
        let read =
            |changes| Changes::new(changes).ok_or_else(|| Failure::whole("changes", "changes", &message(changes)));
        self.changes.map(read).transpose()
    }

    fn law(&self) -> Result<Law, Failure> {
        let law = self.law.as_deref().map_or(Ok(Law::default()), str::parse);
        law.map_err(|error| Failure::whole("law", "law", &error))
    }
}
