//! Win distances.
//!
//! The *win distance* of a hand is the fewest tiles that must be added, while others leave, until the concealed tiles
//! form their melds and a pair with no kind used more than four times. It is shanten + 1.
//!
//! [`TableModel`] looks it up, [`PlainModel`] computes it the textbook way; both are a [`Model`], which everything else
//! runs on.
//!
//! ```
//! use paili::{Counts, Distance, Hand, MeldCount, Model, TableModel};
//!
//! let tokens = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z";
//! let counts = Counts::of(tokens.split(' ').flat_map(|token| token.parse()))?;
//! let hand = Hand::new(counts, MeldCount::default())?;
//! let model = TableModel;
//! assert_eq!(model.distance(&hand), Distance::READY);
//! assert_eq!(model.waits(&hand).to_string(), "E Z");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod lookup;
mod plain;
mod table;

use std::fmt;

use lookup::Classes;
pub use plain::{PlainModel, cost_row};
pub use table::TableModel;

use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How many tiles a hand lacks: 0 when it wins, 1 when it is ready, at most 14. It is shanten (向聴数) + 1.
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
    /// A whole hand is lacking.
    pub const FARTHEST: Distance = Distance(Hand::MOST_TILES as u8);

    /// The distance of a hand that lacks this number of tiles, if one can.
    ///
    /// ```
    /// # use paili::Distance;
    /// assert_eq!(Distance::new(1), Some(Distance::READY));
    /// assert_eq!(Distance::new(15), None);
    /// ```
    #[must_use]
    pub const fn new(tiles: u8) -> Option<Distance> {
        if tiles <= Self::FARTHEST.0 { Some(Distance(tiles)) } else { None }
    }

    /// The distance of a hand that lacks `tiles` tiles, which is known to be possible.
    #[inline]
    pub(crate) const fn known(tiles: u8) -> Distance {
        debug_assert!(tiles <= Self::FARTHEST.0);
        Distance(tiles)
    }

    /// The distance of a hand that lacks `tiles` tiles more: only to be compared, since it may be farther than a hand can be.
    #[inline]
    pub(crate) const fn and(self, tiles: u8) -> Distance {
        Distance(self.0 + tiles)
    }

    /// The number of tiles.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The same on the shanten scale: −1 when the hand wins, 0 when it is ready.
    #[must_use]
    pub const fn shanten(self) -> i8 {
        self.0.cast_signed() - 1
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A way to find win distances.
///
/// Only [`lacking`](Model::lacking) has to be given. The other methods are defined by it and trying every tile; a model may
/// answer them faster, never differently.
///
/// ```
/// use paili::{Counts, Distance, MeldCount, Model, PlainModel};
///
/// /// Takes the honors of a hand for lost.
/// #[derive(Debug, Clone, Copy)]
/// struct SuitsOnly;
///
/// impl Model for SuitsOnly {
///     fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
///         let suited = Counts::of(concealed.tiles().filter(|tile| tile.suit().is_some()));
///         PlainModel.lacking(&suited.expect("no more than there were"), exposed)
///     }
/// }
/// ```
pub trait Model: Copy + fmt::Debug + Send + Sync {
    /// How many tiles concealed tiles lack to win beside `exposed` melds, whatever the number of tiles.
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance;

    /// The same in the standard form, whatever [other forms](crate::WithForms) the model knows.
    #[inline]
    fn lacking_standard(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        self.lacking(concealed, exposed)
    }

    /// The win distance of a hand.
    #[inline]
    fn distance(&self, hand: &Hand) -> Distance {
        self.lacking(hand.counts(), hand.melds())
    }

    /// The useful tiles of a hand (ukeire, 進張): the kinds of which one more lowers how many tiles it [lacks](Model::lacking). A kind of
    /// which the hand holds four is never one.
    ///
    /// For a hand of 13−3n tiles these are the tiles to draw. One of 14−3n tiles has to discard before it draws; its useful
    /// tiles are all that are useful after one or another of the discards that keep its distance.
    ///
    /// ```
    /// use paili::{Model, Notation, TableModel};
    ///
    /// let hand = Notation::Mpsz.hand("1133m456789p123s")?;
    /// assert_eq!(TableModel.useful(&hand).to_string(), "1M 3M");
    /// let drawn = Notation::Mpsz.hand("123456789m1223p5z")?;
    /// assert_eq!(TableModel.useful(&drawn).to_string(), "2P B");
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    #[doc(alias = "ukeire")]
    #[doc(alias = "進張")]
    #[inline]
    fn useful(&self, hand: &Hand) -> TileSet {
        self.distance_and_useful(hand).1
    }

    /// The distance of a hand and its [useful](Model::useful) tiles at once.
    #[inline]
    fn distance_and_useful(&self, hand: &Hand) -> (Distance, TileSet) {
        self.lacking_and_useful(hand.counts(), hand.melds())
    }

    /// How many tiles concealed tiles [lack](Model::lacking), and the kinds of which one more lowers that.
    fn lacking_and_useful(&self, concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet) {
        let lacking = self.lacking(concealed, exposed);
        let lowers = |&tile: &Tile| {
            let mut more = *concealed;
            more.insert(tile).is_ok() && self.lacking(&more, exposed) < lacking
        };
        (lacking, Tile::regular().filter(lowers).collect())
    }

    /// The waits of a ready (tenpai) hand of 13−3n tiles: the kinds that complete it. Empty for every other hand. A kind of which
    /// the hand holds four is never one.
    #[doc(alias = "machi")]
    fn waits(&self, hand: &Hand) -> TileSet {
        if !hand.must_discard() && self.distance(hand) == Distance::READY { self.useful(hand) } else { TileSet::EMPTY }
    }

    /// The discard that leaves the smallest distance, of equals the last in tile order: what the THUPC rule discards, since
    /// its tie-break order is the tile order backwards. Specials are left aside. `None` for a hand that has no
    /// discard due or holds only specials.
    fn best_discard(&self, hand: &Hand) -> Option<Tile> {
        Tile::regular()
            .rev()
            .filter_map(|tile| Some((tile, self.distance(&hand.without(tile).ok()?))))
            // The first of equals.
            .min_by_key(|&(_, distance)| distance)
            .map(|(tile, _)| tile)
    }

    /// Tells the distance and the useful tiles that every discard leaves: of each kind held, in tile order. Nothing of a hand
    /// that has no discard due.
    fn each_discard(&self, hand: &Hand, mut tell: impl FnMut(Tile, Distance, TileSet)) {
        for tile in hand.counts().kinds().iter() {
            if let Ok(after) = hand.without(tile) {
                let (distance, useful) = self.distance_and_useful(&after);
                tell(tile, distance, useful);
            }
        }
    }

    /// The distance of the hand after it [claims](Hand::claiming) a discard for a meld, if it can.
    fn distance_claiming(&self, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        hand.claiming(meld, claimed).ok().map(|after| self.distance(&after))
    }

    // What a game asks. It keeps the classes of each player's hand, so that the table model looks up only the part that
    // changes; other models know no classes.

    #[doc(hidden)]
    #[inline]
    fn classes(&self, _: &Hand) -> Classes {
        Classes::default()
    }

    /// The classes after a tile, `changed`, was added or removed; `hand` is the hand after that.
    #[doc(hidden)]
    #[inline]
    fn classes_after(&self, classes: Classes, _hand: &Hand, _changed: Tile) -> Classes {
        classes
    }

    #[doc(hidden)]
    #[inline]
    fn distance_in(&self, _: Classes, hand: &Hand) -> Distance {
        self.distance(hand)
    }

    #[doc(hidden)]
    #[inline]
    fn waits_in(&self, _: Classes, hand: &Hand) -> TileSet {
        self.waits(hand)
    }

    /// The best discard of a hand with these classes and this distance, and the classes and the distance that it leaves.
    #[doc(hidden)]
    #[inline]
    fn best_discard_in(&self, classes: Classes, _: Distance, hand: &Hand) -> Option<(Tile, Classes, Distance)> {
        let tile = self.best_discard(hand)?;
        let after = hand.without(tile).ok()?;
        let classes = self.classes_after(classes, &after, tile);
        Some((tile, classes, self.distance_in(classes, &after)))
    }

    #[doc(hidden)]
    #[inline]
    fn distance_claiming_in(&self, _: Classes, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        self.distance_claiming(hand, meld, claimed)
    }
}

impl Hand {
    /// How many tiles the hand lacks to win in the standard form, by [`TableModel`].
    ///
    /// ```
    /// # use paili::{Distance, Hand};
    /// assert_eq!("34m99p".parse::<Hand>()?.distance(), Distance::READY);
    /// # Ok::<(), paili::notation::NotationError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn distance(&self) -> Distance {
        TableModel.distance(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_shanten_and_one() {
        assert_eq!((Distance::WON.shanten(), Distance::READY.shanten()), (-1, 0));
    }
}
