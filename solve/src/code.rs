//! The tiles of a part as digits of a number to the base of five.

use paili::{Suit, Tile};

/// A number to a digit: five counts, 0–4.
const BASE: usize = Tile::COPIES as usize + 1;

/// What one tile of each kind adds to the code of its part.
const TILES: [usize; Suit::RANKS] = {
    let mut tiles = [1; Suit::RANKS];
    let mut kind = 1;
    while kind < tiles.len() {
        tiles[kind] = BASE * tiles[kind - 1];
        kind += 1;
    }
    tiles
};

/// What one tile of a kind adds to the code of its part.
pub(super) fn of_kind(kind: usize) -> usize {
    TILES[kind]
}

/// The code of these counts, the lowest kind first.
pub(super) fn of<'a>(counts: impl DoubleEndedIterator<Item = &'a u8>) -> usize {
    counts.rev().fold(0, |code, &count| code * BASE + usize::from(count))
}

/// How many codes there are of so many kinds.
pub(super) fn end(kinds: usize) -> usize {
    BASE.pow(kinds as u32)
}

/// How many tiles of a kind a code stands for.
pub(super) fn count(code: usize, kind: usize) -> u8 {
    (code / of_kind(kind) % BASE) as u8
}
