//! Columns of hands, one on top of the other.

use paili::Hand;

use super::rows::Rows;
use crate::counts::Counts;

/// Rows of some columns, counted through.
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

    /// The hand of a row, or why it is none; nothing where it is missing.
    pub fn hand(&self, row: usize) -> Option<Result<Hand, String>> {
        let (column, row) = self.place(row)?;
        column.hand(row)
    }

    /// The counts of a row, or why there are none; nothing where it is missing.
    pub fn counts(&self, row: usize) -> Option<Result<Counts, String>> {
        let (column, row) = self.place(row)?;
        column.counts(row)
    }

    fn place(&self, row: usize) -> Option<(&Rows<'a>, usize)> {
        // Of empty columns that begin at the same row, the last is the one that may hold it.
        let column = self.begins.partition_point(|&begin| begin <= row).checked_sub(1)?;
        Some((&self.columns[column], row - self.begins[column]))
    }
}
