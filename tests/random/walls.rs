//! Random walls, plain and skewed.

use paili::Tile;
use paili::game::Wall;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// How a wall is skewed.
#[derive(Debug, Clone, Copy)]
pub enum Skew {
    /// Not at all.
    None,
    /// One suit's tiles come first, so hands are crowded with it.
    CrowdedSuit,
    /// Copies of a kind come close to each other.
    ClusteredCopies,
    /// Each player's draws keep to a suit, so hands are ready early and full of pairs and chows.
    SuitEach,
    /// Specials come first.
    SpecialsEarly,
    /// Specials come last.
    SpecialsLate,
}

pub const SKEWS: [Skew; 6] =
    [Skew::None, Skew::CrowdedSuit, Skew::ClusteredCopies, Skew::SuitEach, Skew::SpecialsEarly, Skew::SpecialsLate];

/// A wall, skewed.
pub fn wall(skew: Skew, rng: &mut impl Rng) -> Wall {
    let mut tiles: [Tile; Wall::LEN] = std::array::from_fn(|place| Tile::ALL[place / 4]);
    tiles.shuffle(rng);
    // Sorting by a key that is partly random skews without making walls alike.
    let noise = rng.random_range(1..60);
    let mut keyed: Vec<(usize, Tile)> = Vec::new();
    let crowded = rng.random_range(0..3);
    for (place, &tile) in tiles.iter().enumerate() {
        let jitter = rng.random_range(0..noise);
        let key = match skew {
            Skew::CrowdedSuit if tile.index() / 9 == crowded => jitter,
            Skew::ClusteredCopies => (tile.index() * 59) % Wall::LEN + jitter,
            Skew::SpecialsEarly if tile.is_special() => jitter,
            Skew::SpecialsLate if tile.is_special() => 2 * Wall::LEN - jitter,
            _ => place,
        };
        keyed.push((key, tile));
    }
    keyed.sort_by_key(|&(key, _)| key);
    let mut tiles: [Tile; Wall::LEN] = std::array::from_fn(|place| keyed[place].1);
    if matches!(skew, Skew::SuitEach) {
        deal_suits(&mut tiles);
    }
    Wall::new(tiles).unwrap()
}

/// Reorders a wall so that every fourth tile is of one suit, as far as the suits go.
fn deal_suits(tiles: &mut [Tile; Wall::LEN]) {
    for place in 0..Wall::LEN {
        let wanted = place % 4;
        if let Some(other) = (place..Wall::LEN).find(|&other| (tiles[other].index() / 9).min(3) == wanted) {
            tiles.swap(place, other);
        }
    }
}
