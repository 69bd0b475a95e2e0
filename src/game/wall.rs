//! Walls.

use std::fmt;
use std::str::FromStr;

use super::wall_reader::{WallError, WallReader};
use crate::hand::Counts;
use crate::tile::Tile;

/// A wall: all 148 tiles, four of each kind, front first.
///
/// It is written as its tokens, one a line, and read from tokens separated by any white space.
///
/// ```
/// use paili::game::Wall;
/// use paili::Tile;
///
/// let wall = Wall::new(std::array::from_fn(|place| Tile::ALL[place / 4]))?;
/// assert_eq!(wall.to_string().parse::<Wall>()?, wall);
///
/// let error = Wall::new([Tile::RED; 148]).unwrap_err();
/// assert_eq!(error.to_string(), "tile 5 of the wall is a fifth Z: there are four of each kind");
/// # Ok::<(), paili::game::WallError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Wall([Tile; Wall::LEN]);

impl Wall {
    /// How many tiles a wall has.
    pub const LEN: usize = 148;

    /// The wall of these tiles.
    ///
    /// # Errors
    ///
    /// At the first tile that is a fifth copy; without one, there are four of each kind.
    pub fn new(tiles: [Tile; Wall::LEN]) -> Result<Wall, WallError> {
        let mut counts = Counts::EMPTY;
        for (place, &tile) in tiles.iter().enumerate() {
            counts.insert(tile).map_err(|fifth| WallError::at_place(place, fifth))?;
        }
        Ok(Wall(tiles))
    }

    /// The wall of tiles that are known to be four of each kind.
    pub(crate) fn from_checked(tiles: [Tile; Wall::LEN]) -> Wall {
        debug_assert!(Wall::new(tiles).is_ok());
        Wall(tiles)
    }

    /// The tiles, front first.
    #[must_use]
    pub fn tiles(&self) -> &[Tile; Wall::LEN] {
        &self.0
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|tile| writeln!(f, "{tile}"))
    }
}

impl FromStr for Wall {
    type Err = WallError;

    /// Reads a text that holds one wall and nothing else.
    fn from_str(text: &str) -> Result<Self, WallError> {
        WallReader::new(text.as_bytes()).read_single()
    }
}

/// Where a game's tiles come from after the deal: a wall, or what promises to be one.
///
/// No other crate can name it or implement it, because a game trusts it: there have to be four of each kind.
pub trait TileSource {
    /// The tile at a place of the wall, from 0 at its front. A game asks for each place once, in order, after the deal.
    fn tile(&mut self, place: usize) -> Tile;
}

/// Where a whole game's tiles come from.
pub trait Dealer: TileSource {
    /// The tiles that are dealt.
    fn deal(&mut self) -> [Tile; DEALT];
}

/// Tiles dealt to all players.
pub(crate) const DEALT: usize = 52;

impl TileSource for &Wall {
    #[inline]
    fn tile(&mut self, place: usize) -> Tile {
        self.0[place]
    }
}

impl Dealer for &Wall {
    #[inline]
    fn deal(&mut self) -> [Tile; DEALT] {
        std::array::from_fn(|place| self.0[place])
    }
}
