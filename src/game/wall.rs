//! Walls.

use std::borrow::Cow;
use std::{fmt, io};

use super::PLAYERS;
use crate::hand::{Counts, FifthCopyError, Hand};
use crate::tile::{EXPECTED_TOKENS, Tile};

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
    pub fn tiles(&self) -> &[Tile; Wall::LEN] {
        &self.0
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|tile| writeln!(f, "{tile}"))
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

/// Tiles are no wall, or walls can't be read: where, and why.
///
/// Where the source itself can't be read, the [`io::Error`] is its [source](std::error::Error::source).
#[derive(Debug)]
pub struct WallError {
    /// From 1; 0 for tiles that were not read.
    pub(super) line: u64,
    pub(super) place: Option<usize>,
    pub(super) kind: WallErrorKind,
}

impl WallError {
    /// The line of a text, from 1.
    pub fn line(&self) -> Option<u64> {
        (self.line > 0).then_some(self.line)
    }

    /// Which tile of its wall is at fault, from 0; 148 is one too many. None if it is no tile.
    pub fn place(&self) -> Option<usize> {
        self.place
    }

    /// What is wrong, and with which tile.
    ///
    /// ```
    /// use paili::game::{Wall, WallErrorKind};
    ///
    /// let error = "1M 2M 1X".parse::<Wall>().unwrap_err();
    /// assert!(matches!(error.kind(), WallErrorKind::UnknownTile(token) if token == "\"1X\""));
    /// assert_eq!(error.place(), Some(2));
    /// ```
    pub fn kind(&self) -> &WallErrorKind {
        &self.kind
    }

    /// The tile at a place, from 0, of tiles that were not read.
    pub(super) fn at_place(place: usize, fifth: FifthCopyError) -> Self {
        WallError { line: 0, place: Some(place), kind: WallErrorKind::FifthCopy { wall: None, fifth } }
    }
}

/// What can be wrong with walls. Offending texts are quoted, escaped and short.
#[derive(Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the words on a variant name its fields")]
pub enum WallErrorKind {
    /// There is no token at all.
    Empty,
    /// A token is no tile.
    UnknownTile(String),
    /// A token is not even text.
    NotText(String),
    /// A kind has five copies in a wall. `wall` is its number, from 1; none if its tiles were not read from a text.
    FifthCopy { wall: Option<u64>, fifth: FifthCopyError },
    /// The source ends in the middle of the wall of this number, from 1, which has so many tiles and ends with `last`.
    TooShort { wall: u64, tiles: usize, last: Tile },
    /// There is something after the only wall.
    Extra(String),
    /// The source can't be read.
    Source(io::Error),
}

impl fmt::Display for WallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WALL: usize = Wall::LEN;
        let line = self.line;
        match &self.kind {
            WallErrorKind::Empty => write!(f, "no tiles: expected walls of {WALL} tiles each"),
            WallErrorKind::UnknownTile(token) => {
                write!(f, "line {line}: {token} is not a tile: expected {EXPECTED_TOKENS}")
            }
            WallErrorKind::NotText(token) => write!(f, "line {line}: {token} is not text: expected {EXPECTED_TOKENS}"),
            WallErrorKind::FifthCopy { wall: None, fifth } => {
                write!(f, "tile {} of the wall is {fifth}", self.place.unwrap_or(0) + 1)
            }
            WallErrorKind::FifthCopy { wall: Some(wall), fifth } => write!(f, "line {line}: wall {wall} has {fifth}"),
            WallErrorKind::TooShort { wall, tiles, last } => {
                let plural = if *tiles == 1 { "" } else { "s" };
                write!(
                    f,
                    "line {line}: wall {wall} ends after {tiles} tile{plural}, with {last}: expected {WALL} a wall"
                )?;
                if *wall > 1 { write!(f, ", or nothing after wall {}", wall - 1) } else { Ok(()) }
            }
            WallErrorKind::Extra(token) => {
                write!(f, "line {line}: {token} after the wall's {WALL} tiles: expected nothing more")
            }
            WallErrorKind::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            WallErrorKind::Source(error) => Some(error),
            _ => None,
        }
    }
}
