//! Tables for other programs to read: rows into CSV, NDJSON or Parquet.
//!
//! Rows become a [`RowBlock`] on any thread; a [`RowWriter`] appends the blocks in the order they are given to it.

mod block;
mod file;
mod format;
#[cfg(feature = "arrow")]
mod parquet_columns;
#[cfg(test)]
pub mod read_back;
mod table;
#[cfg(test)]
mod tests;
mod writer;

pub use block::RowBlock;
pub use file::RowFile;
pub use format::RowFormat;
#[cfg(not(feature = "arrow"))]
pub use format::UNBUILT;
pub use table::{Cell, Column, Table, Type};
pub use writer::RowWriter;
