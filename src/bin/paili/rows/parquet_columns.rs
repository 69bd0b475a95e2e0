//! Rows as columns, and columns as Parquet, by the Arrow project's crates.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt8Builder, UInt32Builder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::table::Nulls;
use super::{Cell, Column, Type};

/// The cells of some rows, column by column.
pub struct Columns {
    columns: &'static [Column],
    cells: Vec<Cells>,
}

enum Cells {
    Index(UInt64Builder),
    U32(UInt32Builder),
    U8(UInt8Builder),
    Text(StringBuilder),
}

impl Columns {
    pub fn new(columns: &'static [Column]) -> Columns {
        let cells = columns.iter().map(|column| match column.holds {
            Type::Index => Cells::Index(UInt64Builder::new()),
            Type::U32 => Cells::U32(UInt32Builder::new()),
            Type::U8 => Cells::U8(UInt8Builder::new()),
            Type::Word | Type::Text => Cells::Text(StringBuilder::new()),
        });
        Columns { columns, cells: cells.collect() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: &[Cell<'_>]) {
        for (cells, cell) in self.cells.iter_mut().zip(row) {
            let number = if let Cell::Number(number) = *cell { Some(number) } else { None };
            match cells {
                Cells::Index(cells) => cells.append_option(number),
                Cells::U32(cells) => cells.append_option(number.and_then(|number| u32::try_from(number).ok())),
                Cells::U8(cells) => cells.append_option(number.and_then(|number| u8::try_from(number).ok())),
                Cells::Text(cells) => cells.append_option(if let Cell::Text(text) = *cell { Some(text) } else { None }),
            }
        }
    }

    /// The rows as Arrow has them. Those of no rows still have their names and types.
    pub fn into_batch(self) -> io::Result<RecordBatch> {
        let columns = self.columns.iter().zip(self.cells).map(|(column, cells)| {
            let cells: ArrayRef = match cells {
                Cells::Index(mut cells) => Arc::new(cells.finish()),
                Cells::U32(mut cells) => Arc::new(cells.finish()),
                Cells::U8(mut cells) => Arc::new(cells.finish()),
                Cells::Text(mut cells) => Arc::new(cells.finish()),
            };
            (column.name, cells, column.nulls == Nulls::Sometimes)
        });
        // Fails only for columns of unlike lengths and for nulls where there are none.
        RecordBatch::try_from_iter_with_nullable(columns).map_err(io::Error::other)
    }
}

/// Writes columns.
pub struct ParquetWriter<W: Write + Send>(ArrowWriter<W>);

/// The most rows in a row group, and about the most bytes: it is held in memory as it will be in the file. The file's
/// footer is held too and grows by about a kilobyte a column every row group, so that they can't be small: 18 MB for a
/// billion games.
const ROW_GROUP: usize = 1_000_000;
const ROW_GROUP_BYTES: usize = 16 << 20;

impl<W: Write + Send> ParquetWriter<W> {
    pub fn new(columns: &'static [Column], sink: W) -> io::Result<Self> {
        let schema = Columns::new(columns).into_batch()?.schema();
        ArrowWriter::try_new(sink, schema, Some(properties(columns))).map(ParquetWriter).map_err(io_error)
    }

    pub fn append(&mut self, columns: Columns) -> io::Result<()> {
        self.0.write(&columns.into_batch()?).map_err(io_error)
    }

    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(io_error)
    }
}

fn properties(columns: &[Column]) -> WriterProperties {
    // What lies between the least and the greatest value is told of the rows' numbers only: every row group has all
    // of the other values, and what is told of pages is held in memory until the end.
    //
    // Columns of numbers are packed into as few bits as their values need; Snappy would find another 1 %.
    let mut properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_max_row_group_bytes(Some(ROW_GROUP_BYTES))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true);
    for column in columns {
        let path = ColumnPath::from(column.name);
        properties = match column.holds {
            // Numbers that count up take next to nothing as differences, and no two are the same.
            Type::Index => properties
                .set_column_statistics_enabled(path.clone(), EnabledStatistics::Chunk)
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            Type::Text => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_compression(path, Compression::SNAPPY),
            Type::U32 | Type::U8 | Type::Word => properties,
        };
    }
    properties.build()
}

/// The sink's own error if it was one.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
