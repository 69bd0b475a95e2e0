//! Many rows at once, on many threads.

use std::ops::Range;
use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::Options;
use super::columns::Columns;
use super::rows::{BadRow, Rows};

/// Fewer rows are not worth waking other threads up for.
pub const FEW: usize = 1 << 14;

/// Rows in a block: at most so many, which take some hundred microseconds, and at least so many, which are worth
/// handing to another thread.
const MOST: usize = 1 << 15;
const LEAST: usize = 1 << 12;

/// Blocks for each thread, if they don't become too small: threads don't all start and work alike.
const FOR_EACH: usize = 4;

/// A unit of work: some rows of a column, and the places of their answers.
struct Block<'a, 'r> {
    column: &'a Rows<'r>,
    /// The column's first row among all.
    begin: usize,
    rows: Range<usize>,
    places: Columns<'a>,
}

/// Answers all rows of some columns, one after the other, in as many places. The error names the first row that is no
/// hand.
pub(super) fn answer_all(
    columns: &[Rows<'_>],
    options: Options,
    places: Columns<'_>,
    pool: Option<&Arc<ThreadPool>>,
) -> Result<(), BadRow> {
    let threads = pool.map_or(1, |pool| pool.current_num_threads());
    let length = (places.len() / (FOR_EACH * threads)).clamp(LEAST, MOST);
    let mut blocks = Vec::new();
    let (mut begin, mut left) = (0, places);
    for column in columns {
        for first in (0..column.len()).step_by(length) {
            let rows = first..column.len().min(first + length);
            let (places, others) = left.split_at(rows.len());
            left = others;
            blocks.push(Block { column, begin, rows, places });
        }
        begin += column.len();
    }
    let answer = |Block { column, begin, rows, places }: Block<'_, '_>| {
        let bad = column.answer(options.batch, options.on_error, rows, places).err()?;
        Some(BadRow { row: begin + bad.row, ..bad })
    };
    let bad = match pool {
        Some(pool) => pool.install(|| blocks.into_par_iter().find_map_first(answer)),
        None => blocks.into_iter().find_map(answer),
    };
    bad.map_or(Ok(()), Err)
}
