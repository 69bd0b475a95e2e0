//! Results on standard output.

use std::io::{self, Write};
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use clap::builder::StyledStr;
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

impl Format {
    /// An answer, as a text or as JSON on a line.
    pub fn render(self, answer: &impl Serialize, text: impl FnOnce() -> String) -> String {
        match self {
            Format::Text => text(),
            Format::Json => json_line(answer),
        }
    }
}

/// How results are written that can stand in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatOrRows {
    /// Laid out to be read at a glance
    Text,
    /// One JSON object a line
    Json,
    /// CSV: a line of names, then a line a row
    Csv,
}

impl FormatOrRows {
    /// An answer, as a text, as JSON on a line or as rows.
    pub fn render<A: Serialize>(self, answer: &A, text: fn(&A) -> String, rows: fn(&A) -> String) -> String {
        match self {
            FormatOrRows::Text => text(answer),
            FormatOrRows::Json => json_line(answer),
            FormatOrRows::Csv => rows(answer),
        }
    }
}

/// Rows of CSV.
pub fn csv_lines<R: IntoIterator<Item: AsRef<[u8]>>>(rows: impl IntoIterator<Item = R>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing to memory can't fail.
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// An answer as JSON on a line.
pub fn json_line(answer: &impl Serialize) -> String {
    // Writing to memory fails only for maps with keys that are no strings, and there are none.
    serde_json::to_string(answer).unwrap_or_default() + "\n"
}

/// Prints, and sees to it that it is out.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    write(&mut io::stdout().lock(), bytes)
}

/// The same of a text with styles, which are for terminals.
pub fn print_styled(text: &StyledStr) -> Result<(), Failure> {
    write(&mut anstream::stdout().lock(), text.ansi().to_string().as_bytes())
}

fn write(output: &mut impl Write, bytes: &[u8]) -> Result<(), Failure> {
    output.write_all(bytes).and_then(|()| output.flush()).map_err(|error| Failure::of_output(&error))
}

/// Whether standard output was closed (`>&-`) when the program began.
#[cfg(unix)]
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before the standard library opens /dev/null in its place, where all that is printed would be lost.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_standard_output() {
    if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

/// Fails if there is no standard output to print to.
pub fn check_open() -> Result<(), Failure> {
    #[cfg(unix)]
    if CLOSED.load(Ordering::Relaxed) {
        return Err(Failure::Broken("cannot write to standard output: it is closed".to_owned()));
    }
    Ok(())
}
