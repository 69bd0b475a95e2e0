//! The player that does not think.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::distance::Model;
use crate::game::{Policy, Seat, View};
use crate::simulation::Seed;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Discards any of its tiles, all equally likely, and never claims a chow or a pong.
///
/// What it does in a game depends on the seed, the game and its seat alone: it draws on the words of the game's stream
/// from 2³² times one more than the number of its seat on, which no wall reaches.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    words: Box<ChaCha8Rng>,
}

impl Random {
    /// The player in a seat of a game.
    pub(crate) fn new(seed: Seed, game: u64, seat: Seat) -> Self {
        let mut words = Box::new(seed.words(game));
        words.set_word_pos((seat.index() as u128 + 1) << 32);
        Random { words }
    }

    /// A number below `choices`, all equally likely. By Lemire, "Fast Random Integer Generation in an Interval" (2019).
    fn one_of(&mut self, choices: u64) -> u64 {
        loop {
            let wide = u128::from(self.words.next_u64()) * u128::from(choices);
            let rest = wide as u64;
            if rest >= choices || rest >= choices.wrapping_neg() % choices {
                return (wide >> 64) as u64;
            }
        }
    }
}

impl<M: Model> Policy<M> for Random {
    /// Any of the hand's tiles.
    fn discard(&mut self, view: &View<'_, M>) -> Tile {
        // Tiles, not kinds: two of a kind go twice as often.
        let counts = view.hand().counts();
        let tiles = || counts.tiles().filter(|&tile| TileSet::REGULAR.contains(tile));
        let chosen = self.one_of(tiles().count() as u64);
        tiles().nth(chosen as usize).expect("a hand to discard from")
    }
}
