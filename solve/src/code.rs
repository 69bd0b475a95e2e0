//! The tiles of a part as digits of a number to the base of five.

use paili::Tile;

/// A number to a digit: five counts, 0–4.
const BASE: usize = Tile::COPIES as usize + 1;

/// What one tile of a kind adds to the code of its part, which is how many codes the kinds before it have.
pub(super) fn of_kind(kind: usize) -> usize {
    BASE.pow(kind as u32)
}

/// The code of these counts, the lowest kind first.
pub(super) fn of<'a>(counts: impl DoubleEndedIterator<Item = &'a u8>) -> usize {
    counts.rev().fold(0, |code, &count| code * BASE + usize::from(count))
}

/// How many tiles of a kind a code stands for.
pub(super) fn count(code: usize, kind: usize) -> u8 {
    (code / of_kind(kind) % BASE) as u8
}
