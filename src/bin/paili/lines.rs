//! Reads lines in chunks, so that many can be worked on at once and none has to wait for the next.

use std::io::{self, BufRead, BufReader, Read};

/// A line and its number, from 1.
#[derive(Debug)]
pub struct Line {
    pub number: u64,
    /// Without its end; bytes that are not text became U+FFFD.
    pub text: String,
}

/// Reads chunks of lines from a source.
#[derive(Debug)]
pub struct Chunks<R> {
    source: BufReader<R>,
    number: u64,
}

/// How many lines a chunk has at most.
const CHUNK_LINES: usize = 2048;

/// A longer line is cut: nothing that paili reads is nearly that long.
const MAX_LINE_BYTES: u64 = 64 * 1024;

impl<R: Read> Chunks<R> {
    pub fn new(source: R) -> Self {
        Chunks { source: BufReader::with_capacity(256 * 1024, source), number: 0 }
    }

    /// The next lines: all that are at hand, at least one, up to a chunk. Empty at the end of the source.
    pub fn next_chunk(&mut self) -> io::Result<Vec<Line>> {
        let mut chunk = Vec::new();
        while chunk.len() < CHUNK_LINES {
            let mut bytes = Vec::new();
            if self.source.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            self.number += 1;
            if bytes.last() == Some(&b'\n') {
                bytes.pop();
            } else {
                self.source.skip_until(b'\n')?;
            }
            let text =
                String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into());
            chunk.push(Line { number: self.number, text });
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
    fn an_absurdly_long_line_is_cut() {
        let text = [vec![b'x'; 3 * MAX_LINE_BYTES as usize], b"\nend".to_vec()].concat();
        let lines = lines(&text);
        assert_eq!((lines[0].1.len() as u64, &lines[1]), (MAX_LINE_BYTES, &(2, "end".to_owned())));
    }
}
