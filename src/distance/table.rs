//! The table model: four suit look-ups, two merges and one last look-up.
#![allow(clippy::inline_always, reason = "part of the game's one loop: called, it takes a tenth longer")]

use paili_tables::counts::MAX_TILES;

use super::lookup::{self, Classes, Vectors};
use super::model::Model;
use super::plain::PlainModel;
use super::value::Distance;
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Finds distances by table look-up; `BENCHMARKS.md` has the times.
///
/// The tables are part of the program: megabytes of it, nearly all zeros, of which common hands touch a few hundred
/// kilobytes. Nothing is done before the first look-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TableModel;

impl Model for TableModel {
    /// More tiles than a hand has are beyond the tables, so for those the plain programme answers.
    #[inline]
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        if concealed.total() > MAX_TILES {
            return PlainModel.lacking(concealed, exposed);
        }
        Classes::of(concealed).distance(exposed)
    }

    #[inline(always)]
    fn lacking_and_useful(&self, concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet) {
        if concealed.total() > MAX_TILES {
            return PlainModel.lacking_and_useful(concealed, exposed);
        }
        lookup::distance_and_useful(concealed.codes(), exposed)
    }

    #[inline]
    fn unneeded(&self, hand: &Hand) -> TileSet {
        let (counts, melds) = (hand.counts(), hand.melds());
        let classes = Classes::of(counts);
        let distance = classes.distance(melds);
        let keeps = |&tile: &Tile| {
            let (part, code) = counts.code_without(tile);
            classes.with(part, code).distance(melds) == distance
        };
        counts.kinds().iter().filter(keeps).collect()
    }

    #[inline]
    fn waits(&self, hand: &Hand) -> TileSet {
        self.waits_in(Classes::of(hand.counts()), hand)
    }

    fn best_discard(&self, hand: &Hand) -> Option<Tile> {
        let classes = Classes::of(hand.counts());
        let (tile, ..) = self.best_discard_in(classes, classes.distance(hand.melds()), hand)?;
        Some(tile)
    }

    #[inline]
    fn each_discard(&self, hand: &Hand, mut tell: impl FnMut(Tile, Distance, TileSet)) {
        let (counts, melds) = (hand.counts(), hand.melds());
        let held = if hand.must_discard() { counts.kinds() } else { TileSet::EMPTY };
        let vectors = Vectors::of(counts.codes());
        for tile in held.iter() {
            let (part, code) = counts.code_without(tile);
            let (distance, useful) = vectors.with(part, code).distance_and_useful(melds);
            tell(tile, distance, useful);
        }
    }

    #[inline]
    fn distance_claiming(&self, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        self.distance_claiming_in(Classes::of(hand.counts()), hand, meld, claimed)
    }

    #[inline]
    fn classes(&self, hand: &Hand) -> Classes {
        Classes::of(hand.counts())
    }

    #[inline]
    fn classes_after(&self, classes: Classes, hand: &Hand, changed: Tile) -> Classes {
        let (part, code) = hand.counts().code_around(changed);
        classes.with(part, code)
    }

    #[inline]
    fn distance_in(&self, classes: Classes, hand: &Hand) -> Distance {
        classes.distance(hand.melds())
    }

    #[inline]
    fn waits_in(&self, classes: Classes, hand: &Hand) -> TileSet {
        if hand.must_discard() || classes.distance(hand.melds()) != Distance::READY {
            return TileSet::EMPTY;
        }
        self.useful(hand)
    }

    /// Some discard keeps the distance: one of the tiles that the shortest way to win gives up may as well go first. And
    /// none lowers it. So the rule's discard is the first one in its order that keeps the distance.
    #[inline(always)]
    fn best_discard_in(&self, classes: Classes, distance: Distance, hand: &Hand) -> Option<(Tile, Classes, Distance)> {
        if !hand.must_discard() {
            return None;
        }
        let (counts, melds) = (hand.counts(), hand.melds());
        let held = counts.kinds() & TileSet::REGULAR;
        // Not part by part: how many tiles of a part fail is one thing more that can't be predicted. Nor several at a time,
        // which takes longer than the wrong guesses.
        let without = |tile: Tile| {
            let (part, code) = counts.code_without(tile);
            classes.with(part, code)
        };
        for tile in held.iter_backwards() {
            let classes = without(tile);
            if classes.distance(melds) == distance {
                return Some((tile, classes, distance));
            }
        }
        // Of a hand that wins, or that lacks nothing but the places its specials take, every discard costs one.
        let tile = held.last()?;
        let classes = without(tile);
        Some((tile, classes, classes.distance(melds)))
    }

    #[inline(always)]
    fn distance_claiming_in(&self, classes: Classes, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        let (part, code) = hand.counts().code_without_both(hand.partners(meld, claimed).ok()?);
        Some(classes.with(part, code).distance(hand.melds().one_more()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::length::short_or_long;
    use crate::tile_set::Part;

    /// Through tiles, codes and look-ups, in every suit: all hands of one suit there are, of every legal size;
    /// in a short run, some of them.
    #[test]
    fn every_hand_of_one_part_is_looked_up_right() {
        for part in Part::ALL {
            let kinds: Vec<Tile> = part.kinds().iter().collect();
            let mut hands = vec![Counts::EMPTY];
            for &kind in &kinds {
                let grown = hands.iter().flat_map(|&counts| {
                    let room = (MAX_TILES - counts.total()).min(4);
                    (0..=room).map(move |copies| {
                        let mut grown = counts;
                        (0..copies).for_each(|_| grown.add(kind));
                        grown
                    })
                });
                hands = grown.collect();
            }
            for counts in hands.into_iter().step_by(short_or_long(61, 1)) {
                if let Ok(hand) = Hand::of_size(counts) {
                    assert_eq!(TableModel.distance(&hand), PlainModel.distance(&hand), "{counts}");
                }
            }
        }
    }

    #[test]
    fn more_tiles_than_a_hand_has_are_no_trouble() {
        let all = Counts::of(Tile::ALL.into_iter().flat_map(|tile| [tile; 4])).unwrap();
        for melds in MeldCount::ALL {
            assert_eq!(TableModel.lacking(&all, melds), Distance::WON);
        }
    }
}
