//! How many copies of each kind there are.

pub(crate) mod regular;

use std::cmp::Ordering;
use std::fmt;

use crate::codes::{Code, Codes};
use crate::copies::Copies;
use crate::tile::Tile;
use crate::tile_set::{Part, TileSet};

/// How many copies of each kind there are of something: at most four.
///
/// They are kept as four sets, the kinds with at least one copy, two, three and four, beside the code of each part (three
/// suits and the honors) that the tables are looked up by.
///
/// ```
/// use paili::{Counts, Tile};
///
/// let mut counts = Counts::EMPTY;
/// for _ in 0..4 {
///     counts.insert(Tile::EAST)?;
/// }
/// assert_eq!(counts.get(Tile::EAST), 4);
/// assert!(counts.insert(Tile::EAST).is_err());
/// # Ok::<(), paili::FifthCopyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts {
    copies: Copies,
    codes: Codes,
    total: u8,
}

impl Counts {
    /// No tile.
    pub const EMPTY: Counts = Counts { copies: Copies::NONE, codes: Codes::EMPTY, total: 0 };

    /// Counts tiles.
    ///
    /// # Errors
    ///
    /// At the first tile that is a fifth copy.
    pub fn of(tiles: impl IntoIterator<Item = Tile>) -> Result<Counts, FifthCopyError> {
        let mut counts = Counts::EMPTY;
        tiles.into_iter().try_for_each(|tile| counts.insert(tile))?;
        Ok(counts)
    }

    /// Copies of a kind.
    pub fn get(&self, tile: Tile) -> u8 {
        self.copies.get(tile)
    }

    /// Tiles in all, specials included.
    pub fn total(&self) -> usize {
        usize::from(self.total)
    }

    /// The copies of every regular kind, in tile order.
    pub fn regular(&self) -> [u8; Tile::REGULAR_COUNT] {
        std::array::from_fn(|index| self.get(Tile::ALL[index]))
    }

    /// The kinds with at least one copy.
    #[inline]
    pub fn kinds(&self) -> TileSet {
        self.copies.at_least()[0]
    }

    /// The kinds with at least two copies.
    #[inline]
    pub fn pairs(&self) -> TileSet {
        self.copies.at_least()[1]
    }

    /// The kinds with all four copies.
    #[inline]
    pub fn quads(&self) -> TileSet {
        self.copies.at_least()[3]
    }

    /// The copies of every kind.
    #[inline]
    pub(crate) fn copies(&self) -> &Copies {
        &self.copies
    }

    /// Every tile in tile order, a kind as often as it has copies.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        self.kinds().iter().flat_map(|tile| std::iter::repeat_n(tile, self.get(tile).into()))
    }

    /// Adds a tile.
    ///
    /// # Errors
    ///
    /// When there are four copies already.
    pub fn insert(&mut self, tile: Tile) -> Result<(), FifthCopyError> {
        if self.quads().contains(tile) {
            return Err(FifthCopyError { tile });
        }
        self.add(tile);
        Ok(())
    }

    /// The codes of all parts.
    #[inline]
    pub(crate) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// A tile's part and the part's code; any part for a special.
    #[inline]
    pub(crate) fn code_around(&self, tile: Tile) -> (Part, Code) {
        let (part, _) = Code::of(tile);
        (part, self.codes.of(part))
    }

    /// A tile's part, and the part's code with the tile, which is there, removed.
    #[inline]
    pub(crate) fn code_without(&self, tile: Tile) -> (Part, Code) {
        let (part, code) = Code::of(tile);
        (part, self.codes.of(part).minus(code))
    }

    /// The same for two tiles of one part.
    #[inline]
    pub(crate) fn code_without_both(&self, [one, other]: [Tile; 2]) -> (Part, Code) {
        let (part, code) = self.code_without(one);
        (part, code.minus(Code::of(other).1))
    }

    /// Takes over counts of at most four of each kind, and the codes and the total that go with them.
    #[inline]
    pub(crate) fn of_regular(counts: &[u8; Tile::REGULAR_COUNT], codes: Codes, total: u8) -> Counts {
        Counts { copies: regular::copies(counts), codes, total }
    }

    /// Counts tiles that are known to be at most four of each kind.
    pub(crate) fn dealt<const N: usize>(tiles: [Tile; N]) -> Counts {
        let mut copies = Copies::NONE;
        let mut codes = Codes::EMPTY;
        for tile in tiles {
            copies.add(tile);
            codes.add_blindly(tile);
        }
        let counts = Counts { copies, codes, total: N as u8 };
        debug_assert_eq!(counts.tiles().count(), N, "a fifth tile");
        counts
    }

    /// Adds a tile of which there are at most three.
    #[inline]
    pub(crate) fn add(&mut self, tile: Tile) {
        debug_assert!(self.get(tile) < Tile::COPIES, "a fifth {tile}");
        self.copies.add(tile);
        self.total += 1;
        self.codes.add(tile);
    }

    /// Removes a tile of which there is at least one.
    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) {
        debug_assert!(self.get(tile) > 0, "no {tile} to remove");
        self.copies.take(tile);
        self.total -= 1;
        self.codes.take(tile);
    }
}

impl PartialOrd for Counts {
    fn partial_cmp(&self, other: &Counts) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Counts {
    /// Compares the numbers of copies kind by kind, in tile order.
    fn cmp(&self, other: &Counts) -> Ordering {
        let copies = |counts: &Counts| Tile::ALL.map(|tile| counts.get(tile));
        copies(self).cmp(&copies(other))
    }
}

impl TryFrom<[u8; Tile::REGULAR_COUNT]> for Counts {
    type Error = FifthCopyError;

    /// Takes counts of the regular kinds in tile order, in some nanoseconds. The error is the first kind with more than
    /// four copies.
    ///
    /// ```
    /// use paili::Counts;
    ///
    /// let mut kinds = [0; 34];
    /// kinds[27] = 2;
    /// assert_eq!(Counts::try_from(kinds)?.to_string(), "E E");
    /// kinds[27] = 5;
    /// assert!(Counts::try_from(kinds).is_err());
    /// # Ok::<(), paili::FifthCopyError>(())
    /// ```
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "who asks only for a distance need not wait for the sets of kinds")]
    fn try_from(counts: [u8; Tile::REGULAR_COUNT]) -> Result<Self, FifthCopyError> {
        let read = regular::read(&counts);
        if !read.is_right {
            return Err(FifthCopyError::first(&counts));
        }
        Ok(Counts::of_regular(&counts, read.codes, read.total as u8))
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.tiles().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A kind would have five copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FifthCopyError {
    /// The kind.
    pub tile: Tile,
}

impl FifthCopyError {
    /// The first kind with more than four copies, of which there is one.
    #[cold]
    fn first(counts: &[u8; Tile::REGULAR_COUNT]) -> FifthCopyError {
        let fifth = Tile::regular().zip(counts).find(|&(_, &copies)| copies > Tile::COPIES);
        FifthCopyError { tile: fifth.map_or(Tile::EAST, |(tile, _)| tile) }
    }
}

impl fmt::Display for FifthCopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a fifth {}: there are four of each kind", self.tile)
    }
}

impl std::error::Error for FifthCopyError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(tokens: &str) -> Counts {
        Counts::of(tokens.split(' ').map(|token| token.parse().unwrap())).unwrap()
    }

    /// Every way to have up to four of each of two kinds, reached by adding and by taking away.
    #[test]
    fn adding_and_taking_are_counted_right() {
        let (one, other) = (Tile::M4, Tile::GREEN);
        for copies in 0..=4 {
            for others in 0..=4 {
                let mut grown = Counts::EMPTY;
                (0..copies).for_each(|_| grown.add(one));
                (0..others).for_each(|_| grown.add(other));
                assert_eq!(
                    (grown.get(one), grown.get(other), grown.total()),
                    (copies, others, (copies + others).into())
                );
                let mut shrunk = Counts::of([one, one, one, one, other, other, other, other]).unwrap();
                (copies..4).for_each(|_| shrunk.take(one));
                (others..4).for_each(|_| shrunk.take(other));
                assert_eq!(grown, shrunk);
                assert_eq!(grown.insert(one).is_ok(), copies < 4);
            }
        }
    }

    #[test]
    fn counts_list_their_tiles() {
        let counts = counts("E 9S 1M PASS 1M");
        assert_eq!(counts.to_string(), "1M 1M 9S E PASS");
        assert_eq!(counts.kinds().to_string(), "1M 9S E PASS");
        assert_eq!(counts.regular().iter().sum::<u8>(), 4);
    }
}
