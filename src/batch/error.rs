//! What can be wrong with counts.

use std::fmt;

use crate::hand::{HandError, MeldCount};
use crate::tile::Tile;

/// The counts of a batch's hand are no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadHandError<F> {
    /// Its place in the slice, from 0.
    pub row: usize,
    /// What is wrong with it.
    pub fault: F,
}

impl<F: fmt::Display> fmt::Display for BadHandError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.fault)
    }
}

impl<F: std::error::Error> std::error::Error for BadHandError<F> {}

/// 34 counts are no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountsError {
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

impl CountsError {
    /// How many melds a hand with these counts has exposed, or what is wrong with the counts.
    pub(super) fn or_melds(counts: &[u8; Tile::REGULAR_COUNT]) -> Result<MeldCount, CountsError> {
        let too_many = Tile::regular().zip(counts).find(|&(_, &copies)| copies > Tile::COPIES);
        if let Some((tile, &copies)) = too_many {
            return Err(CountsError::TooMany { tile, copies });
        }
        let tiles = counts.iter().map(|&copies| usize::from(copies)).sum();
        MeldCount::beside(tiles).ok_or(CountsError::Size { tiles })
    }
}

impl fmt::Display for CountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CountsError::TooMany { tile, copies } => {
                let column = tile.index();
                write!(f, "{copies} of {tile} (count {column} of 0-33): expected at most four of each kind")
            }
            CountsError::Size { tiles } => HandError::NoSize { tiles }.fmt(f),
        }
    }
}

impl std::error::Error for CountsError {}
