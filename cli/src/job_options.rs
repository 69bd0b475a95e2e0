//! Commands that run for long: their options and their threads.

use std::env;
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Read;
use std::num::{IntErrorKind, NonZero};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread::available_parallelism;

use paili::simulation::Seed;
use paili_arena::{Entrant, fingerprint};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::ModelName;
use crate::failure::{Failure, file_name};
use crate::output::Format;

/// How to run.
#[derive(clap::Args)]
pub struct JobOptions {
    /// What the walls are drawn from: the same seed gives the same games, today and on any machine. Where programs play, who
    /// knows it knows every wall, so it is drawn afresh for them and told in the end [default: that of the environment variable
    /// PAILI_SEED, or 1, or with programs drawn afresh]
    #[arg(long, value_name = "S", value_parser = parse_seed)]
    #[allow(clippy::doc_markdown, reason = "help would show the backticks")]
    seed: Option<u64>,

    /// A file that begins with the seed, which then stands on no command line
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    seed_file: Option<PathBuf>,

    /// The seed, once it is drawn.
    #[arg(skip)]
    drawn: OnceLock<u64>,

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

impl JobOptions {
    /// The seed, which is that which was asked for, or where programs play a fresh one.
    pub fn draw_seed(&self, entrants: &[Entrant], checkpoint: Option<&Path>) -> Result<Seed, Failure> {
        let asked = match (&self.seed_file, self.seed) {
            (Some(path), _) => Some(seed_in_file(path)?),
            (None, Some(seed)) => Some(seed),
            // Not by clap, for which it would be an option that was given, and none beside a file.
            (None, None) => env::var_os(VARIABLE).map(|text| seed_in(&text.to_string_lossy(), VARIABLE)).transpose()?,
        };
        let programs_play = entrants.iter().any(Entrant::is_program);
        let seed = match asked {
            Some(seed) => seed,
            None if !programs_play => 1,
            None if checkpoint.is_some() => {
                let why = "--checkpoint goes on with the same games: where programs play, it takes --seed, --seed-file or PAILI_SEED";
                return Err(Failure::BadInput(why.to_owned()));
            }
            // Keyed by the system's random numbers.
            None => RandomState::new().build_hasher().finish(),
        };
        Ok(Seed(*self.drawn.get_or_init(|| seed)))
    }

    /// The file that the seed is read from: no output, and nothing for programs to read.
    pub fn inputs(&self) -> Vec<PathBuf> {
        self.seed_file.iter().cloned().collect()
    }

    /// The option that gives the seed, for checkpoints. Where programs play it names only what follows from the seed: they can read
    /// files, and a checkpoint is replaced too often to be hidden from them.
    pub fn describe_seed(&self, entrants: &[Entrant]) -> String {
        if entrants.iter().any(Entrant::is_program) {
            format!("--seed (fingerprint {:016x})", fingerprint(Seed(self.seed())))
        } else {
            format!("--seed {}", self.seed())
        }
    }

    /// The seed that was drawn.
    pub fn seed(&self) -> u64 {
        self.drawn.get().copied().unwrap_or(1)
    }

    /// Cuts the games into blocks of this length. The plain model takes so long that it plays one game at a time.
    pub fn blocks(&self, all: Range<u64>, length: u64) -> impl Iterator<Item = Range<u64>> + use<> {
        let length = if self.model == ModelName::Plain { 1 } else { length };
        let end = all.end;
        all.step_by(length as usize).map(move |start| start..end.min(start.saturating_add(length)))
    }
}

/// What holds the seed where no option does.
const VARIABLE: &str = "PAILI_SEED";

/// The seed that a file begins with.
fn seed_in_file(path: &Path) -> Result<u64, Failure> {
    /// More than any number has.
    const MOST_BYTES: u64 = 64;
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text));
    read.map_err(|error| Failure::of_opening(&file_name(path), &error))?;
    seed_in(&text, &file_name(path))
}

/// The seed that a text begins with, which was found there.
fn seed_in(text: &str, found: &str) -> Result<u64, Failure> {
    let seed = parse_seed(text.split_ascii_whitespace().next().unwrap_or_default());
    seed.map_err(|why| Failure::BadInput(format!("{found}: {why}")))
}

/// A seed, with or without underscores.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| "expected a seed, a number below 2^64".to_owned())
}

/// Starts this many threads, or one a processor. A thread survives when its work panics, and the receiver of the answer
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
