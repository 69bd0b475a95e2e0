//! Notations: the ways in which people write tiles.
//!
//! | notation | a hand |
//! |---|---|
//! | [`Judge`](Notation::Judge) | `1M 2M 3M 9P 5S 5S E S W N B F Z` |
//! | [`Uva`](Notation::Uva) | `1W 2W 3W 9T 5S 5S DONG NAN XI BEI BAI FA ZHONG` |
//! | [`Mpsz`](Notation::Mpsz) | `123m9p55s1234567z` |
//! | [`Unicode`](Notation::Unicode) | `🀇🀈🀉🀡🀔🀔🀀🀁🀂🀃🀆🀅🀄` |
//!
//! White space may stand between tiles (in mpsz: between groups) and has to nowhere. [`read`] finds the notation by itself.
//!
//! ```
//! use paili::notation::{self, Notation};
//!
//! let (notation, tiles) = notation::read("123m44z")?;
//! assert_eq!(notation, Notation::Mpsz);
//! let tiles = tiles.into_iter().map(|placed| placed.tile);
//! assert_eq!(Notation::Judge.write(tiles.clone())?, "1M 2M 3M N N");
//! assert_eq!(Notation::Unicode.write(tiles)?, "🀇🀈🀉🀃🀃");
//!
//! let error = notation::read("1M 2M 3p").unwrap_err();
//! assert_eq!(error.to_string(), "character 7: \"3p\" is mpsz notation, but what comes before it is judge notation: expected all of it in one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod judge;
mod mpsz;
mod quick;
mod unicode;
mod uva;

use std::fmt;
use std::str::FromStr;

pub use error::{HandTextError, MeldTextError, ParseNotationError, ReadTilesError, TextFault, UnwritableTile};

use crate::excerpt::Excerpt;
use crate::hand::{Counts, Hand};
use crate::meld::Meld;
use crate::tile::Tile;

/// A way to write tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Notation {
    /// The tokens of the THUPC judge; the only one that knows the specials.
    Judge,
    /// The tokens of UVa 11210.
    Uva,
    /// Compact: digits, then the letter of their suit.
    Mpsz,
    /// Unicode's mahjong tiles.
    Unicode,
}

/// A tile and where it stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The tile.
    pub tile: Tile,
    /// The byte at which it begins.
    pub at: usize,
}

impl Notation {
    /// All notations, in the order in which they are tried: a text that two of them could have written, such as
    /// `1S 2S 3S`, is taken for the first.
    pub const ALL: [Notation; 4] = [Notation::Judge, Notation::Uva, Notation::Mpsz, Notation::Unicode];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Judge => "judge",
            Notation::Uva => "uva",
            Notation::Mpsz => "mpsz",
            Notation::Unicode => "unicode",
        }
    }

    /// What tiles it knows, for messages.
    const fn expected(self) -> &'static str {
        match self {
            Notation::Judge => crate::tile::EXPECTED_TOKENS,
            Notation::Uva => "1T-9T, 1S-9S, 1W-9W, DONG, NAN, XI, BEI, ZHONG, FA or BAI",
            Notation::Mpsz => "digits 1-9 followed by m, p or s, or 1-7 followed by z",
            Notation::Unicode => "🀀-🀡",
        }
    }

    /// The tile that `text` begins with, and its length in bytes. An error is the length of what is right before the
    /// fault.
    #[inline]
    fn first(self, text: &str) -> Result<(Tile, usize), usize> {
        match self {
            Notation::Judge => judge::first(text).ok_or(0),
            Notation::Uva => uva::first(text).ok_or(0),
            Notation::Mpsz => mpsz::first(text),
            Notation::Unicode => unicode::first(text).ok_or(0),
        }
    }

    /// Reads a text in this notation, a tile at a time; there is nothing after an error.
    ///
    /// ```
    /// # use paili::notation::Notation;
    /// assert_eq!(Notation::Uva.tiles("1W 2W BEI").count(), 3);
    /// ```
    pub fn tiles(self, text: &str) -> impl Iterator<Item = Result<Placed, ReadTilesError>> {
        Tiles { notation: self, text, at: 0 }
    }

    /// Reads a text in this notation.
    ///
    /// # Errors
    ///
    /// At the first place where there is no tile.
    pub fn read(self, text: &str) -> Result<Vec<Placed>, ReadTilesError> {
        self.tiles(text).collect()
    }

    /// Reads a hand of concealed tiles; the number of exposed melds follows from its size.
    ///
    /// # Errors
    ///
    /// When the text is not in this notation, or no hand.
    pub fn hand(self, text: &str) -> Result<Hand, HandTextError> {
        match quick::hand_in(self, text) {
            Some(hand) => Ok(hand),
            None => hand_of(self, text, &self.read(text)?),
        }
    }

    /// A tile's name; a special's is the judge's, whatever the notation.
    #[must_use]
    pub fn name_of(self, tile: Tile) -> String {
        self.write([tile]).unwrap_or_else(|_| tile.token().to_owned())
    }

    /// Writes tiles.
    ///
    /// # Errors
    ///
    /// At the first tile that the notation can't write: only the judge's has specials.
    pub fn write(self, tiles: impl IntoIterator<Item = Tile>) -> Result<String, UnwritableTile> {
        let mut text = String::new();
        let mut last = None;
        for tile in tiles {
            if tile.is_special() && self != Notation::Judge {
                return Err(UnwritableTile { tile, notation: self });
            }
            match self {
                Notation::Judge => judge::append(&mut text, tile),
                Notation::Uva => uva::append(&mut text, tile),
                Notation::Mpsz => mpsz::append(&mut text, last, tile),
                Notation::Unicode => unicode::append(&mut text, tile),
            }
            last = Some(tile);
        }
        Ok(text)
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(name: &str) -> Result<Self, ParseNotationError> {
        Notation::ALL.into_iter().find(|notation| notation.name() == name).ok_or_else(|| ParseNotationError::new(name))
    }
}

/// Finds a text's notation and reads it.
///
/// # Errors
///
/// When no notation can read all of it: the error is that of the notation that gets farthest, and says so when another
/// one could go on from there.
pub fn read(text: &str) -> Result<(Notation, Vec<Placed>), ReadTilesError> {
    let mut farthest: Option<ReadTilesError> = None;
    for notation in Notation::ALL {
        match notation.read(text) {
            Ok(tiles) => return Ok((notation, tiles)),
            Err(error) if farthest.as_ref().is_none_or(|best| error.at > best.at) => farthest = Some(error),
            Err(_) => {}
        }
    }
    match farthest {
        Some(error) if text[..error.at].trim_start().is_empty() => {
            Err(ReadTilesError::unknown(text, error.at, error.at, None))
        }
        Some(error) => Err(error.or_mixed(text)),
        None => Ok((Notation::Judge, Vec::new())),
    }
}

/// Finds a text's notation and reads it as a hand; the number of exposed melds follows from its size.
///
/// ```
/// let hand = paili::notation::read_hand("1M 2M 3M E")?.1;
/// assert_eq!(hand.melds().get(), 3);
/// # Ok::<(), paili::notation::HandTextError>(())
/// ```
///
/// # Errors
///
/// When no notation can read all of it, or it is no hand.
pub fn read_hand(text: &str) -> Result<(Notation, Hand), HandTextError> {
    if let Some(read) = quick::hand(text) {
        return Ok(read);
    }
    let (notation, tiles) = read(text)?;
    Ok((notation, hand_of(notation, text, &tiles)?))
}

/// Reads an exposed meld, in whatever notation.
///
/// ```
/// let meld = paili::notation::read_meld("EEE")?;
/// assert_eq!(meld.to_string(), "E E E");
/// # Ok::<(), paili::notation::MeldTextError>(())
/// ```
///
/// # Errors
///
/// When no notation can read all of it, or it is no meld.
pub fn read_meld(text: &str) -> Result<Meld, MeldTextError> {
    let (_, tiles) = read(text)?;
    let meld = match tiles[..] {
        [first, second, third] => Meld::of([first, second, third].map(|placed| placed.tile)),
        _ => None,
    };
    meld.ok_or_else(|| MeldTextError::NotAMeld { text: Excerpt::new(text.as_bytes()) })
}

/// The counts of tiles read from a text in a notation.
///
/// # Errors
///
/// At the first fifth copy.
pub fn counts_of(notation: Notation, text: &str, tiles: &[Placed]) -> Result<Counts, HandTextError> {
    let mut counts = Counts::EMPTY;
    for &Placed { tile, at } in tiles {
        counts.insert(tile).map_err(|_| HandTextError::FifthCopy {
            at,
            character: error::character_of(text, at),
            tile,
            notation,
        })?;
    }
    Ok(counts)
}

/// The hand that tiles read from a text make; the number of exposed melds follows from its size.
fn hand_of(notation: Notation, text: &str, tiles: &[Placed]) -> Result<Hand, HandTextError> {
    Hand::of_size(counts_of(notation, text, tiles)?).map_err(|tiles| HandTextError::Size { tiles })
}

struct Tiles<'t> {
    notation: Notation,
    text: &'t str,
    at: usize,
}

impl Iterator for Tiles<'_> {
    type Item = Result<Placed, ReadTilesError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        if rest.is_empty() {
            return None;
        }
        match self.notation.first(rest) {
            Ok((tile, len)) => {
                let at = self.at;
                self.at += len;
                Some(Ok(Placed { tile, at }))
            }
            Err(right) => {
                let error = ReadTilesError::unknown(self.text, self.at, self.at + right, Some(self.notation));
                self.at = self.text.len();
                Some(Err(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_reads_what_it_writes() {
        for notation in Notation::ALL {
            let tiles: Vec<Tile> = match notation {
                Notation::Judge => Tile::ALL.to_vec(),
                _ => Tile::regular().rev().collect(),
            };
            let text = notation.write(tiles.iter().copied()).unwrap();
            let read: Vec<Tile> = notation.read(&text).unwrap().iter().map(|placed| placed.tile).collect();
            assert_eq!(read, tiles, "{text}");
            assert_eq!(super::read(&text).unwrap().0, notation, "{text}");
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
    }

    #[test]
    fn specials_can_only_be_written_by_the_judge() {
        for notation in &Notation::ALL[1..] {
            assert!(notation.write([Tile::PASS]).is_err());
        }
    }

    #[test]
    fn shared_tokens_are_the_judges() {
        assert_eq!(read("1S 2S 3S").unwrap().0, Notation::Judge);
        assert_eq!(read("1S 2S 3S FA").unwrap().0, Notation::Uva);
        assert_eq!(read("1S 2S 3S F").unwrap().0, Notation::Judge);
    }

    #[test]
    fn white_space_is_free() {
        for (spaced, dense) in [("1M 2M  E\tPASS", "1M2MEPASS"), ("1W FA\u{3000}BAI", "1WFABAI"), ("12m 3m", "123m")] {
            let tiles =
                |text: &str| read(text).map(|(_, tiles)| tiles.iter().map(|placed| placed.tile).collect::<Vec<_>>());
            assert_eq!(tiles(spaced).unwrap(), tiles(dense).unwrap(), "{spaced}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            message("1M 2M 5X 3M"),
            "character 7: \"5X\" is not a tile: expected 1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE"
        );
        assert_eq!(
            message("1M 2T"),
            "character 4: \"2T\" is uva notation, but what comes before it is judge notation: expected all of it in one"
        );
        assert_eq!(
            message("123m 🀀"),
            "character 6: \"🀀\" is unicode notation, but what comes before it is mpsz notation: expected all of it in one"
        );
        assert_eq!(message("🀀🀀x"), "character 3: \"x\" is not a tile: expected 🀀-🀡");
        assert_eq!(
            message("123m45"),
            "character 5: \"45\" is not a tile: expected digits 1-9 followed by m, p or s, or 1-7 followed by z"
        );
        assert_eq!(
            message(" 8z 1z"),
            "character 2: \"8z\" is not a tile: expected tiles such as 1M E (judge), 1W DONG (uva), 1m1z (mpsz) or 🀇🀀 (unicode)"
        );
    }

    #[test]
    fn sizes_tell_the_exposed_melds() {
        for (text, melds) in [("1m", 4), ("11m", 4), ("1234m", 3), ("12345m", 3), ("1234567m", 2), ("12345678m", 2)] {
            assert_eq!(read_hand(text).unwrap().1.melds().get(), melds, "{text}");
        }
        for text in ["", "123m", "123456m", "123456789m", "123456789m123s", "123456789m123456s"] {
            let error = read_hand(text).unwrap_err();
            assert!(matches!(error, HandTextError::Size { .. }), "{text}: {error}");
        }
        let error = read_hand("1111m1p1m1s").unwrap_err();
        assert_eq!(error.to_string(), "character 8: a fifth 1m: there are four of each kind");
    }
}
