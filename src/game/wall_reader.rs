//! Reads walls, one after another, from any source of bytes.

use std::fmt;
use std::io::{self, Read};

use super::Wall;
use crate::excerpt::Excerpt;
use crate::hand::{Counts, FifthCopy};
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

    /// Whether the next wall may keep the reader waiting for its source: less than a wall is at hand.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        // No wall is shorter than its tiles with a space after each.
        self.tokens.at_hand() < 2 * Wall::LEN
    }

    /// Reads the one wall that the source holds.
    pub(super) fn read_only(mut self) -> Result<Wall, ReadWallError> {
        let wall = self.read()?.ok_or(ReadWallError { line: 1, fault: WallFault::Empty })?;
        let fault = match self.tokens.next() {
            Ok(None) => return Ok(wall),
            Ok(Some(token)) => WallFault::Extra { token: Excerpt::new(token) },
            Err(error) => WallFault::Source(error),
        };
        Err(self.error(fault))
    }

    fn read(&mut self) -> Result<Option<Wall>, ReadWallError> {
        let mut tiles = [Tile::PASS; Wall::LEN];
        let mut counts = Counts::EMPTY;
        for place in 0..Wall::LEN {
            let token = match self.tokens.next() {
                Err(error) => return Err(self.error(WallFault::Source(error))),
                Ok(Some(token)) => token,
                Ok(None) if place > 0 => {
                    let fault = WallFault::TooShort { wall: self.walls + 1, tiles: place, last: tiles[place - 1] };
                    return Err(ReadWallError { line: self.tokens.token_line, fault });
                }
                Ok(None) if self.walls == 0 => return Err(self.error(WallFault::Empty)),
                Ok(None) => return Ok(None),
            };
            let Some(tile) = Tile::from_token(token) else {
                let token_is_text = std::str::from_utf8(token).is_ok();
                let token = Excerpt::new(token);
                let fault = if token_is_text { WallFault::UnknownTile { token } } else { WallFault::NotText { token } };
                return Err(self.error(fault));
            };
            if let Err(fifth) = counts.insert(tile) {
                let fault = WallFault::FifthCopy { wall: self.walls + 1, fifth };
                return Err(self.error(fault));
            }
            tiles[place] = tile;
        }
        self.walls += 1;
        // 148 tiles without a fifth copy are four of each of the 37 kinds.
        Ok(Some(Wall::from_checked(tiles)))
    }

    fn error(&self, fault: WallFault) -> ReadWallError {
        ReadWallError { line: self.tokens.token_line, fault }
    }
}

impl<R: Read> Iterator for WallReader<R> {
    type Item = Result<Wall, ReadWallError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.read().transpose();
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Splits a source into tokens at white space, ASCII or Unicode.
#[derive(Debug)]
struct Tokens<R> {
    source: R,
    buffer: Box<[u8]>,
    /// What of the buffer is read and not yet handed out.
    start: usize,
    end: usize,
    exhausted: bool,
    line: u64,
    /// The line on which the last token began.
    token_line: u64,
}

/// A token that fills it is handed out as it is: no tile is that long.
const BUFFER_BYTES: usize = 64 * 1024;

/// The longest white space character in UTF-8.
const LONGEST_SPACE: usize = 3;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: Read> Tokens<R> {
    fn new(source: R) -> Self {
        let buffer = vec![0; BUFFER_BYTES].into_boxed_slice();
        Tokens { source, buffer, start: 0, end: 0, exhausted: false, line: 0, token_line: 1 }
    }

    fn at_hand(&self) -> usize {
        self.end - self.start
    }

    /// The next token, or `None` at the end of the source.
    #[inline]
    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        match self.next_at_hand() {
            // What borrows can't follow: the token just found is the last that was handed out.
            Some(len) => Ok(Some(&self.buffer[self.start - len..self.start])),
            None => self.next_anywhere(),
        }
    }

    /// The length of the next token if it is ASCII like the space around it, and both its ends are at hand: nearly always.
    #[inline]
    fn next_at_hand(&mut self) -> Option<usize> {
        let rest = &self.buffer[self.start..self.end];
        let mut lines = 0;
        let before = rest.iter().position(|&byte| {
            lines += u64::from(byte == b'\n');
            !is_space(byte)
        })?;
        let len = rest[before..].iter().position(|&byte| is_space(byte) || !byte.is_ascii())?;
        if len == 0 || !rest[before + len].is_ascii() || self.line == 0 {
            return None;
        }
        self.line += lines;
        self.token_line = self.line;
        self.start += before + len;
        Some(len)
    }

    /// The next token, whatever it is and however much has to be read for it.
    #[cold]
    fn next_anywhere(&mut self) -> io::Result<Option<&[u8]>> {
        if self.line == 0 {
            self.begin()?;
        }
        loop {
            let space = self.space_at(0)?;
            if space == 0 {
                break;
            }
            self.line += u64::from(self.buffer[self.start] == b'\n');
            self.start += space;
        }
        let mut len = 0;
        while self.byte_at(len)?.is_some() && self.space_at(len)? == 0 {
            len += 1;
        }
        if len == 0 {
            return Ok(None);
        }
        self.token_line = self.line;
        let token = &self.buffer[self.start..self.start + len];
        self.start += len;
        Ok(Some(token))
    }

    /// Skips the byte order mark that some editors begin a text with.
    fn begin(&mut self) -> io::Result<()> {
        self.line = 1;
        self.byte_at(BYTE_ORDER_MARK.len() - 1)?;
        if self.buffer[self.start..self.end].starts_with(BYTE_ORDER_MARK) {
            self.start += BYTE_ORDER_MARK.len();
        }
        Ok(())
    }

    /// How many bytes of white space begin `ahead` bytes from here.
    fn space_at(&mut self, ahead: usize) -> io::Result<usize> {
        match self.byte_at(ahead)? {
            Some(byte) if is_space(byte) => Ok(1),
            None | Some(..0x80) => Ok(0),
            Some(_) => {
                self.byte_at(ahead + LONGEST_SPACE - 1)?;
                let rest = &self.buffer[self.start + ahead..self.end];
                let first = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
                Ok(first.filter(|char| char.is_whitespace()).map_or(0, char::len_utf8))
            }
        }
    }

    /// The byte `ahead` of here, read from the source if need be; `None` past the end of the source, or of the longest
    /// token.
    fn byte_at(&mut self, ahead: usize) -> io::Result<Option<u8>> {
        while self.start + ahead >= self.end {
            if !self.fill()? {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.start + ahead]))
    }

    /// Reads more behind what is at hand; tells whether there was any and room for it.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while !self.exhausted && self.end < self.buffer.len() {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.exhausted = true,
                Ok(read) => {
                    self.end += read;
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}

/// Whether an ASCII character is white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// Where reading walls failed, and why.
#[derive(Debug)]
pub struct ReadWallError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: WallFault,
}

/// What can be wrong with walls.
#[derive(Debug)]
pub enum WallFault {
    /// There is no token at all.
    Empty,
    /// A token is no tile.
    UnknownTile {
        /// The token.
        token: Excerpt,
    },
    /// A token is not even text.
    NotText {
        /// The token.
        token: Excerpt,
    },
    /// A kind has five copies in one wall.
    FifthCopy {
        /// The wall, from 1.
        wall: u64,
        /// The tile.
        fifth: FifthCopy,
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
    Extra {
        /// What comes after it.
        token: Excerpt,
    },
    /// The source can't be read.
    Source(io::Error),
}

impl fmt::Display for ReadWallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WALL: usize = Wall::LEN;
        let line = self.line;
        match &self.fault {
            WallFault::Empty => write!(f, "no tiles: expected walls of {WALL} tiles each"),
            WallFault::UnknownTile { token } => {
                write!(f, "line {line}: {token} is not a tile: expected {EXPECTED_TOKENS}")
            }
            WallFault::NotText { token } => write!(f, "line {line}: {token} is not text: expected {EXPECTED_TOKENS}"),
            WallFault::FifthCopy { wall, fifth } => write!(f, "line {line}: wall {wall} has {fifth}"),
            WallFault::TooShort { wall, tiles, last } => {
                let plural = if *tiles == 1 { "" } else { "s" };
                write!(
                    f,
                    "line {line}: wall {wall} ends after {tiles} tile{plural}, with {last}: expected {WALL} a wall"
                )?;
                if *wall > 1 { write!(f, ", or nothing after wall {}", wall - 1) } else { Ok(()) }
            }
            WallFault::Extra { token } => {
                write!(f, "line {line}: {token} after the wall's {WALL} tiles: expected nothing more")
            }
            WallFault::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadWallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            WallFault::Source(error) => Some(error),
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
        let mut text = vec![b'7'; 10 * BUFFER_BYTES];
        text.extend_from_slice(b" 1M");
        let message = message(&text);
        assert!(message.starts_with("line 1: \"777") && message.len() < 200, "{message}");
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
