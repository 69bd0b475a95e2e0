//! Rows of hands from any source, and how they are answered.

use std::ops::Range;

use arrow_buffer::NullBuffer;
use paili::Hand;
use paili::batch::{BadHandError, Batch, BatchHand};
use pyo3::prelude::*;

use super::columns::Columns;
use crate::counts::{Counts, counts_of};
use crate::errors::bad_argument;

/// Hands in rows, some of which may be missing or no hands.
pub struct Rows<'a> {
    length: usize,
    nulls: Option<NullBuffer>,
    hands: Source<'a>,
}

enum Source<'a> {
    /// Counts that lie one hand after the other.
    Dense(&'a [Counts]),
    /// Counts that are read.
    Counts(Box<Read<'a, Counts>>),
    /// Hands that are read.
    Hands(Box<Read<'a, Hand>>),
}

/// Reads some rows into the room, up to the first that is no hand, and says why it is none.
type Read<'a, H> = dyn Fn(Range<usize>, &mut Vec<H>) -> Result<(), String> + Send + Sync + 'a;

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

impl OnError {
    /// Reads the argument `on_error`.
    pub fn read(py: Python<'_>, name: &str) -> PyResult<OnError> {
        match name {
            "raise" => Ok(OnError::Raise),
            "null" => Ok(OnError::Null),
            other => Err(bad_argument(py, "on_error", format!("{other:?}: expected \"raise\" or \"null\""))),
        }
    }
}

/// Rows that are read at a time: few enough to stay in the processor's caches, many enough to be quick.
const READ_AT_A_TIME: usize = 4096;

/// Hands are looked up in memory of our own: another of Python's threads could change an array after its counts were checked.
/// So many at a time stay in a core's first cache.
const COPIED_AT_A_TIME: usize = 512;

impl<'a> Rows<'a> {
    /// Hands that lie as they are looked up.
    pub fn dense(hands: &'a [Counts], nulls: Option<NullBuffer>) -> Self {
        Rows { length: hands.len(), nulls, hands: Source::Dense(hands) }
    }

    /// Hands whose counts are read row by row.
    pub fn of_counts(
        length: usize,
        nulls: Option<NullBuffer>,
        read: impl Fn(usize) -> Result<Counts, String> + Send + Sync + 'a,
    ) -> Self {
        Rows { length, nulls, hands: Source::Counts(each(read)) }
    }

    /// Hands that are read row by row.
    pub fn of_hands(
        length: usize,
        nulls: Option<NullBuffer>,
        read: impl Fn(usize) -> Result<Hand, String> + Send + Sync + 'a,
    ) -> Self {
        Rows { length, nulls, hands: Source::Hands(each(read)) }
    }

    /// Integers of any width, 34 a row.
    pub fn of_integers<T: Copy + TryInto<u8> + Into<i128> + Sync>(integers: &'a [T]) -> Self {
        let (rows, _) = integers.as_chunks::<34>();
        Self::of_counts(rows.len(), None, |row| counts_of(&rows[row]))
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.length
    }

    /// The hand of a row, or why it is none; nothing where it is missing.
    pub fn hand(&self, row: usize) -> Option<Result<Hand, String>> {
        fn read_one<H>(read: &Read<'_, H>, row: usize) -> Result<Option<H>, String> {
            let mut room = Vec::with_capacity(1);
            read(row..row + 1, &mut room).map(|()| room.pop())
        }
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        let of_counts = |counts: Counts| Hand::try_from(counts).map_err(|error| error.to_string());
        match &self.hands {
            Source::Dense(hands) => Some(of_counts(hands[row])),
            Source::Counts(read) => {
                read_one(read, row).and_then(|counts| counts.map(of_counts).transpose()).transpose()
            }
            Source::Hands(read) => read_one(read, row).transpose(),
        }
    }

    /// Answers some rows into as many places of the columns. Stops at a row that is no hand, if that is asked for.
    pub fn answer(&self, batch: Batch, on_error: OnError, rows: Range<usize>, columns: Columns) -> Result<(), BadRow> {
        let mut writer = Writer { columns, batch, on_error, first: rows.start, place: 0 };
        match &self.hands {
            Source::Dense(hands) => {
                let mut room = Vec::with_capacity(COPIED_AT_A_TIME);
                self.each_run(rows, &mut writer, |writer, run| {
                    hands[run].chunks(COPIED_AT_A_TIME).try_for_each(|hands| {
                        room.clear();
                        room.extend_from_slice(hands);
                        writer.answer(&room)
                    })
                })
            }
            Source::Counts(read) => {
                let mut room = Vec::new();
                self.each_run(rows, &mut writer, |writer, run| writer.answer_each(run, read, &mut room))
            }
            Source::Hands(read) => {
                let mut room = Vec::new();
                self.each_run(rows, &mut writer, |writer, run| writer.answer_each(run, read, &mut room))
            }
        }
    }

    /// Calls `answer` for runs of rows that are there, and leaves out those that are missing. `answer` may stop early,
    /// but answers at least one row.
    fn each_run<'c>(
        &self,
        rows: Range<usize>,
        writer: &mut Writer<'c>,
        mut answer: impl FnMut(&mut Writer<'c>, Range<usize>) -> Result<(), BadRow>,
    ) -> Result<(), BadRow> {
        while rows.start + writer.place < rows.end {
            let begin = rows.start + writer.place;
            match self.until_null(begin..rows.end.min(begin + READ_AT_A_TIME)) {
                0 => writer.leave_out(),
                there => answer(writer, begin..begin + there)?,
            }
        }
        Ok(())
    }

    /// How many of these rows come before the first that is missing.
    fn until_null(&self, rows: Range<usize>) -> usize {
        let Some(nulls) = &self.nulls else { return rows.len() };
        match nulls.inner().slice(rows.start, rows.len()).set_slices().next() {
            Some((0, end)) => end,
            _ => 0,
        }
    }
}

/// Reads row by row.
fn each<'a, H>(read: impl Fn(usize) -> Result<H, String> + Send + Sync + 'a) -> Box<Read<'a, H>> {
    Box::new(move |rows, room| {
        for row in rows {
            room.push(read(row)?);
        }
        Ok(())
    })
}

/// Writes answers from the first place to the last.
struct Writer<'a> {
    columns: Columns<'a>,
    batch: Batch,
    on_error: OnError,
    /// The row of the first place.
    first: usize,
    /// The place that is next.
    place: usize,
}

impl Writer<'_> {
    /// Answers the hands of the next rows.
    fn answer<H: BatchHand>(&mut self, mut hands: &[H]) -> Result<(), BadRow> {
        while !hands.is_empty() {
            match self.columns.answer(self.batch, hands, self.place) {
                Ok(()) => {
                    self.place += hands.len();
                    break;
                }
                Err(BadHandError { row, fault }) => {
                    self.place += row;
                    self.fault(fault.to_string())?;
                    hands = &hands[row + 1..];
                }
            }
        }
        Ok(())
    }

    /// Reads the next rows, up to the first that is no hand, and answers them.
    fn answer_each<H: BatchHand>(
        &mut self,
        rows: Range<usize>,
        read: &Read<'_, H>,
        room: &mut Vec<H>,
    ) -> Result<(), BadRow> {
        room.clear();
        let read = read(rows, room);
        self.answer(room)?;
        read.or_else(|fault| self.fault(fault))
    }

    fn leave_out(&mut self) {
        self.columns.leave_out(self.place);
        self.place += 1;
    }

    fn fault(&mut self, fault: String) -> Result<(), BadRow> {
        match self.on_error {
            OnError::Raise => Err(BadRow { row: self.first + self.place, fault }),
            OnError::Null => {
                self.leave_out();
                Ok(())
            }
        }
    }
}
