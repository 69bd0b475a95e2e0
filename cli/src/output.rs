//! Results on standard output.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::failure::Failure;

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Laid out to be read at a glance
    Text,
    /// One JSON object a line
    Json,
}

/// An answer as JSON on a line.
pub fn json_line(answer: &impl Serialize) -> String {
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    serde_json::to_string(answer).unwrap_or_default() + "\n"
}

/// Prints, and sees to it that it is out.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).map_err(|error| Failure::of_output(&error))
}
