//! Reads lines in blocks, so that many can be worked on at once and none has to wait for the next.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use memchr::{memchr, memchr_iter, memrchr};

use crate::failure::Failure;
use crate::problem::Problem;

/// Reads blocks of whole lines: all that are at hand, at least one, and not many more bytes than a line may have.
pub struct LineBlocks<R> {
    source: BufReader<R>,
    name: String,
    longest: usize,
    /// The number of the next line.
    next: u64,
    /// Whether the rest of a line that was cut is still to be read: whoever refuses the line need not wait for its end.
    is_cut: bool,
}

/// Some lines.
pub struct Lines {
    text: Vec<u8>,
    /// How many bytes they took, and the rest of a line before them that was cut.
    pub bytes: u64,
    /// The number of the first, from 1.
    first: u64,
    longest: usize,
}

/// A hand is not nearly that long.
pub const LONGEST_HAND: usize = 4096;

/// Some editors begin a text with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: Read> LineBlocks<R> {
    /// Reads from a source of this name. Lines that are longer are cut, a byte behind that.
    pub fn new(source: R, name: &str, longest: usize) -> Self {
        LineBlocks {
            source: BufReader::with_capacity(longest, source),
            name: name.to_owned(),
            longest,
            next: 1,
            is_cut: false,
        }
    }

    fn read(&mut self) -> io::Result<Option<Lines>> {
        let mut text = Vec::with_capacity(self.longest + 1);
        let mut bytes = if self.is_cut { self.source.skip_until(b'\n')? } else { 0 };
        self.is_cut = false;
        loop {
            let ready = match self.source.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                ready => ready?,
            };
            let end = memrchr(b'\n', ready).map(|last| last + 1);
            let taken = end.unwrap_or(ready.len());
            text.extend_from_slice(&ready[..taken]);
            self.source.consume(taken);
            bytes += taken;
            if end.is_some() || taken == 0 {
                break;
            }
            if text.len() > self.longest {
                self.is_cut = true;
                text.truncate(self.longest + 1);
                text.push(b'\n');
                break;
            }
        }
        let bytes = bytes as u64;
        let first = self.next;
        self.next += memchr_iter(b'\n', &text).count() as u64;
        if first == 1 && text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        Ok((bytes > 0).then_some(Lines { text, bytes, first, longest: self.longest }))
    }
}

impl<R: Read> Iterator for LineBlocks<R> {
    type Item = Result<Lines, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().map_err(|error| Failure::of_input(&self.name, &error)).transpose()
    }
}

impl Lines {
    /// The lines that are not blank, each with its number, without white space at its end, and with U+FFFD for bytes that
    /// are not text.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Cow<'_, str>)> {
        self.written().map(|(number, line)| match std::str::from_utf8(line) {
            // The end of a line that was cut is not its end.
            Ok(text) if line.len() > self.longest => (number, Cow::Borrowed(text)),
            Ok(text) => (number, Cow::Borrowed(text.trim_end())),
            Err(_) => (number, String::from_utf8_lossy(line)),
        })
    }

    /// How many lines are not blank.
    pub fn count(&self) -> u64 {
        self.written().count() as u64
    }

    fn written(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let mut left = &self.text[..];
        let each = move || {
            let end = memchr(b'\n', left).unwrap_or(left.len());
            let line = (!left.is_empty()).then_some(&left[..end]);
            left = left.get(end + 1..).unwrap_or_default();
            line
        };
        (self.first..).zip(std::iter::from_fn(each)).filter(|(_, line)| line.len() > self.longest || !is_blank(line))
    }
}

fn is_blank(line: &[u8]) -> bool {
    !line.first().is_some_and(u8::is_ascii_graphic)
        && std::str::from_utf8(line).is_ok_and(|line| line.trim().is_empty())
}

/// The problem of a text, such as a line, that is too long.
pub fn too_long(what: &str, text: &str, most: usize, expected: &str) -> Problem {
    let message = format!("{what} of more than {most} bytes: expected {expected}");
    Problem { message, text: text.chars().take(most).collect(), at: None }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::length::short_or_long;

    const LONGEST: usize = 1 << 18;

    /// Gives no more at a time than it is told to.
    struct Slow(Cursor<Vec<u8>>, usize);

    impl Read for Slow {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let most = room.len().min(self.1);
            self.0.read(&mut room[..most])
        }
    }

    /// All lines as they are read, with their numbers, and how many bytes that took.
    fn lines(text: &[u8], at_a_time: usize) -> (Vec<(u64, String)>, u64) {
        let source = Slow(Cursor::new(text.to_vec()), at_a_time);
        let (mut lines, mut bytes) = (Vec::new(), 0);
        for block in LineBlocks::new(source, "a", LONGEST) {
            let block = block.unwrap();
            assert!(block.text.len() <= 2 * LONGEST, "a block of {} bytes", block.text.len());
            assert_eq!(block.count(), block.iter().count() as u64);
            lines.extend(block.iter().map(|(number, line)| (number, line.into_owned())));
            bytes += block.bytes;
        }
        (lines, bytes)
    }

    #[test]
    fn lines_are_numbered_whatever_ends_them() {
        let expected = [(1, "a".to_owned()), (3, "b".to_owned())];
        for text in ["a\n\nb\n", "a\n \u{3000}\nb", "\u{feff}a \r\n\r\nb\t\n"] {
            for at_a_time in [1, 2, 100] {
                assert_eq!(lines(text.as_bytes(), at_a_time).0, expected, "{text:?}, {at_a_time} at a time");
            }
        }
        assert_eq!(lines(b"", 1), (vec![], 0));
        assert_eq!(lines(b"\xff\n", 1), (vec![(1, "\u{fffd}".to_owned())], 2));
    }

    /// The same by definition.
    fn expected(text: &str) -> Vec<(u64, String)> {
        let cut = |line: &str| line[..line.len().min(LONGEST + 1)].to_owned();
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty()).map(|(number, line)| (number, cut(line))).collect()
    }

    #[test]
    fn nothing_behind_a_long_line_is_lost() {
        let hands = "1m2m3m4p5p6p7s8s9s1z1z2z2z\n";
        let lengths = (LONGEST - 4..=LONGEST + 66).chain(2 * LONGEST - 3..=2 * LONGEST + 7).chain([1 << 20]);
        for length in lengths.step_by(short_or_long(2, 1)) {
            let long = "x".repeat(length);
            let text = format!("1m\n{long}\n{}{long}\n\n{long}\n{}{long}", hands.repeat(12_000), hands.repeat(3));
            for at_a_time in [usize::MAX, 100_001] {
                let (lines, taken) = lines(text.as_bytes(), at_a_time);
                let lines =
                    lines.into_iter().map(|(number, line)| (number, line[..line.len().min(LONGEST + 1)].to_owned()));
                assert!(lines.eq(expected(&text)), "a line of {length} bytes, {at_a_time} at a time");
                assert_eq!(taken, text.len() as u64, "a line of {length} bytes, {at_a_time} at a time");
            }
        }
    }

    /// What is too long is known before it ends.
    #[test]
    fn a_line_without_end_is_read_as_far_as_it_matters() {
        let block = LineBlocks::new(io::repeat(b'x'), "a", LONGEST).next().unwrap().unwrap();
        assert!(block.iter().map(|(number, line)| (number, line.len() > LONGEST)).eq([(1, true)]));
    }

    /// White space does not hide that a line goes on.
    #[test]
    fn a_line_that_is_cut_is_not_blank() {
        let (lines, _) =
            lines(format!("{}\n1m{}2m\n", " ".repeat(LONGEST + 9), " ".repeat(LONGEST)).as_bytes(), 1 << 20);
        assert!(lines.iter().map(|(number, line)| (*number, line.len() > LONGEST)).eq([(1, true), (2, true)]));
    }
}
