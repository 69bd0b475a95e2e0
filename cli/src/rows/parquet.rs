//! Rows as columns, and columns as Parquet, by the Arrow project's crates.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_array::builder::{ArrayBuilder, Float64Builder, Int16Builder, StringBuilder, UInt64Builder};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::layout::{Cell, Column, Nulls, Type};

/// The cells of some rows, column by column.
pub struct Columns {
    columns: &'static [Column],
    cells: Vec<Cells>,
}

enum Cells {
    Index(UInt64Builder),
    Count(Int16Builder),
    F64(Float64Builder),
    Text(StringBuilder),
}

impl Columns {
    pub fn new(columns: &'static [Column]) -> Columns {
        let cells = columns.iter().map(|column| match column.holds {
            Type::Index => Cells::Index(UInt64Builder::new()),
            Type::Count => Cells::Count(Int16Builder::new()),
            Type::F64 => Cells::F64(Float64Builder::new()),
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
                Cells::Count(cells) => cells.append_option(number.and_then(|number| i16::try_from(number).ok())),
                Cells::F64(cells) => {
                    cells.append_option(if let Cell::Real(number) = *cell { Some(number) } else { None });
                }
                Cells::Text(cells) => cells.append_option(if let Cell::Text(text) = *cell { Some(text) } else { None }),
            }
        }
    }

    /// The rows as an Arrow batch. A batch without rows still has the names and types of its columns.
    pub fn into_batch(mut self) -> io::Result<RecordBatch> {
        let columns = self.columns.iter().zip(&mut self.cells).map(|(column, cells)| {
            let cells: &mut dyn ArrayBuilder = match cells {
                Cells::Index(cells) => cells,
                Cells::Count(cells) => cells,
                Cells::F64(cells) => cells,
                Cells::Text(cells) => cells,
            };
            (column.name, cells.finish(), column.nulls == Nulls::Sometimes)
        });
        // Fails only for columns of unlike lengths and for nulls where there are none.
        RecordBatch::try_from_iter_with_nullable(columns).map_err(io::Error::other)
    }
}

/// The most rows in a row group, and about the most bytes: it is held in memory as it will be in the file. The file's
/// footer is held too and grows by about a kilobyte a column every row group, so that they can't be small: 18 MB for a
/// billion games.
const ROW_GROUP: usize = 1_000_000;
const ROW_GROUP_BYTES: usize = 16 << 20;

/// Writes batches of rows with these columns.
pub fn writer<W: Write + Send>(columns: &'static [Column], sink: W) -> io::Result<ArrowWriter<W>> {
    let schema = Columns::new(columns).into_batch()?.schema();
    ArrowWriter::try_new(sink, schema, Some(properties(columns))).map_err(io_error)
}

fn properties(columns: &[Column]) -> WriterProperties {
    // Only the rows' numbers get their least and greatest value written down: every row group has all of the other
    // values. Pages get no statistics, because the writer holds those in memory until the end.
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
            Type::Text | Type::F64 => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_compression(path, Compression::SNAPPY),
            Type::Count | Type::Word => properties,
        };
    }
    properties.build()
}

/// The sink's own error if it was one.
pub fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
