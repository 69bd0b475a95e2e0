//! `paili compare`: which of two policies wins more often.

mod json;
mod text;

use std::time::{Duration, Instant};

use paili::distance::{Model, PlainModel, TableModel};
use paili::simulation::{Comparison, SEATINGS, Seed, Side, Strategy, compare};

use crate::failure::Failure;
use crate::format::Format;
use crate::model::ModelName;
use crate::output::print;
use crate::rates::grouped;
use crate::running::{Rounds, Running, finish_when_interrupted, parse_games};

/// Tell which of two policies wins more often, in duplicate matches
///
/// Plays every wall six times, with two players of each policy in all six ways to seat them: both policies sit everywhere
/// and hold the same tiles, so that neither wall nor seat favours one. Reports by how much a player of the first policy wins
/// more often than one of the second, with the 95 % confidence interval (Student's, from how much the matches differ) and
/// the p-value of both being as good, and says whether the run can tell the two apart.
///
/// The policies are those of paili simulate: rule, acceptance, concealed, random.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili compare acceptance rule
  paili compare rule concealed --games 10_000_000 --format json")]
pub struct Args {
    /// The first policy
    #[arg(value_name = "A", value_parser = parse_policy)]
    first: Strategy,

    /// The second policy
    #[arg(value_name = "B", value_parser = parse_policy)]
    second: Strategy,

    /// How many games; the last match is played to its end
    #[arg(long, value_name = "N", default_value = "600_000", value_parser = parse_games)]
    games: u64,

    #[command(flatten)]
    running: Running,
}

fn parse_policy(text: &str) -> Result<Strategy, String> {
    text.parse().map_err(|error: paili::simulation::ParseStrategyError| error.to_string())
}

/// What is told of a comparison.
struct Report {
    seed: Seed,
    policies: [Strategy; 2],
    model: ModelName,
    /// Matches that were to be played.
    matches: u64,
    comparison: Comparison,
    took: Duration,
}

/// What a comparison says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    First,
    Second,
    Neither,
}

impl Report {
    /// Who wins more often, if the interval leaves no doubt.
    fn verdict(&self) -> Verdict {
        match self.comparison.interval() {
            Some(interval) if interval.low > 0.0 => Verdict::First,
            Some(interval) if interval.high < 0.0 => Verdict::Second,
            _ => Verdict::Neither,
        }
    }

    fn speed(&self) -> f64 {
        self.comparison.games() as f64 / self.took.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    finish_when_interrupted("games")?;
    args.running.on_threads(|| match args.running.model {
        ModelName::Table => play(args, TableModel::new()),
        ModelName::Plain => play(args, PlainModel),
    })?
}

fn play(args: &Args, model: impl Model) -> Result<(), Failure> {
    let seed = Seed(args.running.seed);
    let policies = [args.first, args.second];
    let matches = args.games.div_ceil(SEATINGS.len() as u64);
    let begun = Instant::now();
    let mut comparison = Comparison::default();
    let left = Rounds::new(0..matches, u64::MAX, "matches").play(|walls| {
        comparison += &compare(seed, walls, model, |side, game, seat| of(policies, side).player(seed, game, seat));
        Ok(())
    })?;
    let report = Report { seed, policies, model: args.running.model, matches, comparison, took: begun.elapsed() };
    let rendered = match args.running.format {
        Format::Text => text::render(&report),
        Format::Json => json::render(&report),
    };
    // Why the run ended early matters more than why nobody reads of it.
    let printed = print(rendered.as_bytes());
    if left.is_empty() {
        return printed;
    }
    let played = grouped(comparison.matches());
    Err(Failure::Broken(format!("interrupted after {played} of {} matches", grouped(matches))))
}

/// Which policy a side is.
fn of(policies: [Strategy; 2], side: Side) -> Strategy {
    policies[side as usize]
}
