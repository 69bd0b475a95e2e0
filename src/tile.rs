//! Tiles and suits.

use std::fmt;
use std::str::FromStr;

use crate::name::ParseNameError;

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
    /// How many ranks a suit has: each is a kind.
    pub const RANKS: usize = 9;

    /// The suits in tile order.
    pub const ALL: [Suit; 3] = [Suit::Characters, Suit::Dots, Suit::Bamboos];

    /// Its letter in mpsz notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Characters => 'm',
            Suit::Dots => 'p',
            Suit::Bamboos => 's',
        }
    }

    /// The suit of a letter of mpsz notation.
    ///
    /// ```
    /// # use paili::Suit;
    /// assert_eq!((Suit::of_letter('p'), Suit::of_letter('z')), (Some(Suit::Dots), None));
    /// ```
    pub fn of_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter)
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
/// use paili::{Suit, Tile};
///
/// let tile: Tile = "7P".parse()?;
/// assert_eq!((tile.suit(), tile.rank()), (Some(Suit::Dots), Some(7)));
/// assert_eq!(Tile::RED.to_string(), "Z");
/// assert!("0P".parse::<Tile>().is_err());
/// # Ok::<(), paili::ParseNameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// How many kinds there are.
    pub const COUNT: usize = 37;

    /// How many kinds can be part of a winning hand: all but the three specials. They come first in the order.
    pub const REGULAR_COUNT: usize = 34;

    /// How many kinds have a suit: the first ones in the order. The other regular kinds are honors.
    pub const SUITED_COUNT: usize = Suit::ALL.len() * Suit::RANKS;

    /// How many copies of each kind are in the wall.
    pub const COPIES: u8 = 4;

    /// One of characters, `1M`.
    pub const M1: Tile = Tile(0);
    /// Two of characters, `2M`.
    pub const M2: Tile = Tile(1);
    /// Three of characters, `3M`.
    pub const M3: Tile = Tile(2);
    /// Four of characters, `4M`.
    pub const M4: Tile = Tile(3);
    /// Five of characters, `5M`.
    pub const M5: Tile = Tile(4);
    /// Six of characters, `6M`.
    pub const M6: Tile = Tile(5);
    /// Seven of characters, `7M`.
    pub const M7: Tile = Tile(6);
    /// Eight of characters, `8M`.
    pub const M8: Tile = Tile(7);
    /// Nine of characters, `9M`.
    pub const M9: Tile = Tile(8);
    /// One of dots, `1P`.
    pub const P1: Tile = Tile(9);
    /// Two of dots, `2P`.
    pub const P2: Tile = Tile(10);
    /// Three of dots, `3P`.
    pub const P3: Tile = Tile(11);
    /// Four of dots, `4P`.
    pub const P4: Tile = Tile(12);
    /// Five of dots, `5P`.
    pub const P5: Tile = Tile(13);
    /// Six of dots, `6P`.
    pub const P6: Tile = Tile(14);
    /// Seven of dots, `7P`.
    pub const P7: Tile = Tile(15);
    /// Eight of dots, `8P`.
    pub const P8: Tile = Tile(16);
    /// Nine of dots, `9P`.
    pub const P9: Tile = Tile(17);
    /// One of bamboos, `1S`.
    pub const S1: Tile = Tile(18);
    /// Two of bamboos, `2S`.
    pub const S2: Tile = Tile(19);
    /// Three of bamboos, `3S`.
    pub const S3: Tile = Tile(20);
    /// Four of bamboos, `4S`.
    pub const S4: Tile = Tile(21);
    /// Five of bamboos, `5S`.
    pub const S5: Tile = Tile(22);
    /// Six of bamboos, `6S`.
    pub const S6: Tile = Tile(23);
    /// Seven of bamboos, `7S`.
    pub const S7: Tile = Tile(24);
    /// Eight of bamboos, `8S`.
    pub const S8: Tile = Tile(25);
    /// Nine of bamboos, `9S`.
    pub const S9: Tile = Tile(26);
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
    /// # use paili::Tile;
    /// assert_eq!(Tile::regular().count(), Tile::REGULAR_COUNT);
    /// assert!(Tile::regular().all(|tile| !tile.is_special()));
    /// ```
    pub fn regular() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator {
        Tile::ALL[..Tile::REGULAR_COUNT].iter().copied()
    }

    /// The tile of a suit with a rank of 1–9.
    ///
    /// ```
    /// # use paili::{Suit, Tile};
    /// assert_eq!(Tile::suited(Suit::Bamboos, 3).map(|tile| tile.to_string()), Some("3S".to_owned()));
    /// assert_eq!(Tile::suited(Suit::Bamboos, 10), None);
    /// ```
    pub const fn suited(suit: Suit, rank: u8) -> Option<Tile> {
        let ranks = Suit::RANKS as u8;
        if 1 <= rank && rank <= ranks { Some(Tile(suit as u8 * ranks + rank - 1)) } else { None }
    }

    /// The tile with a number of 0–36.
    pub(crate) const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::COUNT { Some(Tile(index as u8)) } else { None }
    }

    /// The tile that a bit of a set stands for.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Tile {
        debug_assert!(bit < Tile::COUNT as u32);
        Tile(bit as u8)
    }

    /// The tile's number, 0–36.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit, if it has one.
    pub const fn suit(self) -> Option<Suit> {
        if self.index() < Tile::SUITED_COUNT { Some(Suit::ALL[self.index() / Suit::RANKS]) } else { None }
    }

    /// The rank of 1–9, if it has a suit.
    pub const fn rank(self) -> Option<u8> {
        if self.index() < Tile::SUITED_COUNT { Some(self.0 % Suit::RANKS as u8 + 1) } else { None }
    }

    /// Whether it is a wind or a dragon.
    pub const fn is_honor(self) -> bool {
        !self.is_special() && self.index() >= Tile::SUITED_COUNT
    }

    /// Whether it is `PASS`, `REVERSE` or `DOUBLE`, which no winning hand holds.
    pub const fn is_special(self) -> bool {
        self.index() >= Tile::REGULAR_COUNT
    }

    /// The tile as the judge writes it.
    ///
    /// ```
    /// # use paili::Tile;
    /// assert_eq!(Tile::REVERSE.token(), "REVERSE");
    /// ```
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
    type Err = ParseNameError;

    fn from_str(token: &str) -> Result<Self, ParseNameError> {
        let known = Tile::from_token(token.as_bytes());
        known.ok_or_else(|| ParseNameError::new(token, "is not a tile", EXPECTED_TOKENS))
    }
}

/// What a tile may be, for messages.
pub(crate) const EXPECTED_TOKENS: &str = "1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE";

/// A tile is its token, such as `"1M"`.
#[cfg(feature = "serde")]
impl serde::Serialize for Tile {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.token())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Tile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let token: std::borrow::Cow<'de, str> = serde::Deserialize::deserialize(deserializer)?;
        token.parse().map_err(serde::de::Error::custom)
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
            (Tile::M1, "1M"),
            (Tile::M9, "9M"),
            (Tile::P1, "1P"),
            (Tile::P5, "5P"),
            (Tile::S1, "1S"),
            (Tile::S9, "9S"),
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
