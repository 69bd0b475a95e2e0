//! From the counts of many hands to the numbers that they are looked up by.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod buffer;
mod portable;

use buffer::BLOCK;
pub use buffer::RegularCounts;
pub(super) use buffer::{Buffer, Copies};

use super::error::{BadHandError, melds_beside};
use super::path::SimdPath;
use crate::codes::Codes;
use crate::hand::{HandError, MeldCount};
use crate::rules::RuleHandError;

/// Hands that were read, and are hands.
pub(super) struct Block<'a> {
    pub hands: &'a [RegularCounts],
    /// Of each hand, the codes of its parts.
    pub codes: &'a [Codes],
    pub exposed: Exposed<'a>,
    /// The hands from the block after the next one on, whose counts are to be fetched meanwhile.
    pub next: &'a [RegularCounts],
}

/// How many melds hands expose.
pub(super) enum Exposed<'a> {
    /// The same number for all.
    Alike(MeldCount),
    /// Each its own.
    Each(&'a [MeldCount]),
}

impl Block<'_> {
    /// How many melds a hand exposes.
    pub(super) fn melds(&self, place: usize) -> MeldCount {
        match self.exposed {
            Exposed::Alike(melds) => melds,
            Exposed::Each(melds) => melds[place],
        }
    }
}

/// Reads hands block by block, and has each block answered. Ends at the first bad hand, those before it answered.
#[inline]
pub(super) fn each_block<A>(
    path: SimdPath,
    hands: &[RegularCounts],
    answers: &mut [A],
    answer: impl Fn(&Block<'_>, &mut [A]),
) -> Result<(), BadHandError<RuleHandError>> {
    let mut room = Buffer::new();
    let mut melds = [MeldCount::default(); BLOCK];
    let (all, blocks) = (hands, hands.chunks(BLOCK).zip(answers.chunks_mut(BLOCK)));
    for (number, (hands, answers)) in blocks.enumerate() {
        let copies = encode(path, hands, &mut room);
        let totals = room.totals(hands.len());
        // Nearly always all are of one size. It is asked of all at once, which takes a few instructions.
        let alike = totals.iter().fold(0, |differences, total| differences | (total ^ totals[0])) == 0;
        let (exposed, bad) = match (copies, MeldCount::beside(totals[0].into())) {
            (Copies::AtMostFour, Some(melds)) if alike => (Exposed::Alike(melds), None),
            _ => {
                let (good, bad) = melds_of_each(copies, hands, totals, &mut melds);
                (Exposed::Each(&melds[..good]), bad)
            }
        };
        let good = bad.as_ref().map_or(hands.len(), |bad| bad.row);
        let next = all.get((number + 2) * BLOCK..).unwrap_or_default();
        let block = Block { hands: &hands[..good], codes: room.codes(good), exposed, next };
        answer(&block, &mut answers[..good]);
        if let Some(BadHandError { row, fault }) = bad {
            let fault = RuleHandError::usual(fault);
            return Err(BadHandError { row: number * BLOCK + row, fault });
        }
    }
    Ok(())
}

/// How many melds each hand exposes, up to the first bad one. Says how many hands come before it, and its fault.
fn melds_of_each(
    copies: Copies,
    hands: &[RegularCounts],
    totals: &[u16],
    melds: &mut [MeldCount],
) -> (usize, Option<BadHandError<HandError>>) {
    for (row, (hand, &total)) in hands.iter().zip(totals).enumerate() {
        let checked = match copies {
            Copies::AtMostFour => MeldCount::beside(total.into()).ok_or(HandError::NoSize { tiles: total.into() }),
            Copies::TooMany => melds_beside(hand),
        };
        match checked {
            Ok(exposed) => melds[row] = exposed,
            Err(fault) => return (row, Some(BadHandError { row, fault })),
        }
    }
    (hands.len(), None)
}

/// Reads at most [`BLOCK`] hands.
#[inline]
pub(super) fn encode(path: SimdPath, hands: &[RegularCounts], room: &mut Buffer) -> Copies {
    match path {
        // SAFETY: a batch takes only paths that are available.
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx512 => unsafe { avx512::encode(hands, room) },
        // SAFETY: the same.
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx2 => unsafe { avx2::encode(hands, room) },
        _ => portable::encode(hands, room),
    }
}
