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
    /// What was read of the next block's first line.
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
                return answering.refuse(place, "", || too_long(&text, MAX_LINE_BYTES, "a hand"));
            }
            answering.text(&text, place)
        });
        Ok(answering.finish(lines))
    }
}

/// The problem of a line that is too long.
pub fn too_long(text: &str, most: usize, expected: &str) -> String {
    let message = format!("a line of more than {most} bytes: expected {expected}");
    Problem { message, text: text.chars().take(most).collect(), at: None }.to_string()
}
