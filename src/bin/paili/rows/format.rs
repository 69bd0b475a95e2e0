//! What kinds of files rows go to.

use std::path::Path;

use crate::failure::{Failure, file_name};

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

/// What to do about a program without the feature.
#[cfg(not(feature = "arrow"))]
pub const UNBUILT: &str = "this paili was built without Parquet; build it with it: \
    `cargo build --release --features arrow`, or to install it, `cargo install --locked --path . --features arrow`";

impl RowFormat {
    /// The format that a file's extension stands for.
    pub fn of(path: &Path) -> Result<RowFormat, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("csv") => Ok(RowFormat::Csv),
            Some("ndjson" | "jsonl") => Ok(RowFormat::Ndjson),
            #[cfg(feature = "arrow")]
            Some("parquet") => Ok(RowFormat::Parquet),
            #[cfg(not(feature = "arrow"))]
            Some("parquet") => Err(Failure::BadInput(format!("{}: {UNBUILT}", file_name(path)))),
            _ => Err(Failure::BadInput(format!(
                "{}: rows are written in the format that the file's extension names, one of .csv, .ndjson, .jsonl and \
                 .parquet",
                file_name(path)
            ))),
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
    fn an_unknown_extension_is_told_the_known() {
        for path in ["games.xlsx", "games", "csv", ".csv", "games.csv.gz", "a.parquet/b"] {
            assert_eq!(
                refusal(path),
                format!(
                    "{path}: rows are written in the format that the file's extension names, one of .csv, .ndjson, \
                     .jsonl and .parquet"
                )
            );
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
