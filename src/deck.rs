//! The tiles that hands are drawn from.

use std::fmt;

use crate::hand::Counts;
use crate::names;
use crate::notation::{self, Notation, NotationError, Placed};
use crate::tile::Tile;

names! {
    /// Whether the three special kinds are dealt. The names are the numbers of tiles.
    #[derive(Default)]
    pub enum Specials: "is no number of tiles of a deck" {
        /// The 136 regular tiles.
        #[default]
        Without = "136",
        /// All 148 tiles.
        With = "148",
    }
}

impl Specials {
    /// How many tiles a full deck has: four copies of each kind.
    #[must_use]
    pub const fn tiles(self) -> usize {
        match self {
            Specials::Without => Tile::REGULAR_COUNT * Tile::COPIES as usize,
            Specials::With => Tile::COUNT * Tile::COPIES as usize,
        }
    }
}

/// The tiles that hands are drawn from: four of each kind, less those that are taken out.
///
/// ```
/// use paili::{Deck, Specials, Tile};
///
/// let mut deck = Deck::full(Specials::Without);
/// deck.take(Tile::EAST)?;
/// assert_eq!((deck.left(Tile::EAST), deck.total()), (3, 135));
/// assert!(deck.take(Tile::PASS).is_err());
/// # Ok::<(), paili::DeckError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    left: [u8; Tile::COUNT],
    specials: Specials,
}

impl Deck {
    /// Four copies of each kind.
    #[must_use]
    pub fn full(specials: Specials) -> Deck {
        let mut left = [Tile::COPIES; Tile::COUNT];
        if specials == Specials::Without {
            left[Tile::REGULAR_COUNT..].fill(0);
        }
        Deck { left, specials }
    }

    /// Takes a tile out: it is visible somewhere, so no hand can hold it.
    ///
    /// # Errors
    ///
    /// When there is none left, or never was.
    pub fn take(&mut self, tile: Tile) -> Result<(), DeckError> {
        if tile.is_special() && self.specials == Specials::Without {
            return Err(DeckError::Special { at: None, tile });
        }
        match &mut self.left[tile.index()] {
            0 => Err(DeckError::FifthCopy { at: None, tile, notation: Notation::Judge }),
            left => {
                *left -= 1;
                Ok(())
            }
        }
    }

    /// Takes the tiles out that a text names, in any notation, and tells which.
    ///
    /// # Errors
    ///
    /// At the first place where the text is no tiles, or names one that is not left; those before it are out.
    pub fn take_all(&mut self, text: &str) -> Result<Counts, DeckError> {
        let (notation, tiles) = notation::read_placed(text)?;
        let mut taken = Counts::EMPTY;
        for Placed { tile, at } in tiles {
            self.take(tile).map_err(|error| error.in_text(at, notation))?;
            // The deck had it, so it is no fifth copy either.
            let _ = taken.insert(tile);
        }
        Ok(taken)
    }

    /// Copies left of a kind.
    #[must_use]
    pub fn left(&self, tile: Tile) -> u8 {
        self.left[tile.index()]
    }

    /// Tiles left in all.
    #[must_use]
    pub fn total(&self) -> usize {
        Tile::ALL.iter().map(|&tile| usize::from(self.left(tile))).sum()
    }
}

/// A tile can't be taken out of a deck. Where it was read from a text, the error has the byte at which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeckError {
    /// The text is not tiles.
    Text(NotationError),
    /// All four copies are out.
    FifthCopy {
        /// Where it is in a text.
        at: Option<usize>,
        /// The kind.
        tile: Tile,
        /// The notation of the text.
        notation: Notation,
    },
    /// It is a special tile, and the deck never had any.
    Special {
        /// Where it is in a text.
        at: Option<usize>,
        /// The kind.
        tile: Tile,
    },
}

impl DeckError {
    /// The byte at which the fault is, if the tiles were read from a text.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match self {
            DeckError::Text(error) => error.at(),
            DeckError::FifthCopy { at, .. } | DeckError::Special { at, .. } => *at,
        }
    }

    /// The error of a tile that stands in a text.
    fn in_text(self, at: usize, notation: Notation) -> Self {
        match self {
            DeckError::FifthCopy { tile, .. } => DeckError::FifthCopy { at: Some(at), tile, notation },
            DeckError::Special { tile, .. } => DeckError::Special { at: Some(at), tile },
            error @ DeckError::Text(_) => error,
        }
    }
}

impl From<NotationError> for DeckError {
    fn from(error: NotationError) -> Self {
        DeckError::Text(error)
    }
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckError::Text(error) => error.fmt(f),
            DeckError::FifthCopy { tile, notation, .. } => {
                write!(f, "a fifth {}: there are four of each kind", notation.name_of(*tile))
            }
            DeckError::Special { tile, .. } => {
                write!(f, "{tile} is a special tile: the deck of 136 tiles has none, that of 148 has")
            }
        }
    }
}

impl std::error::Error for DeckError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_its_tiles_out() {
        let mut deck = Deck::full(Specials::Without);
        assert_eq!(deck.take_all("113m1z").map(|taken| taken.to_string()), Ok("1M 1M 3M E".to_owned()));
        assert_eq!((deck.left(Tile::M1), deck.left(Tile::EAST), deck.total()), (2, 3, 132));
        let fifth = deck.take_all("11m1m").unwrap_err();
        assert_eq!((fifth.at(), fifth.to_string()), (Some(3), "a fifth 1m: there are four of each kind".to_owned()));
        let special = deck.take_all("E PASS").unwrap_err();
        assert_eq!(special, DeckError::Special { at: Some(2), tile: Tile::PASS });
        let text = deck.take_all("E ?").unwrap_err();
        assert!(matches!(text, DeckError::Text(_)) && text.at() == Some(2));
    }
}
