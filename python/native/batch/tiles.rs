//! What the rows of a column are: hands, or any tiles.

use paili::{Counts as Held, Hand, Tile, notation};

use crate::counts::Counts;

/// What is read of a column's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tiles {
    /// Hands, which have a size.
    Hands,
    /// Any tiles, of which specials are passed over.
    Seen,
    /// Any tiles but specials, which have no place among the counts.
    Counts,
}

/// Reads the counts of a text.
type OfText = fn(&str) -> Result<Counts, String>;

impl Tiles {
    /// How texts are read as counts; not at all if they are hands.
    pub fn of_text(self) -> Option<OfText> {
        match self {
            Tiles::Hands => None,
            Tiles::Seen => Some(|text| Ok(held(text)?.regular())),
            Tiles::Counts => Some(|text| without_specials(&held(text)?)),
        }
    }

    /// The counts of a hand.
    pub fn of_hand(self, hand: &Hand) -> Result<Counts, String> {
        match self {
            Tiles::Counts => without_specials(hand.counts()),
            Tiles::Hands | Tiles::Seen => Ok(hand.counts().regular()),
        }
    }
}

/// The hand of a text in any notation.
pub fn hand_of_text(text: &str) -> Result<Hand, String> {
    notation::read_hand(text).map(|(_, hand)| hand).map_err(|error| error.to_string())
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
