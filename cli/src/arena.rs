//! `paili arena`: a league.

mod args;
mod plot;
mod report;
mod tables;
mod text;
mod transcripts;

use std::ops::Range;

use paili::players::{LeagueRun, LeagueTable, Standing, TableGames, Thinking, Transcripts};
use paili::simulation::{Sequential, Tables};
use paili::{Model, PlainModel, TableModel};

pub use self::args::Args;
use self::report::Report;
use self::tables::OpenTables;
use self::transcripts::TranscriptFile;
use crate::arguments::ModelName;
use crate::failure::Failure;
use crate::file::each_its_own;
use crate::output::Format;
use crate::players::{Faults, files_of};
use crate::plot::Picture;
use crate::run::{Run, tell};

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
    let transcripts = args.transcripts.as_deref().map(TranscriptFile::create).transpose()?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    let none = Standing::new(entrants.len(), tables);
    let saved = args.checkpoint.as_deref().map(|path| (path, args.describe()));
    let run = Run::begin(&args.running, ("walls", args.walls), none, saved)?;

    let games_before = run.counts.games();
    let open = OpenTables::new(LeagueTable::all(entrants.len(), tables), args.until.test());
    open.look(&run.counts);
    let (faults, thinking) = (Faults::of(players.as_deref()), vec![Thinking::default(); entrants.len()]);
    let mut beside = Beside { names: &names, faults, thinking, transcripts };
    let most_games = if players.is_some() { PROGRAM_GAMES } else { GAMES };
    let length = (most_games / open.games_a_wall()).clamp(1, Sequential::EVERY);
    let left = open.clone();
    let blocks = args.running.blocks(run.left(), length).map_while(move |walls| Some((walls, left.open()?)));
    let kept = if beside.transcripts.is_some() { Transcripts::Kept } else { Transcripts::None };
    let work = move |(walls, tables): (Range<u64>, Vec<LeagueTable>)| {
        let run = LeagueRun { entrants: &entrants, players: players.as_deref(), seed, transcripts: kept };
        let (games, thinking) = run.play(walls.clone(), &tables, model)?;
        Ok((walls, games, thinking))
    };
    let mut played = run.play(MOST_BLOCKS, blocks, work, |standing, (walls, games, took)| {
        beside.thinking.iter_mut().zip(took).for_each(|(all, more)| *all += more);
        beside.add(standing, &open, walls, games)
    });
    let Beside { thinking, transcripts, .. } = beside;
    played.place(|standing| {
        let report = Report::new(args, &names, standing, &thinking);
        let picture = picture.map(|picture| picture.draw(&plot::drawing(&report))).transpose()?;
        Ok(transcripts.map(TranscriptFile::end).into_iter().chain(picture))
    });
    let standing = &played.counts;
    let (played_now, took) = (standing.games() - games_before, played.took());
    let report = Report { played_now, took, ..Report::new(args, &names, standing, &thinking) };
    let rendered = match args.running.format {
        Format::Text => text::render(&report),
        Format::Json => report.json(),
    };
    let interrupted = played.interrupted().filter(|_| open.open().is_some());
    tell(played.end, &rendered, interrupted)
}

/// What is kept beside the standing.
struct Beside<'a> {
    names: &'a [String],
    faults: Faults,
    thinking: Vec<Thinking>,
    transcripts: Option<TranscriptFile>,
}

impl Beside<'_> {
    /// Adds the games of some walls to the standing. What was played while a table was being decided counts for nothing: the
    /// table depends on no thread.
    fn add(
        &mut self,
        standing: &mut Standing,
        tables: &OpenTables,
        walls: Range<u64>,
        games: Vec<TableGames>,
    ) -> Result<(), Failure> {
        let mut games = games.into_iter().peekable();
        for wall in walls {
            let of_wall = std::iter::from_fn(|| games.next_if(|games| games.wall == wall));
            let of_wall = of_wall.filter(|games| tables.is_open(games.table)).collect::<Vec<_>>();
            if of_wall.is_empty() {
                continue;
            }
            for games in &of_wall {
                self.faults.tell(&games.faults);
                if let Some(file) = &mut self.transcripts {
                    file.append(games, self.names)?;
                }
            }
            standing.add_wall(&of_wall);
            tables.look(standing);
        }
        Ok(())
    }
}
