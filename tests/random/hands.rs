//! Random hands.

use paili::{Counts, Hand, MeldCount, Tile};
use rand::Rng;
use rand::seq::SliceRandom;

/// All 148 tiles.
pub fn deck() -> Vec<Tile> {
    Tile::ALL.into_iter().flat_map(|tile| [tile; 4]).collect()
}

/// Sizes of hands with their numbers of exposed melds: 13−3n and 14−3n tiles.
pub fn sizes() -> impl Iterator<Item = (usize, MeldCount)> {
    MeldCount::ALL.into_iter().flat_map(|melds| [13 - 3 * melds.get(), 14 - 3 * melds.get()].map(|size| (size, melds)))
}

/// A hand of so many tiles from a deck of at least as many.
pub fn hand(deck: &mut [Tile], tiles: usize, melds: MeldCount, rng: &mut impl Rng) -> Hand {
    let (drawn, _) = deck.partial_shuffle(rng, tiles);
    Hand::new(Counts::of(drawn.iter().copied()).unwrap(), melds).unwrap()
}
