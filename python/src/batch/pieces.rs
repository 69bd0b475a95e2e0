//! Many rows at once, on many threads.

use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::columns::Columns;
use super::rows::{AnyRows, Asked, BadRow};

/// Rows one after the other.
pub type Chunks<'a, C> = [Box<dyn AnyRows<C> + 'a>];

/// Fewer are not worth waking other threads up for.
pub const FEW: usize = 1 << 14;

/// Rows that one thread takes at a time: at most these, which take some hundred microseconds, and at least those, which
/// are still worth being handed out.
const MOST: usize = 1 << 15;
const LEAST: usize = 1 << 12;

/// Pieces for each thread, if that makes none of them too small: threads don't all begin and go on alike.
const FOR_EACH: usize = 4;

/// Answers all rows, in as many places. Of several rows that are no hands, the first is told.
pub fn answer_all<C: Columns>(
    chunks: &Chunks<'_, C>,
    asked: Asked,
    columns: C,
    pool: Option<&Arc<ThreadPool>>,
) -> Result<(), BadRow> {
    let threads = pool.map_or(1, |pool| pool.current_num_threads());
    let length = (columns.len() / (FOR_EACH * threads)).clamp(LEAST, MOST);
    let mut pieces = Vec::new();
    let (mut begin, mut left) = (0, columns);
    for chunk in chunks {
        let mut row = 0;
        while row < chunk.len() {
            let end = chunk.len().min(row + length);
            let (piece, others) = left.split_at(end - row);
            pieces.push(Piece { chunk: &**chunk, begin, rows: row..end, columns: piece });
            (left, row) = (others, end);
        }
        begin += chunk.len();
    }
    let bad = match pool {
        Some(pool) => pool.install(|| pieces.into_par_iter().find_map_first(|piece| piece.answer(asked))),
        None => pieces.into_iter().find_map(|piece| piece.answer(asked)),
    };
    bad.map_or(Ok(()), Err)
}

/// Some rows of a chunk.
struct Piece<'a, 'c, C: Columns> {
    chunk: &'a (dyn AnyRows<C> + 'c),
    /// The chunk's first row among all.
    begin: usize,
    rows: std::ops::Range<usize>,
    columns: C,
}

impl<C: Columns> Piece<'_, '_, C> {
    fn answer(self, asked: Asked) -> Option<BadRow> {
        let bad = self.chunk.answer(asked, self.rows, self.columns).err()?;
        Some(BadRow { row: self.begin + bad.row, ..bad })
    }
}
