//! Notations: the ways in which people write tiles.
//!
//! | notation | a hand |
//! |---|---|
//! | [`Judge`](Notation::Judge) | `1M 2M 3M 9P 5S 5S E S W N B F Z` |
//! | [`Uva`](Notation::Uva) | `1W 2W 3W 9T 5S 5S DONG NAN XI BEI BAI FA ZHONG` |
//! | [`Mpsz`](Notation::Mpsz) | `123m9p55s1234567z` |
//! | [`Unicode`](Notation::Unicode) | `🀇🀈🀉🀡🀔🀔🀀🀁🀂🀃🀆🀅🀄` |
//! | [`Chinese`](Notation::Chinese) | `一萬 二萬 三萬 九筒 五索 五索 東 南 西 北 白 發 中` |
//! | [`Mjai`](Notation::Mjai) | `1m 2m 3m 9p 5s 5s E S W N P F C` |
//!
//! White space and brackets of any width may stand between tiles (in mpsz: between groups) and have to nowhere. In the text of
//! a hand, what stands in brackets is an [exposed meld](HandText): `13m456p789s11z[2222m]`. [`read`] finds the
//! notation by itself, and so does a [`Hand`] that is parsed. What else is read: `123M` and `m123` in mpsz, and `123萬`,
//! `一二三万` or `１２３ｍ` in Chinese.
//!
//! `0m` and `r5m` in mpsz and `5mr` in mjai are red fives. They are read as the fives that they are; [`reds`] tells them
//! apart.
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
//! let error = notation::read("1M E 3p").unwrap_err();
//! assert_eq!(error.to_string(), "character 6: \"3p\" is mpsz notation, but what comes before it is judge notation: expected all of it in one");
//! # Ok::<(), notation::NotationError>(())
//! ```

mod all;
mod chinese;
mod error;
mod hand_text;
mod judge;
mod mjai;
mod mpsz;
mod names;
mod reds;
mod scan;
mod unicode;
mod uva;
mod write;

use std::fmt;
use std::str::FromStr;

pub use all::Notation;
pub use error::{NotationError, NotationErrorKind};
pub use hand_text::{HandText, MeldText, has_brackets};

pub(crate) use self::hand_text::{no_meld, read_counted, read_usual_hand, too_many};
pub(crate) use self::scan::{Placed, end_of_tile};
use self::scan::{Scan, Stop};
use crate::hand::{Counts, Hand};
use crate::meld::Meld;
use crate::name::excerpt;
use crate::tile::Tile;
use crate::tile_set::TileSet;

impl Notation {
    /// Reads the tiles of a text in this notation.
    ///
    /// # Errors
    ///
    /// At the first place where there is no tile.
    pub fn read(self, text: &str) -> Result<Vec<Tile>, NotationError> {
        tiles(self, text).map_err(|stop| NotationError::stopped(text, self, stop))
    }

    /// Reads and counts the tiles of a text in this notation, those in brackets too: [`hand`](Notation::hand) knows melds.
    ///
    /// # Errors
    ///
    /// At the first place where there is no tile, or at the first fifth copy of a kind.
    pub fn counts(self, text: &str) -> Result<Counts, NotationError> {
        let counted = count(self, text).map_err(|stop| NotationError::stopped(text, self, stop))?;
        counted.map_err(|fifth| NotationError::fifth_copy(text, self, fifth))
    }

    /// Reads a hand of concealed tiles beside the exposed melds that stand in [brackets](HandText); without any, their number
    /// follows from its size.
    ///
    /// # Errors
    ///
    /// As [`Notation::counts`], when no hand has that number of tiles, or when what stands in brackets is no meld.
    pub fn hand(self, text: &str) -> Result<Hand, NotationError> {
        Ok(read_usual_hand(Some(self), text)?.1)
    }

    /// Which of a text's tiles are red fives, as often as they are.
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

/// Finds a text's notation and tells which of its tiles are red fives, as often as they are.
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

/// Finds a text's notation and reads it as a hand beside the exposed melds that stand in [brackets](HandText); without any,
/// their number follows from its size.
///
/// ```
/// use paili::notation::read_hand;
///
/// let (notation, hand) = read_hand("1M 2M 3M E")?;
/// assert_eq!((notation.name(), hand.melds().get()), ("judge", 3));
/// assert_eq!(read_hand("1M 2M 3M E (2S 2S 2S 2S) (E E E) [5P 6P 7P]")?.1, hand);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// When no notation can read all of it, it is no hand, or what stands in brackets is no meld.
pub fn read_hand(text: &str) -> Result<(Notation, Hand), NotationError> {
    read_usual_hand(None, text)
}

/// Reads an exposed meld, in whatever notation. A kan is read as the triplet that it counts as.
///
/// ```
/// use paili::notation::read_meld;
///
/// assert_eq!(read_meld("EEE")?.to_string(), "E E E");
/// assert_eq!(read_meld("2222z")?.to_string(), "S S S");
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// When no notation can read all of it, or it is no meld.
pub fn read_meld(text: &str) -> Result<Meld, NotationError> {
    Ok(read_meld_or_kan(text)?.1)
}

/// Reads an exposed meld: its notation, itself, and the fourth tile if it is a kan.
pub(crate) fn read_meld_or_kan(text: &str) -> Result<(Notation, Meld, Option<Tile>), NotationError> {
    let (notation, tiles) = read(text)?;
    match read_as_meld(&tiles) {
        Some((meld, fourth)) => Ok((notation, meld, fourth)),
        None => Err(NotationError::whole(NotationErrorKind::NotAMeld(excerpt(text.as_bytes())))),
    }
}

/// The meld that tiles form, and the fourth tile if it is a kan.
fn read_as_meld(tiles: &[Tile]) -> Option<(Meld, Option<Tile>)> {
    match *tiles {
        [first, second, third] => Some((Meld::of([first, second, third])?, None)),
        [first, second, third, fourth] if [second, third, fourth] == [first; 3] => {
            Some((Meld::of([first; 3])?, Some(fourth)))
        }
        _ => None,
    }
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
            Err(stop) if gets_farther(text, stop, farthest.1) => farthest = (notation, stop),
            Err(_) => {}
        }
    }
    Err(NotationError::stopped_everywhere(text, farthest.0, farthest.1))
}

/// Whether a notation stopped after more tiles than another, or where there is none, after more of the first.
fn gets_farther(text: &str, stop: Stop, other: Stop) -> bool {
    let first = text[..stop.begun].trim_start().is_empty();
    stop.begun > other.begun || stop.begun == other.begun && first && stop.at > other.at
}

fn tiles(notation: Notation, text: &str) -> Result<Vec<Tile>, Stop> {
    Scan::new(notation, text).map(|placed| Ok(placed?.tile)).collect()
}

/// The red fives of a text.
fn red_fives(notation: Notation, text: &str) -> Result<Vec<Tile>, Stop> {
    let placed: Vec<Placed> = Scan::new(notation, text).collect::<Result<_, _>>()?;
    let is_red = |placed: &Placed| is_red(notation, &text[placed.at..]);
    Ok(placed.into_iter().filter(is_red).map(|placed| placed.tile).collect())
}

/// Whether a tile that was read is a red five, by the text that it begins.
fn is_red(notation: Notation, text: &str) -> bool {
    match notation {
        Notation::Mpsz => mpsz::is_red(text.as_bytes()),
        Notation::Chinese => chinese::is_red(text),
        Notation::Mjai => mjai::is_red(text.as_bytes()),
        Notation::Judge | Notation::Uva | Notation::Unicode => false,
    }
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

    /// Reads concealed tiles in any notation, and exposed melds in brackets; without any, their number follows from how many
    /// tiles there are. A hand keeps the number of its melds alone: their tiles are in [`HandText`], for
    /// [`Unseen::beside`](crate::analysis::Unseen::beside).
    fn from_str(text: &str) -> Result<Hand, NotationError> {
        Ok(read_hand(text)?.1)
    }
}

impl fmt::Display for Hand {
    /// Writes the concealed tiles in mpsz notation, or in the judge's if there are specials among them, and wildcards last. Its
    /// [rule set](crate::rules::RuleSet::read_hand) reads the same hand in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let specials = !(self.counts().kinds() & TileSet::SPECIAL).is_empty();
        let notation = if specials { Notation::Judge } else { Notation::Mpsz };
        f.pad(&notation.write_hand(self, &[]))
    }
}

#[cfg(test)]
mod tests;
