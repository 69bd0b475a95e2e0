//! What can be wrong with a text that should be tiles.

use std::fmt;
use std::ops::Range;

use super::all::Notation;
use super::mpsz;
use super::scan::{Placed, Scan, Stop, end_of_tile};
use crate::hand::HandError;
use crate::name::excerpt;
use crate::rules::RuleSet;
use crate::tile::Tile;

/// A text is not the tiles, the hand or the meld that it should be; or a notation has no way to write a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    place: Option<Range<usize>>,
    kind: NotationErrorKind,
}

/// What is wrong with a text: where it begins, in characters counted from 1, and the text there, which is quoted, and cut short
/// where it is long.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum NotationErrorKind {
    /// There is no tile, but this word, perhaps after tiles in this notation.
    Unknown { character: usize, text: String, notation: Option<Notation> },
    /// There is a word in this notation, and a tile in another one before it.
    Mixed { character: usize, text: String, notation: Notation, before: Notation },
    /// A kind has a fifth copy, in a text in this notation.
    FifthCopy { character: usize, tile: Tile, notation: Notation },
    /// The tiles are no hand.
    Hand(HandError),
    /// The tiles are no meld; the text.
    NotAMeld(String),
    /// What stands in brackets beside a hand is no meld; the text with its brackets.
    NotAMeldInBrackets { character: usize, text: String },
    /// A bracket that nothing closes, or that closes nothing; the text from there on.
    Unpaired { character: usize, text: String },
    /// More melds stand in brackets than the most that a hand has; the first of those that are too many, with its brackets.
    TooManyMelds { character: usize, text: String, most: usize },
    /// A notation has no way to write a tile.
    Unwritable { tile: Tile, notation: Notation },
}

impl NotationError {
    /// The byte at which the fault is, unless it is the whole.
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
    pub fn place(&self) -> Option<Range<usize>> {
        self.place.clone()
    }

    /// What is wrong.
    pub fn kind(&self) -> &NotationErrorKind {
        &self.kind
    }

    /// A fault of the whole text.
    pub(super) fn whole(kind: NotationErrorKind) -> Self {
        NotationError { place: None, kind }
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
                let kind = NotationErrorKind::Mixed { character, text: excerpt(word.as_bytes()), notation, before };
                NotationError { place: Some(begun..end_of_word(text, begun)), kind }
            }
            None => NotationError::unknown(text, at, Some(before)),
        }
    }

    /// A fault of a bracket, or of what stands between two.
    pub(super) fn in_brackets(
        text: &str,
        place: Range<usize>,
        kind: impl FnOnce(usize, String) -> NotationErrorKind,
    ) -> Self {
        let (character, _) = word_at(text, place.start);
        let kind = kind(character, excerpt(text[place.clone()].as_bytes()));
        NotationError { place: Some(place), kind }
    }

    pub(super) fn fifth_copy(text: &str, notation: Notation, Placed { tile, at }: Placed) -> Self {
        let (character, _) = word_at(text, at);
        let place = Some(at..end_of_tile(notation, text, at));
        NotationError { place, kind: NotationErrorKind::FifthCopy { character, tile, notation } }
    }

    fn unknown(text: &str, at: usize, notation: Option<Notation>) -> Self {
        let (character, word) = word_at(text, at);
        let kind = NotationErrorKind::Unknown { character, text: excerpt(word.as_bytes()), notation };
        NotationError { place: Some(at..end_of_word(text, at)), kind }
    }
}

impl From<HandError> for NotationError {
    fn from(error: HandError) -> Self {
        NotationError::whole(NotationErrorKind::Hand(error))
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

const FLOWERS: &str = "春夏秋冬梅兰蘭竹菊";

/// Whether a quoted word begins with a flower or a season. No deck here has any.
fn begins_with_flower(text: &str) -> bool {
    // Other programs write them behind digits as if they were a suit.
    let mut chars = text.trim_start_matches('"').chars();
    match chars.next() {
        Some('f') => chars.next().is_none_or(|next| !next.is_alphabetic()),
        Some(first) => matches!(first, '🀢'..='🀩') || FLOWERS.contains(first),
        None => false,
    }
}

const NOT_A_MELD: &str = "is not a meld: expected three consecutive tiles of a suit, or three or four identical tiles";

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            NotationErrorKind::Unknown { character, text, .. }
                if text.trim_start_matches('"').starts_with(RuleSet::WILDCARD) =>
            {
                write!(
                    f,
                    "character {character}: {text} begins with a wildcard: expected tiles; only hands hold wildcards, where the rule set has some"
                )
            }
            NotationErrorKind::Unknown { character, text, .. } if begins_with_flower(text) => {
                write!(f, "character {character}: {text} begins with a flower: flowers are left out here")
            }
            NotationErrorKind::Unknown { character, text, notation: Some(notation) } => {
                write!(f, "character {character}: {text} is not a tile: expected {}", notation.expected())
            }
            NotationErrorKind::Unknown { character, text, notation: None } => write!(
                f,
                "character {character}: {text} is not a tile: expected tiles such as 1m1z (mpsz), 1M E (judge), 1W DONG \
                 (uva), 🀇🀀 (unicode), 一萬東 (chinese) or 1m E (mjai)"
            ),
            NotationErrorKind::Mixed { character, text, notation, before } => write!(
                f,
                "character {character}: {text} is {notation} notation, but what comes before it is {before} notation: \
                 expected all of it in one"
            ),
            NotationErrorKind::FifthCopy { character, tile, notation } => {
                write!(f, "character {character}: a fifth {}: there are four of each kind", notation.name_of(*tile))
            }
            NotationErrorKind::Hand(error) => error.fmt(f),
            NotationErrorKind::NotAMeld(text) => write!(f, "{text} {NOT_A_MELD}"),
            NotationErrorKind::NotAMeldInBrackets { character, text } => {
                write!(f, "character {character}: {text} {NOT_A_MELD}")
            }
            NotationErrorKind::Unpaired { character, text } => {
                write!(f, "character {character}: {text} has a bracket without its other one: melds stand between two")
            }
            NotationErrorKind::TooManyMelds { character, text, most } => {
                write!(f, "character {character}: {text} is one meld too many: a hand has at most {most}")
            }
            NotationErrorKind::Unwritable { tile, notation } => {
                write!(f, "{tile} can't be written in {notation} notation, only in judge notation")
            }
        }
    }
}

impl std::error::Error for NotationError {}
