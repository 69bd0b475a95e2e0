//! `paili waits`: UVa 11210, "Chinese Mahjong".

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use paili::distance::{Model, TableModel};
use paili::hand::{Hand, MeldCount};
use paili::notation::{HandTextError, Notation, counts_of};
use paili::tile::Tile;

use crate::failure::{Failure, file_name, say};
use crate::lines::Chunks;
use crate::output::print;
use crate::problem::Problem;

/// Tell what ready hands wait for, as UVa 11210 asks
///
/// Reads hands of 13 tiles, one a line, from a file or standard input, up to a line with a single 0 or the end. For the kth
/// it prints `Case k:` and the tiles that complete it, or `Not ready`. Tiles are 1T-9T (dots), 1S-9S (bamboos), 1W-9W
/// (characters), DONG NAN XI BEI ZHONG FA BAI, and are listed in this order.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  $ echo '1S 1S 2S 2S 2S 3S 3S 3S 7S 8S 9S FA FA' | paili waits
  Case 1: 1S 4S FA")]
pub struct Args {
    /// The file of hands; `-` or none is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.file {
        Some(path) if path != Path::new("-") => {
            let name = file_name(path);
            let file = File::open(path).map_err(|error| Failure::BadInput(format!("{name}: {error}")))?;
            answer_all(file, &name)
        }
        _ => {
            let input = io::stdin().lock();
            if input.is_terminal() {
                say("paili: reading hands from standard input (paili waits --help tells more)");
            }
            answer_all(input, "standard input")
        }
    }
}

fn answer_all(source: impl Read, name: &str) -> Result<(), Failure> {
    let mut chunks = Chunks::new(source);
    let mut case = 0_u64;
    loop {
        let lines = chunks.next_chunk().map_err(|error| Failure::of_input(name, &error))?;
        let mut output = String::new();
        let mut end = lines.is_empty();
        let mut failure = None;
        for line in &lines {
            if line.is_blank() {
                continue;
            }
            if line.text.trim() == "0" {
                end = true;
                break;
            }
            match line.check().and_then(waits) {
                Ok(waits) => {
                    case += 1;
                    // Writing to a string can't fail.
                    let _ = writeln!(output, "Case {case}:{waits}");
                }
                Err(problem) => {
                    failure = Some(Failure::BadInput(format!("{name}: line {}: {problem}", line.number)));
                    break;
                }
            }
        }
        print(output.as_bytes())?;
        match failure {
            Some(failure) => return Err(failure),
            None if end => return Ok(()),
            None => {}
        }
    }
}

/// The tiles that complete a hand, each after a space.
fn waits(text: &str) -> Result<String, Problem> {
    let problem = |error: HandTextError| Problem { message: error.to_string(), text: text.to_owned(), at: error.at() };
    let tiles = Notation::Uva.read(text).map_err(|error| problem(error.into()))?;
    let counts = counts_of(Notation::Uva, text, &tiles).map_err(problem)?;
    let hand = match Hand::new(counts, MeldCount::default()) {
        Ok(hand) if !hand.must_discard() => hand,
        _ => {
            let message = format!("{} tiles: expected 13, or a single 0 to end", tiles.len());
            return Err(Problem { message, text: text.to_owned(), at: None });
        }
    };
    let waits = TableModel::new().waits(&hand);
    if waits.is_empty() {
        return Ok(" Not ready".to_owned());
    }
    let in_order = uva_order().filter(|&tile| waits.contains(tile));
    Ok(in_order.fold(String::new(), |list, tile| list + " " + &Notation::Uva.name_of(tile)))
}

/// Dots, bamboos, characters, winds, red, green, white.
fn uva_order() -> impl Iterator<Item = Tile> {
    let order = (9..18).chain(18..27).chain(0..9).chain(27..31).chain([33, 32, 31]);
    order.map(|index| Tile::ALL[index])
}
