//! Rows of hands, wherever they come from, and how they are answered.

use std::fmt::Display;
use std::ops::Range;

use paili::batch::{BadHand, Batch, BatchHand};

use super::columns::Columns;

/// Hands in rows, some of which may be missing or no hands.
pub trait Rows: Sync {
    /// What is read of a row.
    type Hand: BatchHand;

    /// How many rows.
    fn len(&self) -> usize;

    /// The hands of these rows, from the first of them up to the first that has none, and why it ends there. They may be
    /// read into the room.
    fn read<'a>(&'a self, rows: Range<usize>, room: &'a mut Vec<Self::Hand>) -> Read<'a, Self::Hand>;
}

/// The hands of some rows.
pub struct Read<'a, H> {
    pub hands: &'a [H],
    pub end: End,
}

/// Why there are no more hands.
pub enum End {
    /// There are no more rows.
    Rows,
    /// The next row has none.
    Null,
    /// The next row is no hand, and this is what is wrong with it.
    Fault(String),
}

/// A row that is no hand.
#[derive(Debug, PartialEq, Eq)]
pub struct BadRow {
    pub row: usize,
    pub fault: String,
}

/// What to do about a row that is no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnError {
    /// Stop.
    Raise,
    /// Give it no answer.
    Null,
}

/// What is asked about all hands.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub batch: Batch,
    pub on_error: OnError,
}

/// [`Rows`] whose hands' type is forgotten.
pub trait AnyRows<C: Columns>: Sync {
    /// How many rows.
    fn len(&self) -> usize;

    /// Answers some rows into as many places of the columns. Stops at a row that is no hand, if that is asked for.
    fn answer(&self, asked: Asked, rows: Range<usize>, columns: C) -> Result<(), BadRow>;
}

/// Rows that are read at a time: few enough to stay near, many enough to be quick.
const BLOCK: usize = 4096;

impl<R: Rows, C: Columns> AnyRows<C> for R
where
    R::Hand: BatchHand,
{
    fn len(&self) -> usize {
        Rows::len(self)
    }

    fn answer(&self, asked: Asked, rows: Range<usize>, mut columns: C) -> Result<(), BadRow> {
        let mut room = Vec::new();
        let mut answers = vec![C::ANY; rows.len().min(BLOCK)];
        let begin = rows.start;
        let mut row = begin;
        while row < rows.end {
            let block = row..rows.end.min(row + BLOCK);
            let Read { hands, mut end } = self.read(block, &mut room);
            let answers = &mut answers[..hands.len()];
            let answered = match C::ask(asked.batch, hands, answers) {
                Ok(()) => hands.len(),
                Err(bad) => {
                    let BadHand { row, fault } = bad;
                    end = End::Fault(said(&fault));
                    row
                }
            };
            columns.write(row - begin, &answers[..answered]);
            row += answered;
            match end {
                End::Rows => continue,
                End::Fault(fault) if asked.on_error == OnError::Raise => return Err(BadRow { row, fault }),
                End::Fault(_) | End::Null => columns.leave_out(row - begin),
            }
            row += 1;
        }
        Ok(())
    }
}

fn said(fault: &impl Display) -> String {
    fault.to_string()
}
