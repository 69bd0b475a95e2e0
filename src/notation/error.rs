//! What can be wrong with a text that should be tiles.

use std::fmt;

use super::Notation;
use crate::excerpt::Excerpt;
use crate::hand::{EXPECTED_SIZES, HandError};
use crate::tile::Tile;

/// Where a text stops being tiles, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadTilesError {
    /// The byte at which it does.
    pub at: usize,
    /// The same in characters, from 1.
    pub character: usize,
    /// Why.
    pub fault: TextFault,
    /// Where the tile begins whose reading failed.
    begun: usize,
}

/// Why a text is not tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextFault {
    /// There is no tile, in the notation of what comes before it.
    Unknown {
        /// What stands there.
        text: Excerpt,
        /// The notation; `None` when any would do.
        notation: Option<Notation>,
    },
    /// There is a tile in another notation.
    Mixed {
        /// What stands there.
        text: Excerpt,
        /// The notation of it.
        notation: Notation,
        /// The notation of what comes before it.
        before: Notation,
    },
}

impl ReadTilesError {
    /// No tile begins at `begun`: what is wrong with it stands at `at`.
    pub(super) fn unknown(text: &str, begun: usize, at: usize, notation: Option<Notation>) -> Self {
        let fault = TextFault::Unknown { text: token_at(text, at), notation };
        ReadTilesError { at, character: character_of(text, at), fault, begun }
    }

    /// The error of a notation that could read some of the text, or the better one when another could go on from here.
    pub(super) fn or_mixed(self, text: &str) -> Self {
        let TextFault::Unknown { notation: Some(before), .. } = self.fault else {
            return self;
        };
        let rest = &text[self.begun..];
        let other = Notation::ALL.into_iter().find(|&other| other != before && other.first(rest).is_ok());
        match other {
            Some(notation) => {
                let fault = TextFault::Mixed { text: token_at(text, self.begun), notation, before };
                ReadTilesError { at: self.begun, character: character_of(text, self.begun), fault, ..self }
            }
            None => self,
        }
    }
}

/// What stands at a byte, up to the next white space.
fn token_at(text: &str, at: usize) -> Excerpt {
    Excerpt::new(text[at..].split_whitespace().next().unwrap_or_default().as_bytes())
}

/// Which character begins at a byte, from 1.
pub(super) fn character_of(text: &str, at: usize) -> usize {
    text[..at].chars().count() + 1
}

impl fmt::Display for ReadTilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: ", self.character)?;
        match &self.fault {
            TextFault::Unknown { text, notation: Some(notation) } => {
                write!(f, "{text} is not a tile: expected {}", notation.expected())
            }
            TextFault::Unknown { text, notation: None } => write!(
                f,
                "{text} is not a tile: expected tiles such as 1M E (judge), 1W DONG (uva), 1m1z (mpsz) or 🀇🀀 (unicode)"
            ),
            TextFault::Mixed { text, notation, before } => {
                write!(
                    f,
                    "{text} is {notation} notation, but what comes before it is {before} notation: \
                     expected all of it in one"
                )
            }
        }
    }
}

impl std::error::Error for ReadTilesError {}

/// Why a text is no hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandTextError {
    /// It is not tiles.
    Text(ReadTilesError),
    /// A tile is a fifth copy.
    FifthCopy {
        /// The byte at which it stands.
        at: usize,
        /// The same in characters, from 1.
        character: usize,
        /// The tile.
        tile: Tile,
        /// The notation it is written in.
        notation: Notation,
    },
    /// No hand has so many tiles, whatever its exposed melds.
    Size {
        /// How many there are.
        tiles: usize,
    },
    /// No hand has so many tiles beside its exposed melds.
    Hand(HandError),
}

impl HandTextError {
    /// The byte at which the fault is, unless it is the whole.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match self {
            HandTextError::Text(error) => Some(error.at),
            HandTextError::FifthCopy { at, .. } => Some(*at),
            HandTextError::Size { .. } | HandTextError::Hand(_) => None,
        }
    }
}

impl fmt::Display for HandTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandTextError::Text(error) => error.fmt(f),
            HandTextError::FifthCopy { character, tile, notation, .. } => {
                write!(f, "character {character}: a fifth {}: there are four of each kind", notation.name_of(*tile))
            }
            HandTextError::Size { tiles } => {
                let plural = if *tiles == 1 { "" } else { "s" };
                write!(f, "{tiles} tile{plural}: {EXPECTED_SIZES}")
            }
            HandTextError::Hand(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HandTextError {}

impl From<ReadTilesError> for HandTextError {
    fn from(error: ReadTilesError) -> Self {
        HandTextError::Text(error)
    }
}

/// Why a text is no meld.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeldTextError {
    /// It is not tiles.
    Text(ReadTilesError),
    /// Its tiles form no meld.
    NotAMeld {
        /// The text.
        text: Excerpt,
    },
}

impl MeldTextError {
    /// The byte at which the fault is, unless it is the whole.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match self {
            MeldTextError::Text(error) => Some(error.at),
            MeldTextError::NotAMeld { .. } => None,
        }
    }
}

impl fmt::Display for MeldTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeldTextError::Text(error) => error.fmt(f),
            MeldTextError::NotAMeld { text } => {
                write!(f, "{text} is not a meld: expected three consecutive tiles of a suit or three identical tiles")
            }
        }
    }
}

impl std::error::Error for MeldTextError {}

impl From<ReadTilesError> for MeldTextError {
    fn from(error: ReadTilesError) -> Self {
        MeldTextError::Text(error)
    }
}

/// A text that names no notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseNotationError {
    name: Excerpt,
}

impl ParseNotationError {
    pub(super) fn new(name: &str) -> Self {
        ParseNotationError { name: Excerpt::new(name.as_bytes()) }
    }
}

impl fmt::Display for ParseNotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a notation: expected judge, uva, mpsz or unicode", self.name)
    }
}

impl std::error::Error for ParseNotationError {}

/// A tile that a notation has no way to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnwritableTile {
    /// The tile.
    pub tile: Tile,
    /// The notation.
    pub notation: Notation,
}

impl fmt::Display for UnwritableTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} can't be written in {} notation, only in judge notation", self.tile, self.notation)
    }
}

impl std::error::Error for UnwritableTile {}
