//! `paili compare`: which of two policies wins more often.

mod text;

use std::time::{Duration, Instant};

use paili::simulation::{Comparison, NamedPolicy, SEATINGS, Seed, Side, compare};
use paili::{Model, PlainModel, TableModel};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::arguments::ModelName;
use crate::failure::Failure;
use crate::numbers::{grouped, speed};
use crate::output::{Format, json_line, print};
use crate::progress::Progress;
use crate::running::{Running, finish_when_interrupted, parse_count, pool};
use crate::stream::in_order;

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
    #[arg(value_name = "A")]
    first: NamedPolicy,

    /// The second policy
    #[arg(value_name = "B")]
    second: NamedPolicy,

    /// How many games; the last match is played to its end
    #[arg(long, value_name = "N", default_value = "600_000", value_parser = |text: &str| parse_count(text, "game"))]
    games: u64,

    #[command(flatten)]
    running: Running,
}

/// The results of a comparison.
struct Report {
    seed: Seed,
    policies: [NamedPolicy; 2],
    model: ModelName,
    /// Matches that were to be played.
    matches: u64,
    comparison: Comparison,
    took: Duration,
}

impl Report {
    /// The side that wins more often, if the interval leaves no doubt.
    fn better(&self) -> Option<Side> {
        match self.comparison.interval()? {
            interval if interval.low > 0.0 => Some(Side::A),
            interval if interval.high < 0.0 => Some(Side::B),
            _ => None,
        }
    }
}

/// The keys in their published order. Keys that differ from run to run come last.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let comparison = &self.comparison;
        let (games, interval) = (comparison.games(), comparison.interval());
        let mut object = serializer.serialize_struct("Comparison", 16)?;
        object.serialize_field("matches", &comparison.matches())?;
        object.serialize_field("matches_asked", &self.matches)?;
        object.serialize_field("games", &games)?;
        object.serialize_field("seed", &self.seed.0)?;
        object.serialize_field("policies", &self.policies.map(NamedPolicy::name))?;
        object.serialize_field("model", self.model.name())?;
        object.serialize_field("wins", &[Side::A, Side::B].map(|side| comparison.wins(side)))?;
        object.serialize_field("exhausted", &comparison.exhausted())?;
        object.serialize_field("difference", &comparison.difference())?;
        object.serialize_field("standard_error", &comparison.standard_error())?;
        object.serialize_field("low", &interval.map(|interval| interval.low))?;
        object.serialize_field("high", &interval.map(|interval| interval.high))?;
        object.serialize_field("p_value", &comparison.p_value())?;
        object.serialize_field("better", &self.better().map(|side| self.policies[side as usize].name()))?;
        object.serialize_field("seconds", &self.took.as_secs_f64())?;
        object.serialize_field("games_per_second", &speed(games, self.took))?;
        object.end()
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    finish_when_interrupted("games")?;
    match args.running.model {
        ModelName::Table => play(args, TableModel),
        ModelName::Plain => play(args, PlainModel),
    }
}

/// Matches that stay together: a millisecond or two. And blocks of them on their way, whatever the threads.
const BLOCK: u64 = 256;
const MOST_BLOCKS: usize = 256;

fn play(args: &Args, model: impl Model + 'static) -> Result<(), Failure> {
    let seed = Seed(args.running.seed);
    let policies = [args.first, args.second];
    let matches = args.games.div_ceil(SEATINGS.len() as u64);
    let begun = Instant::now();
    let progress = Progress::of("matches", 0, matches);
    let play =
        move |walls| compare(seed, walls, model, |side, game, seat| policies[side as usize].player(seed, game, seat));
    let mut comparison = Comparison::default();
    in_order(pool(args.running.threads)?, MOST_BLOCKS, args.running.blocks(0..matches, BLOCK), play, |more| {
        comparison += &more;
        progress.advance(comparison.matches(), 0);
        Ok(())
    })?;
    progress.finish();
    let report = Report { seed, policies, model: args.running.model, matches, comparison, took: begun.elapsed() };
    let rendered = match args.running.format {
        Format::Text => text::render(&report),
        Format::Json => json_line(&report),
    };
    // Why the run ended early matters more than why nobody reads of it.
    let printed = print(rendered.as_bytes());
    if comparison.matches() == matches {
        return printed;
    }
    let played = grouped(comparison.matches());
    Err(Failure::Broken(format!("interrupted after {played} of {} matches", grouped(matches))))
}
