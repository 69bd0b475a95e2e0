//! Walls.

use std::fmt;
use std::str::FromStr;

use super::wall_reader::{ReadWallError, WallReader};
use crate::hand::{Counts, FifthCopyError};
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
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
            counts.insert(tile).map_err(|fifth| WallError { place, fifth })?;
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
    type Err = ReadWallError;

    /// Reads a text that holds one wall and nothing else.
    fn from_str(text: &str) -> Result<Self, ReadWallError> {
        WallReader::new(text.as_bytes()).read_single()
    }
}

/// Where a game's tiles come from: a wall, or what promises to be one.
///
/// Only this crate implements it, because a game trusts it: there have to be four of each kind.
pub trait TileSource: sealed::Sealed {
    /// The tiles that are dealt.
    fn deal(&mut self) -> [Tile; DEALT];

    /// The tile at a place of the wall, from 0 at its front. A game asks for each place once, in order, after the deal.
    fn tile(&mut self, place: usize) -> Tile;
}

pub(crate) mod sealed {
    /// Keeps other crates from implementing a trait.
    pub trait Sealed {}
}

impl sealed::Sealed for &Wall {}

/// Tiles dealt to all players.
pub(crate) const DEALT: usize = 52;

impl TileSource for &Wall {
    #[inline]
    fn deal(&mut self) -> [Tile; DEALT] {
        std::array::from_fn(|place| self.0[place])
    }

    #[inline]
    fn tile(&mut self, place: usize) -> Tile {
        self.0[place]
    }
}

/// Tiles that are no wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WallError {
    /// Where in the wall the tile is, from 0.
    pub place: usize,
    /// What it is.
    pub fifth: FifthCopyError,
}

impl fmt::Display for WallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} of the wall is {}", self.place + 1, self.fifth)
    }
}

impl std::error::Error for WallError {}
