//! For whom results are written.

use clap::ValueEnum;

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Laid out to be read at a glance
    Text,
    /// One JSON object a line
    Json,
}
