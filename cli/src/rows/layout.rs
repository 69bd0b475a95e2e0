//! What rows look like.

use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;
use crate::file::extension;

/// What rows look like: their columns, in a format.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
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

/// A column of rows.
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
    /// Counts: few bits in a file, and signed where they are read, so that their differences are right.
    Count,
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
pub const UNBUILT: &str = "this paili was built without Parquet; in a clone, \
    `cargo install --locked --path cli --features arrow` installs one with it";

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
        Err(Failure::of_file(path, why))
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
        assert!(UNBUILT.contains("`cargo install --locked --path cli --features arrow`"));
    }
}
