//! What pairs and orphans have to know of some tiles, in one word that adds up.

use crate::distance::{Distance, Form, Forms, orphans_lacking, pairs_lacking};

/// Of some tiles: how many there are, how many kinds, pairs, kinds of orphans and pairs of these, a few bits each.
///
/// Adding two words adds all five numbers: of at most [`Tally::MOST`](super::tally::Tally::MOST) tiles none outgrows
/// its bits. What the forms asked for don't need is left at 0, so that there are few different holdings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Holding(u32);

const KINDS: u32 = 5;
const PAIRS: u32 = 9;
const ORPHANS: u32 = 12;
const ORPHAN_PAIRS: u32 = 16;

/// Pairs in the form of seven.
const SEVEN: u32 = 7;

impl Holding {
    /// All holdings are below.
    pub(super) const END: usize = 1 << 19;

    /// Some copies of one kind, as far as the forms care.
    pub(super) fn of_kind(copies: u32, sort: Sort, forms: Forms) -> Holding {
        let (held, pair) = (u32::from(copies >= 1), u32::from(copies >= 2));
        let mut holding = copies;
        if forms.contains(Form::Pairs) {
            holding += held << KINDS | pair << PAIRS;
        }
        if forms.contains(Form::Orphans) && sort == Sort::Orphan {
            holding += held << ORPHANS | pair << ORPHAN_PAIRS;
        }
        Holding(holding)
    }

    /// The tiles of both.
    #[inline]
    pub(super) fn plus(self, other: Holding) -> Holding {
        Holding(self.0 + other.0)
    }

    /// The same as far as it matters, now and with more tiles: of kinds no more than seven, of orphans one pair.
    #[inline]
    pub(super) fn capped(self) -> Holding {
        let (kinds, orphan_pairs) = (self.kinds().min(SEVEN), self.orphan_pairs().min(1));
        let others = self.0 & !(0b1111 << KINDS | 0b111 << ORPHAN_PAIRS);
        Holding(others | kinds << KINDS | orphan_pairs << ORPHAN_PAIRS)
    }

    #[inline]
    pub(super) fn tiles(self) -> usize {
        (self.0 & 0b1_1111) as usize
    }

    #[inline]
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }

    /// How many tiles are lacking for pairs or orphans, whichever of them is asked for and nearer; a whole hand when
    /// neither is.
    #[inline]
    pub(super) fn lacking(self, forms: Forms) -> usize {
        let mut lacking = Distance::FARTHEST;
        if forms.contains(Form::Pairs) {
            lacking = lacking.min(pairs_lacking(self.kinds() as usize, self.pairs() as usize));
        }
        if forms.contains(Form::Orphans) {
            lacking = lacking.min(orphans_lacking(self.orphans() as usize, self.orphan_pairs() > 0));
        }
        usize::from(lacking.get())
    }

    #[inline]
    fn kinds(self) -> u32 {
        self.0 >> KINDS & 0b1111
    }

    #[inline]
    fn pairs(self) -> u32 {
        self.0 >> PAIRS & 0b111
    }

    #[inline]
    fn orphans(self) -> u32 {
        self.0 >> ORPHANS & 0b1111
    }

    #[inline]
    fn orphan_pairs(self) -> u32 {
        self.0 >> ORPHAN_PAIRS & 0b111
    }
}

/// Whether a kind is one of thirteen orphans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Orphan,
    Simple,
}
