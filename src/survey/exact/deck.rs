//! The tiles that hands are drawn from.

use std::fmt;

use crate::hand::{Counts, FifthCopy};
use crate::notation::{self, Notation, Placed, ReadTilesError};
use crate::tile::Tile;

/// The tiles that hands are drawn from: four of each kind, less those that are taken out.
///
/// ```
/// use paili::survey::Deck;
/// use paili::tile::Tile;
///
/// let mut deck = Deck::WITHOUT_SPECIALS;
/// deck.take(Tile::EAST)?;
/// assert_eq!((deck.left(Tile::EAST), deck.total()), (3, 135));
/// assert!(deck.take(Tile::PASS).is_err());
/// # Ok::<(), paili::survey::NotInDeck>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    left: [u8; Tile::COUNT],
    specials: Specials,
}

/// Whether the deck had specials before any tile was taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Specials {
    Never,
    Dealt,
}

impl Deck {
    /// The 136 regular tiles.
    pub const WITHOUT_SPECIALS: Deck = {
        let mut left = [Tile::COPIES; Tile::COUNT];
        let mut index = Tile::REGULAR_COUNT;
        while index < Tile::COUNT {
            left[index] = 0;
            index += 1;
        }
        Deck { left, specials: Specials::Never }
    };

    /// All 148 tiles.
    pub const WITH_SPECIALS: Deck = Deck { left: [Tile::COPIES; Tile::COUNT], specials: Specials::Dealt };

    /// Takes a tile out: it is visible somewhere, so no hand can hold it.
    ///
    /// # Errors
    ///
    /// When there is none left, or never was.
    pub fn take(&mut self, tile: Tile) -> Result<(), NotInDeck> {
        if tile.is_special() && self.specials == Specials::Never {
            return Err(NotInDeck::Special { tile });
        }
        match &mut self.left[tile.index()] {
            0 => Err(NotInDeck::FifthCopy(FifthCopy { tile })),
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
    pub fn take_all(&mut self, text: &str) -> Result<Counts, TakeTextError> {
        let (notation, tiles) = notation::read(text).map_err(TakeTextError::Text)?;
        let mut taken = Counts::EMPTY;
        for Placed { tile, at } in tiles {
            self.take(tile).map_err(|error| TakeTextError::NotInDeck { at, notation, error })?;
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

/// Why a tile can't be taken out of a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotInDeck {
    /// All four copies are out.
    FifthCopy(FifthCopy),
    /// It is a special tile, and the deck never had any.
    Special {
        /// The tile.
        tile: Tile,
    },
}

impl fmt::Display for NotInDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotInDeck::FifthCopy(fifth) => fifth.fmt(f),
            NotInDeck::Special { tile } => {
                write!(f, "{tile} is a special tile: the deck of 136 tiles has none, that of 148 has")
            }
        }
    }
}

impl std::error::Error for NotInDeck {}

/// Why the tiles that a text names can't be taken out of a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TakeTextError {
    /// It is not tiles.
    Text(ReadTilesError),
    /// One of them is not in the deck.
    NotInDeck {
        /// The byte at which it stands.
        at: usize,
        /// The notation it is written in.
        notation: Notation,
        /// Why.
        error: NotInDeck,
    },
}

impl TakeTextError {
    /// The byte at which the fault is.
    #[must_use]
    pub fn at(&self) -> usize {
        match self {
            TakeTextError::Text(error) => error.at,
            TakeTextError::NotInDeck { at, .. } => *at,
        }
    }

    /// Whether it is about a special tile, which another deck has.
    #[must_use]
    pub fn is_special(&self) -> bool {
        matches!(self, TakeTextError::NotInDeck { error: NotInDeck::Special { .. }, .. })
    }
}

impl fmt::Display for TakeTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TakeTextError::Text(error) => error.fmt(f),
            TakeTextError::NotInDeck { notation, error: NotInDeck::FifthCopy(FifthCopy { tile }), .. } => {
                write!(f, "a fifth {}: there are four of each kind", notation.name_of(*tile))
            }
            TakeTextError::NotInDeck { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for TakeTextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_its_tiles_out() {
        let mut deck = Deck::WITHOUT_SPECIALS;
        assert_eq!(deck.take_all("113m1z").map(|taken| taken.to_string()), Ok("1M 1M 3M E".to_owned()));
        assert_eq!((deck.left(Tile::ALL[0]), deck.left(Tile::EAST), deck.total()), (2, 3, 132));
        let fifth = deck.take_all("11m1m").unwrap_err();
        assert_eq!((fifth.at(), fifth.to_string()), (3, "a fifth 1m: there are four of each kind".to_owned()));
        let special = deck.take_all("E PASS").unwrap_err();
        assert!(special.is_special() && special.at() == 2 && !fifth.is_special());
        let text = deck.take_all("E ?").unwrap_err();
        assert!(matches!(text, TakeTextError::Text(_)) && text.at() == 2);
    }
}
