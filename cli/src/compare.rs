//! `paili compare`: which of two policies wins more often.

mod text;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use paili::simulation::{Comparison, NamedPolicy, SEATINGS, Seed, compare};
use paili::{Model, PlainModel, TableModel};
use serde::Serialize;

use crate::arguments::ModelName;
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::file::each_its_own;
use crate::interrupt::finish_when_interrupted;
use crate::numbers::{grouped, speed};
use crate::output::{Format, json_line, print};
use crate::progress::Progress;
use crate::running::{Running, parse_count, pool};
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
  paili compare rule concealed --games 10_000_000 --format json
  paili compare acceptance rule --games 1_000_000_000 --checkpoint long.paili")]
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

    /// Save the counts every few seconds; the same command goes on from them
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

/// The results of a comparison.
struct Report {
    seed: Seed,
    policies: [NamedPolicy; 2],
    model: ModelName,
    /// Matches that were to be played.
    matches: u64,
    comparison: Comparison,
    /// Games of this run that no earlier one saved.
    played_now: u64,
    took: Duration,
}

/// The comparison's keys, then the run's in their published order. Keys that differ from run to run come last.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    better: Option<&'static str>,
    matches_asked: u64,
    seed: u64,
    policies: [&'static str; 2],
    model: &'static str,
    seconds: f64,
    games_per_second: f64,
}

impl Report {
    /// The comparison as JSON on a line.
    fn json(&self) -> String {
        json_line(&Object {
            comparison: &self.comparison,
            better: self.comparison.better().map(|side| self.policies[side as usize].name()),
            matches_asked: self.matches,
            seed: self.seed.0,
            policies: self.policies.map(NamedPolicy::name),
            model: self.model.name(),
            seconds: self.took.as_secs_f64(),
            games_per_second: speed(self.played_now, self.took),
        })
    }
}

impl Args {
    /// What the run is of, in words. A checkpoint goes on only with the same.
    fn describe(&self) -> String {
        let Running { seed, model, .. } = &self.running;
        format!("{} {} --games {} --seed {seed} --model {}", self.first, self.second, self.games, model.name())
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
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
    let pool = pool(args.running.threads)?;
    each_its_own(&[], &[&args.checkpoint])?;
    let open = |path| Checkpoint::open(path, args.describe(), matches, &Comparison::default());
    let (mut checkpoint, found) = args.checkpoint.as_deref().map(open).transpose()?.unzip();
    finish_when_interrupted("games")?;
    let begun = Instant::now();
    let mut comparison = found.unwrap_or_default();
    let first = comparison.matches();
    let progress = Progress::of("matches", first, matches);
    let play =
        move |walls| compare(seed, walls, model, |side, game, seat| policies[side as usize].player(seed, game, seat));
    let end = in_order(pool, MOST_BLOCKS, args.running.blocks(first..matches, BLOCK), play, |more| {
        comparison += &more;
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save_now_and_then(&comparison)?;
        }
        progress.advance(comparison.matches(), 0);
        Ok(())
    });
    progress.finish();
    // Whatever happened, what was played is told.
    let end = end.and_then(|_| checkpoint.as_mut().map_or(Ok(()), |checkpoint| checkpoint.save(&comparison)));
    let played_now = (comparison.matches() - first) * SEATINGS.len() as u64;
    let (model, took) = (args.running.model, begun.elapsed());
    let report = Report { seed, policies, model, matches, comparison, played_now, took };
    let rendered = match args.running.format {
        Format::Text => text::render(&report),
        Format::Json => report.json(),
    };
    // Why the run ended early matters more than why nobody reads of it.
    let printed = print(rendered.as_bytes());
    end?;
    if comparison.matches() == matches {
        return printed;
    }
    let played = grouped(comparison.matches());
    Err(Failure::Broken(format!("interrupted after {played} of {} matches", grouped(matches))))
}
