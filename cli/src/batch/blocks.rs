//! Inputs, cut into blocks of rows that threads can work on.

mod cells;
mod objects;
#[cfg(feature = "arrow")]
mod parquet;
mod rows;

use std::fs::File;
use std::io;
use std::iter;
use std::sync::Arc;

pub use self::rows::BlockSize;
use paili::simulation::RandomHands;

use self::rows::{LONGEST_LINE, Reader, Rows, RowsRead, Source};
use super::analysis::{BlockAnalysis, Place};
use super::args::InputFormat;
use super::input::{Input, Sources};
use super::options::Options;
use super::tally::Tally;
use crate::failure::Failure;
use crate::lines::{LONGEST_HAND, LineBlocks, Lines, too_long};
use crate::rows::RowBlock;

/// Some rows as they were read.
pub struct Block {
    rows: Box<dyn Rows>,
    input: Arc<str>,
    /// How many bytes of the input the rows took, for the progress bar.
    pub bytes: u64,
    /// The index of the first row, if rows are written.
    first: u64,
}

impl Block {
    /// Analyses all rows, unless there is one to stop at.
    pub fn analyse(&self, options: &Options) -> Result<(Tally, Option<RowBlock>), Failure> {
        let mut analysis = BlockAnalysis::new(options, &self.input, self.first);
        self.rows.analyse(&mut analysis)?;
        let (mut tally, rows) = analysis.finish()?;
        tally.bytes = self.bytes;
        Ok((tally, rows))
    }
}

/// All blocks of all inputs, in order. Blocks after a failure are of no use.
pub fn blocks(sources: &Sources, size: BlockSize) -> impl Iterator<Item = Result<Block, Failure>> + Send + use<> {
    let reads: Box<dyn Iterator<Item = (Arc<str>, RowsRead)> + Send> = match sources {
        Sources::Random { hands, random, .. } => {
            let name: Arc<str> = "random hands".into();
            Box::new(random_blocks(Box::clone(random), *hands, size).map(move |rows| (name.clone(), Ok((rows, 0)))))
        }
        Sources::Inputs(inputs) => Box::new(inputs.clone().into_iter().flat_map(move |input| {
            let name: Arc<str> = input.name.as_str().into();
            let reader = open(&input, size).unwrap_or_else(|failure| Box::new(iter::once(Err(failure))));
            reader.map(move |read| (name.clone(), read))
        })),
    };
    let mut next = 0;
    reads.map(move |(input, read)| {
        let (rows, bytes) = read?;
        let first = next;
        // Lines have to be looked at to be counted, and only rows that are written need their indices.
        if size == BlockSize::Small {
            next += rows.count();
        }
        Ok(Block { rows, input, bytes, first })
    })
}

fn open(input: &Input, size: BlockSize) -> Result<Reader, Failure> {
    Ok(match input.format {
        InputFormat::Text => Box::new(LineBlocks::new(source(input)?, &input.name, LONGEST_LINE).map(|lines| {
            let lines = lines?;
            let bytes = lines.bytes;
            Ok((Box::new(HandLines(lines)) as Box<dyn Rows>, bytes))
        })),
        InputFormat::Csv => Box::new(cells::CellsReader::new(source(input)?, input)?),
        InputFormat::Ndjson => Box::new(objects::blocks(source(input)?, input)),
        #[cfg(feature = "arrow")]
        InputFormat::Parquet => Box::new(parquet::blocks(input, size)?),
        // Refused long before.
        #[cfg(not(feature = "arrow"))]
        InputFormat::Parquet => {
            let _ = size;
            return Err(Failure::BadInput(format!("{}: {}", input.name, crate::rows::UNBUILT)));
        }
    })
}

fn source(input: &Input) -> Result<Source, Failure> {
    Ok(match &input.path {
        Some(path) => Box::new(File::open(path).map_err(|error| Failure::of_opening(&input.name, &error))?),
        None => Box::new(io::stdin()),
    })
}

/// Lines with a hand each.
struct HandLines(Lines);

impl Rows for HandLines {
    fn count(&self) -> u64 {
        self.0.count()
    }

    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure> {
        self.0.iter().try_for_each(|(number, line)| {
            let place = Place::Line(number);
            if line.len() > LONGEST_HAND {
                return analysis.refuse(place, "", || too_long("a line", &line, LONGEST_HAND, "a hand").to_string());
            }
            analysis.text(&line, place)
        })
    }
}

/// Random hands that follow each other.
struct RandomRows {
    random: RandomHands,
    first: u64,
    hands: u64,
}

impl Rows for RandomRows {
    fn count(&self) -> u64 {
        self.hands
    }

    fn analyse(&self, analysis: &mut BlockAnalysis<'_>) -> Result<(), Failure> {
        let hands = self.hands as usize;
        analysis.random(&self.random, self.first, hands)
    }
}

/// Blocks of random hands. Hands that share a stream of random words stay in one block.
fn random_blocks(random: Box<RandomHands>, hands: u64, size: BlockSize) -> impl Iterator<Item = Box<dyn Rows>> {
    let block = match size {
        BlockSize::Small => 1 << 13,
        BlockSize::Large => 1 << 16,
    };
    (0..hands.div_ceil(block)).map(move |number| -> Box<dyn Rows> {
        let first = number * block;
        Box::new(RandomRows { random: *random, first, hands: block.min(hands - first) })
    })
}
