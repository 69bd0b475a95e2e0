//! Blocks of rows into a file, one after the other.

use std::io::{self, Write};

use super::block::{Content, csv_line};
#[cfg(feature = "arrow")]
use super::parquet_columns::ParquetWriter;
use super::{Cell, RowBlock, RowFormat, Table};

/// Writes rows, in memory that hardly grows with them. After an error, what was written is of no use.
pub enum RowWriter<W: Write + Send> {
    Text(W),
    #[cfg(feature = "arrow")]
    Parquet(Box<ParquetWriter<W>>),
}

impl<W: Write + Send> RowWriter<W> {
    /// Begins a file.
    pub fn new(table: Table, mut sink: W) -> io::Result<Self> {
        match table.format {
            RowFormat::Csv => {
                let names: Vec<Cell> = table.columns.iter().map(|column| column.name.into()).collect();
                let mut line = Vec::new();
                csv_line(&mut line, &names);
                sink.write_all(&line)?;
                Ok(RowWriter::Text(sink))
            }
            RowFormat::Ndjson => Ok(RowWriter::Text(sink)),
            #[cfg(feature = "arrow")]
            RowFormat::Parquet => Ok(RowWriter::Parquet(Box::new(ParquetWriter::new(table.columns, sink)?))),
        }
    }

    /// Appends rows of the same table.
    pub fn append(&mut self, block: RowBlock) -> io::Result<()> {
        match (self, block.content) {
            (RowWriter::Text(sink), Content::Csv(text) | Content::Ndjson(text)) => sink.write_all(&text),
            #[cfg(feature = "arrow")]
            (RowWriter::Parquet(writer), Content::Parquet(columns)) => writer.append(columns),
            #[cfg(feature = "arrow")]
            _ => Err(io::Error::other("rows of another format")),
        }
    }

    /// Ends the file.
    pub fn finish(self) -> io::Result<W> {
        match self {
            RowWriter::Text(mut sink) => sink.flush().map(|()| sink),
            #[cfg(feature = "arrow")]
            RowWriter::Parquet(writer) => writer.finish(),
        }
    }
}
