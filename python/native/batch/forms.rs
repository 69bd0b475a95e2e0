//! The rule of win forms: those that a hand can't have are left aside, and a hand that can have none of them is told so. Beside
//! exposed melds there is only the standard form.

use paili::batch::BatchHand;
use paili::{Form, Forms, Hand, MeldCount, Tile};

use super::of_rules::NEVER;
use crate::counts::Counts;

/// Why a hand with these exposed melds can have none of these forms.
pub fn refusal(forms: Forms, melds: MeldCount) -> Option<String> {
    forms.beside(melds).is_empty().then(|| NEVER.to_owned())
}

/// The first of some hands that can have none of these forms, and why.
pub fn misfit<H: Exposing>(forms: Forms, hands: &[H]) -> Option<(usize, String)> {
    if forms.contains(Form::Standard) {
        return None;
    }
    let (row, melds) = hands.iter().enumerate().find_map(|(row, hand)| Some((row, hand.exposed()?)))?;
    refusal(forms, melds).map(|reason| (row, reason))
}

/// Copies hands, and tells whether some of them may have none of these forms: false only if all have one. A copy waits for
/// memory, and what is added up meanwhile costs next to nothing.
pub fn copied(forms: Forms, hands: &[Counts], room: &mut Vec<Counts>) -> bool {
    room.clear();
    if forms.contains(Form::Standard) {
        room.extend_from_slice(hands);
        return false;
    }
    let mut all = u64::MAX;
    room.extend(hands.iter().map(|hand| {
        all &= has_13(hand);
        *hand
    }));
    all >> 63 == 0
}

/// What has exposed melds, which its size tells.
pub trait Exposing: BatchHand {
    /// How many, if it is a hand that has some.
    fn exposed(&self) -> Option<MeldCount>;
}

impl Exposing for Hand {
    fn exposed(&self) -> Option<MeldCount> {
        Some(self.melds()).filter(|melds| melds.get() > 0)
    }
}

impl Exposing for Counts {
    fn exposed(&self) -> Option<MeldCount> {
        if has_13(self) >> 63 == 1 || self.iter().any(|&copies| copies > Tile::COPIES) {
            return None;
        }
        MeldCount::beside(self.iter().map(|&copies| usize::from(copies)).sum())
    }
}

/// Has the highest bit set if the counts of a hand are 13 tiles or 14, and not if they are fewer. Of counts that are no hand
/// it may say anything.
#[inline]
fn has_13(counts: &Counts) -> u64 {
    // Eight kinds are added up at once, and the eight sums by a product, whose highest byte is their sum.
    let (eights, others) = counts.as_chunks();
    let others = others.iter().rev().fold(0, |others, &copies| others << 8 | u64::from(copies));
    let up_to_bit = others + (128 - 13);
    let sums = eights.iter().fold(up_to_bit, |sums: u64, eight| sums.wrapping_add(u64::from_le_bytes(*eight)));
    sums.wrapping_mul(0x0101_0101_0101_0101)
}
