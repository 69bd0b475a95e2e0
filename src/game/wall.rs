//! Walls.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::PLAYERS;
use super::wall_reader::{WallError, WallReader};
use crate::hand::{Counts, Hand};
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
    pub const LEN: usize = Tile::COUNT * Tile::COPIES as usize;

    /// How many of its tiles are dealt.
    pub const DEALT: usize = PLAYERS * Hand::TILES;

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

/// Where a game's tiles come from: a wall, or what promises to be one.
///
/// No other crate can implement it, because a game trusts it: there have to be four of each kind.
pub trait TileSource: sealed::Sealed {
    /// The tile at a place of the wall, from 0 at its front. A game asks for each place in order.
    fn tile(&mut self, place: usize) -> Tile;

    /// The tiles that are dealt.
    #[inline]
    fn deal(&mut self) -> [Tile; Wall::DEALT] {
        std::array::from_fn(|place| self.tile(place))
    }
}

pub(crate) mod sealed {
    /// Keeps other crates from implementing [`TileSource`](super::TileSource).
    pub trait Sealed {}
}

impl sealed::Sealed for Wall {}
impl sealed::Sealed for &Wall {}
impl sealed::Sealed for RestOfWall<'_> {}

impl TileSource for Wall {
    #[inline]
    fn tile(&mut self, place: usize) -> Tile {
        self.0[place]
    }
}

impl TileSource for &Wall {
    #[inline]
    fn tile(&mut self, place: usize) -> Tile {
        self.0[place]
    }
}

/// The rest of a wall whose front was drawn.
#[derive(Debug, Clone)]
pub struct RestOfWall<'a>(Cow<'a, [Tile]>);

impl<'a> RestOfWall<'a> {
    /// Of tiles that are known to be no fifth copies.
    pub(crate) fn from_checked(tiles: impl Into<Cow<'a, [Tile]>>) -> Self {
        RestOfWall(tiles.into())
    }

    /// How many tiles are left.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl TileSource for RestOfWall<'_> {
    #[inline]
    fn tile(&mut self, place: usize) -> Tile {
        self.0[place - (Wall::LEN - self.0.len())]
    }
}
