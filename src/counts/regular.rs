//! Counts of the regular kinds a byte each. Their codes are read eight counts at a time in a register of any processor; whether
//! none is above four is told from sixteen at a time on x86-64, by [`sse2`](crate::sse2), and from eight elsewhere.

use crate::codes::Codes;
use crate::copies::Copies;
#[cfg(target_arch = "x86_64")]
use crate::sse2;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Counts that were read.
pub(crate) struct Read {
    /// The codes of the parts; nonsense when a kind has more than four copies.
    pub codes: Codes,
    /// How many tiles there are in all; nonsense, too, then.
    pub total: u16,
    /// Whether no kind has more than four.
    pub is_right: bool,
}

/// Reads counts.
#[inline]
pub(crate) fn read(counts: &[u8; Tile::REGULAR_COUNT]) -> Read {
    // Of each suit eight counts and the ninth; there are seven honors.
    let [first, second, third, fourth, last] = words(counts);
    let (characters, dots) = (first, second >> 8 | third << 56);
    let (bamboos, honors) = (third >> 16 | fourth << 48, fourth >> 24 | last << 40);
    let ninths = [second as u8, (third >> 8) as u8, (fourth >> 16) as u8];
    let suits = [(characters, ninths[0]), (dots, ninths[1]), (bamboos, ninths[2])];
    let numbers = suits.map(|(eight, ninth)| number(eight) + 390_625 * u32::from(ninth));
    let [ninth, eighteenth, last] = ninths.map(u64::from);
    // Four counts of at most four add up within a byte.
    let eights = characters.wrapping_add(dots).wrapping_add(bamboos).wrapping_add(honors);
    let total = sum(eights) + (ninth + eighteenth + last) as u16;
    Read { codes: Codes::numbered(numbers, number(honors)), total, is_right: are_at_most_four(words(counts)) }
}

/// The counts in words of eight, the first in the lowest byte; the last word holds two.
///
/// They are read as they lie, since counts that were just copied can't be read across the places where the copy was cut
/// without waiting.
#[inline]
fn words(counts: &[u8; Tile::REGULAR_COUNT]) -> [u64; 5] {
    let (eights, rest) = counts.as_chunks();
    let mut words = [0; 5];
    for (word, eight) in words.iter_mut().zip(eights) {
        *word = u64::from_le_bytes(*eight);
    }
    words[4] = rest.iter().rev().fold(0, |word, &count| word << 8 | u64::from(count));
    words
}

/// Whether no kind has more than four copies.
#[inline]
fn are_at_most_four(words: [u64; 5]) -> bool {
    #[cfg(target_arch = "x86_64")]
    return sse2::are_at_most_four(words);
    #[cfg(not(target_arch = "x86_64"))]
    return {
        // A byte that overflows into the next one has its own top bit set before.
        let above_four = |eight: u64| (eight | eight.wrapping_add(EACH * (0x80 - 5))) & (EACH * 0x80);
        words.iter().fold(0, |excess, &eight| excess | above_four(eight)) == 0
    };
}

/// A byte of ones in each eight.
const EACH: u64 = 0x0101_0101_0101_0101;

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

/// Counts of at most four of each kind as sets of kinds.
#[inline]
pub(crate) fn copies(counts: &[u8; Tile::REGULAR_COUNT]) -> Copies {
    Copies::new(at_least(counts))
}

/// Of counts of at most four of each kind, the kinds with at least one copy and with two.
#[inline]
pub(crate) fn singles_and_pairs(counts: &[u8; Tile::REGULAR_COUNT]) -> [TileSet; 2] {
    let [singles, pairs, ..] = at_least(counts);
    [singles, pairs]
}

/// The kinds with at least one copy, two, three and four, of counts of at most four.
#[inline]
fn at_least(counts: &[u8; Tile::REGULAR_COUNT]) -> [TileSet; Tile::COPIES as usize] {
    #[cfg(target_arch = "x86_64")]
    return {
        let [one, two, three, four] = sse2::above_each(words(counts));
        [TileSet::from_bits(one), TileSet::from_bits(two), TileSet::from_bits(three), TileSet::from_bits(four)]
    };
    #[cfg(not(target_arch = "x86_64"))]
    return {
        let (ones, twos, fours) =
            (kinds(counts, |eight| eight), kinds(counts, |eight| eight >> 1), kinds(counts, |eight| eight >> 2));
        // Four is a digit of its own, so three are just one and two.
        [ones | twos | fours, twos | fours, ones & twos | fours, fours]
    };
}

/// The kinds of whose counts a function, which takes eight at a time, leaves the lowest bit.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn kinds(counts: &[u8; Tile::REGULAR_COUNT], lowest: impl Fn(u64) -> u64) -> TileSet {
    // Bit 8n of a word is moved to bit 56 + n.
    let gathered = |eight| (lowest(eight) & EACH).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let [first, second, third, fourth, last] = words(counts).map(gathered);
    TileSet::from_bits(first | second << 8 | third << 16 | fourth << 24 | last << 32)
}

/// How many copies of some kinds are not among at most four of each.
#[inline]
pub(crate) fn lacking(counts: &[u8; Tile::REGULAR_COUNT], kinds: TileSet) -> u32 {
    let bytes = |begin: usize| EIGHT_KINDS[(kinds.bits() >> begin) as usize % EIGHT_KINDS.len()];
    let [first, second, third, fourth, last] = words(counts);
    let held =
        (first & bytes(0)) + (second & bytes(8)) + (third & bytes(16)) + (fourth & bytes(24)) + (last & bytes(32));
    u32::from(Tile::COPIES) * kinds.len() as u32 - u32::from(sum(held))
}

/// A byte of ones for each of eight kinds that a byte tells.
static EIGHT_KINDS: [u64; 1 << u8::BITS] = {
    let mut bytes = [0; 1 << u8::BITS];
    let mut kinds = 0;
    while kinds < bytes.len() {
        let mut kind = 0;
        while kind < 8 {
            bytes[kinds] |= ((kinds >> kind & 1) as u64 * 0xff) << (8 * kind);
            kind += 1;
        }
        kinds += 1;
    }
    bytes
};
