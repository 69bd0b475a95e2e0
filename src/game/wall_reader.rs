//! Reads walls, one after another, from any source of bytes.

use std::fmt;
use std::io::{self, Read};

use super::Wall;
use super::tokens::Tokens;
use crate::hand::{Counts, FifthCopyError};
use crate::name::excerpt;
use crate::tile::{EXPECTED_TOKENS, Tile};

/// Reads any number of walls from a source, in constant memory.
///
/// Tokens are separated by any white space, line ends included; every 148 of them make a wall. A source without a single
/// token is an error. After an error there is nothing more to read.
///
/// ```
/// use paili::game::WallReader;
///
/// let input = "1M 2M\n3M 4X\n";
/// let error = WallReader::new(input.as_bytes()).next().unwrap().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2: \"4X\" is not a tile: expected 1M-9M, 1P-9P, 1S-9S, E S W N B F Z, PASS, REVERSE or DOUBLE"
/// );
/// ```
#[derive(Debug)]
pub struct WallReader<R> {
    tokens: Tokens<R>,
    walls: u64,
    done: bool,
}

impl<R: Read> WallReader<R> {
    /// Reads from a source. It need not be buffered.
    pub fn new(source: R) -> Self {
        WallReader { tokens: Tokens::new(source), walls: 0, done: false }
    }

    /// Reads the one wall that the source holds.
    pub(super) fn read_single(mut self) -> Result<Wall, WallError> {
        let wall = self.read()?.ok_or(WallError { line: 1, place: None, kind: WallErrorKind::Empty })?;
        let fault = match self.tokens.next() {
            Ok(None) => return Ok(wall),
            Ok(Some(token)) => WallErrorKind::Extra(excerpt(token)),
            Err(error) => return Err(self.error(WallErrorKind::Source(error), None)),
        };
        Err(self.error(fault, Some(Wall::LEN)))
    }

    fn read(&mut self) -> Result<Option<Wall>, WallError> {
        let mut tiles = [Tile::PASS; Wall::LEN];
        let mut counts = Counts::EMPTY;
        for place in 0..Wall::LEN {
            let token = match self.tokens.next() {
                Err(error) => return Err(self.error(WallErrorKind::Source(error), None)),
                Ok(Some(token)) => token,
                Ok(None) if place > 0 => {
                    let fault = WallErrorKind::TooShort { wall: self.walls + 1, tiles: place, last: tiles[place - 1] };
                    return Err(self.error(fault, None));
                }
                Ok(None) if self.walls == 0 => return Err(self.error(WallErrorKind::Empty, None)),
                Ok(None) => return Ok(None),
            };
            let Some(tile) = Tile::from_token(token) else {
                // A token that was cut because of its length may end within a character.
                let token_is_text =
                    std::str::from_utf8(token).map_or_else(|error| error.error_len().is_none(), |_| true);
                let token = excerpt(token);
                let fault =
                    if token_is_text { WallErrorKind::UnknownTile(token) } else { WallErrorKind::NotText(token) };
                return Err(self.error(fault, Some(place)));
            };
            if let Err(fifth) = counts.insert(tile) {
                let fault = WallErrorKind::FifthCopy { wall: Some(self.walls + 1), fifth };
                return Err(self.error(fault, Some(place)));
            }
            tiles[place] = tile;
        }
        self.walls += 1;
        // 148 tiles without a fifth copy are four of each of the 37 kinds.
        Ok(Some(Wall::from_checked(tiles)))
    }

    /// An error at a place of a wall, if it is one tile's.
    fn error(&self, kind: WallErrorKind, place: Option<usize>) -> WallError {
        WallError { line: self.tokens.begun_on(), place, kind }
    }
}

impl<R: Read> Iterator for WallReader<R> {
    type Item = Result<Wall, WallError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.read().transpose();
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Tiles are no wall, or walls can't be read: where, and why.
///
/// Where the source itself can't be read, the [`io::Error`] is its [source](std::error::Error::source).
#[derive(Debug)]
pub struct WallError {
    /// From 1; 0 for tiles that were not read.
    line: u64,
    place: Option<usize>,
    kind: WallErrorKind,
}

impl WallError {
    /// The line of a text, from 1.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        (self.line > 0).then_some(self.line)
    }

    /// Which tile of its wall is at fault, from 0; 148 is one too many. None if it is no tile.
    #[must_use]
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
    #[must_use]
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
pub enum WallErrorKind {
    /// There is no token at all.
    Empty,
    /// A token is no tile.
    UnknownTile(String),
    /// A token is not even text.
    NotText(String),
    /// A kind has five copies in a wall.
    FifthCopy {
        /// The wall, from 1; none of tiles that were not read.
        wall: Option<u64>,
        /// The tile.
        fifth: FifthCopyError,
    },
    /// The source ends in the middle of a wall.
    TooShort {
        /// The wall, from 1.
        wall: u64,
        /// How many tiles it has.
        tiles: usize,
        /// The last of them.
        last: Tile,
    },
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

#[cfg(test)]
mod tests {
    use super::*;

    fn wall() -> Wall {
        Wall::new(std::array::from_fn(|place| Tile::ALL[place * 5 % Tile::COUNT])).unwrap()
    }

    fn message(text: &[u8]) -> String {
        WallReader::new(text).find_map(Result::err).expect("an error").to_string()
    }

    /// Hands out one byte at a time.
    struct Dripping<'a>(&'a [u8]);

    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(1);
            self.0.read(&mut buffer[..len])
        }
    }

    #[test]
    fn any_white_space_separates() {
        let text: String = wall().to_string();
        for space in [" ", "\n", "\r\n", "\t", "\x0b\x0c", " \n\n ", "\u{3000}", "\u{a0}\u{2028}"] {
            let text = text.replace('\n', space);
            for (before, after) in [("", ""), (space, space), ("\u{feff}", "")] {
                let text = format!("{before}{}{after}", text.trim());
                let read: Vec<Wall> = WallReader::new(text.as_bytes()).map(Result::unwrap).collect();
                assert_eq!(read, [wall()], "{space:?}");
                let read: Vec<Wall> = WallReader::new(Dripping(text.as_bytes())).map(Result::unwrap).collect();
                assert_eq!(read, [wall()], "{space:?}, a byte at a time");
            }
        }
    }

    #[test]
    fn many_walls_follow_each_other() {
        let text = wall().to_string().replace('\n', " ").repeat(1000);
        assert_eq!(
            WallReader::new(text.as_bytes()).filter(|read| matches!(read, Ok(read) if *read == wall())).count(),
            1000
        );
    }

    #[test]
    fn errors_say_where_and_what() {
        let good = wall().to_string();
        assert_eq!(message(b""), "no tiles: expected walls of 148 tiles each");
        assert_eq!(message(b" \n \n"), "no tiles: expected walls of 148 tiles each");
        assert!(message(b"\n\n1M\n 5X 6X").starts_with("line 4: \"5X\" is not a tile: expected 1M-9M"));
        assert!(message(b"1M \xff\xfe2\0M").starts_with(r#"line 1: "\xff\xfe2\0M" is not text"#));
        assert_eq!(message(b"1M 2M 1M\n1M 1M 1M"), "line 2: wall 1 has a fifth 1M: there are four of each kind");
        assert_eq!(message(b"1M\n2M\n\n"), "line 2: wall 1 ends after 2 tiles, with 2M: expected 148 a wall");
        assert_eq!(
            message(format!("{good}E\n").as_bytes()),
            "line 149: wall 2 ends after 1 tile, with E: expected 148 a wall, or nothing after wall 1"
        );
        let extra = format!("{good}E\n").parse::<Wall>().unwrap_err();
        assert_eq!(extra.to_string(), "line 149: \"E\" after the wall's 148 tiles: expected nothing more");
    }

    #[test]
    fn an_absurdly_long_token_is_cut_short() {
        for token in ["7", "萬", "\u{1f000}x"] {
            let message = message((token.repeat(1 << 20) + " 1M").as_bytes());
            assert!(message.starts_with(&format!("line 1: \"{token}")) && message.len() < 250, "{message}");
            assert!(message.contains("is not a tile"), "{message}");
        }
    }

    /// Fails once before every byte.
    struct Interrupted<'a>(Dripping<'a>, bool);

    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn interruptions_are_no_errors() {
        let text = wall().to_string();
        let mut reader = WallReader::new(Interrupted(Dripping(text.as_bytes()), false));
        assert!(reader.next().is_some_and(|read| read.is_ok_and(|read| read == wall())));
    }

    /// Gives back an error for ever.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("it broke"))
        }
    }

    #[test]
    fn a_source_that_breaks_is_reported_once() {
        let mut reader = WallReader::new(Broken);
        assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "it broke");
        assert!(reader.next().is_none());
    }

    #[test]
    fn good_walls_come_before_a_bad_one() {
        let text = format!("{good}{good}1M 1X", good = wall());
        let mut reader = WallReader::new(text.as_bytes());
        assert!(reader.next().is_some_and(|read| read.is_ok()));
        assert!(reader.next().is_some_and(|read| read.is_ok()));
        assert!(reader.next().is_some_and(|read| read.is_err()));
        assert!(reader.next().is_none());
    }
}
