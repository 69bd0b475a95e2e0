//! `paili arena`: a league.

mod args;
mod plot;
mod report;
mod text;

use std::mem;
use std::ops::Range;

use paili::simulation::Sequential;
use paili::{Model, PlainModel, TableModel};
use paili_arena::{LeagueRun, LeagueTable, OpenTables, Standing, Tables, Thinking, Transcripts, names_of};

pub use self::args::Args;
use self::report::Report;
use crate::arguments::ModelName;
use crate::checkpoint::Counts;
use crate::failure::Failure;
use crate::file::{NewFile, each_its_own};
use crate::job::{Job, Played, interrupted, place, tell};
use crate::players::{Faults, files_of};
use crate::plot::Picture;

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
    let (entrants, tables) = (args.entrants.clone(), args.tables);
    let seed = args.running.draw_seed(&entrants, args.checkpoint.as_deref())?;
    if tables == Tables::Fours && entrants.len() < 4 {
        return Err(Failure::BadInput(format!("--tables fours takes four players or more, not {}", entrants.len())));
    }
    each_its_own(
        &[files_of(&entrants), args.running.inputs()].concat(),
        &[&args.plot, &args.transcripts, &args.checkpoint, &args.programs.terms.player_errors],
    )?;
    let players = args.programs.start(entrants.clone(), &args.running.inputs())?;
    let names = players.as_ref().map_or_else(|| names_of(&entrants), |players| players.names().to_vec());
    let mut transcripts = args.transcripts.as_deref().map(NewFile::create).transpose()?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    let none = Standing::new(entrants.len(), tables);
    let saved = args.checkpoint.as_deref().map(|path| (path, args.describe()));
    let run = Job::begin(&args.running, ("walls", args.walls), none, saved)?;

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
    let rendered = args.running.format.render(&report, || text::render(&report));
    tell(end, &rendered, interrupted(standing.done(), "walls", args.walls).filter(|_| open.open().is_some()))
}
