//! Commands that run for long: their options and their threads.

use std::num::{IntErrorKind, NonZero};
use std::ops::Range;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::ModelName;
use crate::failure::Failure;
use crate::output::Format;

/// How to run.
#[derive(clap::Args)]
pub struct Running {
    /// What the walls are drawn from: the same seed gives the same games, today and on any machine
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Threads to play on; the results are the same [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// How to find win distances; the results are the same
    #[arg(long, value_enum, default_value_t = ModelName::Table)]
    pub model: ModelName,

    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

impl Running {
    /// Cuts the games into blocks of this length. The plain model takes so long that it plays one game at a time.
    pub fn blocks(&self, all: Range<u64>, length: u64) -> impl Iterator<Item = Range<u64>> + use<> {
        let length = if self.model == ModelName::Plain { 1 } else { length };
        let end = all.end;
        all.step_by(length as usize).map(move |start| start..end.min(start.saturating_add(length)))
    }
}

/// Starts so many threads, or one a processor. A thread survives when its work panics, and the receiver of the answer
/// notices.
pub fn pool(threads: Option<u16>) -> Result<ThreadPool, Failure> {
    let threads = threads.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).panic_handler(drop).build();
    pool.map_err(|error| cannot_start(threads, &error))
}

/// What is wrong where threads can't be started.
pub fn cannot_start(threads: usize, error: &dyn std::error::Error) -> Failure {
    let number = if threads == 1 { "a thread".to_owned() } else { format!("{threads} threads") };
    Failure::Broken(format!("cannot start {number}: {error}"))
}

/// Reads a number of things with this name, such as games. Its digits may be grouped: `1_000_000`.
pub fn parse_count(text: &str, noun: &str) -> Result<u64, String> {
    match text.replace('_', "").parse::<u64>() {
        Ok(0) => Err(format!("expected at least one {noun}")),
        Ok(count) => Ok(count),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("expected a number of {noun}s below 2^64"))
        }
        Err(_) => Err(format!("expected a number of {noun}s, such as 1000000 or 1_000_000")),
    }
}
