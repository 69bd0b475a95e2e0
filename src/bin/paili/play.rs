//! `paili play`: walls in, transcripts out.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use paili::distance::{Model, PlainModel, TableModel};
use paili::game::{Game, ReadWallError, Rule, Transcript, WallFault, WallReader};

use crate::failure::Failure;
use crate::model::ModelName;

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
    let mut printer = Printer::new(model);
    if files.is_empty() {
        return play_standard_input(&mut printer);
    }
    for path in files {
        if path == Path::new("-") {
            play_standard_input(&mut printer)?;
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| Failure::BadInput(format!("{name}: {error}")))?;
            printer.play(file, &name)?;
        }
    }
    Ok(())
}

fn play_standard_input(printer: &mut Printer<impl Model>) -> Result<(), Failure> {
    let input = io::stdin().lock();
    if input.is_terminal() {
        eprintln!("paili: reading walls from standard input (paili play --help tells more)");
    }
    printer.play(input, "standard input")
}

/// Plays walls and prints the transcripts, in large pieces while there is more to play.
struct Printer<M> {
    model: M,
    transcript: Transcript,
    games: u64,
}

/// How much is printed at a time.
const PIECE_BYTES: usize = 64 * 1024;

impl<M: Model> Printer<M> {
    fn new(model: M) -> Self {
        Printer { model, transcript: Transcript::new(), games: 0 }
    }

    /// Plays all walls of one source.
    fn play(&mut self, source: impl Read, name: &str) -> Result<(), Failure> {
        let mut walls = WallReader::new(source);
        while let Some(wall) = walls.next() {
            let wall = match wall {
                Ok(wall) => wall,
                Err(error) => {
                    self.print()?;
                    return Err(unreadable(name, &error));
                }
            };
            if self.games > 0 {
                self.transcript.blank_line();
            }
            Game::new(&wall, self.model).play(&mut [Rule; 4], &mut self.transcript);
            self.games += 1;
            if self.transcript.as_bytes().len() >= PIECE_BYTES || walls.is_drained() {
                self.print()?;
            }
        }
        self.print()
    }

    fn print(&mut self) -> Result<(), Failure> {
        let mut output = io::stdout().lock();
        output
            .write_all(self.transcript.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| Failure::of_output(&error))?;
        self.transcript.clear();
        Ok(())
    }
}

fn unreadable(name: &str, error: &ReadWallError) -> Failure {
    match &error.fault {
        WallFault::Source(source) => Failure::of_input(name, source),
        _ => Failure::BadInput(format!("{name}: {error}")),
    }
}
