//! What a table is made of: columns, and rows of cells.

use super::{RowBlock, RowFormat};

/// A table in a format.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub format: RowFormat,
    /// In the order of the cells of a row.
    pub columns: &'static [Column],
}

impl Table {
    /// No rows yet.
    pub fn block(self) -> RowBlock {
        RowBlock::new(self)
    }
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub holds: Type,
    pub nulls: Nulls,
}

/// What a column's cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// The rows' numbers, which count up: 64 bits.
    Index,
    U32,
    U8,
    /// One of a few texts.
    Word,
    /// Texts of which few are alike.
    Text,
}

/// Whether a column's cells may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    Never,
    Sometimes,
}

/// A value in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell<'a> {
    Null,
    Number(u64),
    Text(&'a str),
}

impl Column {
    /// A column with a cell in every row.
    pub const fn new(name: &'static str, holds: Type) -> Column {
        Column { name, holds, nulls: Nulls::Never }
    }

    /// A column whose cells may be missing.
    pub const fn or_null(name: &'static str, holds: Type) -> Column {
        Column { name, holds, nulls: Nulls::Sometimes }
    }

    /// Whether the cell is one of this column's.
    pub fn takes(self, cell: Cell<'_>) -> bool {
        match (self.holds, cell) {
            (_, Cell::Null) => self.nulls == Nulls::Sometimes,
            (Type::Index, Cell::Number(_)) | (Type::Word | Type::Text, Cell::Text(_)) => true,
            (Type::U32, Cell::Number(number)) => u32::try_from(number).is_ok(),
            (Type::U8, Cell::Number(number)) => u8::try_from(number).is_ok(),
            (Type::Index | Type::U32 | Type::U8, Cell::Text(_)) | (Type::Word | Type::Text, Cell::Number(_)) => false,
        }
    }
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Cell::Number(number)
    }
}

impl From<u32> for Cell<'_> {
    fn from(number: u32) -> Self {
        Cell::Number(number.into())
    }
}

impl From<u8> for Cell<'_> {
    fn from(number: u8) -> Self {
        Cell::Number(number.into())
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Cell::Text(text)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Null, Into::into)
    }
}
