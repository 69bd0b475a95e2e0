//! `paili alone`: games alone as they are dealt.

mod plot;
mod text;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use paili::Deck;
use paili::rules::Aim;
use paili::simulation::{Proportion, Seed};
use paili::survey::Distribution;
use paili_solve::{Blunder, Cost, LoneTally, MistakeKind, SoloGames, Solved, Strategy};
use rayon::ThreadPool;
use serde::Serialize;

use crate::failure::{Failure, file_name};
use crate::file::each_its_own;
use crate::interrupt::{finish_when_interrupted, interrupted};
use crate::job::{self, tell};
use crate::job_options::{parse_count, parse_seed, pool};
use crate::output::Format;
use crate::plot::Picture;
use crate::progress::Progress;
use crate::solve::GameArguments;

/// Play games alone as they are dealt, each way to discard on the same deals
///
/// You draw N times, discard after each draw, and win or not. Tells how many games each way wins, and with --judge what its
/// discards cost by the bounds of a file that `paili solve` made: by how much they lower what could still be won.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili alone --games 100_000
  paili alone --ways rule,acceptance,odds --games 10_000
  paili alone --rules guobiao --games 10_000
  paili alone --ways acceptance,solved:alone.solved --judge alone.solved --plot alone.svg")]
pub struct Args {
    /// The ways to discard, separated by commas: rule, acceptance, odds (two hundred times slower), or solved:FILE, by the bounds
    /// of a file
    #[arg(long, value_name = "WAYS", value_delimiter = ',', default_value = "rule,acceptance")]
    ways: Vec<AskedWay>,

    /// How many games each plays
    #[arg(long, value_name = "G", default_value = "100_000", value_parser = |text: &str| parse_count(text, "game"))]
    games: u64,

    /// A file of bounds that says what discards cost
    #[arg(long, value_name = "FILE")]
    judge: Option<PathBuf>,

    /// The tiles in hand before a draw, such as 13, 10, 7, 4 or 1 [default: as many as hands have, or those of the file]
    #[arg(long, value_name = "K")]
    tiles: Option<usize>,

    #[command(flatten)]
    game: GameArguments,

    /// What the deals are drawn from: the same seed gives the same, today and on any machine
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = parse_seed)]
    seed: u64,

    /// Threads to play on; the results are the same [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Draw how many games are won by each draw, and what discards cost, as the extension says: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// A way to discard, as it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
enum AskedWay {
    Rule,
    Acceptance,
    Odds,
    Solved(PathBuf),
}

impl FromStr for AskedWay {
    type Err = String;

    fn from_str(text: &str) -> Result<AskedWay, String> {
        match text {
            "rule" => Ok(AskedWay::Rule),
            "acceptance" => Ok(AskedWay::Acceptance),
            "odds" => Ok(AskedWay::Odds),
            _ => text
                .strip_prefix("solved:")
                .filter(|file| !file.is_empty())
                .map(|file| AskedWay::Solved(PathBuf::from(file)))
                .ok_or_else(|| "expected rule, acceptance, odds or solved:FILE".to_owned()),
        }
    }
}

/// A way and what became of it.
#[derive(Serialize)]
struct Played {
    way: String,
    games: u64,
    won: u64,
    won_by_draw: Vec<u64>,
    ready: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistakes: Option<Judged>,
}

/// What the discards of a way cost.
#[derive(Serialize)]
struct Judged {
    discards: u64,
    mistakes: u64,
    /// What they cost a game, a probability.
    lost: f64,
    lost_by_draw: Vec<f64>,
    by_kind: Vec<OfKind>,
    worst: Vec<Blunder>,
}

#[derive(Serialize)]
struct OfKind {
    kind: &'static str,
    mistakes: u64,
    lost: f64,
}

/// What was asked for and what became of it.
#[derive(Serialize)]
struct Answer {
    rules: &'static str,
    /// What the winning hands were to be, unless it was whatever wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    aim: Option<String>,
    game: String,
    seed: u64,
    games: u64,
    /// The mean bound of the file that judges.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<f64>,
    ways: Vec<Played>,
    seconds: f64,
    #[serde(skip)]
    draws: u32,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let begun = Instant::now();
    let files = args.ways.iter().filter_map(|way| match way {
        AskedWay::Solved(path) => Some(path),
        _ => None,
    });
    let files = files.chain(&args.judge).cloned().chain(args.game.inputs());
    each_its_own(&files.collect::<Vec<_>>(), &[&args.plot])?;
    if args.plot.is_some() && args.ways.len() > plot::MOST_WAYS {
        return Err(Failure::BadInput(format!("--plot: no more than {} ways can be told apart", plot::MOST_WAYS)));
    }
    let pool = pool(args.threads)?;
    let mut files = Files { pool: &pool, open: HashMap::new() };
    let judge = args.judge.as_deref().map(|path| files.open("--judge", path)).transpose()?;
    let mut ways = Vec::new();
    for (place, asked) in args.ways.iter().enumerate() {
        let way = match asked {
            AskedWay::Rule => Strategy::Rule,
            AskedWay::Acceptance => Strategy::Acceptance,
            AskedWay::Odds => Strategy::Odds,
            AskedWay::Solved(path) => Strategy::Solved(files.open("--ways", path)?),
        };
        if args.ways[..place].contains(asked) {
            return Err(Failure::BadInput(format!("--ways: {way} is named twice")));
        }
        ways.push(way);
    }
    // A file says which game it is.
    let of_file = files.open.values().next().map(|solved| *solved.game());
    let game = match of_file {
        Some(game) => args.game.game_of_file(args.tiles, game)?,
        None => args.game.game(args.tiles, None)?,
    };
    if *game.rules().aim() != Aim::ANY {
        let aim = args.game.aim_option();
        Distribution::of(&Deck::of(game.rules()), game.tiles())
            .map_err(|error| Failure::BadInput(format!("{aim}: {error}")))?;
    }
    let games = SoloGames::new(game, judge.as_deref()).map_err(|error| Failure::BadInput(error.to_string()))?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    finish_when_interrupted("games")?;
    let progress = Progress::of("games", 0, args.games.saturating_mul(ways.len() as u64));
    let mut played = Vec::new();
    for (number, way) in (0_u64..).zip(&ways) {
        let mut tally = games.nothing();
        let at_a_time = if matches!(way, Strategy::Odds) { ODDS_AT_A_TIME } else { AT_A_TIME };
        while tally.games < args.games {
            let end = args.games.min(tally.games + at_a_time);
            let more = pool.install(|| games.play(Seed(args.seed), tally.games..end, way));
            tally.merge(&more.map_err(|error| Failure::BadInput(error.to_string()))?);
            progress.advance(number.saturating_mul(args.games).saturating_add(tally.games), 0);
            if interrupted() {
                break;
            }
        }
        played.push(Played::new(way.to_string(), tally));
        if interrupted() {
            break;
        }
    }
    progress.finish();
    let done = played.iter().map(|played| played.games).sum();
    let interrupted = job::interrupted(done, "games", args.games.saturating_mul(ways.len() as u64));
    let bound = judge.and_then(|judge| judge.layers().find(|&(draws, _)| draws == game.draws()).map(|(_, mean)| mean));
    let answer = Answer {
        rules: game.rules().name(),
        aim: game.rules().aim().told(),
        game: game.to_string(),
        seed: args.seed,
        games: args.games,
        bound,
        ways: played,
        seconds: begun.elapsed().as_secs_f64(),
        draws: game.draws(),
    };
    let picture = picture.map(|picture| picture.draw(&plot::drawing(&answer))).transpose()?;
    let rendered = args.format.render(&answer, || text::render(&answer));
    let end = picture.map_or(Ok(()), |picture| picture.finish().map(drop));
    tell(end, &rendered, interrupted)
}

/// Games between two looks at whether to stop.
const AT_A_TIME: u64 = 10_000;
const ODDS_AT_A_TIME: u64 = 200;

/// Files of bounds, each opened once.
struct Files<'a> {
    pool: &'a ThreadPool,
    open: HashMap<PathBuf, Arc<Solved>>,
}

impl Files<'_> {
    /// Opens a file, which has to be whole and of the game of the others.
    fn open(&mut self, option: &'static str, path: &Path) -> Result<Arc<Solved>, Failure> {
        if let Some(solved) = self.open.get(path) {
            return Ok(Arc::clone(solved));
        }
        let bad = |error: &dyn std::fmt::Display| Failure::BadInput(format!("{option}: {}: {error}", file_name(path)));
        let solved = Solved::open(path).map_err(|error| bad(&error))?;
        if let Some(other) = self.open.values().find(|other| other.game() != solved.game()) {
            return Err(bad(&format_args!("the file is of {}, another one of {}", solved.game(), other.game())));
        }
        if !solved.is_complete() {
            return Err(bad(&"the file lacks layers that playing takes: solve the game without --keep"));
        }
        self.pool.install(|| solved.verify()).map_err(|error| bad(&error))?;
        let solved = Arc::new(solved);
        self.open.insert(path.to_owned(), Arc::clone(&solved));
        Ok(solved)
    }
}

impl Played {
    fn new(way: String, tally: LoneTally) -> Played {
        let Proportion { hits, of } = tally.won();
        let share = |cost: &Cost| cost.lost / of as f64;
        let mistakes = tally.mistakes.as_ref().map(|mistakes| Judged {
            discards: mistakes.judged,
            mistakes: mistakes.all().discards,
            lost: share(&mistakes.all()),
            lost_by_draw: mistakes.by_draw.iter().map(share).collect(),
            by_kind: MistakeKind::ALL
                .iter()
                .zip(&mistakes.by_kind)
                .map(|(kind, cost)| OfKind { kind: kind.name(), mistakes: cost.discards, lost: share(cost) })
                .collect(),
            worst: mistakes.worst.clone(),
        });
        Played { way, games: of, won: hits, won_by_draw: tally.won_by_draw, ready: tally.ready, mistakes }
    }
}
