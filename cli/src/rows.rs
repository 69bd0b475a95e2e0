//! Tables for other programs to read: rows into CSV, NDJSON or Parquet.
//!
//! Rows become a [`RowBlock`] on any thread; a [`RowFile`] appends the blocks in the order they are given to it.

mod file;
#[cfg(feature = "arrow")]
mod parquet;

use std::path::Path;

pub use file::{RowBlock, RowFile};

use serde::Serialize;

use crate::failure::{Failure, file_name};
use crate::file::extension;

/// A table in a format.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub format: RowFormat,
    /// In the order of the cells of a row.
    pub columns: &'static [Column],
}

/// How rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFormat {
    /// Values between commas, below a line of names.
    Csv,
    /// A JSON object a line.
    Ndjson,
    /// Apache Parquet.
    #[cfg(feature = "arrow")]
    Parquet,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub holds: Type,
    pub nulls: Nulls,
}

/// The type of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// The rows' numbers, which count up: 64 bits.
    Index,
    U32,
    U8,
    F64,
    /// One of a few texts.
    Word,
    /// Texts that hardly ever repeat.
    Text,
}

/// Whether a column's cells may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    Never,
    Sometimes,
}

/// A value in a row.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    Null,
    Number(u64),
    Real(f64),
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
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Cell::Number(number)
    }
}

impl From<f64> for Cell<'_> {
    fn from(number: f64) -> Self {
        Cell::Real(number)
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

/// The message of a program that was built without Parquet.
#[cfg(not(feature = "arrow"))]
pub const UNBUILT: &str = "this paili was built without Parquet; build it with it: \
    `cargo build --release --features arrow`, or to install it, `cargo install --locked --path cli --features arrow`";

impl RowFormat {
    /// The format that a file's extension stands for.
    pub fn of(path: &Path) -> Result<RowFormat, Failure> {
        let why = match extension(path).as_deref() {
            Some("csv") => return Ok(RowFormat::Csv),
            Some("ndjson" | "jsonl") => return Ok(RowFormat::Ndjson),
            #[cfg(feature = "arrow")]
            Some("parquet") => return Ok(RowFormat::Parquet),
            #[cfg(not(feature = "arrow"))]
            Some("parquet") => UNBUILT,
            _ => {
                "rows are written in the format that the file's extension names, one of .csv, .ndjson, .jsonl and .parquet"
            }
        };
        Err(Failure::BadInput(format!("{}: {why}", file_name(path))))
    }
}

/// Files of rows are read back by others' readers.
#[cfg(test)]
pub mod read_back {
    use std::fs::File;
    use std::io::{BufRead, BufReader, Read, Seek};

    use super::file::RowWriter;
    use super::{Cell, Column, RowBlock, RowFormat, Table};

    /// All that this program was built with.
    pub const FORMATS: &[RowFormat] = &[
        RowFormat::Csv,
        RowFormat::Ndjson,
        #[cfg(feature = "arrow")]
        RowFormat::Parquet,
    ];

    /// Writes a file, a number of rows a block, and winds it back.
    pub fn write<'c, C: AsRef<[Cell<'c>]>>(table: Table, rows: &[C], a_block: usize) -> File {
        let mut writer = RowWriter::new(table, tempfile::tempfile().unwrap()).unwrap();
        for rows in rows.chunks(a_block) {
            let mut block = RowBlock::new(table);
            for row in rows {
                block.push(row.as_ref());
            }
            writer.append(block).unwrap();
        }
        let mut file = writer.finish().unwrap();
        file.rewind().unwrap();
        file
    }

    /// The same as text.
    pub fn write_text<'c, C: AsRef<[Cell<'c>]>>(table: Table, rows: &[C]) -> String {
        let mut text = String::new();
        write(table, rows, 37).read_to_string(&mut text).unwrap();
        text
    }

    /// A row as it is read: nothing for a cell that is missing.
    pub type Texts = Vec<Option<String>>;

    /// What should be read of a row. CSV cannot tell an empty text from none.
    pub fn expected(format: RowFormat, row: &[Cell<'_>]) -> Texts {
        let text = |cell: &Cell<'_>| match *cell {
            Cell::Null => None,
            Cell::Number(number) => Some(number.to_string()),
            Cell::Real(number) => Some(number.to_string()),
            Cell::Text("") if format == RowFormat::Csv => None,
            Cell::Text(text) => Some(text.to_owned()),
        };
        row.iter().map(text).collect()
    }

    /// Reads the rows of a file, which must have these columns.
    pub fn read(table: Table, file: File) -> Vec<Texts> {
        match table.format {
            RowFormat::Csv => read_csv(table.columns, file),
            RowFormat::Ndjson => read_ndjson(table.columns, file),
            #[cfg(feature = "arrow")]
            RowFormat::Parquet => parquet::read(table.columns, file),
        }
    }

    fn read_csv(columns: &[Column], file: File) -> Vec<Texts> {
        let mut reader = csv::Reader::from_reader(file);
        assert!(reader.headers().unwrap().iter().eq(columns.iter().map(|column| column.name)));
        let cell = |cell: &str| (!cell.is_empty()).then(|| cell.to_owned());
        reader.records().map(|row| row.unwrap().iter().map(cell).collect()).collect()
    }

    fn read_ndjson(columns: &[Column], file: File) -> Vec<Texts> {
        let row = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(row.as_object().unwrap().len(), columns.len(), "{line}");
            columns.iter().map(|column| cell(&row[column.name])).collect()
        };
        let cell = |line: std::io::Result<String>| row(&line.unwrap());
        BufReader::new(file).lines().map(cell).collect()
    }

    fn cell(value: &serde_json::Value) -> Option<String> {
        match value {
            serde_json::Value::Null => None,
            serde_json::Value::String(text) => Some(text.clone()),
            number => Some(number.as_u64().unwrap().to_string()),
        }
    }

    #[cfg(feature = "arrow")]
    mod parquet {
        use std::fs::File;

        use arrow_array::RecordBatch;
        use arrow_array::cast::AsArray;
        use arrow_array::types::{UInt8Type, UInt32Type, UInt64Type};
        use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

        use super::Texts;
        use crate::rows::{Column, Nulls, Type};

        pub fn read(columns: &[Column], file: File) -> Vec<Texts> {
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
            let published = columns.iter().map(|column| {
                let name = match column.holds {
                    Type::Index => "UInt64",
                    Type::U32 => "UInt32",
                    Type::U8 => "UInt8",
                    Type::F64 => "Float64",
                    Type::Word | Type::Text => "Utf8",
                };
                (column.name.to_owned(), name.to_owned(), column.nulls == Nulls::Sometimes)
            });
            let fields = reader.schema().fields().iter();
            let found = fields.map(|field| (field.name().clone(), field.data_type().to_string(), field.is_nullable()));
            assert_eq!(found.collect::<Vec<_>>(), published.collect::<Vec<_>>());
            reader.build().unwrap().flat_map(|batch| rows(&batch.unwrap())).collect()
        }

        fn rows(batch: &RecordBatch) -> Vec<Texts> {
            let columns: Vec<_> = batch.columns().iter().map(cells).collect();
            (0..batch.num_rows()).map(|row| columns.iter().map(|cells| cells[row].clone()).collect()).collect()
        }

        fn cells(array: &impl AsArray) -> Texts {
            if let Some(numbers) = array.as_primitive_opt::<UInt64Type>() {
                numbers.iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
            } else if let Some(numbers) = array.as_primitive_opt::<UInt32Type>() {
                numbers.iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
            } else if let Some(numbers) = array.as_primitive_opt::<UInt8Type>() {
                numbers.iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
            } else {
                array.as_string::<i32>().iter().map(|cell| cell.map(str::to_owned)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(path: &str) -> String {
        match RowFormat::of(Path::new(path)) {
            Err(Failure::BadInput(message)) => message,
            other => panic!("{path} is not refused but is {other:?}"),
        }
    }

    #[test]
    fn the_extension_tells_the_format() {
        let known = [
            ("a.csv", RowFormat::Csv),
            ("b/A.CSV", RowFormat::Csv),
            ("a.ndjson", RowFormat::Ndjson),
            ("a.b.jsonl", RowFormat::Ndjson),
            #[cfg(feature = "arrow")]
            ("a.parquet", RowFormat::Parquet),
        ];
        for (path, format) in known {
            assert_eq!(RowFormat::of(Path::new(path)).ok(), Some(format), "{path}");
        }
        for path in ["games.xlsx", "games", "csv", ".csv", "games.csv.gz", "a.parquet/b"] {
            assert_eq!(
                refusal(path),
                format!(
                    "{path}: rows are written in the format that the file's extension names, one of .csv, .ndjson, .jsonl and \
                     .parquet"
                )
            );
        }
    }

    #[cfg(not(feature = "arrow"))]
    #[test]
    fn without_the_feature_the_message_says_how_to_build_it() {
        for path in ["a.parquet", "b/A.PARQUET"] {
            assert_eq!(refusal(path), format!("{path}: {UNBUILT}"));
        }
        assert!(UNBUILT.contains("`cargo build --release --features arrow`"));
    }
}
