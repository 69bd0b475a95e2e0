//! Compact notation: `123m456p789s1122z`, the honors `1z`–`7z` being east, south, west, north, white, green, red. A red
//! five is `0m` or `r5m`, and stands among other digits as any does: `340m`, `34r5m`. The letter may also be a capital, or
//! stand before its digits: `123M`, `m123`. HDU 4431 and those who learnt from it write `1c`–`7c` for the honors.

use crate::tile::{Suit, Tile};
use crate::tile_set::Part;

const SUITS: [(u8, Suit); 3] = [(b'm', Suit::Characters), (b'p', Suit::Dots), (b's', Suit::Bamboos)];

/// The group of digits that is being read: its letter is looked for once.
#[derive(Default)]
pub(super) struct Digits {
    /// The kinds that its digits stand for.
    kinds: &'static [Tile],
    /// The digit of the first of them.
    first: u8,
    /// How many bytes of digits are left.
    left: usize,
    /// How many bytes the letter takes before them (for the first) and after them (for the last).
    before: usize,
    after: usize,
}

/// The kinds of a suit's digits, 0–9.
const fn with_red(first: usize) -> [Tile; Suit::RANKS + 1] {
    let mut kinds = [Tile::ALL[first + 4]; Suit::RANKS + 1];
    let mut rank = 1;
    while rank < kinds.len() {
        kinds[rank] = Tile::ALL[first + rank - 1];
        rank += 1;
    }
    kinds
}

static KINDS: [[Tile; Suit::RANKS + 1]; 3] = [with_red(0), with_red(Suit::RANKS), with_red(2 * Suit::RANKS)];

impl Digits {
    /// The tile that a text begins with: a digit, whose suit is the letter after the group. The letter belongs to the last
    /// digit before it. Digits that something else follows are right as far as they go.
    #[inline]
    pub(super) fn first(&mut self, text: &[u8]) -> Result<(Tile, usize), usize> {
        if self.left == 0 {
            *self = Digits::begin(text)?;
        }
        let before = std::mem::take(&mut self.before);
        let text = &text[before..];
        let len = if text.first() == Some(&b'r') { self.red(text)? } else { 1 };
        let place = text.get(len - 1).map_or(0, |digit| usize::from(digit.wrapping_sub(self.first)));
        let &tile = self.kinds.get(place).ok_or(0_usize)?;
        self.left -= len;
        Ok((tile, before + if self.left == 0 { len + self.after } else { len }))
    }

    /// The length of the red five that a text begins with, which only suits have.
    fn red(&self, text: &[u8]) -> Result<usize, usize> {
        if self.first == b'0' && text.get(1) == Some(&b'5') { Ok(2) } else { Err(0) }
    }

    /// The group that a text begins with.
    fn begin(text: &[u8]) -> Result<Digits, usize> {
        let left = digits(text);
        let Some(&letter) = text.get(left) else { return Err(0) };
        let Some((kinds, first)) = kinds(letter) else {
            // Where the text goes on there is something to point at.
            return Err(if letter.is_ascii_whitespace() { 0 } else { left });
        };
        if left > 0 {
            return Ok(Digits { kinds, first, left, before: 0, after: 1 });
        }
        match digits(&text[1..]) {
            0 => Err(0),
            left => Ok(Digits { kinds, first, left, before: 1, after: 0 }),
        }
    }
}

/// How many bytes of digits a text begins with.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'r').count()
}

/// The kinds that the digits of a letter stand for, and the first of those digits.
fn kinds(letter: u8) -> Option<(&'static [Tile], u8)> {
    match letter {
        b'm' | b'M' => Some((&KINDS[0], b'0')),
        b'p' | b'P' => Some((&KINDS[1], b'0')),
        b's' | b'S' => Some((&KINDS[2], b'0')),
        b'z' | b'Z' | b'c' | b'C' => Some((&Tile::ALL[Tile::SUITED_COUNT..Tile::REGULAR_COUNT], b'1')),
        _ => None,
    }
}

/// Whether a text begins with a group, of whatever digits.
pub(super) fn begins_like(text: &[u8]) -> bool {
    let letter = digits(text);
    letter > 0 && matches!(text.get(letter), Some(b'm' | b'p' | b's' | b'z' | b'c'))
}

/// Whether a tile that was read is a red five, by the text that it begins.
pub(super) fn is_red(text: &[u8]) -> bool {
    matches!(text, [b'0' | b'r', ..] | [b'm' | b'p' | b's' | b'M' | b'P' | b'S', b'0' | b'r', ..])
}

/// Adds a tile after `last`, with whose suit it shares the letter if it can.
pub(super) fn append(text: &mut String, last: Option<Tile>, tile: Tile) {
    if last.is_some_and(|last| Part::of(last) == Part::of(tile)) {
        text.pop();
    }
    let (digit, letter) = match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => (rank, SUITS[suit as usize].0),
        _ => ((tile.index() - Tile::EAST.index() + 1) as u8, b'z'),
    };
    text.push(char::from(b'0' + digit));
    text.push(char::from(letter));
}
