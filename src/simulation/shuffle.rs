//! Seeded walls.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::shuffle_steps::{GROUP, IN_ORDER, PlaceGroup, Places, in_order};
use crate::deck::Deck;
use crate::game::{Sealed, TileSource, Wall};
use crate::tile::Tile;

/// What all games of a simulation are drawn from: game i's wall depends on the seed and i, and on nothing else.
///
/// The generator is ChaCha8: its key is the seed in eight bytes, little end first, and 24 zero bytes; its stream is the
/// number of the game. The tiles in tile order, four of each kind, are shuffled from the front: place p changes with one
/// of the places p…147, all equally likely. Eight places share one word of 64 bits, by the method of Brackett-Rozinsky
/// and Lemire, "Batched ranged random integer generation" (2024), which is exact.
///
/// The walls of a seed stay what they are from version to version.
///
/// ```
/// use paili::simulation::Seed;
///
/// assert!(Seed(2021).wall(0).to_string().starts_with("3M\nDOUBLE\n8M\n8P\n"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The wall of a game.
    pub fn wall(self, game: u64) -> Wall {
        let mut shuffle = self.shuffle(game);
        shuffle.settle_to(Wall::LEN);
        let tiles = std::array::from_fn(|place| shuffle.tiles[place]);
        Wall::from_checked(tiles)
    }

    /// The first tiles of a deck, wildcards among them as [`Tile::PASS`], in a random order, one for each number of a game.
    pub fn order(self, deck: &Deck, game: u64, tiles: usize) -> Vec<Tile> {
        let (mut places, mut words) = (in_order(deck), self.words(game));
        let tiles = tiles.min(deck.total());
        for first in (0..tiles).step_by(GROUP) {
            PlaceGroup::new(first, tiles, deck.total()).settle(&mut places, &mut words);
        }
        places[..tiles].to_vec()
    }

    /// The wall of a game, shuffled no further than it is drawn from.
    pub fn shuffle(self, game: u64) -> Shuffle {
        Shuffle { tiles: IN_ORDER, settled: 0, words: self.words(game) }
    }

    /// The random words of a game.
    pub(super) fn words(self, game: u64) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(game);
        words
    }
}

/// A wall that is shuffled while it is drawn from: most games end before the wall does.
#[derive(Debug, Clone)]
pub struct Shuffle {
    /// The wall, and places that are never drawn.
    tiles: Places,
    /// Places at the front that are settled.
    settled: usize,
    words: ChaCha8Rng,
}

/// Places in whole groups.
const PLACES: usize = Wall::LEN.next_multiple_of(GROUP);

/// The groups of places in order.
static GROUPS: [PlaceGroup; PLACES / GROUP] = {
    let mut groups = [PlaceGroup::new(0, Wall::LEN, Wall::LEN); PLACES / GROUP];
    let mut group = 0;
    while group < groups.len() {
        groups[group] = PlaceGroup::new(group * GROUP, Wall::LEN, Wall::LEN);
        group += 1;
    }
    groups
};

/// Groups that are settled at a time. One would do, but when the next is due can't be predicted.
const AT_A_TIME: usize = 4;

impl Shuffle {
    /// Settles at least the first `places` places.
    #[inline(never)]
    fn settle_to(&mut self, places: usize) {
        while self.settled < places {
            self.settle_group(self.settled / GROUP);
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: a call for each group takes longer than the group")]
    fn settle_group(&mut self, group: usize) {
        GROUPS[group].settle(&mut self.tiles, &mut self.words);
        self.settled = (group + 1) * GROUP;
    }
}

impl Sealed for Shuffle {}

impl TileSource for Shuffle {
    #[inline]
    fn deal(&mut self) -> [Tile; Wall::DEALT] {
        self.settle_to(Wall::DEALT);
        std::array::from_fn(|place| self.tiles[place])
    }

    #[inline]
    fn tile(&mut self, place: usize) -> Tile {
        debug_assert!(place < Wall::LEN);
        if self.settled <= place {
            self.settle_to(PLACES.min(place + AT_A_TIME * GROUP));
        }
        self.tiles[place % self.tiles.len()]
    }
}
