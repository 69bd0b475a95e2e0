//! Tiles, suits and the parts that tables look a hand up by.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::Excerpt;
pub use crate::tile_set::TileSet;

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

/// One of the four parts of a hand that the tables know: its suits and its honors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// `1M`–`9M`.
    Characters,
    /// `1P`–`9P`.
    Dots,
    /// `1S`–`9S`.
    Bamboos,
    /// `E S W N B F Z`.
    Honors,
}

impl Part {
    /// The parts in tile order.
    pub const ALL: [Part; 4] = [Part::Characters, Part::Dots, Part::Bamboos, Part::Honors];

    /// The part's number, 0–3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kinds that belong to the part.
    #[must_use]
    pub const fn kinds(self) -> TileSet {
        match self {
            Part::Honors => TileSet::from_bits(0x7f << 27),
            suit => TileSet::from_bits(0x1ff << (9 * suit.index())),
        }
    }
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
    #[must_use]
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

    /// The tile that a bit of a set stands for.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Tile {
        debug_assert!(bit < Tile::COUNT as u32);
        Tile(bit as u8)
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

    /// The part of a hand it belongs to, if it is a regular tile.
    #[must_use]
    pub const fn part(self) -> Option<Part> {
        match self.0 {
            0..9 => Some(Part::Characters),
            9..18 => Some(Part::Dots),
            18..27 => Some(Part::Bamboos),
            27..34 => Some(Part::Honors),
            _ => None,
        }
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
    #[inline]
    pub(crate) fn from_token(token: &[u8]) -> Option<Tile> {
        let short = match *token {
            [_, 0] => return None,
            [honor] => [honor, 0],
            [rank, suit] => [rank, suit],
            _ => {
                return [Tile::PASS, Tile::REVERSE, Tile::DOUBLE]
                    .into_iter()
                    .find(|tile| tile.token().as_bytes() == token);
            }
        };
        // One look-up and one comparison: which tile it is can't be predicted, so branching on it would cost more.
        let tile = SHORT_TOKENS[short_slot(short)];
        (tile.short_token() == short).then_some(tile)
    }

    /// The token of a regular tile in two bytes, the second 0 for an honor.
    const fn short_token(self) -> [u8; 2] {
        let token = self.token().as_bytes();
        [token[0], if token.len() == 2 { token[1] } else { 0 }]
    }
}

/// Where a token of at most two bytes stands in [`SHORT_TOKENS`]: no two regular tiles share a place.
const fn short_slot([first, second]: [u8; 2]) -> usize {
    (first as usize & 31) << 5 | second as usize & 31
}

/// The regular tiles by their tokens' places; every other place holds the first tile, whose token then differs.
static SHORT_TOKENS: [Tile; 1024] = {
    let mut tiles = [Tile(0); 1024];
    let mut index = 0;
    while index < Tile::REGULAR_COUNT {
        tiles[short_slot(Tile::ALL[index].short_token())] = Tile::ALL[index];
        index += 1;
    }
    tiles
};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_reads_as_it_is_written() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile.index(), index);
            assert_eq!(Tile::from_index(index), Some(tile));
            assert_eq!(tile.to_string().parse(), Ok(tile));
            assert!(Part::ALL.into_iter().all(|part| part.kinds().contains(tile) == (tile.part() == Some(part))));
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
    fn no_other_short_token_is_a_tile() {
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                for token in [&[first][..], &[first, second]] {
                    let expected = Tile::ALL.into_iter().find(|tile| tile.token().as_bytes() == token);
                    assert_eq!(Tile::from_token(token), expected, "{token:?}");
                }
            }
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
}
