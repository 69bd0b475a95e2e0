//! `paili arena`: a league.

mod plot;
mod text;

use std::mem;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use paili::players::{Entrant, LeagueRun, LeagueTable, OpenTables, Standing, Thinking, Transcripts};
use paili::simulation::{Ratings, Sequential, Tables};
use paili::{Model, PlainModel, TableModel};

use crate::arguments::ModelName;
use crate::failure::Failure;
use crate::file::{NewFile, each_its_own};
use crate::output::Format;
use crate::players::{Faults, ProgramArguments, files_of};
use crate::plot::Picture;
use crate::run::{Played, Run, interrupted, place, tell};
use crate::running::{Running, parse_count};
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
        let (seed, model) = (self.running.describe_seed(&self.entrants), self.running.model);
        let terms = self.programs.describe(&self.entrants);
        let (walls, tables, until) = (self.walls, self.tables.name(), self.until.describe());
        format!(
            "{} --walls {walls} --tables {tables} {seed} --model {}{until}{terms}",
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
    let (entrants, tables) = (args.entrants.clone(), args.tables.tables());
    let seed = args.running.draw_seed(&entrants, args.checkpoint.as_deref())?;
    if tables == Tables::Fours && entrants.len() < 4 {
        return Err(Failure::BadInput(format!("--tables fours takes four players or more, not {}", entrants.len())));
    }
    each_its_own(
        &[files_of(&entrants), args.running.inputs()].concat(),
        &[&args.plot, &args.transcripts, &args.checkpoint, &args.programs.player_errors],
    )?;
    let players = args.programs.start(entrants.clone(), &args.running.inputs())?;
    let names =
        players.as_ref().map_or_else(|| paili::players::names_of(&entrants), |players| players.names().to_vec());
    let mut transcripts = args.transcripts.as_deref().map(NewFile::create).transpose()?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    let none = Standing::new(entrants.len(), tables);
    let saved = args.checkpoint.as_deref().map(|path| (path, args.describe()));
    let run = Run::begin(&args.running, ("walls", args.walls), none, saved)?;

    let games_before = run.counts.games();
    let open = OpenTables::new(&run.counts, args.until.test());
    let (mut faults, mut thinking) = (Faults::of(players.as_deref()), vec![Thinking::default(); entrants.len()]);
    let most_games = if players.is_some() { PROGRAM_GAMES } else { GAMES };
    let length = (most_games / open.games_a_wall()).clamp(1, Sequential::EVERY);
    let left = open.clone();
    let blocks = args
        .running
        .blocks(run.counts.walls()..args.walls, length)
        .map_while(move |walls| Some(Ok((walls, left.open()?))));
    // An empty line stands between games.
    let mut between: &[u8] = b"";
    let kept = if transcripts.is_some() { Transcripts::Kept } else { Transcripts::None };
    let work = move |(walls, tables): (Range<u64>, Vec<LeagueTable>)| {
        let run = LeagueRun { entrants: &entrants, players: players.as_deref(), seed, transcripts: kept };
        Ok(run.play(walls, &tables, model)?)
    };
    let Played { counts: standing, end, begun } = run.play(MOST_BLOCKS, blocks, work, |standing, (games, took)| {
        thinking.iter_mut().zip(took).for_each(|(all, more)| *all += more);
        open.add(standing, games, |games| {
            faults.tell(&games.faults);
            let Some(file) = &mut transcripts else { return Ok(()) };
            let mut append = |text: Vec<u8>| file.append(&[mem::replace(&mut between, b"\n"), &text].concat());
            games.transcripts_beside(&names).try_for_each(&mut append)
        })
    });
    let end = place(end, || {
        let report = Report::new(args, &names, &standing, &thinking);
        let picture = picture.map(|picture| picture.draw(&plot::drawing(&report))).transpose()?;
        Ok(transcripts.into_iter().chain(picture))
    });
    let (played_now, took) = (standing.games() - games_before, begun.elapsed());
    let report = Report { played_now, took, ..Report::new(args, &names, &standing, &thinking) };
    let rendered = match args.running.format {
        Format::Text => text::render(&report),
        Format::Json => report.json(),
    };
    tell(end, &rendered, interrupted(&standing, "walls", args.walls).filter(|_| open.open().is_some()))
}
