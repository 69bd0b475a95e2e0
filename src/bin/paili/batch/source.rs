//! Inputs, cut into blocks of rows that threads can work on.

mod cells;
mod lines;
mod objects;
#[cfg(feature = "arrow")]
mod parquet;
mod random;

use std::fs::File;
use std::io::{self, Read};

use super::answering::{Answered, Answering};
use super::input::{Input, InputFormat, Sources};
use super::question::Question;
use crate::failure::Failure;

/// Some rows as they were read.
pub struct Block {
    /// Which of the inputs it is of.
    pub input: usize,
    /// How many bytes of it that are, for those who watch.
    pub bytes: u64,
    rows: Box<dyn Rows>,
}

impl Block {
    /// Answers all rows, unless there is one to stop at.
    pub fn answer(self, question: &Question) -> Result<Answered, Failure> {
        self.rows.answer(Answering::new(question))
    }
}

/// Rows that were read and not looked at.
trait Rows: Send {
    /// Answers all rows, unless there is one to stop at. Fails when the input is broken.
    fn answer(self: Box<Self>, answering: Answering<'_>) -> Result<Answered, Failure>;
}

/// Rows, and how many bytes of their input they took.
struct Piece {
    rows: Box<dyn Rows>,
    bytes: u64,
}

impl Piece {
    fn new(rows: impl Rows + 'static, bytes: u64) -> Self {
        Piece { rows: Box::new(rows), bytes }
    }
}

/// Reads an input, piece by piece.
trait Reader: Send {
    /// The next one; none at the end.
    fn next_piece(&mut self) -> Result<Option<Piece>, Failure>;
}

/// All blocks of all inputs, in order; nothing after an error.
pub struct Blocks {
    inputs: Vec<Input>,
    /// The one that is read.
    place: usize,
    reader: Option<Box<dyn Reader>>,
    size: BlockSize,
}

/// How large blocks are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockSize {
    /// For answers that are kept until they are written.
    Small,
    /// For answers that are only counted.
    Large,
}

impl Blocks {
    pub fn new(sources: &Sources, size: BlockSize) -> Self {
        match sources {
            Sources::Random { hands, random, .. } => {
                let reader = random::RandomReader::new(*random, *hands, size);
                Blocks { inputs: Vec::new(), place: 0, reader: Some(Box::new(reader)), size }
            }
            Sources::Inputs(inputs) => Blocks { inputs: inputs.clone(), place: 0, reader: None, size },
        }
    }

    /// The next block; none at the end.
    pub fn next_block(&mut self) -> Result<Option<Block>, Failure> {
        loop {
            if self.reader.is_none() {
                let Some(input) = self.inputs.get(self.place) else { return Ok(None) };
                self.reader = Some(open(input, self.size)?);
            }
            if let Some(reader) = &mut self.reader
                && let Some(Piece { rows, bytes }) = reader.next_piece()?
            {
                return Ok(Some(Block { input: self.place, bytes, rows }));
            }
            self.reader = None;
            if self.inputs.is_empty() {
                return Ok(None);
            }
            self.place += 1;
        }
    }
}

fn open(input: &Input, size: BlockSize) -> Result<Box<dyn Reader>, Failure> {
    Ok(match input.format {
        InputFormat::Text => Box::new(lines::LinesReader::new(source(input)?, input)),
        InputFormat::Csv => Box::new(cells::CellsReader::new(source(input)?, input)?),
        InputFormat::Ndjson => Box::new(objects::ObjectsReader::new(source(input)?, input)?),
        #[cfg(feature = "arrow")]
        InputFormat::Parquet => Box::new(parquet::ParquetReader::new(input, size)?),
        // Refused long before.
        #[cfg(not(feature = "arrow"))]
        InputFormat::Parquet => {
            let _ = size;
            return Err(Failure::BadInput(format!("{}: {}", input.name, crate::rows::UNBUILT)));
        }
    })
}

/// Some editors begin a text with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

type Source = Box<dyn Read + Send>;

/// The bytes of a text, without a mark of their order.
fn source(input: &Input) -> Result<Source, Failure> {
    let mut source: Source = match &input.path {
        Some(path) => {
            Box::new(File::open(path).map_err(|error| Failure::BadInput(format!("{}: {error}", input.name)))?)
        }
        None => Box::new(io::stdin()),
    };
    let mut begin = Vec::new();
    let mark = source.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut begin);
    mark.map_err(|error| Failure::of_input(&input.name, &error))?;
    if begin == BYTE_ORDER_MARK {
        begin.clear();
    }
    Ok(Box::new(io::Cursor::new(begin).chain(source)))
}
