//! How many sets of tiles there are.

use std::ops::{AddAssign, Mul, SubAssign};

/// A number of tile sets: how many ways there are to draw one of them from the deck, and how many differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SetCount<N> {
    pub weighted: N,
    pub distinct: N,
}

/// Of parts and halves of hands. The ways stay within 64 bits: even two suits have only C(72, 18) < 2⁵⁶ sets of eighteen tiles.
pub(crate) type Count = SetCount<u64>;

/// Of whole hands.
pub(crate) type Wide = SetCount<u128>;

impl Count {
    /// Of some copies of a kind, of which so many are left: none when these are fewer.
    pub(crate) fn of_kind(left: u8, copies: u8) -> Count {
        let weighted = choose(left.into(), copies.into());
        Count { weighted, distinct: u64::from(weighted > 0) }
    }
}

impl<N: Mul<Output = N> + AddAssign + SubAssign> SetCount<N> {
    /// As many sets, beside each of which the others can stand.
    #[inline]
    pub(crate) fn times(self, other: SetCount<N>) -> SetCount<N> {
        SetCount { weighted: self.weighted * other.weighted, distinct: self.distinct * other.distinct }
    }

    #[inline]
    pub(crate) fn add(&mut self, more: SetCount<N>) {
        self.weighted += more.weighted;
        self.distinct += more.distinct;
    }

    pub(crate) fn subtract(&mut self, others: SetCount<N>) {
        self.weighted -= others.weighted;
        self.distinct -= others.distinct;
    }
}

impl From<Count> for Wide {
    #[inline]
    fn from(count: Count) -> Wide {
        Wide { weighted: count.weighted.into(), distinct: count.distinct.into() }
    }
}

/// How many ways there are to choose `some` of `all`.
fn choose(all: u64, some: u64) -> u64 {
    // A factor is 0 when there are too few.
    (0..some).fold(1, |ways, taken| ways * all.saturating_sub(taken) / (taken + 1))
}
