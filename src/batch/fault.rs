//! Counts that are no hand.

use std::fmt;

use crate::hand::{EXPECTED_SIZES, MeldCount};
use crate::tile::Tile;

/// A hand of a batch that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadHand<F> {
    /// Its place in the slice, from 0.
    pub row: usize,
    /// What is wrong with it.
    pub fault: F,
}

impl<F: fmt::Display> fmt::Display for BadHand<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.fault)
    }
}

impl<F: std::error::Error> std::error::Error for BadHand<F> {}

/// Why 34 counts are no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountsFault {
    /// A kind has more than four copies.
    TooMany {
        /// The first such kind.
        tile: Tile,
        /// How many copies it has.
        copies: u8,
    },
    /// No hand has so many tiles.
    Size {
        /// The number of tiles.
        tiles: usize,
    },
}

impl CountsFault {
    /// How many melds a hand with these counts has exposed, or why it is none.
    pub(super) fn or_melds(counts: &[u8; Tile::REGULAR_COUNT]) -> Result<MeldCount, CountsFault> {
        let too_many = Tile::regular().zip(counts).find(|&(_, &copies)| copies > Tile::COPIES);
        if let Some((tile, &copies)) = too_many {
            return Err(CountsFault::TooMany { tile, copies });
        }
        let tiles = counts.iter().map(|&copies| usize::from(copies)).sum();
        MeldCount::beside(tiles).ok_or(CountsFault::Size { tiles })
    }
}

impl fmt::Display for CountsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CountsFault::TooMany { tile, copies } => {
                let column = tile.index();
                write!(f, "{copies} of {tile} (count {column} of 0-33): expected at most four of each kind")
            }
            CountsFault::Size { tiles } => {
                let plural = if tiles == 1 { "" } else { "s" };
                write!(f, "{tiles} tile{plural}: {EXPECTED_SIZES}")
            }
        }
    }
}

impl std::error::Error for CountsFault {}
