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

/// How many melds a hand with these counts has exposed, or what is wrong with the counts.
pub(super) fn melds_beside(counts: &[u8; Tile::REGULAR_COUNT]) -> Result<MeldCount, HandError> {
    let too_many = Tile::regular().zip(counts).find(|&(_, &copies)| copies > Tile::COPIES);
    if let Some((tile, &copies)) = too_many {
        return Err(HandError::TooMany { tile, copies });
    }
    let tiles = counts.iter().map(|&copies| usize::from(copies)).sum();
    MeldCount::beside(tiles).ok_or(HandError::NoSize { tiles })
}
