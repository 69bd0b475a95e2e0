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
use buffer::{Buffer, Copies};

use super::error::BadHandError;
use super::input::Answered;
use super::path::SimdPath;
use crate::codes::Codes;
use crate::hand::{HandError, MeldCount};
use crate::meld::Meld;
use crate::rules::{RuleHandError, RuleHandErrorKind, RuleSet};
use crate::tile::Tile;

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

/// Reads hands of a rule set block by block, and has each block answered. Ends at the first bad hand, those before it answered.
#[inline]
pub(super) fn each_block<A>(
    path: SimdPath,
    rules: &RuleSet,
    hands: &[RegularCounts],
    answers: &mut [A],
    mut answer: impl FnMut(&Block<'_>, &mut [A]),
) -> Answered<RegularCounts> {
    let mut room = Buffer::new();
    let mut melds = [MeldCount::default(); BLOCK];
    let has_all = rules.has_usual_deck();
    let sizes: Sizes = std::array::from_fn(|tiles| rules.exposed_beside(tiles));
    let (all, blocks) = (hands, hands.chunks(BLOCK).zip(answers.chunks_mut(BLOCK)));
    for (number, (hands, answers)) in blocks.enumerate() {
        let are_allowed =
            encode(path, hands, &mut room) == Copies::AtMostFour && (has_all || allows_each(rules, hands));
        let totals = room.totals(hands.len());
        // Nearly always all are of one size. It is asked of all at once, which takes a few instructions.
        let alike = totals.iter().fold(0, |differences, total| differences | (total ^ totals[0])) == 0;
        let sizes = if are_allowed { &sizes[..] } else { &[] };
        let (exposed, bad) = match sizes.get(usize::from(totals[0])) {
            Some(&Some(melds)) if alike => (Exposed::Alike(melds), None),
            _ => {
                let (good, bad) = melds_of_each(rules, sizes, hands, totals, &mut melds);
                (Exposed::Each(&melds[..good]), bad)
            }
        };
        let good = bad.as_ref().map_or(hands.len(), |bad| bad.row);
        let next = all.get((number + 2) * BLOCK..).unwrap_or_default();
        let block = Block { hands: &hands[..good], codes: room.codes(good), exposed, next };
        answer(&block, &mut answers[..good]);
        if let Some(BadHandError { row, fault }) = bad {
            return Err(BadHandError { row: number * BLOCK + row, fault });
        }
    }
    Ok(())
}

/// How many melds hands of so many tiles expose, if there are any.
type Sizes = [Option<MeldCount>; Meld::TILES * RuleSet::MOST_MELDS + 3];

/// How many melds each hand exposes, up to the first bad one. Says how many hands come before it, and its fault.
fn melds_of_each(
    rules: &RuleSet,
    sizes: &[Option<MeldCount>],
    hands: &[RegularCounts],
    totals: &[u16],
    melds: &mut [MeldCount],
) -> (usize, Option<BadHandError<RuleHandError>>) {
    for (row, (hand, &total)) in hands.iter().zip(totals).enumerate() {
        if let Some(&Some(exposed)) = sizes.get(usize::from(total)) {
            melds[row] = exposed;
            continue;
        }
        let too_many = Tile::regular().zip(*hand).find(|&(_, copies)| copies > Tile::COPIES);
        let too_many = too_many.map(|(tile, copies)| RuleHandErrorKind::Usual(HandError::TooMany { tile, copies }));
        match too_many.map_or_else(|| rules.hand_of_counts(hand), |kind| Err(RuleHandError::new(rules, None, kind))) {
            Ok(hand) => melds[row] = hand.melds(),
            Err(fault) => return (row, Some(BadHandError { row, fault })),
        }
    }
    (hands.len(), None)
}

/// Kinds that are looked at together.
const KINDS: usize = 16;

/// Whether the deck has as many of each kind as each hand holds, none of which holds more than four.
#[inline]
fn allows_each(rules: &RuleSet, hands: &[RegularCounts]) -> bool {
    // Of all hands at once, without a branch between them. Most decks have four copies of most kinds.
    [0, KINDS, Tile::REGULAR_COUNT - KINDS].into_iter().all(|begin| {
        let copies: [u8; KINDS] = std::array::from_fn(|kind| rules.copies(Tile::ALL[begin + kind]));
        let more =
            |most: [u8; KINDS], hand: &RegularCounts| std::array::from_fn(|kind| most[kind].max(hand[begin + kind]));
        copies == [Tile::COPIES; KINDS]
            || hands.iter().fold([0; KINDS], more).iter().zip(copies).all(|(&most, copies)| most <= copies)
    })
}

/// Reads at most [`BLOCK`] hands.
#[inline]
fn encode(path: SimdPath, hands: &[RegularCounts], room: &mut Buffer) -> Copies {
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
