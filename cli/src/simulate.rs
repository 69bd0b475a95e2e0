//! `paili simulate`: many games and what becomes of them.

mod parameters;
mod plot;
mod records;
mod report;
mod rows;

use std::path::PathBuf;

use paili::simulation::{Statistics, Tally};
use paili::{Model, PlainModel, TableModel};

use crate::arguments::{ModelName, Seating, parse_seating, say_seating};
use crate::checkpoint::Counts;
use crate::failure::Failure;
use crate::file::each_its_own;
use crate::job::{Job, Played, interrupted, place, tell};
use crate::job_options::{JobOptions, parse_count};
use crate::players::{Faults, ProgramArguments, files_of};
use crate::plot::Picture;
use parameters::Parameters;
use records::Records;
use report::Report;

/// Play many games and tell what becomes of them
///
/// Shuffles walls from a seed, plays a game on each, and reports who wins and how, how long games take, what is claimed,
/// and how the distances fall: rates with their 95 % confidence intervals (Wilson), distributions with their means and
/// standard deviations. Game i depends on the seed and i alone: neither the threads nor the machine change a result.
///
/// Ctrl-C finishes the games in flight and reports what was played, and the files tell of just these games; a second
/// Ctrl-C stops at once and leaves no file. Files are written beside their final place and put there when the run ends. If
/// one can't be written, the run ends and nothing of them is left.
///
/// Policies: rule is the fixed strategy of the THUPC 2021 rule. acceptance discards to the smallest distance too, but of
/// equals to the largest acceptance given all that the player has seen. odds discards and claims what makes the hand likeliest
/// to win (a thousand times slower), race what wins before anybody else does. concealed is the rule without chow and pong.
/// random discards any of its tiles and claims nothing. Wins are always taken, and specials always played first. exec: and a
/// command, such as exec:./bot or "exec:python3 bot.py --fast", seats a program, by the protocol in docs/protocol.md.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili simulate                                        a million games by the rule
  paili simulate --games 100_000 --policy acceptance,rule,rule,rule
  paili simulate --format json > tally.json
  paili simulate --games 100 --walls walls.txt --transcripts games.txt
  paili simulate --games 10_000 --policy \"exec:python3 bot.py\",rule,rule,rule
  paili simulate --games 1_000_000_000 --checkpoint long.paili")]
pub struct Args {
    /// How many games
    #[arg(long, value_name = "N", default_value = "1_000_000", value_parser = |text: &str| parse_count(text, "game"))]
    games: u64,

    #[command(flatten)]
    running: JobOptions,

    /// Who plays: rule, acceptance, odds, race, concealed, random, exec: and a command, or solved: and a file of bounds (paili solve);
    /// one for all seats, or four separated by commas
    #[arg(long, value_name = "P", default_value = "rule", value_parser = parse_seating)]
    policy: Seating,

    /// Also tell the useful tiles and waits turn by turn, which takes several times as long
    #[arg(long)]
    detail: bool,

    /// Draw the main distributions, as the extension says: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Write the walls, one a line, as `paili play` reads them (and plays them by the rule)
    #[arg(long, value_name = "FILE")]
    walls: Option<PathBuf>,

    /// Write the transcripts, as `paili play` prints them
    #[arg(long, value_name = "FILE")]
    transcripts: Option<PathBuf>,

    /// Write a row a game, as the extension says: .csv, .ndjson, .jsonl or .parquet (this one in builds with the feature arrow)
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,

    /// Save the tally every few seconds; the same command goes on from it. Not with --walls, --transcripts or --rows, which would
    /// lack the games played before
    #[arg(long, value_name = "FILE", conflicts_with_all = ["walls", "transcripts", "rows"])]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    programs: ProgramArguments,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    match args.running.model {
        ModelName::Table => simulate(args, TableModel),
        ModelName::Plain => simulate(args, PlainModel),
    }
}

/// Blocks of games on their way, whatever the threads: the records of one take up to a megabyte.
const MOST_BLOCKS: usize = 64;

fn simulate(args: &Args, model: impl Model + 'static) -> Result<(), Failure> {
    let statistics = if args.detail { Statistics::Detailed } else { Statistics::Plain };
    let seating = args.policy.clone();
    let seed = args.running.draw_seed(&seating, args.checkpoint.as_deref())?;
    let outputs =
        [&args.walls, &args.transcripts, &args.rows, &args.plot, &args.checkpoint, &args.programs.terms.player_errors];
    each_its_own(&[files_of(&seating), args.running.inputs()].concat(), &outputs)?;
    let who = args.programs.seat(&seating, &args.running.inputs())?;
    let parameters = Parameters {
        seed,
        games: args.games,
        terms: args.programs.describe(&seating),
        seating,
        names: who.names(),
        statistics,
        model: args.running.model,
    };
    let mut records = Records::create(args.walls.as_deref(), args.transcripts.as_deref(), args.rows.as_deref())?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    let saved = args.checkpoint.as_deref().map(|path| (path, parameters.describe(&args.running)));
    let run = Job::begin(&args.running, ("games", args.games), Tally::new(statistics), saved)?;
    let first = run.counts.games();
    let (recorded, mut faults) = (records.recorded(), Faults::of(who.players()));
    let blocks = args.running.blocks(first..args.games, recorded.games_at_a_time(&who)).map(Ok);
    let play = move |games| recorded.play(seed, games, model, &who, statistics);
    let Played { counts: tally, end, begun } = run.play(MOST_BLOCKS, blocks, play, |sum, (tally, block)| {
        faults.tell(&block.faults);
        *sum += &tally;
        records.append(block)
    });
    faults.sum_up();
    let end = place(end, || {
        let title = format!("{} · seed {}", say_seating(&parameters.seating), seed.0);
        let picture = picture.map(|picture| picture.draw(&plot::drawing(&tally, title))).transpose()?;
        Ok(records.end()?.into_iter().chain(picture))
    });
    let (played_now, took) = (tally.games() - first, begun.elapsed());
    let report = Report { parameters: &parameters, tally: &tally, played_now, took, faults: &faults };
    let rendered = args.running.format.render(&report, || report.page());
    tell(end, &rendered, interrupted(tally.done(), "games", args.games))
}
