//! Walls that bring about what is rare in games.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::Seed;
use crate::game::{PLAYERS, Wall};
use crate::names;
use crate::tile::Tile;

names! {
    /// How a wall is skewed, so that games on it come to what is rare on shuffled walls: fifth copies, calls of one tile by several
    /// players, chains of specials, the end of the wall.
    pub enum Skew: "is no way to skew a wall" {
        /// Not at all: a shuffled wall.
        None = "none",
        /// A suit's tiles come first, so all hands are crowded with it.
        CrowdedSuit = "crowded-suit",
        /// Copies of a kind come close to each other.
        ClusteredCopies = "clustered-copies",
        /// Each player's tiles are of one suit or of honors, so hands are ready early and full of pairs and chows.
        SuitEach = "suit-each",
        /// Specials come first.
        SpecialsEarly = "specials-early",
        /// Specials come last.
        SpecialsLate = "specials-late",
    }
}

/// Where the words of skews begin, beyond all others.
const FIRST_WORD: u128 = 1 << 38;

impl Seed {
    /// The skewed wall of a game: it depends on the seed, the skew and the game alone.
    ///
    /// ```
    /// use paili::simulation::{Seed, Skew};
    ///
    /// let wall = Seed(1).skewed_wall(Skew::SpecialsEarly, 0);
    /// let specials = wall.tiles().iter().take(80).filter(|tile| tile.is_special()).count();
    /// assert_eq!(specials, 12);
    /// assert_eq!(Seed(1).skewed_wall(Skew::None, 0), Seed(1).wall(0));
    /// ```
    pub fn skewed_wall(self, skew: Skew, game: u64) -> Wall {
        let (wall, mut words) = (self.wall(game), self.words(game));
        words.set_word_pos(FIRST_WORD);
        // Sorting by a key that is partly random skews without making walls alike.
        let (noise, crowded) = (1 + below(59, &mut words), below(3, &mut words));
        let keyed = wall.tiles().iter().enumerate().map(|(place, &tile)| {
            let jitter = below(noise, &mut words);
            let key = match skew {
                Skew::CrowdedSuit if tile.index() / 9 == crowded => jitter,
                // 59 and 148 have no factor in common, so neighbours in rank are not neighbours in the wall.
                Skew::ClusteredCopies => (tile.index() * 59) % Wall::LEN + jitter,
                Skew::SpecialsEarly if tile.is_special() => jitter,
                Skew::SpecialsLate if tile.is_special() => 2 * Wall::LEN - jitter,
                _ => place,
            };
            (key, tile)
        });
        let mut keyed: Vec<(usize, Tile)> = keyed.collect();
        keyed.sort_by_key(|&(key, _)| key);
        let mut tiles: [Tile; Wall::LEN] = std::array::from_fn(|place| keyed[place].1);
        if skew == Skew::SuitEach {
            deal_suits(&mut tiles);
        }
        Wall::from_checked(tiles)
    }
}

/// A number below an end, as good as equally likely.
fn below(end: usize, words: &mut ChaCha8Rng) -> usize {
    ((u64::from(words.next_u32()) * end as u64) >> 32) as usize
}

/// Reorders a wall so that every fourth tile is of one suit, or an honor, as far as these go.
fn deal_suits(tiles: &mut [Tile; Wall::LEN]) {
    for place in 0..Wall::LEN {
        let wanted = place % PLAYERS;
        if let Some(other) = (place..Wall::LEN).find(|&other| (tiles[other].index() / 9).min(3) == wanted) {
            tiles.swap(place, other);
        }
    }
}
