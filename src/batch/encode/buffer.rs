//! What the paths read, and where they put what they make of it.

use crate::codes::Codes;
use crate::tile::Tile;

/// How many copies of each regular kind a hand holds, in tile order.
pub type RegularCounts = [u8; Tile::REGULAR_COUNT];

/// How many hands are read before they are looked up: few enough to stay in the fastest memory.
pub(crate) const BLOCK: usize = 128;

/// Where the numbers of a block are put.
pub(crate) struct Buffer {
    /// Of each hand, the codes of its parts; nonsense when one of them has more than four of a kind.
    pub codes: [Codes; BLOCK],
    /// Of each hand, how many tiles it holds.
    pub totals: [u16; BLOCK],
}

impl Buffer {
    pub(crate) fn new() -> Buffer {
        Buffer { codes: [Codes::EMPTY; BLOCK], totals: [0; BLOCK] }
    }

    /// The codes of the first hands.
    #[inline]
    pub(crate) fn codes(&self, hands: usize) -> &[Codes] {
        &self.codes[..hands]
    }

    /// How many tiles the first hands hold.
    #[inline]
    pub(crate) fn totals(&self, hands: usize) -> &[u16] {
        &self.totals[..hands]
    }
}

/// Whether hands can have been dealt from four copies of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copies {
    /// No hand has more than four of a kind.
    AtMostFour,
    /// Some hand has.
    TooMany,
}
