//! `paili arena`: a league.

mod plot;
mod text;
mod transcripts;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use paili::players::{Entrant, LeagueRun, LeagueTable, Standing, Thinking, Transcripts};
use paili::simulation::{Ratings, Seed, Sequential, Tables};
use paili::{Model, PlainModel, TableModel};

use self::transcripts::TranscriptFile;
use crate::arguments::ModelName;
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::file::{each_its_own, finish_all};
use crate::interrupt::finish_when_interrupted;
use crate::numbers::grouped;
use crate::output::{Format, print};
use crate::players::{Faults, ProgramArguments};
use crate::plot::Picture;
use crate::progress::Progress;
use crate::running::{Running, parse_count, pool};
use crate::stream::in_order;
use crate::until::UntilArguments;

/// Play a league: every player against every other, with ratings
///
/// Every two players play every wall six times, two of each at the table in all six ways to seat them; or with --tables fours
/// every four in all 24. So all hold the same tiles and sit everywhere. Reports win rates; ratings in Elo (Bradley and
/// Terry) with 95 % confidence intervals from how much the walls differ; how likely each player is better than the next; and a
/// matrix of who beats whom.
///
/// Players are the policies of paili simulate, or programs: exec: and a command, such as exec:./bot or "exec:python3 bot.py".
/// docs/protocol.md says how a program plays. A game that a program forfeits counts as won by the others. The same seed and
/// the same players give the same games and the same table, whatever the threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili arena rule acceptance concealed random
  paili arena exec:./bot \"exec:./bot --fast\" rule --walls 10_000 --plot league.svg
  paili arena rule acceptance odds --until decided --differences 0,0.5 --checkpoint league.paili")]
pub struct Args {
    /// The players: rule, acceptance, odds, concealed, random, or exec: and a command; from two to sixteen
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=MOST_PLAYERS)]
    entrants: Vec<Entrant>,

    /// How many walls
    #[arg(long, value_name = "N", default_value = "1_000", value_parser = |text: &str| parse_count(text, "wall"))]
    walls: u64,

    /// Who sits at a table
    #[arg(long, value_enum, default_value_t = TablesName::Pairs)]
    tables: TablesName,

    #[command(flatten)]
    running: Running,

    #[command(flatten)]
    until: UntilArguments,

    /// Draw the ratings and who beats whom, as the extension says: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Write the transcripts, each behind a line that names the game, the wall and who sits where
    #[arg(long, value_name = "FILE")]
    transcripts: Option<PathBuf>,

    /// Save the standing every few seconds; the same command goes on from it. Not with transcripts, which would lack the games
    /// played before
    #[arg(long, value_name = "FILE", conflicts_with = "transcripts")]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    programs: ProgramArguments,
}

/// As many as fit a page.
const MOST_PLAYERS: usize = 16;

/// Who sits at a table, by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TablesName {
    /// Two players, each in two seats
    Pairs,
    /// Four players
    Fours,
}

impl TablesName {
    const fn tables(self) -> Tables {
        match self {
            TablesName::Pairs => Tables::Pairs,
            TablesName::Fours => Tables::Fours,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            TablesName::Pairs => "pairs",
            TablesName::Fours => "fours",
        }
    }
}

/// A league and how it stands.
struct Report<'a> {
    args: &'a Args,
    names: &'a [String],
    standing: &'a Standing,
    ratings: Ratings,
    thinking: &'a [Thinking],
    /// Games of this run that no earlier one saved.
    played_now: u64,
    took: Duration,
}

impl Args {
    /// What the run is of, in words. A checkpoint goes on only with the same.
    fn describe(&self) -> String {
        let entrants: Vec<String> = self.entrants.iter().map(Entrant::to_string).collect();
        let Running { seed, model, .. } = &self.running;
        let (walls, tables, until) = (self.walls, self.tables.name(), self.until.describe());
        format!(
            "{} --walls {walls} --tables {tables} --seed {seed} --model {}{until}",
            entrants.join(" "),
            model.name()
        )
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    match args.running.model {
        ModelName::Table => play(args, TableModel),
        ModelName::Plain => play(args, PlainModel),
    }
}

/// Games of policies that stay together, some milliseconds, and games that programs are asked about at once; a wall's at least.
const GAMES: u64 = 1024;
const PROGRAM_GAMES: u64 = 96;

/// Blocks on their way, whatever the threads.
const MOST_BLOCKS: usize = 64;

fn play(args: &Args, model: impl Model + 'static) -> Result<(), Failure> {
    let (entrants, seed, tables) = (args.entrants.clone(), Seed(args.running.seed), args.tables.tables());
    if tables == Tables::Fours && entrants.len() < 4 {
        return Err(Failure::BadInput(format!("--tables fours takes four players or more, not {}", entrants.len())));
    }
    let pool = pool(args.running.threads)?;
    each_its_own(&[], &[&args.plot, &args.transcripts, &args.checkpoint, &args.programs.player_errors])?;
    let players = args.programs.start(entrants.clone())?;
    let names =
        players.as_ref().map_or_else(|| paili::players::names_of(&entrants), |players| players.names().to_vec());
    let mut transcripts = args.transcripts.as_deref().map(TranscriptFile::create).transpose()?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    let all_tables = LeagueTable::all(entrants.len(), tables);
    let none = Standing::new(entrants.len(), tables);
    let open = |path| Checkpoint::open(path, args.describe(), args.walls, &none);
    let (mut checkpoint, found) = args.checkpoint.as_deref().map(open).transpose()?.unzip();
    finish_when_interrupted("games")?;

    let begun = Instant::now();
    let mut standing = found.unwrap_or(none);
    let (first, games_before) = (standing.walls(), standing.games());
    let test = args.until.test();
    // A table is decided when all its pairs are; read where blocks are made, so that nothing is played for nothing.
    let decided: Arc<Vec<AtomicBool>> = Arc::new(all_tables.iter().map(|_| AtomicBool::new(false)).collect());
    standing.look(test.as_ref(), &all_tables, &decided);
    let (mut faults, mut thinking) = (Faults::of(players.as_deref()), vec![Thinking::default(); entrants.len()]);
    let games_a_wall: usize = all_tables.iter().map(|table| table.seatings.len()).sum();
    let most_games = if players.is_some() { PROGRAM_GAMES } else { GAMES };
    let length = (most_games / games_a_wall as u64).clamp(1, Sequential::EVERY);
    let progress = Progress::of("walls", first, args.walls);
    let (undecided, every_table) = (decided.clone(), all_tables.clone());
    let blocks = args.running.blocks(first..args.walls, length).map_while(move |walls| {
        let open = every_table.iter().filter(|table| !undecided[table.number].load(Ordering::Relaxed));
        let open: Vec<LeagueTable> = open.cloned().collect();
        (!open.is_empty()).then(|| walls.map(|walls| (walls, open)))
    });
    let kept = if transcripts.is_some() { Transcripts::Kept } else { Transcripts::None };
    let league_players = players.clone();
    let work = move |(walls, tables): (std::ops::Range<u64>, Vec<LeagueTable>)| {
        let run = LeagueRun { entrants: &entrants, players: league_players.as_deref(), seed, transcripts: kept };
        run.play(walls.clone(), &tables, model).map(|(games, thinking)| (walls, games, thinking)).map_err(Failure::from)
    };
    let end = in_order(pool, MOST_BLOCKS, blocks, work, |played| {
        let (walls, games, took) = played?;
        thinking.iter_mut().zip(took).for_each(|(all, more)| *all += more);
        let mut games = games.into_iter().peekable();
        for wall in walls {
            // What was played while a table was being decided counts for nothing: the table depends on no thread.
            let of_wall = std::iter::from_fn(|| games.next_if(|games| games.wall == wall));
            let of_wall = of_wall.filter(|games| !decided[games.table].load(Ordering::Relaxed)).collect::<Vec<_>>();
            if of_wall.is_empty() {
                continue;
            }
            for games in &of_wall {
                faults.tell(&games.faults);
                if let Some(file) = &mut transcripts {
                    file.append(games, &names)?;
                }
            }
            standing.add_wall(&of_wall);
            standing.look(test.as_ref(), &all_tables, &decided);
        }
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save_now_and_then(&standing)?;
        }
        progress.advance(standing.walls(), 0);
        Ok(())
    });
    progress.finish();
    // Whatever happened, what was played is told.
    let end = end.and_then(|_| {
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save(&standing)?;
        }
        let report = Report::new(args, &names, &standing, &thinking);
        let picture = picture.map(|picture| picture.draw(&plot::drawing(&report))).transpose()?;
        finish_all(transcripts.map(TranscriptFile::end).into_iter().chain(picture))
    });
    let played_now = standing.games() - games_before;
    let report = Report { played_now, took: begun.elapsed(), ..Report::new(args, &names, &standing, &thinking) };
    let rendered = match args.running.format {
        Format::Text => text::render(&report),
        Format::Json => report.json(),
    };
    // Why the run ended early matters more than why nobody reads of it.
    let printed = print(rendered.as_bytes());
    end?;
    if standing.walls() == args.walls || decided.iter().all(|decided| decided.load(Ordering::Relaxed)) {
        return printed;
    }
    let played = grouped(standing.walls());
    Err(Failure::Broken(format!("interrupted after {played} of {} walls", grouped(args.walls))))
}
