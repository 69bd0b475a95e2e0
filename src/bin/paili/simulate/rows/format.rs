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
    Parquet,
}

/// What to do about a program without the feature. It is told everybody who asks for rows, before anything is played.
pub const UNBUILT: &str = "this paili was built without rows; build it with them: \
    `cargo build --release --features arrow`, or to install it, `cargo install --locked --path . --features arrow`";

impl RowFormat {
    /// The format that a file's extension stands for.
    pub fn of(path: &Path) -> Result<RowFormat, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let format = match extension.as_deref() {
            Some("csv") => RowFormat::Csv,
            Some("ndjson" | "jsonl") => RowFormat::Ndjson,
            Some("parquet") => RowFormat::Parquet,
            _ => {
                return Err(Failure::BadInput(format!(
                    "{}: rows are written in the format that the file's extension names, one of .csv, .ndjson, .jsonl \
                     and .parquet",
                    file_name(path)
                )));
            }
        };
        if cfg!(feature = "arrow") {
            Ok(format)
        } else {
            Err(Failure::BadInput(format!("{}: {UNBUILT}", file_name(path))))
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

    #[cfg(feature = "arrow")]
    #[test]
    fn the_extension_tells_the_format() {
        let known = [
            ("a.csv", RowFormat::Csv),
            ("b/A.CSV", RowFormat::Csv),
            ("a.ndjson", RowFormat::Ndjson),
            ("a.b.jsonl", RowFormat::Ndjson),
            ("a.parquet", RowFormat::Parquet),
        ];
        for (path, format) in known {
            assert_eq!(RowFormat::of(Path::new(path)).ok(), Some(format), "{path}");
        }
    }

    #[cfg(not(feature = "arrow"))]
    #[test]
    fn without_the_feature_the_message_says_how_to_build_it() {
        for path in ["a.csv", "a.ndjson", "a.jsonl", "a.parquet"] {
            let message = refusal(path);
            assert!(message.starts_with(&format!("{path}: ")), "{message}");
            assert!(message.contains("`cargo build --release --features arrow`"), "{message}");
        }
    }
}
