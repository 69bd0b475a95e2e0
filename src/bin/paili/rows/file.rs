//! A table in a file that appears whole or not at all.

use std::io;
use std::path::Path;

use super::{Column, RowBlock, RowFormat, RowWriter, Table};
use crate::failure::Failure;
use crate::file::NewFile;

/// A file of rows that is being written.
pub struct RowFile {
    writer: RowWriter<NewFile>,
    /// Fit for a message.
    name: String,
    table: Table,
}

impl RowFile {
    /// Begins a file, in the format that its extension names.
    pub fn create(path: &Path, columns: &'static [Column]) -> Result<RowFile, Failure> {
        let table = Table { format: RowFormat::of(path)?, columns };
        let file = NewFile::create(path)?;
        let name = file.name();
        let writer = RowWriter::new(table, file).map_err(|error| failed(&name, &error))?;
        Ok(RowFile { writer, name, table })
    }

    /// What blocks for this file are made from.
    pub fn table(&self) -> Table {
        self.table
    }

    /// Appends rows of this file's table.
    pub fn append(&mut self, block: RowBlock) -> Result<(), Failure> {
        self.writer.append(block).map_err(|error| failed(&self.name, &error))
    }

    /// Writes what is still held back. The file is left to be put in its place.
    pub fn end(self) -> Result<NewFile, Failure> {
        self.writer.finish().map_err(|error| failed(&self.name, &error))
    }
}

fn failed(name: &str, error: &io::Error) -> Failure {
    Failure::Broken(format!("{name}: {error}"))
}
