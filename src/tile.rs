//! Tiles, suits and sets of tiles.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};
use std::str::FromStr;

use crate::excerpt::Excerpt;

/// One of the three suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Characters, `1M`–`9M`.
    Characters,
    /// Dots, `1P`–`9P`.
    Dots,
    /// Bamboos, `1S`–`9S`.
    Bamboos,
}

impl Suit {
    /// The suits in tile order.
    pub const ALL: [Suit; 3] = [Suit::Characters, Suit::Dots, Suit::Bamboos];
}

/// One of the 37 kinds of tile.
///
/// Kinds are ordered `1M…9M 1P…9P 1S…9S E S W N B F Z PASS REVERSE DOUBLE`, and that is also how they are numbered, from
/// 0. The order in which the THUPC rule breaks ties between discards is this one backwards.
///
/// A tile is written and read as the THUPC judge does:
///
/// ```
/// use paili::tile::{Suit, Tile};
///
/// let tile: Tile = "7P".parse()?;
/// assert_eq!((tile.suit(), tile.rank()), (Some(Suit::Dots), Some(7)));
/// assert_eq!(Tile::RED.to_string(), "Z");
/// assert!("0P".parse::<Tile>().is_err());
/// # Ok::<(), paili::tile::ParseTileError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// How many kinds there are.
    pub const COUNT: usize = 37;

    /// How many kinds can be part of a winning hand: all but the three specials. They come first in the order.
    pub const REGULAR_COUNT: usize = 34;

    /// How many copies of each kind are in the wall.
    pub const COPIES: u8 = 4;

    /// East, `E`.
    pub const EAST: Tile = Tile(27);
    /// South, `S`.
    pub const SOUTH: Tile = Tile(28);
    /// West, `W`.
    pub const WEST: Tile = Tile(29);
    /// North, `N`.
    pub const NORTH: Tile = Tile(30);
    /// White, `B`.
    pub const WHITE: Tile = Tile(31);
    /// Green, `F`.
    pub const GREEN: Tile = Tile(32);
    /// Red, `Z`.
    pub const RED: Tile = Tile(33);
    /// `PASS`: the next player's turn is skipped.
    pub const PASS: Tile = Tile(34);
    /// `REVERSE`: the turn order flips.
    pub const REVERSE: Tile = Tile(35);
    /// `DOUBLE`: the same player has another turn.
    pub const DOUBLE: Tile = Tile(36);

    /// All kinds in order.
    pub const ALL: [Tile; Tile::COUNT] = {
        let mut all = [Tile(0); Tile::COUNT];
        let mut index = 0;
        while index < Tile::COUNT {
            all[index] = Tile(index as u8);
            index += 1;
        }
        all
    };

    /// The regular kinds in order.
    ///
    /// ```
    /// # use paili::tile::Tile;
    /// assert_eq!(Tile::regular().count(), Tile::REGULAR_COUNT);
    /// assert!(Tile::regular().all(|tile| !tile.is_special()));
    /// ```
    pub fn regular() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator {
        Tile::ALL[..Tile::REGULAR_COUNT].iter().copied()
    }

    /// The tile of a suit with a rank of 1–9.
    ///
    /// ```
    /// # use paili::tile::{Suit, Tile};
    /// assert_eq!(Tile::suited(Suit::Bamboos, 3).map(|tile| tile.to_string()), Some("3S".to_owned()));
    /// assert_eq!(Tile::suited(Suit::Bamboos, 10), None);
    /// ```
    #[must_use]
    pub const fn suited(suit: Suit, rank: u8) -> Option<Tile> {
        if 1 <= rank && rank <= 9 { Some(Tile(suit as u8 * 9 + rank - 1)) } else { None }
    }

    /// The tile with a number of 0–36.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::COUNT { Some(Tile(index as u8)) } else { None }
    }

    /// The tile's number, 0–36.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit, if it has one.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        match self.0 {
            0..9 => Some(Suit::Characters),
            9..18 => Some(Suit::Dots),
            18..27 => Some(Suit::Bamboos),
            _ => None,
        }
    }

    /// The rank of 1–9, if it has a suit.
    #[must_use]
    pub const fn rank(self) -> Option<u8> {
        if self.0 < 27 { Some(self.0 % 9 + 1) } else { None }
    }

    /// Whether it is a wind or a dragon.
    #[must_use]
    pub const fn is_honor(self) -> bool {
        27 <= self.0 && self.0 < 34
    }

    /// Whether it is `PASS`, `REVERSE` or `DOUBLE`, which no winning hand holds.
    #[must_use]
    pub const fn is_special(self) -> bool {
        self.0 >= 34
    }

    /// The tile as the judge writes it.
    ///
    /// ```
    /// # use paili::tile::Tile;
    /// assert_eq!(Tile::REVERSE.token(), "REVERSE");
    /// ```
    #[must_use]
    pub const fn token(self) -> &'static str {
        TOKENS[self.0 as usize]
    }

    /// The tile that the judge writes as `token`.
    pub(crate) fn from_token(token: &[u8]) -> Option<Tile> {
        let index = match *token {
            [rank @ b'1'..=b'9', suit] => {
                let first = match suit {
                    b'M' => 0,
                    b'P' => 9,
                    b'S' => 18,
                    _ => return None,
                };
                first + rank - b'1'
            }
            [b'E'] => 27,
            [b'S'] => 28,
            [b'W'] => 29,
            [b'N'] => 30,
            [b'B'] => 31,
            [b'F'] => 32,
            [b'Z'] => 33,
            _ => 34 + TOKENS[34..].iter().position(|special| special.as_bytes() == token)? as u8,
        };
        Some(Tile(index))
    }
}

const TOKENS: [&str; Tile::COUNT] = [
    "1M", "2M", "3M", "4M", "5M", "6M", "7M", "8M", "9M", //
    "1P", "2P", "3P", "4P", "5P", "6P", "7P", "8P", "9P", //
    "1S", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", //
    "E", "S", "W", "N", "B", "F", "Z", //
    "PASS", "REVERSE", "DOUBLE",
];

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.token())
    }
}

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(token: &str) -> Result<Self, ParseTileError> {
        Tile::from_token(token.as_bytes()).ok_or_else(|| ParseTileError { token: Excerpt::new(token.as_bytes()) })
    }
}

/// A text that is no tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseTileError {
    token: Excerpt,
}

impl fmt::Display for ParseTileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a tile: expected {EXPECTED_TOKENS}", self.token)
    }
}

impl std::error::Error for ParseTileError {}

/// What a tile may be, for messages.
pub(crate) const EXPECTED_TOKENS: &str = "1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE";

/// A set of kinds, a bit each.
///
/// ```
/// use paili::tile::{Tile, TileSet};
///
/// let winds: TileSet = [Tile::NORTH, Tile::EAST, Tile::SOUTH, Tile::WEST].into_iter().collect();
/// assert!(winds.contains(Tile::EAST) && !winds.contains(Tile::RED));
/// assert_eq!(winds.to_string(), "E S W N");
/// assert_eq!(winds.last(), Some(Tile::NORTH));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u64);

impl TileSet {
    /// No kind.
    pub const EMPTY: TileSet = TileSet(0);

    /// All regular kinds.
    pub const REGULAR: TileSet = TileSet((1 << Tile::REGULAR_COUNT) - 1);

    /// The three special kinds.
    pub const SPECIAL: TileSet = TileSet(((1 << Tile::COUNT) - 1) & !TileSet::REGULAR.0);

    /// The set with bit n standing for the kind numbered n; bits of no kind are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> TileSet {
        TileSet(bits & ((1 << Tile::COUNT) - 1))
    }

    /// The set of one kind.
    #[must_use]
    pub const fn only(tile: Tile) -> TileSet {
        TileSet(1 << tile.0)
    }

    /// Bit n stands for the kind numbered n.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether a kind is in the set.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 == 1
    }

    /// Adds a kind.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    /// The kinds next above a suited kind of the set, within its suit.
    #[must_use]
    #[inline]
    pub(crate) const fn shifted_up(self) -> TileSet {
        TileSet((self.0 & !(NINES | NOT_SUITED)) << 1)
    }

    /// The kinds next below a suited kind of the set, within its suit.
    #[must_use]
    #[inline]
    pub(crate) const fn shifted_down(self) -> TileSet {
        TileSet((self.0 & !(ONES | NOT_SUITED)) >> 1)
    }

    /// How many kinds are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no kind is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first kind in tile order.
    #[must_use]
    pub const fn first(self) -> Option<Tile> {
        if self.is_empty() { None } else { Some(Tile(self.0.trailing_zeros() as u8)) }
    }

    /// The last kind in tile order.
    #[must_use]
    pub const fn last(self) -> Option<Tile> {
        match self.0.checked_ilog2() {
            Some(bit) => Some(Tile(bit as u8)),
            None => None,
        }
    }

    /// The kinds in tile order.
    pub fn iter(mut self) -> impl Iterator<Item = Tile> {
        std::iter::from_fn(move || {
            let first = self.first()?;
            self.0 &= self.0 - 1;
            Some(first)
        })
    }

    /// The kinds in tile order backwards.
    pub fn iter_backwards(mut self) -> impl Iterator<Item = Tile> {
        std::iter::from_fn(move || {
            let last = self.last()?;
            self.0 ^= 1 << last.0;
            Some(last)
        })
    }
}

const ONES: u64 = 1 | 1 << 9 | 1 << 18;
const NINES: u64 = ONES << 8;
const NOT_SUITED: u64 = !((1 << 27) - 1);

impl BitAnd for TileSet {
    type Output = TileSet;

    /// The kinds in both.
    #[inline]
    fn bitand(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }
}

impl BitOr for TileSet {
    type Output = TileSet;

    /// The kinds in either.
    #[inline]
    fn bitor(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }
}

impl Not for TileSet {
    type Output = TileSet;

    /// The kinds that are not in it.
    #[inline]
    fn not(self) -> TileSet {
        TileSet::from_bits(!self.0)
    }
}

impl BitAndAssign for TileSet {
    #[inline]
    fn bitand_assign(&mut self, other: TileSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for TileSet {
    #[inline]
    fn bitor_assign(&mut self, other: TileSet) {
        *self = *self | other;
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.iter().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_reads_as_it_is_written() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile.index(), index);
            assert_eq!(Tile::from_index(index), Some(tile));
            assert_eq!(tile.to_string().parse(), Ok(tile));
            let kinds = [tile.suit().is_some(), tile.is_honor(), tile.is_special()];
            assert_eq!(kinds.into_iter().filter(|&is| is).count(), 1, "{tile} is of one sort");
            if let (Some(suit), Some(rank)) = (tile.suit(), tile.rank()) {
                assert_eq!(Tile::suited(suit, rank), Some(tile));
            }
        }
        assert_eq!(Tile::from_index(Tile::COUNT), None);
    }

    #[test]
    fn other_texts_are_no_tiles() {
        for text in ["", "M", "1", "0M", "10M", "1m", "M1", "1E", "e", "pass", "PASS ", "1M1M", "一萬", "X"] {
            assert!(text.parse::<Tile>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_names_stand_for_their_tokens() {
        let named = [
            (Tile::EAST, "E"),
            (Tile::SOUTH, "S"),
            (Tile::WEST, "W"),
            (Tile::NORTH, "N"),
            (Tile::WHITE, "B"),
            (Tile::GREEN, "F"),
            (Tile::RED, "Z"),
            (Tile::PASS, "PASS"),
            (Tile::REVERSE, "REVERSE"),
            (Tile::DOUBLE, "DOUBLE"),
        ];
        for (tile, token) in named {
            assert_eq!(token.parse(), Ok(tile));
        }
    }

    #[test]
    fn sets_go_both_ways() {
        let set: TileSet = "9M E 1M Z".split(' ').flat_map(str::parse).collect();
        let forwards: Vec<Tile> = set.iter().collect();
        let mut backwards: Vec<Tile> = set.iter_backwards().collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert_eq!((set.first(), set.last()), (forwards.first().copied(), forwards.last().copied()));
        assert_eq!((TileSet::EMPTY.first(), TileSet::EMPTY.last()), (None, None));
    }

    #[test]
    fn sets_drop_bits_of_no_kind() {
        assert_eq!(TileSet::from_bits(u64::MAX).len(), Tile::COUNT);
        assert_eq!(!TileSet::EMPTY, TileSet::REGULAR | TileSet::SPECIAL);
    }
}
