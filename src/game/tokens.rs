//! Splits a source of bytes into tokens.

use std::io::{self, Read};

/// Splits a source into tokens at white space, ASCII or Unicode.
#[derive(Debug)]
pub(super) struct Tokens<R> {
    source: R,
    buffer: Box<[u8]>,
    /// What of the buffer is read and not yet handed out.
    start: usize,
    end: usize,
    exhausted: bool,
    line: u64,
    /// The line on which the last token began.
    begun_on: u64,
}

/// A token that fills it is handed out as it is: no tile is that long.
const BUFFER_BYTES: usize = 64 * 1024;

/// The longest white space character in UTF-8.
const LONGEST_SPACE: usize = 3;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: Read> Tokens<R> {
    pub(super) fn new(source: R) -> Self {
        let buffer = vec![0; BUFFER_BYTES].into_boxed_slice();
        Tokens { source, buffer, start: 0, end: 0, exhausted: false, line: 0, begun_on: 1 }
    }

    /// The line on which the last token began, from 1.
    pub(super) fn begun_on(&self) -> u64 {
        self.begun_on
    }

    /// The next token, or `None` at the end of the source.
    #[inline]
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
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
        self.begun_on = self.line;
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
        self.begun_on = self.line;
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
