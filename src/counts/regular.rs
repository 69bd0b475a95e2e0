//! Counts of the regular kinds a byte each, read eight at a time in a register of any processor.

use crate::codes::Codes;
use crate::tile::Tile;

/// Counts that were read.
pub(crate) struct Read {
    /// The codes of the parts; nonsense when there is an excess.
    pub codes: Codes,
    /// How many tiles there are in all; nonsense when there is an excess.
    pub total: u16,
    /// Not zero when a kind has more than four copies.
    pub excess: u64,
}

/// Reads counts.
#[inline]
pub(crate) fn read(counts: &[u8; Tile::REGULAR_COUNT]) -> Read {
    // Three suits of nine counts and seven honors, read as eight counts and one, or as the last eight counts of all, the
    // first of which is a suit's.
    let [characters, dots, bamboos] = [0, 9, 18].map(|begin| word(counts, begin));
    let honors = word(counts, Tile::REGULAR_COUNT - 8) >> 8;
    let ninths = [counts[8], counts[17], counts[26]];
    let suits = [(characters, ninths[0]), (dots, ninths[1]), (bamboos, ninths[2])];
    let numbers = suits.map(|(eight, ninth)| number(eight) + 390_625 * u32::from(ninth));
    let [ninth, eighteenth, last] = ninths.map(u64::from);
    let excess = above_four(characters) | above_four(dots) | above_four(bamboos) | above_four(honors);
    let excess = excess | above_four(ninth) | above_four(eighteenth) | above_four(last);
    // Of counts up to four, so many add up within a byte.
    let eights = characters.wrapping_add(dots).wrapping_add(bamboos).wrapping_add(honors);
    let total = sum(eights) + (ninth + eighteenth + last) as u16;
    Read { codes: Codes::numbered(numbers, number(honors)), total, excess }
}

/// Eight counts from a place on, the first in the lowest byte.
#[inline]
fn word(counts: &[u8; Tile::REGULAR_COUNT], begin: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|place| counts[begin + place]))
}

/// A byte of ones in each eight.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The top bit of each byte that is above four.
#[inline]
fn above_four(eight: u64) -> u64 {
    // A byte that overflows into the next one has its own top bit set before.
    (eight | eight.wrapping_add(EACH * (0x80 - 5))) & (EACH * 0x80)
}

/// The sum of eight bytes, modulo 256.
#[inline]
fn sum(eight: u64) -> u16 {
    (eight.wrapping_mul(EACH) >> 56) as u16
}

/// Eight digits to the base of five, the lowest first, as a number: neighbours are joined to twice as large digits, three
/// times over. Of digits that are no counts it is some number.
#[inline]
fn number(eight: u64) -> u32 {
    let pairs = (eight.wrapping_mul(5 + (1 << 8)) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(25 + (1 << 16)) >> 16) & 0x0000_ffff_0000_ffff;
    (fours.wrapping_mul(625 + (1 << 32)) >> 32) as u32
}

/// A bit for each kind: that digit of its count as a binary number.
#[inline]
pub(crate) fn digits(counts: &[u8; Tile::REGULAR_COUNT], digit: u32) -> u64 {
    // Bit 8n of a word is moved to bit 56 + n.
    let gathered = |eight: &[u8; 8]| {
        let digits = u64::from_le_bytes(*eight) >> digit & 0x0101_0101_0101_0101;
        digits.wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    // Eight kinds at a time, the last eight once more.
    let (eights, _) = counts.as_chunks();
    let last = counts.last_chunk().map_or(0, gathered) << (Tile::REGULAR_COUNT - 8);
    eights.iter().zip([0, 8, 16, 24]).fold(last, |kinds, (eight, begin)| kinds | gathered(eight) << begin)
}
