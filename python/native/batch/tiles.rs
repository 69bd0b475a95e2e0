//! What the rows of a column are: hands, or any tiles.

use paili::notation::{self, HandText, has_brackets};
use paili::rules::RuleSet;
use paili::{Counts as Held, Hand, Tile};

use super::melds::beside;
use super::rows::Unread;
use crate::counts::Counts;

/// What is read of a column's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tiles {
    /// Hands of a rule set, which have a size, and whose texts may have wildcards.
    Hands(&'static RuleSet),
    /// Any tiles, of which specials are passed over.
    Seen,
    /// Any tiles but those of melds, and no specials, which have no place among the counts.
    Counts,
}

/// How a text is read.
#[derive(Debug, Clone, Copy)]
pub enum Reading {
    Hand(&'static RuleSet),
    Counts(fn(&str) -> Result<Counts, String>),
}

impl Tiles {
    /// How texts are read.
    pub fn of_text(self) -> Reading {
        match self {
            Tiles::Hands(rules) => Reading::Hand(rules),
            Tiles::Seen => Reading::Counts(seen),
            Tiles::Counts => Reading::Counts(|text| without_specials(&concealed(text)?)),
        }
    }

    /// The counts of a hand.
    pub fn of_hand(self, hand: &Hand) -> Result<Counts, String> {
        match self {
            Tiles::Counts => without_specials(hand.counts()),
            Tiles::Hands(_) | Tiles::Seen => Ok(hand.counts().regular()),
        }
    }
}

/// The hand of a text in any notation. One with melds in brackets is answered by itself.
pub fn hand_of_text(rules: &RuleSet, text: &str) -> Result<Hand, Unread> {
    if has_brackets(text) {
        return Err(beside(rules, text));
    }
    rules.read_hand(text).map_err(|error| Unread::Fault(error.to_string()))
}

/// The counts of any tiles, specials passed over.
pub fn seen(text: &str) -> Result<Counts, String> {
    Ok(held(text)?.regular())
}

/// The tiles of a text but for those of its melds, which stand in brackets.
fn concealed(text: &str) -> Result<Held, String> {
    if !has_brackets(text) {
        return held(text);
    }
    let tiles = HandText::read(text).map_err(|error| error.to_string())?.tiles;
    Held::of(tiles).map_err(|error| error.to_string())
}

/// The tiles of a text in any notation; an empty one has none.
fn held(text: &str) -> Result<Held, String> {
    if text.trim().is_empty() {
        return Ok(Held::EMPTY);
    }
    let (_, tiles) = notation::read(text).map_err(|error| error.to_string())?;
    Held::of(tiles).map_err(|error| error.to_string())
}

fn without_specials(held: &Held) -> Result<Counts, String> {
    match held.kinds().iter().find(|tile| tile.is_special()) {
        Some(special) => Err(format!("{special} has no place among the counts of the {} kinds", Tile::REGULAR_COUNT)),
        None => Ok(held.regular()),
    }
}
