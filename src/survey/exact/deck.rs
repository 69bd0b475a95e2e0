//! The tiles that hands are drawn from.

use std::fmt;

use crate::hand::FifthCopy;
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
