//! Rows of hands from any source, and how they are answered.

use std::ops::Range;

use arrow_buffer::NullBuffer;
use paili::batch::{BadHandError, Batch, BatchHand};
use paili::rules::RuleSet;
use paili::{Counts as Held, Distance, Hand, Tile};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::columns::{Answer, Columns};
use super::melds::Beside;
use crate::arguments::{Given, wrong_type};
use crate::counts::{Counts, counts_of};
use crate::errors::bad_argument;

/// The name of the argument that hands are passed as.
pub const HANDS: &str = "hands";

/// Why a hand has no distance.
pub const NEVER: &str = "no tiles can complete the hand";

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

/// Reads some rows into the room, up to the first that is no hand by itself, and says why it is none.
type Read<'a, H> = dyn Fn(Range<usize>, &mut Vec<H>) -> Result<(), Unread> + Send + Sync + 'a;

/// Why a row is no hand by itself.
#[derive(Debug, Clone)]
pub enum Unread {
    Fault(String),
    /// It is one beside melds.
    Beside(Box<Beside>),
}

impl From<String> for Unread {
    fn from(fault: String) -> Unread {
        Unread::Fault(fault)
    }
}

impl Unread {
    /// Of counts, which never have melds beside them.
    fn into_fault(self) -> String {
        match self {
            Unread::Fault(fault) => fault,
            Unread::Beside(_) => "melds in brackets".to_owned(),
        }
    }
}

/// A row without an answer.
#[derive(Debug, PartialEq, Eq)]
pub struct BadRow {
    pub row: usize,
    pub fault: Fault,
}

impl BadRow {
    /// Of work that was told to stop: nobody reads it.
    pub fn stopped() -> BadRow {
        BadRow { row: 0, fault: Fault::of_hand("interrupted".to_owned()) }
    }
}

/// Why a row has no answer: what is wrong, and with which argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub argument: &'static str,
    pub reason: String,
}

impl Fault {
    /// Of a hand.
    pub fn of_hand(reason: String) -> Fault {
        Fault { argument: HANDS, reason }
    }

    /// Of a hand that is missing where there are no nulls among the answers.
    pub fn missing() -> Fault {
        Fault::of_hand("a null is no hand".to_owned())
    }
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
    pub fn read(given: Given<'_>) -> PyResult<OnError> {
        let Given(Some(argument)) = given else { return Ok(OnError::Raise) };
        match argument.cast::<PyString>().map(|text| text.to_string_lossy()).as_deref() {
            Ok("raise") => Ok(OnError::Raise),
            Ok("null") => Ok(OnError::Null),
            Ok(other) => {
                let reason = format!("{other:?}: expected \"raise\" or \"null\"");
                Err(bad_argument(argument.py(), "on_error", reason))
            }
            Err(_) => Err(wrong_type("on_error", "\"raise\" or \"null\"", &argument)),
        }
    }
}

/// Rows that are read at a time: few enough to stay in the processor's caches, many enough to be quick.
const READ_AT_A_TIME: usize = 4096;

/// Hands are looked up in memory of our own: another of Python's threads could change an array after its counts were checked.
/// They stay in a core's first cache.
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
        Rows { length, nulls, hands: Source::Counts(each(move |row| read(row).map_err(Unread::Fault))) }
    }

    /// Hands that are read row by row.
    pub fn of_hands(
        length: usize,
        nulls: Option<NullBuffer>,
        read: impl Fn(usize) -> Result<Hand, Unread> + Send + Sync + 'a,
    ) -> Self {
        Rows { length, nulls, hands: Source::Hands(each(read)) }
    }

    /// Integers of any width, 34 a row.
    pub fn of_integers<T: Copy + TryInto<u8> + Into<i128> + Sync>(integers: &'a [T]) -> Self {
        let (rows, _) = integers.as_chunks::<{ Tile::REGULAR_COUNT }>();
        Self::of_counts(rows.len(), None, |row| counts_of(&rows[row]))
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.length
    }

    /// The counts of a row, or why there are none; nothing where it is missing.
    pub fn counts(&self, row: usize) -> Option<Result<Counts, String>> {
        if self.is_null(row) {
            return None;
        }
        match &self.hands {
            Source::Dense(hands) => Some(Ok(hands[row])),
            Source::Counts(read) => read_one(read, row).map_err(Unread::into_fault).transpose(),
            Source::Hands(read) => {
                let hand = read_one(read, row).map_err(Unread::into_fault).transpose()?;
                Some(hand.map(|hand| hand.counts().regular()))
            }
        }
    }

    /// The hand of a row, or why it is none of the rule set by itself; nothing where it is missing.
    pub fn hand(&self, row: usize, rules: &RuleSet) -> Option<Result<Hand, Unread>> {
        if let Source::Hands(read) = &self.hands {
            return if self.is_null(row) { None } else { read_one(read, row).transpose() };
        }
        let hand = |counts| rules.hand_of_counts(&counts).map_err(|error| error.to_string());
        Some(self.counts(row)?.and_then(hand).map_err(Unread::Fault))
    }

    /// Answers some rows, each into its place of the columns. Stops at a row that is no hand, if that is asked for.
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

    fn is_null(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
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

/// Reads one row.
fn read_one<H>(read: &Read<'_, H>, row: usize) -> Result<Option<H>, Unread> {
    let mut room = Vec::with_capacity(1);
    read(row..row + 1, &mut room).map(|()| room.pop())
}

/// Reads row by row.
fn each<'a, H>(read: impl Fn(usize) -> Result<H, Unread> + Send + Sync + 'a) -> Box<Read<'a, H>> {
    Box::new(move |rows, room| {
        for row in rows {
            room.push(read(row)?);
        }
        Ok(())
    })
}

/// Rows of some columns one on top of the other, counted through.
pub struct Stack<'a> {
    columns: Vec<Rows<'a>>,
    /// The first row of each.
    begins: Vec<usize>,
    length: usize,
}

impl<'a> Stack<'a> {
    pub fn new(columns: Vec<Rows<'a>>) -> Self {
        let (mut begins, mut length) = (Vec::with_capacity(columns.len()), 0);
        for column in &columns {
            begins.push(length);
            length += column.len();
        }
        Stack { columns, begins, length }
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.length
    }

    /// The columns, each with its first row.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &Rows<'a>)> {
        self.begins.iter().copied().zip(&self.columns)
    }

    /// The hand of a row, or why it is none of the rule set by itself; nothing where it is missing.
    pub fn hand(&self, row: usize, rules: &RuleSet) -> Option<Result<Hand, Unread>> {
        let (column, row) = self.place(row)?;
        column.hand(row, rules)
    }

    /// The counts of a row, or why there are none; nothing where it is missing.
    pub fn counts(&self, row: usize) -> Option<Result<Counts, String>> {
        let (column, row) = self.place(row)?;
        column.counts(row)
    }

    /// The same as any tiles.
    pub fn held(&self, row: usize) -> Option<Result<Held, String>> {
        Some(self.counts(row)?.and_then(|counts| Held::try_from(counts).map_err(|error| error.to_string())))
    }

    fn place(&self, row: usize) -> Option<(&Rows<'a>, usize)> {
        // Of empty columns that begin at the same row, the last is the one that may hold it.
        let column = self.begins.partition_point(|&begin| begin <= row).checked_sub(1)?;
        Some((&self.columns[column], row - self.begins[column]))
    }
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
        loop {
            let asked = self.columns.answer(self.batch, hands, self.place);
            let (good, bad) = match asked {
                Ok(()) => (hands.len(), None),
                Err(BadHandError { row, fault }) => (row, Some(fault)),
            };
            if self.on_error == OnError::Raise
                && let Some(never) = self.columns.without_answer(self.place..self.place + good)
            {
                return Err(BadRow { row: self.first + never, fault: Fault::of_hand(NEVER.to_owned()) });
            }
            self.place += good;
            let Some(fault) = bad else { return Ok(()) };
            self.fault(fault.to_string())?;
            hands = &hands[good + 1..];
        }
    }

    /// Reads the next rows, up to the first that is no hand by itself, and answers them.
    fn answer_each<H: BatchHand>(
        &mut self,
        rows: Range<usize>,
        read: &Read<'_, H>,
        room: &mut Vec<H>,
    ) -> Result<(), BadRow> {
        room.clear();
        let read = read(rows, room);
        self.answer(room)?;
        match read {
            Ok(()) => Ok(()),
            Err(Unread::Fault(fault)) => self.fault(fault),
            Err(Unread::Beside(beside)) => self.answer_beside(&beside),
        }
    }

    /// Answers the next row, a hand beside melds.
    fn answer_beside(&mut self, beside: &Beside) -> Result<(), BadRow> {
        let analysis = self.columns.analysis_of(beside);
        if analysis.distance == Distance::NEVER {
            return self.fault(NEVER.to_owned());
        }
        self.columns.write(self.place, &Answer { analysis, discard: 0 });
        self.place += 1;
        Ok(())
    }

    fn leave_out(&mut self) {
        self.columns.leave_out(self.place);
        self.place += 1;
    }

    fn fault(&mut self, fault: String) -> Result<(), BadRow> {
        match self.on_error {
            OnError::Raise => Err(BadRow { row: self.first + self.place, fault: Fault::of_hand(fault) }),
            OnError::Null => {
                self.leave_out();
                Ok(())
            }
        }
    }
}
