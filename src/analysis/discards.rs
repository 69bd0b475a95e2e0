//! Every discard of a hand, best first.

use std::fmt::Debug;
use std::ops::Deref;

use super::{Unseen, Useful};
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::meld::Meld;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A discard (打, dahai) and what it leaves.
#[doc(alias = "dahai")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discard {
    /// The tile.
    pub tile: Tile,
    /// The distance after it.
    pub distance: Distance,
    /// The useful tiles and acceptance after it; the tile itself counts as seen.
    pub useful: Useful,
}

impl Discard {
    /// Smallest distance first, then largest acceptance, then the order in which the rule plays equals:
    /// `PASS REVERSE DOUBLE Z F B N W S E 9S … 1M`.
    #[inline]
    fn rank(&self) -> u32 {
        const LOWER: u32 = 1 << u8::BITS;
        let index = self.tile.index() as u32;
        let order = if self.tile.is_special() { index } else { LOWER - 1 - index };
        // No acceptance is above 144.
        (u32::from(self.distance.get()) * LOWER + (LOWER - 1 - self.useful.acceptance)) * LOWER + order
    }
}

/// The discards of a hand, kept without allocating.
#[derive(Debug, Clone, Copy)]
struct Discards {
    all: [Discard; MOST],
    len: usize,
}

/// A hand of five melds holds at most seventeen kinds, and one of the usual size fourteen.
const MOST: usize = Hand::MOST_TILES + Meld::TILES;

impl Discards {
    /// The best first.
    ///
    /// The place of each is how many rank before it. That is more comparisons than sorting takes, but all of them at once,
    /// and nothing has to be predicted.
    fn sorted(&self) -> Discards {
        if self.len > Hand::MOST_TILES { self.sorted_of::<MOST>() } else { self.sorted_of::<{ Hand::MOST_TILES }>() }
    }

    /// The same of at most N.
    #[inline]
    fn sorted_of<const N: usize>(&self) -> Discards {
        let mut ranks = [u32::MAX; N];
        for (rank, discard) in ranks.iter_mut().zip(self.iter()) {
            *rank = discard.rank();
        }
        let mut sorted = *self;
        for (discard, rank) in self.iter().zip(ranks) {
            let place: usize = ranks.iter().map(|&other| usize::from(other < rank)).sum();
            sorted.all[place] = *discard;
        }
        sorted
    }
}

impl Deref for Discards {
    type Target = [Discard];

    fn deref(&self) -> &[Discard] {
        &self.all[..self.len]
    }
}

/// Ranks every kind that a hand of 14−3n tiles holds: smallest distance first, then largest acceptance, then the order in
/// which the rule plays equals, `PASS REVERSE DOUBLE Z F B N W S E 9S … 1M`. Empty for a hand of 13−3n tiles. Nothing is allocated.
///
/// `unseen` is what the hand's owner has not seen, the hand itself included in what it has.
pub fn discards<M: Model>(model: M, hand: &Hand, unseen: &Unseen) -> impl Deref<Target = [Discard]> + Debug + use<M> {
    let nothing = Discard { tile: Tile::PASS, distance: Distance::WON, useful: Useful::NONE };
    let mut discards = Discards { all: [nothing; MOST], len: 0 };
    model.each_discard(hand, |tile, distance, kinds| {
        let useful = Useful::at(distance, kinds, unseen);
        discards.all[discards.len] = Discard { tile, distance, useful };
        discards.len += 1;
    });
    discards.sorted()
}

/// The first of [`discards`], without ranking the others.
pub(super) fn best_discard(model: impl Model, hand: &Hand, unseen: &Unseen) -> Option<Discard> {
    let mut best: Option<Discard> = None;
    model.each_discard(hand, |tile, distance, kinds| {
        let discard = Discard { tile, distance, useful: Useful::at(distance, kinds, unseen) };
        if best.is_none_or(|best| discard.rank() < best.rank()) {
            best = Some(discard);
        }
    });
    best
}

/// What the THUPC rule plays from a hand of 14−3n tiles: a special if there is one, in the order `PASS`, `REVERSE`,
/// `DOUBLE`; otherwise the tile that leaves the smallest distance, ties by `Z F B N W S E 9S … 1M`. `None` for a hand that
/// wins or that has no discard due.
///
/// `model` has to be one of the standard form, the only one that the rule knows.
///
/// ```
/// use paili::analysis::rule_discard;
/// use paili::{Notation, TableModel};
///
/// let hand = Notation::Judge.hand("1M 2M 3M 4P 5P 6P 7S 8S 9S E E Z Z 9M")?;
/// assert_eq!(rule_discard(TableModel, &hand), "9M".parse().ok());
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
pub fn rule_discard(model: impl Model, hand: &Hand) -> Option<Tile> {
    if !hand.must_discard() || model.distance(hand) == Distance::WON {
        return None;
    }
    (hand.counts().kinds() & TileSet::SPECIAL).first().or_else(|| model.best_discard(hand))
}
