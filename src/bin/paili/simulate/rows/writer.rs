//! Rows into a file, by the Arrow project's crates.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_json::writer::LineDelimited;
use parquet::arrow::ArrowWriter;
use parquet::basic::Encoding;
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::columns::{GAME, batch};
use super::{Row, RowFormat};

/// Writes rows, in memory that hardly grows with them (see `ROW_GROUP`). After an error, what was written is of no use.
pub struct RowWriter<W: Write + Send> {
    sink: Sink<W>,
    /// Fewer than a batch.
    waiting: Vec<Row>,
}

enum Sink<W: Write + Send> {
    Csv(W),
    Ndjson(W),
    Parquet(Box<ArrowWriter<W>>),
}

/// Rows that become columns at a time: enough to forget what a batch costs, and less than 3 MB as JSON.
const BATCH: usize = 8192;

/// Rows in a row group of Parquet, which is held in memory as it will be in the file: about 8 MB. The file's footer is
/// held too and grows by some 18 kB every row group, so that they can't be small: 18 MB for a billion games.
const ROW_GROUP: usize = 1_000_000;

impl<W: Write + Send> RowWriter<W> {
    /// Begins a file.
    pub fn new(format: RowFormat, mut sink: W) -> io::Result<Self> {
        let empty = batch(&[])?;
        let sink = match format {
            RowFormat::Csv => {
                sink.write_all(&csv(&empty, Header::Written)?)?;
                Sink::Csv(sink)
            }
            RowFormat::Ndjson => Sink::Ndjson(sink),
            RowFormat::Parquet => {
                let writer = ArrowWriter::try_new(sink, empty.schema(), Some(properties())).map_err(io_error)?;
                Sink::Parquet(Box::new(writer))
            }
        };
        Ok(RowWriter { sink, waiting: Vec::with_capacity(BATCH) })
    }

    /// Writes some more rows, as few or as many as there are.
    pub fn write(&mut self, mut rows: &[Row]) -> io::Result<()> {
        while let Some((some, rest)) = rows.split_at_checked(BATCH - self.waiting.len()) {
            self.waiting.extend_from_slice(some);
            self.write_waiting()?;
            rows = rest;
        }
        self.waiting.extend_from_slice(rows);
        Ok(())
    }

    /// Ends the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_waiting()?;
        match self.sink {
            Sink::Csv(mut sink) | Sink::Ndjson(mut sink) => sink.flush().map(|()| sink),
            Sink::Parquet(writer) => writer.into_inner().map_err(io_error),
        }
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        let batch = batch(&self.waiting)?;
        self.waiting.clear();
        match &mut self.sink {
            Sink::Csv(sink) => sink.write_all(&csv(&batch, Header::Left)?),
            Sink::Ndjson(sink) => sink.write_all(&ndjson(&batch)?),
            Sink::Parquet(writer) => writer.write(&batch).map_err(io_error),
        }
    }
}

/// Whether the names of the columns are written before them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Header {
    Written,
    Left,
}

// The text goes to memory first: Arrow's writers of text would make the sink's errors strings, and panic when one that
// has failed is taken apart.

fn csv(batch: &RecordBatch, header: Header) -> io::Result<Vec<u8>> {
    let mut writer = arrow_csv::WriterBuilder::new().with_header(header == Header::Written).build(Vec::new());
    writer.write(batch).map_err(io::Error::other)?;
    Ok(writer.into_inner())
}

fn ndjson(batch: &RecordBatch) -> io::Result<Vec<u8>> {
    // Every row has every key: readers then find the same columns whichever rows they look at first.
    let builder = arrow_json::WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(Vec::new());
    writer.write(batch).map_err(io::Error::other)?;
    Ok(writer.into_inner())
}

fn properties() -> WriterProperties {
    let game = || ColumnPath::from(GAME);
    // What lies between the least and the greatest value is told of the games' numbers only: every row group has all
    // of the other values, and what is told of pages is held in memory until the end.
    //
    // Columns are packed into as few bits as their values need; Snappy finds another 1 % and is not worth its crate.
    WriterProperties::builder()
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_column_statistics_enabled(game(), EnabledStatistics::Chunk)
        // Numbers that count up take next to nothing as differences, and no two are the same.
        .set_column_dictionary_enabled(game(), false)
        .set_column_encoding(game(), Encoding::DELTA_BINARY_PACKED)
        .build()
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
