//! How far all hands are that there are.

use std::fmt::Display;

use paili::answers::ExactAnswer;
use paili::survey::Distribution;
use paili::{Deck, Specials};
use serde::Deserialize;

use crate::failure::Failure;
use crate::json::to_json;
use crate::rules::AskedRules;

/// All hands of a number of tiles.
#[derive(Debug, Deserialize)]
pub struct AllHands {
    /// The number.
    tiles: usize,
    /// How many tiles the deck has, specials among them or not; of other rule sets than the usual one it is not told.
    deck: Option<u32>,
    /// Tiles that are out of the deck.
    #[serde(default)]
    visible: String,
    #[serde(flatten)]
    rules: AskedRules,
}

impl AllHands {
    /// What `paili exact --acceptance --format json` prints.
    pub fn count(&self) -> Result<String, Failure> {
        let of_deck = |error: &dyn Display| Failure::whole("deck", "deck", &error);
        let specials = self.deck.map(|tiles| tiles.to_string().parse::<Specials>()).transpose();
        let specials = specials.map_err(|error| of_deck(&error))?.unwrap_or_default();
        let rules = self.rules.rule_set()?;
        let deck = Deck::of(&rules).with(specials).filter(|_| self.deck.is_none() || rules.embedded().is_some());
        let mut deck =
            deck.ok_or_else(|| of_deck(&"not with other rule sets, wildcards or aims, which have their own"))?;
        let taken = deck.take_all(&self.visible).map_err(|error| Failure::of_deck(&error, "visible", &self.visible))?;
        let distribution = Distribution::of(&deck, self.tiles).map_err(|error| Failure::of_hand(&error, "tiles"))?;
        let visible = (taken.total() > 0).then_some(taken);
        Ok(to_json(&ExactAnswer { distribution, deck: deck.whole(), visible, acceptance: true }))
    }
}
