//! Laws of the win distance, as properties of random hands.

use crate::length::short_or_long;
use paili::{Counts, Distance, Hand, MeldCount, Model, TableModel, Tile};
use proptest::prelude::*;
use proptest::sample::subsequence;

/// What a hand has to do next, which says whether it holds 13−3n tiles or 14−3n.
#[derive(Debug, Clone, Copy, PartialEq)]
enum NextMove {
    Draw,
    Discard,
}

/// Hands from few kinds or many.
fn hands(next: NextMove) -> impl Strategy<Value = Hand> {
    (0..5usize, 0..3usize).prop_flat_map(move |(melds, crowd)| {
        let kinds = match crowd {
            0 => &Tile::ALL[..],
            1 => &Tile::ALL[..11],
            _ => &Tile::ALL[20..32],
        };
        let deck: Vec<Tile> = kinds.iter().flat_map(|&tile| [tile; 4]).collect();
        subsequence(deck, 13 - 3 * melds + usize::from(next == NextMove::Discard))
            .prop_map(move |tiles| hand(tiles, melds))
    })
}

/// Hands of either size.
fn any_hands() -> impl Strategy<Value = Hand> {
    prop_oneof![hands(NextMove::Draw), hands(NextMove::Discard)]
}

fn hand(tiles: impl IntoIterator<Item = Tile>, melds: usize) -> Hand {
    Hand::new(Counts::of(tiles).unwrap(), MeldCount::ALL[melds]).unwrap()
}

fn distance(hand: &Hand) -> u8 {
    TableModel.distance(hand).get()
}

/// The hand with every tile changed.
fn mapped(hand: &Hand, change: impl Fn(Tile) -> usize) -> Hand {
    let tiles: Vec<Tile> = hand.counts().tiles().map(|tile| Tile::ALL[change(tile)]).collect();
    self::hand(tiles, hand.melds().get())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(short_or_long(1_000, 20_000)))]

    #[test]
    fn a_tile_more_lowers_the_distance_by_at_most_one(hand in hands(NextMove::Draw)) {
        for tile in Tile::ALL {
            if let Ok(more) = hand.with(tile) {
                prop_assert!(distance(&more) <= distance(&hand));
                prop_assert!(distance(&more) + 1 >= distance(&hand));
            }
        }
    }

    #[test]
    fn some_tile_lowers_the_distance(hand in hands(NextMove::Draw)) {
        let lowers = |tile| hand.with(tile).is_ok_and(|more| distance(&more) < distance(&hand));
        prop_assert!(Tile::ALL.into_iter().any(lowers));
    }

    #[test]
    fn suits_may_change_places(hand in any_hands(), order in Just([0usize, 1, 2]).prop_shuffle()) {
        let permuted = mapped(&hand, |tile| match tile.index() {
            index @ 0..27 => order[index / 9] * 9 + index % 9,
            index => index,
        });
        prop_assert_eq!(distance(&hand), distance(&permuted));
    }

    #[test]
    fn a_suit_may_be_mirrored(hand in any_hands(), suit in 0..3usize) {
        let mirrored = mapped(&hand, |tile| match tile.index() {
            index if index / 9 == suit => suit * 9 + 8 - index % 9,
            index => index,
        });
        prop_assert_eq!(distance(&hand), distance(&mirrored));
    }

    #[test]
    fn honors_may_change_places(hand in any_hands(), order in Just([27usize, 28, 29, 30, 31, 32, 33]).prop_shuffle()) {
        let permuted = mapped(&hand, |tile| if tile.is_honor() { order[tile.index() - 27] } else { tile.index() });
        prop_assert_eq!(distance(&hand), distance(&permuted));
    }

    /// Fact 1 of the design: some discard keeps the distance of a hand that does not win, and none lowers it. What an
    /// optimal plan removes may be a special.
    #[test]
    fn the_best_discard_keeps_the_distance(hand in hands(NextMove::Discard)) {
        let after: Vec<u8> =
            hand.counts().kinds().iter().filter_map(|tile| Some(distance(&hand.without(tile).ok()?))).collect();
        let before = distance(&hand);
        prop_assert!(after.iter().all(|&after| after >= before && after <= before + 1));
        prop_assert_eq!(after.contains(&before), before != Distance::WON.get());
    }

    #[test]
    fn the_rule_discards_the_last_of_the_best(hand in hands(NextMove::Discard)) {
        let regular: Vec<Tile> = hand.counts().kinds().iter().filter(|tile| !tile.is_special()).collect();
        let after = |tile: Tile| distance(&hand.without(tile).unwrap());
        let best = regular.iter().map(|&tile| after(tile)).min();
        let expected = regular.into_iter().rev().find(|&tile| Some(after(tile)) == best);
        prop_assert_eq!(TableModel.best_discard(&hand), expected);
    }
}
