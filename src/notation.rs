//! Notations: the ways in which people write tiles.
//!
//! | notation | a hand |
//! |---|---|
//! | [`Judge`](Notation::Judge) | `1M 2M 3M 9P 5S 5S E S W N B F Z` |
//! | [`Uva`](Notation::Uva) | `1W 2W 3W 9T 5S 5S DONG NAN XI BEI BAI FA ZHONG` |
//! | [`Mpsz`](Notation::Mpsz) | `123m9p55s1234567z` |
//! | [`Unicode`](Notation::Unicode) | `🀇🀈🀉🀡🀔🀔🀀🀁🀂🀃🀆🀅🀄` |
//!
//! White space may stand between tiles (in mpsz: between groups) and has to nowhere. [`read`] finds the notation by itself,
//! and so does a [`Hand`] that is parsed.
//!
//! In mpsz, `0m` and `r5m` are red fives. They are read as the fives that they are; [`reds`] tells them apart.
//!
//! ```
//! use paili::notation;
//! use paili::Notation;
//!
//! let (notation, tiles) = notation::read("123m44z")?;
//! assert_eq!(notation, Notation::Mpsz);
//! assert_eq!(Notation::Judge.write(tiles.iter().copied())?, "1M 2M 3M N N");
//! assert_eq!(Notation::Unicode.write(tiles)?, "🀇🀈🀉🀃🀃");
//!
//! let error = notation::read("1M 2M 3p").unwrap_err();
//! assert_eq!(error.to_string(), "character 7: \"3p\" is mpsz notation, but what comes before it is judge notation: expected all of it in one");
//! # Ok::<(), notation::NotationError>(())
//! ```

mod error;
mod judge;
mod mpsz;
mod names;
mod scan;
mod unicode;
mod uva;

use std::fmt;
use std::str::FromStr;

pub use error::{NotationError, NotationErrorKind};

pub(crate) use self::scan::{Placed, end_of_tile};
use self::scan::{Scan, Stop};
use crate::hand::{Counts, Hand};
use crate::meld::Meld;
use crate::name::{excerpt, names};
use crate::tile::Tile;
use crate::tile_set::TileSet;

names! {
    /// A way to write tiles. They are tried in this order: a text that two of them could have written, such as
    /// `1S 2S 3S`, is taken for the first.
    pub enum Notation, "is not a notation" {
        /// The tokens of the THUPC judge; the only one that knows the specials.
        Judge = "judge",
        /// The tokens of UVa 11210.
        Uva = "uva",
        /// Compact: digits, then the letter of their suit.
        Mpsz = "mpsz",
        /// Unicode's mahjong tiles.
        Unicode = "unicode",
    }
}

impl Notation {
    /// What tiles it knows, for messages.
    const fn expected(self) -> &'static str {
        match self {
            Notation::Judge => crate::tile::EXPECTED_TOKENS,
            Notation::Uva => "1T-9T, 1S-9S, 1W-9W, DONG, NAN, XI, BEI, ZHONG, FA or BAI",
            Notation::Mpsz => "digits 1-9, or 0 or r5 for a red five, followed by m, p or s, or 1-7 followed by z",
            Notation::Unicode => "🀀-🀡",
        }
    }

    /// Reads the tiles of a text in this notation.
    ///
    /// # Errors
    ///
    /// At the first place where there is no tile.
    pub fn read(self, text: &str) -> Result<Vec<Tile>, NotationError> {
        tiles(self, text).map_err(|stop| NotationError::stopped(text, self, stop))
    }

    /// Reads and counts the tiles of a text in this notation.
    ///
    /// # Errors
    ///
    /// At the first place where there is no tile, or at the first fifth copy of a kind.
    pub fn counts(self, text: &str) -> Result<Counts, NotationError> {
        let counted = count(self, text).map_err(|stop| NotationError::stopped(text, self, stop))?;
        counted.map_err(|fifth| NotationError::fifth_copy(text, self, fifth))
    }

    /// Reads a hand of concealed tiles; the number of exposed melds follows from its size.
    ///
    /// # Errors
    ///
    /// As [`Notation::counts`], or when no hand has that number of tiles.
    pub fn hand(self, text: &str) -> Result<Hand, NotationError> {
        Ok(Hand::of_size(self.counts(text)?)?)
    }

    /// Which of a text's tiles are red fives, as often as they are; only mpsz has them.
    ///
    /// # Errors
    ///
    /// At the first place where there is no tile.
    pub fn reds(self, text: &str) -> Result<Vec<Tile>, NotationError> {
        red_fives(self, text).map_err(|stop| NotationError::stopped(text, self, stop))
    }

    /// Where the copies of a tile stand in a text that was read.
    pub(crate) fn places(self, text: &str, tile: Tile) -> impl Iterator<Item = usize> {
        Scan::new(self, text).flatten().filter(move |placed| placed.tile == tile).map(|placed| placed.at)
    }

    /// A tile's name; a special's is the judge's, whatever the notation.
    #[must_use]
    pub fn name_of(self, tile: Tile) -> &'static str {
        names::of(self, tile)
    }

    /// Writes tiles.
    ///
    /// # Errors
    ///
    /// At the first tile that the notation can't write: only the judge's has specials.
    pub fn write(self, tiles: impl IntoIterator<Item = Tile>) -> Result<String, NotationError> {
        // Room for a hand in any notation: growing costs as much as writing.
        let mut text = String::with_capacity(64);
        let mut last = None;
        for tile in tiles {
            if tile.is_special() && self != Notation::Judge {
                return Err(NotationError::whole(NotationErrorKind::Unwritable { tile, notation: self }));
            }
            if last.is_some() && matches!(self, Notation::Judge | Notation::Uva) {
                text.push(' ');
            }
            match self {
                Notation::Judge => text.push_str(tile.token()),
                Notation::Uva => uva::append(&mut text, tile),
                Notation::Mpsz => mpsz::append(&mut text, last, tile),
                Notation::Unicode => unicode::append(&mut text, tile),
            }
            last = Some(tile);
        }
        Ok(text)
    }
}

/// Finds a text's notation and reads its tiles.
///
/// # Errors
///
/// When no notation can read all of it: the error is that of the notation that gets farthest, and says so when another
/// one could go on from there.
pub fn read(text: &str) -> Result<(Notation, Vec<Tile>), NotationError> {
    in_any_notation(text, |notation| tiles(notation, text))
}

/// Finds a text's notation and tells which of its tiles are red fives, as often as they are; only mpsz has them.
///
/// ```
/// use paili::{Tile, notation};
///
/// assert_eq!(notation::read("340m")?, notation::read("345m")?);
/// assert_eq!(notation::reds("340m r55p")?, [Tile::M5, Tile::P5]);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// As [`read`].
pub fn reds(text: &str) -> Result<Vec<Tile>, NotationError> {
    let (_, reds) = in_any_notation(text, |notation| red_fives(notation, text))?;
    Ok(reds)
}

/// Finds a text's notation and reads it as a hand; the number of exposed melds follows from its size.
///
/// ```
/// let (notation, hand) = paili::notation::read_hand("1M 2M 3M E")?;
/// assert_eq!((notation.name(), hand.melds().get()), ("judge", 3));
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// When no notation can read all of it, or it is no hand.
pub fn read_hand(text: &str) -> Result<(Notation, Hand), NotationError> {
    let (notation, counts) = read_counts(text)?;
    Ok((notation, Hand::of_size(counts)?))
}

/// Reads an exposed meld, in whatever notation.
///
/// ```
/// let meld = paili::notation::read_meld("EEE")?;
/// assert_eq!(meld.to_string(), "E E E");
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// When no notation can read all of it, or it is no meld.
pub fn read_meld(text: &str) -> Result<Meld, NotationError> {
    let (_, tiles) = read(text)?;
    let meld = <[Tile; 3]>::try_from(tiles).ok().and_then(Meld::of);
    meld.ok_or_else(|| NotationError::whole(NotationErrorKind::NotAMeld(excerpt(text.as_bytes()))))
}

/// Finds a text's notation and counts its tiles.
pub(crate) fn read_counts(text: &str) -> Result<(Notation, Counts), NotationError> {
    let (notation, counted) = in_any_notation(text, |notation| count(notation, text))?;
    Ok((notation, counted.map_err(|fifth| NotationError::fifth_copy(text, notation, fifth))?))
}

/// Finds a text's notation and its tiles, each with its place.
pub(crate) fn read_placed(text: &str) -> Result<(Notation, Vec<Placed>), NotationError> {
    in_any_notation(text, |notation| Scan::new(notation, text).collect())
}

/// What the first notation makes of a text that can read all of it.
fn in_any_notation<T>(text: &str, read: impl Fn(Notation) -> Result<T, Stop>) -> Result<(Notation, T), NotationError> {
    let mut farthest = (Notation::Judge, Stop::default());
    for notation in Notation::ALL {
        match read(notation) {
            Ok(read) => return Ok((notation, read)),
            Err(stop) if stop.at > farthest.1.at => farthest = (notation, stop),
            Err(_) => {}
        }
    }
    Err(NotationError::stopped_everywhere(text, farthest.0, farthest.1))
}

fn tiles(notation: Notation, text: &str) -> Result<Vec<Tile>, Stop> {
    Scan::new(notation, text).map(|placed| Ok(placed?.tile)).collect()
}

/// The red fives of a text.
fn red_fives(notation: Notation, text: &str) -> Result<Vec<Tile>, Stop> {
    let placed: Vec<Placed> = Scan::new(notation, text).collect::<Result<_, _>>()?;
    let is_red = |placed: &Placed| notation == Notation::Mpsz && mpsz::is_red(text.as_bytes()[placed.at]);
    Ok(placed.into_iter().filter(is_red).map(|placed| placed.tile).collect())
}

/// The counts of a text's tiles, or its first fifth copy.
#[inline]
fn count(notation: Notation, text: &str) -> Result<Result<Counts, Placed>, Stop> {
    let mut counts = Counts::EMPTY;
    let mut fifth = None;
    for placed in Scan::new(notation, text) {
        let placed = placed?;
        if counts.insert(placed.tile).is_err() {
            fifth = fifth.or(Some(placed));
        }
    }
    Ok(fifth.map_or(Ok(counts), Err))
}

impl FromStr for Hand {
    type Err = NotationError;

    /// Reads concealed tiles in any notation; the number of exposed melds follows from how many there are.
    fn from_str(text: &str) -> Result<Hand, NotationError> {
        Ok(read_hand(text)?.1)
    }
}

impl fmt::Display for Hand {
    /// Writes the concealed tiles in mpsz notation, or in the judge's if there are specials among them. What it writes is
    /// read as the same hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let specials = !(self.counts().kinds() & TileSet::SPECIAL).is_empty();
        let notation = if specials { Notation::Judge } else { Notation::Mpsz };
        f.pad(&notation.write(self.counts().tiles()).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests;
