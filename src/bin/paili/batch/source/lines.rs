//! Lines of text, a hand each.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::ControlFlow;

use memchr::{memchr, memrchr};

use super::{Answered, Answering, Failure, Input, Piece, Reader, Rows, Source};
use crate::batch::answering::Place;
use crate::lines::MAX_LINE_BYTES;
use crate::problem::Problem;

/// Reads blocks of whole lines.
pub struct LineBlocks {
    source: Source,
    name: String,
    /// What was read of the next block: the beginning of its first line, or after a line that was skipped, maybe many.
    begun: Vec<u8>,
    end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Ahead,
    Reached,
}

/// How large a block is, and how long a line can be.
pub const BLOCK_BYTES: usize = 1 << 18;

impl LineBlocks {
    pub fn new(source: Source, input: &Input) -> Self {
        LineBlocks { source, name: input.name.clone(), begun: Vec::new(), end: End::Ahead }
    }

    /// The next lines, as many as fit or as are at hand, and how many bytes that took. None at the end. Of a line that is
    /// longer than a block there is only the beginning, a byte more than fits.
    pub fn next_lines(&mut self) -> Result<Option<(Vec<u8>, u64)>, Failure> {
        let mut block = std::mem::take(&mut self.begun);
        if let Some(last) = memrchr(b'\n', &block) {
            self.begun = block.split_off(last + 1);
            let bytes = block.len() as u64;
            return Ok(Some((block, bytes)));
        }
        let mut skipped = 0;
        loop {
            if self.end == End::Reached {
                let bytes = block.len() as u64 + skipped;
                return Ok((bytes > 0).then_some((block, bytes)));
            }
            let begin = block.len();
            let room = (BLOCK_BYTES + 1).saturating_sub(begin);
            if room == 0 {
                skipped += self.skip_line(&mut block)?;
                let bytes = block.len() as u64 + skipped;
                return Ok(Some((block, bytes)));
            }
            block.resize(begin + room, 0);
            let read = self.read(&mut block[begin..])?;
            block.truncate(begin + read);
            if read == 0 {
                self.end = End::Reached;
            } else if let Some(last) = memrchr(b'\n', &block[begin..]) {
                self.begun = block.split_off(begin + last + 1);
                let bytes = block.len() as u64;
                return Ok(Some((block, bytes)));
            }
        }
    }

    fn read(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        loop {
            match self.source.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(|error| Failure::of_input(&self.name, &error)),
            }
        }
    }

    /// Reads on to the end of the line. Its rest is left out, and how long it was is given back.
    fn skip_line(&mut self, block: &mut Vec<u8>) -> Result<u64, Failure> {
        let mut room = vec![0; BLOCK_BYTES];
        let mut skipped = 0;
        loop {
            let read = self.read(&mut room)?;
            if read == 0 {
                self.end = End::Reached;
                return Ok(skipped);
            }
            if let Some(end) = memchr(b'\n', &room[..read]) {
                block.push(b'\n');
                self.begun = room[end + 1..read].to_vec();
                return Ok(skipped + end as u64);
            }
            skipped += read as u64;
        }
    }
}

/// Gives each line that is not blank to `answer`, without its end and whatever is not text in it replaced. Returns how
/// many lines there are.
pub fn each_line(block: &[u8], mut answer: impl FnMut(Result<&str, &[u8]>, Place) -> ControlFlow<()>) -> u64 {
    let mut left = block;
    let mut number = 0;
    while !left.is_empty() {
        number += 1;
        let end = memchr(b'\n', left).unwrap_or(left.len());
        let line = &left[..end];
        left = &left[left.len().min(end + 1)..];
        let line = match std::str::from_utf8(line) {
            // Of a line longer than a block the end is not here, so what looks like its end is not.
            Ok(line) if line.len() > BLOCK_BYTES => Ok(line),
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => Ok(line.trim_end()),
            Err(_) => Err(line),
        };
        if answer(line, Place::LineOfBlock(number)).is_break() {
            break;
        }
    }
    number
}

/// Lines with a hand each.
pub struct LinesReader(LineBlocks);

struct Lines(Vec<u8>);

impl LinesReader {
    pub fn new(source: Source, input: &Input) -> Self {
        LinesReader(LineBlocks::new(source, input))
    }
}

impl Reader for LinesReader {
    fn next_piece(&mut self) -> Result<Option<Piece>, Failure> {
        let lines = self.0.next_lines()?;
        Ok(lines.map(|(lines, bytes)| Piece::new(Lines(lines), bytes)))
    }
}

impl Rows for Lines {
    fn answer(self: Box<Self>, mut answering: Answering<'_>) -> Result<Answered, Failure> {
        let lines = each_line(&self.0, |line, place| {
            let text = line.map_or_else(String::from_utf8_lossy, Cow::Borrowed);
            if text.len() > MAX_LINE_BYTES {
                return answering.refuse(place, "", || too_long("a line", &text, MAX_LINE_BYTES, "a hand"));
            }
            answering.text(&text, place)
        });
        Ok(answering.finish(lines))
    }
}

/// The problem of something, such as a line, that is too long.
pub fn too_long(what: &str, text: &str, most: usize, expected: &str) -> String {
    let message = format!("{what} of more than {most} bytes: expected {expected}");
    Problem { message, text: text.chars().take(most).collect(), at: None }.to_string()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::batch::input::InputFormat;

    /// Gives no more at a time than it is told to.
    struct Slow(Cursor<Vec<u8>>, usize);

    impl Read for Slow {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let most = room.len().min(self.1);
            self.0.read(&mut room[..most])
        }
    }

    fn blocks(text: &str, at_a_time: usize) -> LineBlocks {
        let source = Slow(Cursor::new(text.as_bytes().to_vec()), at_a_time);
        let (name, format) = ("a".to_owned(), InputFormat::Text);
        LineBlocks::new(Box::new(source), &Input { path: None, name, format, column: None, bytes: None })
    }

    /// All lines as they are read, with their numbers, and how many bytes that took.
    fn lines(text: &str, at_a_time: usize) -> (Vec<(u64, String)>, u64) {
        let mut blocks = blocks(text, at_a_time);
        let (mut lines, mut behind, mut taken) = (Vec::new(), 0, 0);
        while let Some((block, bytes)) = blocks.next_lines().unwrap() {
            assert!(block.len() <= BLOCK_BYTES + 2, "a block of {} bytes", block.len());
            behind += each_line(&block, |line, place| {
                let Place::LineOfBlock(number) = place else { panic!("{place:?}") };
                lines.push((behind + number, line.unwrap().to_owned()));
                ControlFlow::Continue(())
            });
            taken += bytes;
        }
        (lines, taken)
    }

    /// The same by definition.
    fn expected(text: &str) -> Vec<(u64, String)> {
        let cut = |line: &str| line[..line.len().min(BLOCK_BYTES + 1)].to_owned();
        (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(row, line)| (row, cut(line)))
            .collect()
    }

    #[test]
    fn nothing_behind_a_long_line_is_lost() {
        let hands = "1m2m3m4p5p6p7s8s9s1z1z2z2z\n";
        let lengths = (262_140..=262_210).chain(524_285..=524_295).chain([1 << 20]);
        for length in lengths {
            let long = "x".repeat(length);
            let text = format!("1m\n{long}\n{}{long}\n\n{long}\n{}{long}", hands.repeat(12_000), hands.repeat(3));
            for at_a_time in [usize::MAX, 100_001] {
                let (lines, taken) = lines(&text, at_a_time);
                assert!(lines == expected(&text), "a line of {length} bytes, {at_a_time} at a time");
                assert_eq!(taken, text.len() as u64, "a line of {length} bytes, {at_a_time} at a time");
            }
        }
    }
}
