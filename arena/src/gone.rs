//! Why a program does not start, or does not go on.

use std::fmt;
use std::time::Duration;

use super::PROTOCOL;

/// Why a program does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code, reason = "no program ever begins"))]
pub(super) enum Gone {
    /// A line was longer than any answer.
    LongLine(String),
    /// It has written more than all answers that are due can be.
    Flood,
    /// It has closed its output, or ended.
    Ended,
}

/// What is said of a program that writes without end.
pub(super) const FLOODED: &str = "wrote more than a megabyte without an answer";

/// What is said of a program that goes on, but says nothing any more.
pub(super) const CLOSED_OUTPUT: &str = "closed its output";

/// Why a program can't play. Its message goes on where the program's name ends.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The system does not start it; why, in its words.
    System(String),
    /// It did not greet in this time.
    Silent(Duration),
    /// It said something else first: this.
    Greeting(String),
    /// It wrote without end.
    Flood,
    /// It ended, or closed its output; how, in words.
    Ended(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let greeting = format!("\"PAILI {PROTOCOL} and a name\"");
        match self {
            StartError::System(error) => write!(f, "cannot be started: {error}"),
            StartError::Silent(waited) => write!(f, "did not say {greeting} within {:.0} s", waited.as_secs_f64()),
            StartError::Greeting(said) => write!(f, "said {said}, not {greeting}"),
            StartError::Flood => write!(f, "{FLOODED}, not {greeting}"),
            StartError::Ended(how) => write!(f, "{how} before it said {greeting}"),
        }
    }
}

impl std::error::Error for StartError {}
