//! What all commands that play many games have in common: their options, the threads, the rounds they play in, and how
//! they are interrupted.

use std::fmt::Write;
use std::num::IntErrorKind;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::{Failure, say};
use crate::file::remove_unfinished;
use crate::format::Format;
use crate::model::ModelName;

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
    /// Runs on the threads that were asked for.
    pub fn on_threads<T: Send>(&self, run: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        Ok(pool(self.threads)?.install(run))
    }
}

/// So many threads, or one a processor.
pub fn pool(threads: Option<u16>) -> Result<ThreadPool, Failure> {
    let threads = threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Broken(format!("cannot start {threads} threads: {error}")))
}

/// Reads a number of games, which may be grouped: `1_000_000`.
pub fn parse_games(text: &str) -> Result<u64, String> {
    parse_count(text, "game")
}

/// Reads a number of hands in the same way.
pub fn parse_hands(text: &str) -> Result<u64, String> {
    parse_count(text, "hand")
}

fn parse_count(text: &str, noun: &str) -> Result<u64, String> {
    match text.replace('_', "").parse::<u64>() {
        Ok(0) => Err(format!("expected at least one {noun}")),
        Ok(count) => Ok(count),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("expected a number of {noun}s below 2^64"))
        }
        Err(_) => Err(format!("expected a number of {noun}s, such as 1000000 or 1_000_000")),
    }
}

/// Set when somebody asked the program to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether somebody did.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on Ctrl-C, and being told to terminate, finish what is in flight, for example games. A second time ends the
/// program at once.
pub fn finish_when_interrupted(what: &'static str) -> Result<(), Failure> {
    let handler = move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            remove_unfinished();
            std::process::exit(130);
        }
        say(&format!("\ninterrupted: finishing the {what} in flight"));
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Broken(format!("cannot watch for interrupts: {error}")))
}

/// How long a round is meant to take: short enough to stop at, long enough to keep all threads busy.
const ROUND: Duration = Duration::from_millis(200);

/// Rounds that go on until all is played or somebody interrupts.
pub struct Rounds {
    left: Range<u64>,
    length: u64,
    longest: u64,
    bar: ProgressBar,
}

impl Rounds {
    /// Rounds over what is left of `all`, none of them longer than `longest`. A progress bar appears on a terminal; it
    /// counts `what`.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is a positive number")]
    pub fn new(left: Range<u64>, longest: u64, what: &str) -> Self {
        let bar = ProgressBar::new(left.end).with_position(left.start);
        let template = format!("{{bar:40}} {{human_pos}} of {{human_len}} {what}, {{speed}} a second, {{eta}} left");
        // The template is one of ours; were it wrong, the bar would look different.
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("speed", |state: &ProgressState, text: &mut dyn Write| {
            // The bar is written into memory, which can't fail.
            let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
        }));
        bar.reset_eta();
        Rounds { left, length: FIRST.min(longest), longest, bar }
    }

    /// Plays them. `round` is given what to play; where it fails, the rounds end. Returns what is left, which is nothing
    /// unless somebody interrupted.
    pub fn play(mut self, mut round: impl FnMut(Range<u64>) -> Result<(), Failure>) -> Result<Range<u64>, Failure> {
        while !self.left.is_empty() && !interrupted() {
            let begun = Instant::now();
            let end = self.left.end.min(self.left.start.saturating_add(self.length));
            let played = round(self.left.start..end);
            if let Err(failure) = played {
                self.bar.finish_and_clear();
                return Err(failure);
            }
            self.bar.set_position(end);
            self.left.start = end;
            self.adapt(begun.elapsed());
        }
        self.bar.finish_and_clear();
        Ok(self.left)
    }

    /// Makes the next round longer or shorter, by how long this one took.
    fn adapt(&mut self, took: Duration) {
        self.length = if took < ROUND / 2 {
            self.longest.min(self.length.saturating_mul(2))
        } else if took > ROUND * 2 {
            (self.length / 2).max(1)
        } else {
            self.length
        };
    }
}

/// How long the first round is: short whatever the games are.
const FIRST: u64 = 4;
