//! The steps of a shuffle, several from one random word.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::deck::Deck;
use crate::rules::WILDCARD;
use crate::tile::Tile;

/// A deck, and places that are never drawn: as many as a byte can name, which spares every access its check.
pub(super) type Places = [Tile; 1 << u8::BITS];

/// All tiles in tile order, four of each kind: the specials come last, so the deck without them is the beginning.
pub(super) const IN_ORDER: Places = {
    let mut tiles = [Tile::EAST; 1 << u8::BITS];
    let mut place = 0;
    while place < Tile::COUNT * Tile::COPIES as usize {
        tiles[place] = Tile::ALL[place / Tile::COPIES as usize];
        place += 1;
    }
    tiles
};

/// The tiles of a deck in tile order, the wildcards last.
pub(super) fn in_order(deck: &Deck) -> Places {
    let mut places = [WILDCARD; 1 << u8::BITS];
    let tiles = Tile::ALL.into_iter().flat_map(|tile| std::iter::repeat_n(tile, deck.left(tile).into()));
    places.iter_mut().zip(tiles).for_each(|(place, tile)| *place = tile);
    places
}

/// Places that share one random word.
pub(super) const GROUP: usize = 8;

/// A group of places, each of which changes with itself or one of those behind it, all equally likely: for each, how many
/// it chooses among. There are fewer than 2⁶⁴ ways to settle them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlaceGroup {
    choices: [u64; GROUP],
    ways: u64,
    first: u8,
}

impl PlaceGroup {
    /// The places from `first` on, those from `end` on staying as they are, in a deck of `deck` tiles.
    pub(super) const fn new(first: usize, end: usize, deck: usize) -> PlaceGroup {
        let mut group = PlaceGroup { choices: [1; GROUP], ways: 1, first: first as u8 };
        let mut place = first;
        while place < end && place < first + GROUP {
            let choices = (deck - place) as u64;
            group.choices[place - first] = choices;
            group.ways *= choices;
            place += 1;
        }
        group
    }

    /// Settles the places.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: a call for each group takes longer than the group")]
    pub(super) fn settle(&self, tiles: &mut Places, words: &mut ChaCha8Rng) {
        for (place, step) in (self.first..).zip(self.steps(words)) {
            tiles.swap(place.into(), place.wrapping_add(step).into());
        }
    }

    /// How far behind itself each place changes. By the method of Brackett-Rozinsky and Lemire, "Batched ranged random
    /// integer generation" (2024), which is exact.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the same")]
    fn steps(&self, words: &mut ChaCha8Rng) -> [u8; GROUP] {
        let mut steps = [0_u8; GROUP];
        loop {
            let mut word = words.next_u64();
            for (&choices, step) in self.choices.iter().zip(&mut steps) {
                let wide = u128::from(word) * u128::from(choices);
                *step = (wide >> 64) as u8;
                word = wide as u64;
            }
            // All words but these few make each way equally likely. The first question spares the division.
            if word >= self.ways || word >= self.ways.wrapping_neg() % self.ways {
                return steps;
            }
        }
    }
}
