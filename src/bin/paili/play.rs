//! `paili play`: walls in, transcripts out.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use paili::distance::{Model, PlainModel, TableModel};
use paili::game::{Game, ReadWallError, Rule, Transcript, Wall, WallFault, WallReader};

use crate::failure::{Failure, file_name, say};
use crate::model::ModelName;
use crate::output::print;

/// Play walls and print every game's transcript
///
/// Reads walls from the files, or from standard input, and prints each game as the judge of the THUPC 2021 "Mahjong
/// simulator" does. All four players follow the rule's fixed strategy.
///
/// A wall is 148 tiles, front first, separated by any white space: 1M-9M (characters), 1P-9P (dots), 1S-9S (bamboos),
/// E S W N B F Z (honors), PASS, REVERSE and DOUBLE, four of each. Walls follow each other with nothing special between
/// them. Transcripts are separated by an empty line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili play wall.txt                  the game that this wall makes
  paili play < walls.txt > games.txt   a million walls, in constant memory
  paili play --model plain wall.txt    the same without the tables, much slower")]
pub struct Args {
    /// Files of walls; `-` or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// How to find win distances; the transcripts are the same
    #[arg(long, value_enum, default_value_t = ModelName::Table)]
    model: ModelName,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    match args.model {
        ModelName::Table => play_all(&args.files, TableModel::new()),
        ModelName::Plain => play_all(&args.files, PlainModel),
    }
}

fn play_all(files: &[PathBuf], model: impl Model) -> Result<(), Failure> {
    let printer = RefCell::new(Printer::new());
    if files.is_empty() {
        return play_standard_input(&printer, model);
    }
    for path in files {
        if path == Path::new("-") {
            play_standard_input(&printer, model)?;
        } else {
            let name = file_name(path);
            let file = File::open(path).map_err(|error| Failure::BadInput(format!("{name}: {error}")))?;
            play_source(file, &name, &printer, model)?;
        }
    }
    Ok(())
}

fn play_standard_input(printer: &RefCell<Printer>, model: impl Model) -> Result<(), Failure> {
    let input = io::stdin().lock();
    if input.is_terminal() {
        say("paili: reading walls from standard input (paili play --help tells more)");
    }
    play_source(input, "standard input", printer, model)
}

/// Plays all walls of one source.
fn play_source(source: impl Read, name: &str, printer: &RefCell<Printer>, model: impl Model) -> Result<(), Failure> {
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

/// A source that is asked for more only when everything played so far is printed: whoever waits for a transcript before
/// it sends the next wall does not wait in vain.
struct PrintFirst<'a, R> {
    source: R,
    printer: &'a RefCell<Printer>,
}

impl<R: Read> Read for PrintFirst<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut printer = self.printer.borrow_mut();
        if let Err(failure) = printer.print() {
            // Whoever reads meets the end of the source, and then this failure at the next print.
            printer.failure = Some(failure);
            return Ok(0);
        }
        self.source.read(buffer)
    }
}

/// Prints transcripts, in large pieces while there is more to play.
struct Printer {
    transcript: Transcript,
    games: u64,
    /// Why printing failed while a source was read, to be told at the next print.
    failure: Option<Failure>,
}

/// How much is printed at a time.
const PIECE_BYTES: usize = 64 * 1024;

impl Printer {
    fn new() -> Self {
        Printer { transcript: Transcript::new(), games: 0, failure: None }
    }

    fn play(&mut self, wall: &Wall, model: impl Model) -> Result<(), Failure> {
        if self.games > 0 {
            self.transcript.blank_line();
        }
        Game::play(wall, model, &mut [Rule; 4], &mut self.transcript);
        self.games += 1;
        if self.transcript.as_bytes().len() >= PIECE_BYTES { self.print() } else { Ok(()) }
    }

    /// Prints what is played and not printed yet.
    fn print(&mut self) -> Result<(), Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if !self.transcript.as_bytes().is_empty() {
            print(self.transcript.as_bytes())?;
            self.transcript.clear();
        }
        Ok(())
    }
}

fn unreadable(name: &str, error: &ReadWallError) -> Failure {
    match &error.fault {
        WallFault::Source(source) => Failure::of_input(name, source),
        _ => Failure::BadInput(format!("{name}: {error}")),
    }
}
