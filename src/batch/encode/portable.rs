//! A hand at a time, on any processor.

use super::buffer::{Buffer, Copies, RegularCounts};
use crate::codes::Codes;
use crate::counts::regular;

pub(super) fn encode(hands: &[RegularCounts], room: &mut Buffer) -> Copies {
    encode_each(hands, &mut room.codes, &mut room.totals)
}

/// Reads hands into the codes and totals that stand beside them.
pub(super) fn encode_each(hands: &[RegularCounts], codes: &mut [Codes], totals: &mut [u16]) -> Copies {
    let mut are_right = true;
    for ((hand, codes), total) in hands.iter().zip(codes).zip(totals) {
        let read = regular::read(hand);
        (*codes, *total) = (read.codes, read.total);
        are_right &= read.is_right;
    }
    if are_right { Copies::AtMostFour } else { Copies::TooMany }
}
