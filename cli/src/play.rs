//! `paili play`: walls in, transcripts out.

use std::cell::RefCell;
use std::error::Error;
use std::io::{self, Read};
use std::path::PathBuf;

use paili::answers::GameAnswer;
use paili::game::{Game, Rule, Transcript, Wall, WallError, WallReader};
use paili::simulation::{NamedPolicy, Seed};
use paili::{Model, PlainModel, TableModel};
use paili_arena::{Deal, PlayedGames};

use crate::arguments::{ModelName, Seating, parse_seating};
use crate::failure::Failure;
use crate::file::{each_its_own, open};
use crate::output::print;
use crate::players::{Faults, ProgramArguments, Who, files_of};

/// Play walls and print every game's transcript
///
/// Reads walls from the files, or from standard input, and prints each game as the judge of the THUPC 2021 "Mahjong
/// simulator" does. All four players follow the rule's fixed strategy, unless --policy names others.
///
/// A wall is 148 tiles, front first, separated by any white space: 1M-9M (characters), 1P-9P (dots), 1S-9S (bamboos),
/// E S W N B F Z (honors), PASS, REVERSE and DOUBLE, four of each. Walls follow each other with nothing special between
/// them. Transcripts are separated by an empty line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili play wall.txt                  the game that this wall makes
  paili play < walls.txt > games.txt   a million walls, in constant memory
  paili play --explain wall.txt        and why the rule plays so
  paili play --policy exec:./bot,rule,rule,rule wall.txt
  paili play --model plain wall.txt    the same without the tables, much slower")]
pub struct Args {
    /// Files of walls; `-` or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,

    /// How to find win distances; the transcripts are the same
    #[arg(long, value_enum, default_value_t = ModelName::Table)]
    model: ModelName,

    /// Who plays, as of paili simulate: one policy or program for all seats, or four separated by commas
    #[arg(long, value_name = "P", default_value = "rule", value_parser = parse_seating)]
    policy: Seating,

    /// Say why each tile is discarded and each claim is made or not, by the rule, in lines that begin with #, each before the line
    /// that it explains
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    programs: ProgramArguments,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    match args.model {
        ModelName::Table => play_all(args, TableModel),
        ModelName::Plain => play_all(args, PlainModel),
    }
}

fn play_all(args: &Args, model: impl Model + 'static) -> Result<(), Failure> {
    let inputs = [files_of(&args.policy), args.files.clone()].concat();
    each_its_own(&inputs, &[&args.programs.terms.player_errors])?;
    let who = args.programs.seat(&args.policy, &args.files)?;
    let faults = Faults::of(who.players());
    if args.explain && !matches!(who, Who::Policies(RULE)) {
        return Err(Failure::BadInput("--explain: the rule alone can be explained, in all four seats".to_owned()));
    }
    let explained = args.explain.then(String::new);
    let transcript = Transcript::new();
    let printer = RefCell::new(Printer { transcript, explained, games: 0, who, faults, failure: None });
    let played = args.files.iter().try_for_each(|path| {
        let (source, name) = open(path, "paili: reading walls from standard input (paili play --help tells more)")?;
        play_source(source, &name, &printer, model)
    });
    printer.borrow().faults.sum_up();
    played
}

/// Plays all walls of one source.
fn play_source(
    source: impl Read,
    name: &str,
    printer: &RefCell<Printer>,
    model: impl Model + 'static,
) -> Result<(), Failure> {
    for wall in WallReader::new(PrintFirst { source, printer }) {
        let mut printer = printer.borrow_mut();
        match wall {
            Ok(wall) => printer.play(&wall, model)?,
            Err(error) => {
                printer.print()?;
                return Err(unreadable(name, &error));
            }
        }
    }
    printer.borrow_mut().print()
}

/// A source that is asked for more only when everything played so far is printed: a judge that waits for a
/// transcript before it sends the next wall does not wait in vain.
struct PrintFirst<'a, R> {
    source: R,
    printer: &'a RefCell<Printer>,
}

impl<R: Read> Read for PrintFirst<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut printer = self.printer.borrow_mut();
        if let Err(failure) = printer.print() {
            // The reader meets the end of the source, and then this failure at the next print.
            printer.failure = Some(failure);
            return Ok(0);
        }
        self.source.read(buffer)
    }
}

/// Prints transcripts, in large blocks while there is more to play.
struct Printer {
    transcript: Transcript,
    /// What is printed instead, where games are explained.
    explained: Option<String>,
    games: u64,
    who: Who<4>,
    faults: Faults,
    /// Why printing failed while a source was read, to be told at the next print.
    failure: Option<Failure>,
}

const RULE: [NamedPolicy; 4] = [NamedPolicy::Rule; 4];

/// What the policy random draws its lots from, with the number of the game.
const LOTS: Seed = Seed(1);

/// How much is printed at a time.
const BLOCK_BYTES: usize = 64 * 1024;

impl Printer {
    fn play(&mut self, wall: &Wall, model: impl Model + 'static) -> Result<(), Failure> {
        if let Some(explained) = &mut self.explained {
            if self.games > 0 {
                explained.push('\n');
            }
            *explained += &GameAnswer::new(wall).explained();
            self.games += 1;
            return if explained.len() >= BLOCK_BYTES { self.print() } else { Ok(()) };
        }
        if self.games > 0 {
            self.transcript.blank_line();
        }
        let game = self.games;
        match &self.who {
            Who::Policies(RULE) => _ = Game::play(wall, model, &mut [Rule; 4], &mut self.transcript),
            Who::Policies(policies) => {
                let mut players = NamedPolicy::players(*policies, LOTS, game);
                Game::play(wall, model, &mut players, &mut self.transcript);
            }
            Who::Company(company) => {
                let deal = Deal { wall: wall.clone(), ..Deal::of_game(LOTS, game) };
                let PlayedGames { games, faults, .. } = company.play(vec![deal], model)?;
                self.faults.tell(&faults);
                for played in games {
                    played.play_again(wall, model, &mut self.transcript);
                }
            }
        }
        self.games += 1;
        if self.transcript.as_bytes().len() >= BLOCK_BYTES { self.print() } else { Ok(()) }
    }

    /// Prints the transcripts that are not printed yet.
    fn print(&mut self) -> Result<(), Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if let Some(explained) = self.explained.as_mut().filter(|explained| !explained.is_empty()) {
            print(explained.as_bytes())?;
            explained.clear();
        }
        if !self.transcript.as_bytes().is_empty() {
            print(self.transcript.as_bytes())?;
            self.transcript.clear();
        }
        Ok(())
    }
}

fn unreadable(name: &str, error: &WallError) -> Failure {
    match error.source().and_then(|source| source.downcast_ref()) {
        Some(source) => Failure::of_input(name, source),
        None => Failure::BadInput(format!("{name}: {error}")),
    }
}
