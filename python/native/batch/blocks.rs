//! Many rows at once, on many threads, in blocks between which Python can be interrupted.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use pyo3::prelude::*;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::rows::{BadRow, Fault};
use crate::errors::bad_row;
use crate::progress::Progress;
use crate::threads::{WAIT, interruptible, pool};

/// Fewer rows are not worth waking other threads up for.
const FEW: usize = 1 << 14;

/// Fewer hands are answered before another thread of Python could start.
const SHORT: usize = 1 << 10;

/// The most rows in a block, which take some hundred microseconds, and the fewest, which are worth handing to another
/// thread.
const MOST: usize = 1 << 15;
const LEAST: usize = 1 << 12;

/// How long rows take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Nanoseconds.
    Quick,
    /// Up to a microsecond or two.
    Slow,
}

impl Pace {
    /// How many quick rows take as long as one.
    fn weight(self) -> usize {
        match self {
            Pace::Quick => 1,
            Pace::Slow => 16,
        }
    }
}

/// Blocks for each thread, if they don't become too small: threads don't all start and work alike.
const FOR_EACH: usize = 4;

/// Places for answers, one a row.
pub trait Places: Send + Sized {
    /// The first ones, of so many rows, and the others.
    fn split_at(self, rows: usize) -> (Self, Self);
}

impl<T: Send> Places for &mut [T] {
    fn split_at(self, rows: usize) -> (Self, Self) {
        self.split_at_mut(rows)
    }
}

impl<A: Places, B: Places> Places for (A, B) {
    fn split_at(self, rows: usize) -> (Self, Self) {
        let ((first, others), (first_beside, others_beside)) = (self.0.split_at(rows), self.1.split_at(rows));
        ((first, first_beside), (others, others_beside))
    }
}

/// How many rows there are, and the threads that work on them.
#[derive(Debug)]
pub struct Work {
    rows: usize,
    pace: Pace,
    /// None if one thread does it, the one that asks.
    pool: Option<Arc<ThreadPool>>,
}

impl Work {
    /// On this number of threads; 0 is one a processor.
    pub fn new(rows: usize, pace: Pace, threads: usize) -> PyResult<Work> {
        let alone = rows < FEW / pace.weight() || threads == 1;
        let pool = if alone { None } else { Some(pool(threads)?) };
        Ok(Work { rows, pace, pool })
    }

    /// How many rows a block has at most.
    fn block(&self) -> usize {
        let threads = self.pool.as_ref().map_or(1, |pool| pool.current_num_threads());
        (self.rows / (FOR_EACH * threads)).clamp(LEAST / self.pace.weight(), MOST / self.pace.weight())
    }

    /// The blocks of some columns of rows, each with its first row among all, its column and its places. Blocks don't reach
    /// over the end of a column.
    pub fn blocks<C: Copy, P: Places>(
        &self,
        columns: impl Iterator<Item = (usize, C, usize)>,
        mut places: P,
    ) -> Vec<(Range<usize>, (usize, C, P))> {
        let length = self.block();
        let mut blocks = Vec::new();
        for (begin, column, rows) in columns {
            for first in (0..rows).step_by(length) {
                let rows = first..rows.min(first + length);
                let block;
                (block, places) = places.split_at(rows.len());
                blocks.push((rows, (begin, column, block)));
            }
        }
        blocks
    }

    /// Answers the rows of one column, block by block.
    pub fn run_rows<P: Places>(
        &self,
        py: Python<'_>,
        progress: &Progress,
        places: P,
        answer: impl Fn(Range<usize>, P) -> Option<BadRow> + Send + Sync,
    ) -> PyResult<()> {
        let blocks = self.blocks([(0, (), self.rows)].into_iter(), places);
        self.run(py, progress, blocks, |rows, (_, (), places)| answer(rows, places))
    }

    /// Fills a place for each row of one column; a row that has no answer is an error.
    pub fn fill<T: Send>(
        &self,
        py: Python<'_>,
        places: &mut [T],
        fill: impl Fn(usize, &mut T) -> Result<(), Fault> + Send + Sync,
    ) -> PyResult<()> {
        self.run_rows(py, &Progress::default(), places, |rows, places| {
            let mut rows = rows.zip(places);
            rows.find_map(|(row, place)| fill(row, place).err().map(|fault| BadRow { row, fault }))
        })
    }

    /// Does all blocks, or those up to the first with a row that has no answer: that of the least number is the error. If
    /// there are many rows, other threads of Python run meanwhile, and `progress` is told now and then.
    ///
    /// A block is its rows, and what else it takes to answer them.
    pub fn run<B: Send>(
        &self,
        py: Python<'_>,
        progress: &Progress,
        blocks: Vec<(Range<usize>, B)>,
        answer: impl Fn(Range<usize>, B) -> Option<BadRow> + Send + Sync,
    ) -> PyResult<()> {
        let answer = |(rows, block): (Range<usize>, B)| {
            let length = rows.len();
            let bad = answer(rows, block);
            progress.add(length);
            bad
        };
        let bad = match &self.pool {
            None if self.rows < SHORT / self.pace.weight() => blocks.into_iter().find_map(answer),
            None => py.detach(|| in_turn(blocks, progress.check(), answer))?,
            Some(pool) => interruptible(py, pool, progress.check(), |stop| {
                let stopped = || stop.load(Ordering::Relaxed).then(BadRow::stopped);
                blocks.into_par_iter().find_map_first(|block| stopped().or_else(|| answer(block)))
            })?,
        };
        match bad {
            Some(bad) => Err(bad_row(py, bad.fault.argument, bad.row, &bad.fault.reason)),
            None => Ok(()),
        }
    }
}

/// One block after the other on this thread, which turns to Python now and then.
fn in_turn<B>(
    blocks: Vec<B>,
    mut check: impl FnMut() -> PyResult<()>,
    answer: impl Fn(B) -> Option<BadRow>,
) -> PyResult<Option<BadRow>> {
    let mut asked = Instant::now();
    for block in blocks {
        if let Some(bad) = answer(block) {
            return Ok(Some(bad));
        }
        if asked.elapsed() > WAIT {
            check()?;
            asked = Instant::now();
        }
    }
    Ok(None)
}
