//! `paili compare`: which of two policies wins more often.

mod report;
mod text;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use paili::simulation::{Comparison, SEATINGS, Seed, Sequential, compare};
use paili::{Model, PlainModel, TableModel};
use paili_arena::{Entrant, Fault, LeagueTable, PlayedGames, Tables};

use crate::arguments::ModelName;
use crate::checkpoint::Counts;
use crate::failure::Failure;
use crate::file::each_its_own;
use crate::job::{Job, Played, interrupted, tell};
use crate::job_options::{JobOptions, parse_count};
use crate::players::{Faults, ProgramArguments, Who, files_of};
use crate::until::UntilArguments;
use report::Report;

/// Tell which of two policies wins more often, in duplicate matches
///
/// Plays every wall six times, with two players of each policy in all six ways to seat them: both policies sit everywhere
/// and hold the same tiles, so that neither wall nor seat favours one. Reports by how much a player of the first policy wins
/// more often than one of the second, with the 95 % confidence interval (Student's, from how much the matches differ) and
/// the p-value of both being as good, and says whether the run can tell the two apart.
///
/// The policies are those of paili simulate: rule, acceptance, odds, race, concealed, random, solved: and a file of bounds, or exec:
/// and a command, such as exec:./bot or "exec:python3 bot.py". A game that a program forfeits counts as won by the other side.
///
/// With --until decided a sequential test stops the run as soon as it is known which of the two wins more often, or that they
/// are alike; --games is then the most that are played.
///
/// It writes no transcripts: paili arena with the same players and seed plays the same games, six a wall, and does (--transcripts).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili compare acceptance rule
  paili compare rule concealed --games 10_000_000 --format json
  paili compare odds acceptance --games 10_000_000 --until decided --differences 0,0.5
  paili compare exec:./bot rule --until decided --move-time 1s
  paili compare acceptance rule --games 1_000_000_000 --checkpoint long.paili")]
pub struct Args {
    /// The first policy or program
    #[arg(value_name = "A")]
    first: Entrant,

    /// The second policy or program
    #[arg(value_name = "B")]
    second: Entrant,

    /// How many games; the last match is played to its end
    #[arg(long, value_name = "N", default_value = "600_000", value_parser = |text: &str| parse_count(text, "game"))]
    games: u64,

    #[command(flatten)]
    running: JobOptions,

    /// Save the counts every few seconds; the same command goes on from them
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    until: UntilArguments,

    #[command(flatten)]
    programs: ProgramArguments,
}

impl Args {
    /// What the run is of, in words. A checkpoint goes on only with the same.
    fn describe(&self) -> String {
        let Args { first, second, games, until, .. } = self;
        let players = [first.clone(), second.clone()];
        let (seed, model) = (self.running.describe_seed(&players), self.running.model.name());
        let terms = self.programs.describe(&players);
        format!("{first} {second} --games {games} {seed} --model {model}{}{terms}", until.describe())
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

/// The same where programs play, which take far longer and are asked about all of them at once.
const PROGRAM_BLOCK: u64 = 4;

/// The same for a comparison that stops when it is decided: after this many matches it looks whether it is.
const LOOK_BLOCK: u64 = Sequential::EVERY;

fn play(args: &Args, model: impl Model + 'static) -> Result<(), Failure> {
    let players = [args.first.clone(), args.second.clone()];
    let seed = args.running.draw_seed(&players, args.checkpoint.as_deref())?;
    let matches = args.games.div_ceil(SEATINGS.len() as u64);
    each_its_own(
        &[files_of(&players), args.running.inputs()].concat(),
        &[&args.checkpoint, &args.programs.terms.player_errors],
    )?;
    let who = args.programs.seat(&players, &args.running.inputs())?;
    let (names, mut faults) = (who.names(), Faults::of(who.players()));
    let saved = args.checkpoint.as_deref().map(|path| (path, args.describe()));
    let run = Job::begin(&args.running, ("matches", matches), Comparison::default(), saved)?;
    let first = run.counts.matches();
    let test = args.until.test();
    let look = |comparison: &Comparison| test?.verdict_if_due(comparison);
    let mut verdict = look(&run.counts);
    let decided = Arc::new(AtomicBool::new(verdict.is_some()));
    let length = match &who {
        Who::Company(_) => PROGRAM_BLOCK,
        Who::Policies(_) if test.is_some() => LOOK_BLOCK,
        Who::Policies(_) => BLOCK,
    };
    let enough = decided.clone();
    let blocks =
        args.running.blocks(first..matches, length).take_while(move |_| !enough.load(Ordering::Relaxed)).map(Ok);
    let play = move |walls| play_matches(&who, seed, walls, model);
    let Played { counts: comparison, end, begun } = run.play(MOST_BLOCKS, blocks, play, |comparison, (more, wrong)| {
        // What was played while this was being decided counts for nothing: the result depends on no thread.
        if verdict.is_none() {
            *comparison += &more;
            faults.tell(&wrong);
            verdict = look(comparison);
            decided.store(verdict.is_some(), Ordering::Relaxed);
        }
        Ok(())
    });
    faults.sum_up();
    let (model, took) = (args.running.model, begun.elapsed());
    let played_now = (comparison.matches() - first) * SEATINGS.len() as u64;
    let (policies, until) = (players.map(|player| player.to_string()), &args.until);
    let report =
        Report { seed, names, policies, until, verdict, model, matches, comparison, played_now, took, faults: &faults };
    let rendered = args.running.format.render(&report, || text::render(&report));
    tell(end, &rendered, interrupted(comparison.done(), "matches", matches).filter(|_| verdict.is_none()))
}

/// Plays some matches, and tells what programs did wrong in them.
fn play_matches(
    who: &Who<2>,
    seed: Seed,
    walls: Range<u64>,
    model: impl Model + 'static,
) -> Result<(Comparison, Vec<(usize, Fault)>), Failure> {
    let company = match who {
        Who::Policies(policies) => {
            let policy = |side, game, seat| policies[side as usize].player(seed, game, seat);
            return Ok((compare(seed, walls, model, policy), Vec::new()));
        }
        Who::Company(company) => company,
    };
    let table = &LeagueTable::all(2, Tables::Pairs)[0];
    let deals = walls.flat_map(|wall| table.deals(seed, wall));
    let PlayedGames { games, faults, .. } = company.play(deals.collect(), model)?;
    let mut comparison = Comparison::default();
    for game in games.as_chunks().0 {
        comparison += &Comparison::of_games(game.each_ref().map(|played| played.outcome));
    }
    Ok((comparison, faults))
}
