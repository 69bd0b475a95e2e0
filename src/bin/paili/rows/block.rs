//! Some rows of a table, made ready on any thread.

#[cfg(feature = "arrow")]
use super::parquet_columns::Columns;
use super::{Cell, Column, RowFormat, Table};

/// Rows that follow each other, ready to be appended to a file of the same table: as they will be in the file, in memory,
/// so some thousands of them.
pub struct RowBlock {
    columns: &'static [Column],
    pub(super) content: Content,
}

/// What is appended.
pub enum Content {
    Csv(Vec<u8>),
    Ndjson(Vec<u8>),
    #[cfg(feature = "arrow")]
    Parquet(Columns),
}

impl RowBlock {
    /// No rows.
    pub(super) fn new(table: Table) -> RowBlock {
        let content = match table.format {
            RowFormat::Csv => Content::Csv(Vec::new()),
            RowFormat::Ndjson => Content::Ndjson(Vec::new()),
            #[cfg(feature = "arrow")]
            RowFormat::Parquet => Content::Parquet(Columns::new(table.columns)),
        };
        RowBlock { columns: table.columns, content }
    }

    /// Adds a row: a cell for each of the table's columns.
    pub fn push(&mut self, cells: &[Cell<'_>]) {
        debug_assert!(
            cells.len() == self.columns.len()
                && self.columns.iter().zip(cells).all(|(column, cell)| column.takes(*cell)),
            "the row {cells:?} is none of the table {:?}",
            self.columns
        );
        match &mut self.content {
            Content::Csv(text) => csv_line(text, cells),
            Content::Ndjson(text) => ndjson_line(text, self.columns, cells),
            #[cfg(feature = "arrow")]
            Content::Parquet(columns) => columns.push(cells),
        }
    }
}

/// Writes a row as CSV (RFC 4180, but for the ends of lines, which are those of Unix). A missing cell is empty.
pub fn csv_line(text: &mut Vec<u8>, cells: &[Cell<'_>]) {
    for (place, cell) in cells.iter().enumerate() {
        if place > 0 {
            text.push(b',');
        }
        match cell {
            Cell::Null => {}
            Cell::Number(number) => push_number(text, *number),
            Cell::Text(cell) => push_quoted(text, cell.as_bytes()),
        }
    }
    text.push(b'\n');
}

/// Writes a text between quotes if a reader would take it apart without them.
fn push_quoted(text: &mut Vec<u8>, cell: &[u8]) {
    if !cell.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')) {
        text.extend_from_slice(cell);
        return;
    }
    text.push(b'"');
    for part in cell.split_inclusive(|byte| *byte == b'"') {
        text.extend_from_slice(part);
        if part.ends_with(b"\"") {
            text.push(b'"');
        }
    }
    text.push(b'"');
}

/// Writes a row as a JSON object. Every row has every key: readers then find the same columns whichever rows they look
/// at first.
fn ndjson_line(text: &mut Vec<u8>, columns: &[Column], cells: &[Cell<'_>]) {
    for (place, (column, cell)) in columns.iter().zip(cells).enumerate() {
        text.extend_from_slice(if place == 0 { b"{\"" } else { b",\"" });
        text.extend_from_slice(column.name.as_bytes());
        text.extend_from_slice(b"\":");
        match cell {
            Cell::Null => text.extend_from_slice(b"null"),
            Cell::Number(number) => push_number(text, *number),
            // It is written into memory, which can't fail.
            Cell::Text(cell) => drop(serde_json::to_writer(&mut *text, cell)),
        }
    }
    text.extend_from_slice(b"}\n");
}

fn push_number(text: &mut Vec<u8>, number: u64) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
