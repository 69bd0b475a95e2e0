//! Rows of hands, wherever they come from, and how they are answered.

use std::ops::Range;

use paili::batch::{BadHand, Batch, BatchHand};

use super::columns::Columns;

/// Hands in rows, some of which may be missing or no hands.
pub trait Rows: Sync {
    /// What is read of a row.
    type Hand: BatchHand;

    /// How many rows.
    fn len(&self) -> usize;

    /// The hands of these rows, from the first of them up to the first that has none, and why it ends there. They may
    /// be read into the room.
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

impl<R: Rows, C: Columns> AnyRows<C> for R {
    fn len(&self) -> usize {
        Rows::len(self)
    }

    fn answer(&self, asked: Asked, rows: Range<usize>, columns: C) -> Result<(), BadRow> {
        let mut room = Vec::new();
        let mut answers = vec![C::ANY; rows.len().min(BLOCK)];
        let mut written = Written { columns, on_error: asked.on_error, begin: rows.start, row: rows.start };
        while written.row < rows.end {
            let block = written.row..rows.end.min(written.row + BLOCK);
            let Read { hands, end } = self.read(block, &mut room);
            let mut left = hands;
            while !left.is_empty() {
                let answers = &mut answers[..left.len()];
                match C::ask(asked.batch, left, answers) {
                    Ok(()) => {
                        written.answers(answers);
                        break;
                    }
                    Err(BadHand { row, fault }) => {
                        written.answers(&answers[..row]);
                        written.fault(fault.to_string())?;
                        left = &left[row + 1..];
                    }
                }
            }
            match end {
                End::Rows => {}
                End::Null => written.null(),
                End::Fault(fault) => written.fault(fault)?,
            }
        }
        Ok(())
    }
}

/// Columns that are written from the first place to the last.
struct Written<C> {
    columns: C,
    on_error: OnError,
    /// The row of the first place.
    begin: usize,
    /// The row that is next.
    row: usize,
}

impl<C: Columns> Written<C> {
    fn answers(&mut self, answers: &[C::Answer]) {
        self.columns.write(self.row - self.begin, answers);
        self.row += answers.len();
    }

    fn null(&mut self) {
        self.columns.leave_out(self.row - self.begin);
        self.row += 1;
    }

    fn fault(&mut self, fault: String) -> Result<(), BadRow> {
        match self.on_error {
            OnError::Raise => Err(BadRow { row: self.row, fault }),
            OnError::Null => {
                self.null();
                Ok(())
            }
        }
    }
}
