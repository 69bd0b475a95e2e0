//! Eight counts at a time, in a register of any processor.

use super::{Copies, RegularCounts, Room};
use crate::codes::Codes;
use crate::tile::Tile;

pub(super) fn encode(hands: &[RegularCounts], room: &mut Room) -> Copies {
    encode_each(hands, &mut room.codes, &mut room.totals)
}

/// Reads hands into the codes and totals that stand beside them.
pub(super) fn encode_each(hands: &[RegularCounts], codes: &mut [Codes], totals: &mut [u16]) -> Copies {
    let mut too_many = 0;
    for ((hand, codes), total) in hands.iter().zip(codes).zip(totals) {
        // Three suits of nine counts and seven honors, read as eight counts and one, or as the last eight counts of all,
        // the first of which is a suit's.
        let [characters, dots, bamboos] = [0, 9, 18].map(|begin| word(hand, begin));
        let honors = word(hand, Tile::REGULAR_COUNT - 8) >> 8;
        let ninths = [hand[8], hand[17], hand[26]];
        let suits = [(characters, ninths[0]), (dots, ninths[1]), (bamboos, ninths[2])];
        let numbers = suits.map(|(eight, ninth)| number(eight) + 390_625 * u32::from(ninth));
        *codes = Codes::numbered(numbers, number(honors));
        for eight in [characters, dots, bamboos, honors] {
            too_many |= above_four(eight);
        }
        for ninth in ninths {
            too_many |= above_four(ninth.into());
        }
        // Of counts up to four, so many add up within a byte.
        let eights = [dots, bamboos, honors].into_iter().fold(characters, u64::wrapping_add);
        *total = ninths.into_iter().fold(sum(eights), |sum, ninth| sum + u16::from(ninth));
    }
    if too_many == 0 { Copies::AtMostFour } else { Copies::TooMany }
}

/// Eight counts from a place on, the first in the lowest byte.
#[inline]
fn word(hand: &RegularCounts, begin: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|place| hand[begin + place]))
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
