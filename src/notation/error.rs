//! What can be wrong with a text that should be tiles.

use std::fmt;
use std::ops::Range;

use super::scan::{Placed, Scan, Stop, end_of_tile};
use super::{Notation, mpsz};
use crate::hand::{FifthCopyError, HandError};
use crate::name::Excerpt;
use crate::tile::Tile;

/// A text is not the tiles, the hand or the meld that it should be; or a notation has no way to write a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    place: Option<Range<usize>>,
    fault: Fault,
}

/// What is wrong. Characters are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// There is no tile. The notation is that of the tiles before it, if there are any.
    Unknown {
        character: usize,
        text: Excerpt,
        notation: Option<Notation>,
    },
    /// There is a tile in another notation.
    Mixed {
        character: usize,
        text: Excerpt,
        notation: Notation,
        before: Notation,
    },
    FifthCopy {
        character: usize,
        tile: Tile,
        notation: Notation,
    },
    Hand(HandError),
    NotAMeld(Excerpt),
    Unwritable {
        tile: Tile,
        notation: Notation,
    },
}

impl NotationError {
    /// The byte at which the fault is, unless it is the whole.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.start)
    }

    /// The bytes that are at fault, unless it is the whole: a fifth copy, or all from where there is no tile up to the next
    /// white space.
    ///
    /// ```
    /// let place = |text| paili::notation::read_hand(text).unwrap_err().place();
    /// assert_eq!(place("1M 2M 5X 3M"), Some(6..8));
    /// assert_eq!(place("55555m12p"), Some(4..6));
    /// assert_eq!(place("123m"), None);
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<Range<usize>> {
        self.place.clone()
    }

    /// A word for what is wrong, for programs that tell it in words of their own: `unknown` (no tile), `mixed` (a tile in
    /// another notation), `fifth` (a fifth copy), `size` (no hand has so many tiles), `meld` (no meld) or `unwritable`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.fault {
            Fault::Unknown { .. } => "unknown",
            Fault::Mixed { .. } => "mixed",
            Fault::FifthCopy { .. } | Fault::Hand(HandError::FifthCopy(_) | HandError::TooMany { .. }) => "fifth",
            Fault::Hand(_) => "size",
            Fault::NotAMeld(_) => "meld",
            Fault::Unwritable { .. } => "unwritable",
        }
    }

    /// The tile that has a fifth copy or can't be written.
    #[must_use]
    pub fn tile(&self) -> Option<Tile> {
        match &self.fault {
            Fault::FifthCopy { tile, .. }
            | Fault::Unwritable { tile, .. }
            | Fault::Hand(HandError::FifthCopy(FifthCopyError { tile }) | HandError::TooMany { tile, .. }) => {
                Some(*tile)
            }
            _ => None,
        }
    }

    /// How many tiles there are, if no hand has so many.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        match self.fault {
            Fault::Hand(HandError::NoSize { tiles } | HandError::Size { tiles, .. }) => Some(tiles),
            _ => None,
        }
    }

    /// A fault of the whole text.
    pub(super) fn whole(fault: Fault) -> Self {
        NotationError { place: None, fault }
    }

    /// A notation could read no more than some of the text.
    pub(super) fn stopped(text: &str, notation: Notation, Stop { at, .. }: Stop) -> Self {
        NotationError::unknown(text, at, Some(notation))
    }

    /// No notation could read all of the text, and this one got farthest.
    pub(super) fn stopped_everywhere(text: &str, before: Notation, Stop { begun, at }: Stop) -> Self {
        if text[..at].trim_start().is_empty() {
            // No other notation has digits before a small letter.
            let meant = mpsz::begins_like(text[at..].trim_start().as_bytes()).then_some(Notation::Mpsz);
            return NotationError::unknown(text, at, meant);
        }
        let goes_on = |other: &Notation| {
            *other != before && Scan::new(*other, &text[begun..]).next().is_some_and(|tile| tile.is_ok())
        };
        match Notation::ALL.into_iter().find(goes_on) {
            Some(notation) => {
                let (character, word) = word_at(text, begun);
                let fault = Fault::Mixed { character, text: Excerpt::new(word.as_bytes()), notation, before };
                NotationError { place: Some(begun..end_of_word(text, begun)), fault }
            }
            None => NotationError::unknown(text, at, Some(before)),
        }
    }

    pub(super) fn fifth_copy(text: &str, notation: Notation, Placed { tile, at }: Placed) -> Self {
        let (character, _) = word_at(text, at);
        let place = Some(at..end_of_tile(notation, text, at));
        NotationError { place, fault: Fault::FifthCopy { character, tile, notation } }
    }

    fn unknown(text: &str, at: usize, notation: Option<Notation>) -> Self {
        let (character, word) = word_at(text, at);
        let fault = Fault::Unknown { character, text: Excerpt::new(word.as_bytes()), notation };
        NotationError { place: Some(at..end_of_word(text, at)), fault }
    }
}

impl From<HandError> for NotationError {
    fn from(error: HandError) -> Self {
        NotationError::whole(Fault::Hand(error))
    }
}

/// Which character begins at a byte, and the first word from there on.
fn word_at(text: &str, at: usize) -> (usize, &str) {
    (text[..at].chars().count() + 1, text[at..].split_whitespace().next().unwrap_or_default())
}

/// Where the first word from a byte on ends.
fn end_of_word(text: &str, at: usize) -> usize {
    let word = text[at..].trim_start();
    text.len() - word.len() + word.find(char::is_whitespace).unwrap_or(word.len())
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::Unknown { character, text, notation: Some(notation) } => {
                write!(f, "character {character}: {text} is not a tile: expected {}", notation.expected())
            }
            Fault::Unknown { character, text, notation: None } => write!(
                f,
                "character {character}: {text} is not a tile: expected tiles such as 1M E (judge), 1W DONG (uva), 1m1z \
                 (mpsz) or 🀇🀀 (unicode)"
            ),
            Fault::Mixed { character, text, notation, before } => write!(
                f,
                "character {character}: {text} is {notation} notation, but what comes before it is {before} notation: \
                 expected all of it in one"
            ),
            Fault::FifthCopy { character, tile, notation } => {
                write!(f, "character {character}: a fifth {}: there are four of each kind", notation.name_of(*tile))
            }
            Fault::Hand(error) => error.fmt(f),
            Fault::NotAMeld(text) => {
                write!(f, "{text} is not a meld: expected three consecutive tiles of a suit or three identical tiles")
            }
            Fault::Unwritable { tile, notation } => {
                write!(f, "{tile} can't be written in {notation} notation, only in judge notation")
            }
        }
    }
}

impl std::error::Error for NotationError {}
