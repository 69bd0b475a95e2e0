//! What can't be asked.

use std::error::Error;
use std::fmt;

use crate::tile::Tile;

/// Why there are no odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum OddsError {
    /// The hand holds a special tile.
    Special(Tile),
    /// The number of draws that were asked for is 0, or more than the tiles unseen.
    Draws { draws: u32, unseen: u32 },
    /// The published law tells of these draws what is no probability: its weights come to more than the tiles that are left.
    NoProbability { draws: u32 },
    /// No tiles can complete the hand.
    Never,
    /// No tiles can complete the hand, but maybe wildcards that are yet to be drawn and stand for more copies than there are.
    ByWildcards,
    /// The graph would take too much memory: at least so many hands, and so many bytes for them.
    TooLarge { hands: u64, bytes: u64 },
}

/// The memory that a graph and its values may take.
pub(super) const MOST_BYTES: u64 = 1 << 30;

impl OddsError {
    /// An error if hands would take too many bytes.
    pub(super) fn check(hands: u64, bytes: u64) -> Result<(), OddsError> {
        if bytes > MOST_BYTES { Err(OddsError::TooLarge { hands, bytes }) } else { Ok(()) }
    }
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OddsError::Special(tile) => write!(f, "the hand holds {tile}, a special tile: discard it first"),
            OddsError::Draws { unseen: 0, .. } => write!(f, "no draws: no tile is unseen"),
            OddsError::Draws { draws, unseen } => {
                write!(f, "{draws} draws: expected at least 1 and at most {unseen}, the tiles that are unseen")
            }
            OddsError::NoProbability { draws } => write!(
                f,
                "{draws} draws: the published law leaves 0-100 % here, since it counts discarded tiles as unseen: ask for \
                 fewer draws, or for the law remembering"
            ),
            OddsError::Never => write!(f, "no tiles can complete the hand"),
            OddsError::ByWildcards => {
                write!(
                    f,
                    "if anything can complete the hand, it is wildcards still to come: odds know of no way through these"
                )
            }
            OddsError::TooLarge { hands, bytes } => write!(
                f,
                "at least {hands} hands follow from this one, which take {} MiB; {} are allowed: ask for fewer \
                 changes, if there are any, or about a hand that is nearer",
                bytes.div_ceil(1 << 20),
                MOST_BYTES >> 20
            ),
        }
    }
}

impl Error for OddsError {}
