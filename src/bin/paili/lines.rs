//! Reads lines in chunks, so that many can be worked on at once and none has to wait for the next.

use std::io::{self, BufRead, BufReader, Read};

use crate::problem::Problem;

/// A line and its number, from 1.
#[derive(Debug)]
pub struct Line {
    pub number: u64,
    /// Without its end; bytes that are not text became U+FFFD. The beginning of a line that is too long.
    pub text: String,
    pub length: Length,
}

/// Whether a line was read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Whole,
    TooLong,
}

impl Line {
    /// Whether there is nothing on it.
    pub fn is_blank(&self) -> bool {
        self.length == Length::Whole && self.text.trim().is_empty()
    }

    /// The problem of a line that is too long.
    pub fn check(&self) -> Result<&str, Problem> {
        match self.length {
            Length::Whole => Ok(&self.text),
            Length::TooLong => {
                let message = format!("a line of more than {MAX_LINE_BYTES} bytes: expected a hand");
                Err(Problem { message, text: self.text.clone(), at: None })
            }
        }
    }
}

/// Reads chunks of lines from a source.
#[derive(Debug)]
pub struct Chunks<R> {
    source: BufReader<R>,
    number: u64,
}

/// How many lines a chunk has at most.
const CHUNK_LINES: usize = 2048;

/// What paili reads is not nearly that long.
pub const MAX_LINE_BYTES: usize = 4096;

/// Some editors begin a text with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: Read> Chunks<R> {
    pub fn new(source: R) -> Self {
        Chunks { source: BufReader::with_capacity(256 * 1024, source), number: 0 }
    }

    /// The next lines: all that are at hand, at least one, up to a chunk. Empty at the end of the source.
    pub fn next_chunk(&mut self) -> io::Result<Vec<Line>> {
        let mut chunk = Vec::new();
        while chunk.len() < CHUNK_LINES {
            let mut bytes = Vec::new();
            if self.source.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            self.number += 1;
            let mut length = Length::Whole;
            if bytes.last() == Some(&b'\n') {
                bytes.pop();
            } else if bytes.len() > MAX_LINE_BYTES {
                self.source.skip_until(b'\n')?;
                length = Length::TooLong;
            }
            if self.number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
            let text =
                String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into());
            chunk.push(Line { number: self.number, text, length });
            if !self.source.buffer().contains(&b'\n') {
                break;
            }
        }
        Ok(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(u64, String)> {
        let mut chunks = Chunks::new(text);
        let mut lines = Vec::new();
        loop {
            let chunk = chunks.next_chunk().unwrap();
            if chunk.is_empty() {
                return lines;
            }
            lines.extend(chunk.into_iter().map(|line| (line.number, line.text)));
        }
    }

    #[test]
    fn lines_are_numbered_whatever_ends_them() {
        let expected = [(1, "a".to_owned()), (2, String::new()), (3, "b".to_owned())];
        assert_eq!(lines(b"a\n\nb\n"), expected);
        assert_eq!(lines(b"a\n\nb"), expected);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xff\n"), [(1, "\u{fffd}".to_owned())]);
    }

    #[test]
    fn an_absurdly_long_line_is_a_problem() {
        let long = "x".repeat(MAX_LINE_BYTES);
        let text = format!("{long}\n{long}y\n {long}");
        let mut chunks = Chunks::new(text.as_bytes());
        let lines: Vec<Line> = (0..3).flat_map(|_| chunks.next_chunk().unwrap()).collect();
        let lengths: Vec<Length> = lines.iter().map(|line| line.length).collect();
        assert_eq!(lengths, [Length::Whole, Length::TooLong, Length::TooLong]);
        assert!(lines[0].check().is_ok() && lines[1].check().is_err());
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(lines("\u{feff}1m\n".as_bytes()), [(1, "1m".to_owned())]);
    }
}
