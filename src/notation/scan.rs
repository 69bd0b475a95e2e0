//! Reads a text tile by tile. Nothing is kept for a message, so nothing is allocated until there is an error.

use super::all::Notation;
use super::{chinese, judge, mjai, mpsz, unicode, uva};
use crate::tile::Tile;

/// A tile and the byte at which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    pub tile: Tile,
    pub at: usize,
}

/// Where a text stops being tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stop {
    /// The byte at which the tile begins that can't be read.
    pub begun: usize,
    /// The byte at which it goes wrong.
    pub at: usize,
}

/// The tiles of a text in a notation; nothing comes after a stop.
pub(super) struct Scan<'t> {
    notation: Notation,
    text: &'t str,
    at: usize,
    /// In mpsz notation, the group of digits that is being read.
    digits: mpsz::Digits,
}

impl<'t> Scan<'t> {
    pub(super) fn new(notation: Notation, text: &'t str) -> Self {
        Scan { notation, text, at: 0, digits: mpsz::Digits::default() }
    }

    /// The tile that begins at the current byte, and its length. An error is the length of what is right before the fault.
    #[inline]
    fn tile(&mut self) -> Result<(Tile, usize), usize> {
        let rest = &self.text[self.at..];
        match self.notation {
            Notation::Judge => judge::first(rest).ok_or(0),
            Notation::Uva => uva::first(rest).ok_or(0),
            Notation::Mpsz => self.digits.first(rest.as_bytes()),
            Notation::Unicode => unicode::first(rest).ok_or(0),
            Notation::Chinese => chinese::first(rest).ok_or(0),
            Notation::Mjai => mjai::first(rest).ok_or(0),
        }
    }
}

/// Whether a character may stand between tiles: white space, and brackets, which tell the melds of a hand from its concealed
/// tiles and are nothing elsewhere.
fn is_between(char: char) -> bool {
    char.is_whitespace() || is_bracket(char)
}

/// Whether a character is a bracket of any width.
pub(super) fn is_bracket(char: char) -> bool {
    opens(char) || closes(char)
}

/// Whether a character is an opening bracket.
pub(super) fn opens(char: char) -> bool {
    matches!(char, '(' | '[' | '{' | '（' | '［' | '｛' | '「' | '【')
}

/// Whether a character is a closing bracket.
pub(super) fn closes(char: char) -> bool {
    matches!(char, ')' | ']' | '}' | '）' | '］' | '｝' | '」' | '】')
}

/// Where the tile ends that begins at a byte of a text.
#[cold]
pub(crate) fn end_of_tile(notation: Notation, text: &str, begins: usize) -> usize {
    let mut scan = Scan::new(notation, text);
    while let Some(Ok(placed)) = scan.next() {
        if placed.at == begins {
            return scan.at;
        }
    }
    text.len()
}

impl Iterator for Scan<'_> {
    type Item = Result<Placed, Stop>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // Nearly always there is a tile or one space.
        if !self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            let rest = self.text[self.at..].trim_start_matches(is_between);
            self.at = self.text.len() - rest.len();
            if rest.is_empty() {
                return None;
            }
        }
        let begun = self.at;
        Some(match self.tile() {
            Ok((tile, len)) => {
                self.at += len;
                Ok(Placed { tile, at: begun })
            }
            Err(right) => {
                self.at = self.text.len();
                Err(Stop { begun, at: begun + right })
            }
        })
    }
}
