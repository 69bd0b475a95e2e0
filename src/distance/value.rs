//! How far a hand is.

use std::fmt;

use crate::hand::Hand;
use crate::meld::Meld;

/// How many tiles a hand lacks: 0 when it wins, 1 when it is ready, at most 14, or 17 for hands of five melds. It is shanten
/// (向聴数) + 1. A hand that no tiles can complete is at [`Distance::NEVER`], beyond all others.
#[doc(alias = "shanten")]
#[doc(alias = "向聴数")]
#[doc(alias = "和牌距離")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Distance(u8);

impl Distance {
    /// The hand wins.
    pub const WON: Distance = Distance(0);
    /// One tile is lacking: tenpai, 听牌.
    #[doc(alias = "tenpai")]
    #[doc(alias = "听牌")]
    pub const READY: Distance = Distance(1);
    /// A whole hand of the usual size is lacking.
    pub const FARTHEST: Distance = Distance(Hand::MOST_TILES as u8);
    /// No tiles can complete the hand: the deck lacks them, or no form is for such a hand. Larger than all other distances.
    pub const NEVER: Distance = Distance(i8::MAX.cast_unsigned());

    /// The most tiles that a hand of any rule set lacks.
    pub(crate) const MOST: u8 = Hand::MOST_TILES as u8 + Meld::TILES as u8;

    /// The distance of a hand that lacks this number of tiles, if one can.
    ///
    /// ```
    /// # use paili::Distance;
    /// assert_eq!(Distance::new(1), Some(Distance::READY));
    /// assert_eq!(Distance::new(18), None);
    /// ```
    pub const fn new(tiles: u8) -> Option<Distance> {
        if tiles <= Self::MOST { Some(Distance(tiles)) } else { None }
    }

    /// The distance of a hand that lacks `tiles` tiles, which is known to be possible.
    #[inline]
    pub(crate) const fn known(tiles: u8) -> Distance {
        debug_assert!(tiles <= Self::MOST, "no hand lacks so many");
        Distance(tiles)
    }

    /// The distance of a hand that lacks `tiles` tiles more: only to be compared, since it may be farther than a hand can be.
    #[inline]
    pub(crate) const fn and(self, tiles: u8) -> Distance {
        Distance(self.0 + tiles)
    }

    /// The number of tiles; 127 for [`NEVER`](Distance::NEVER).
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of tiles, if some can complete the hand.
    ///
    /// ```
    /// # use paili::Distance;
    /// assert_eq!((Distance::READY.tiles(), Distance::NEVER.tiles()), (Some(1), None));
    /// ```
    pub const fn tiles(self) -> Option<u8> {
        if self.0 == Distance::NEVER.0 { None } else { Some(self.0) }
    }

    /// The same on the shanten scale: −1 when the hand wins, 0 when it is ready.
    pub const fn shanten(self) -> i8 {
        self.0.cast_signed() - 1
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tiles() {
            Some(tiles) => tiles.fmt(f),
            None => f.pad("never"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_shanten_and_one() {
        assert_eq!((Distance::WON.shanten(), Distance::READY.shanten()), (-1, 0));
        assert!(Distance::NEVER > Distance(Distance::MOST));
        assert_eq!(Distance::NEVER.to_string(), "never");
    }
}
