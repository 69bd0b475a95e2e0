//! `paili waits`: UVa 11210, "Chinese Mahjong".

use std::fmt::Write as _;
use std::path::Path;

use paili::notation::{HandText, NotationErrorKind};
use paili::rules::RuleSet;
use paili::{Hand, Model, Notation, Tile, TileSet};

use crate::failure::Failure;
use crate::file::open;
use crate::lines::{LONGEST_HAND, LineBlocks, too_long};
use crate::output::print;
use crate::problem::Problem;
use crate::rules::RulesArguments;

/// Tell what ready hands wait for, as UVa 11210 asks
///
/// Reads a hand from the arguments, or hands, one a line, from a file or standard input, up to a line with a single 0 or the
/// end. For the kth it prints `Case k:` and the tiles that complete it, or `Not ready` if it is not tenpai. Tiles are 1T-9T
/// (dots), 1S-9S (bamboos), 1W-9W (characters), DONG NAN XI BEI ZHONG FA BAI, and are listed in this order; wildcards, which complete every ready hand, are not listed. Hands in other
/// notations are read as `paili hand` reads them; they have 13 tiles, 16 with --rules taiwan, three less for every exposed meld.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  $ echo '1S 1S 2S 2S 2S 3S 3S 3S 7S 8S 9S FA FA' | paili waits
  Case 1: 1S 4S FA
  $ paili waits 1133m456789p123s
  Case 1: 1W 3W")]
pub struct Args {
    /// A hand, in one argument or many, or the file of hands; `-` or none is standard input
    #[arg(value_name = "HAND|FILE", default_value = "-", hide_default_value = true)]
    hand: Vec<String>,

    #[command(flatten)]
    rules: RulesArguments,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = args.rules.get()?;
    let model = rules.model();
    let waits = |text: &str| Ok::<_, Problem>(in_words(model.waits(&read(&rules, text)?)));
    if let Some(file) = args.hand.iter().find(|text| args.hand.len() > 1 && (*text == "-" || Path::new(text).is_file()))
    {
        return Err(Failure::BadInput(format!(
            "{file}: one of {} arguments: expected one file, or one hand",
            args.hand.len()
        )));
    }
    let text = args.hand.join(" ");
    if text != "-" && !Path::new(&text).exists() {
        let is_hand = args.hand.len() > 1 || paili::notation::read(&text.replace(RuleSet::WILDCARD, " ")).is_ok();
        let named = if is_hand { "HAND" } else { "no file of that name, and no hand" };
        let waits = waits(&text).map_err(|problem| Failure::BadInput(format!("{named}: {problem}")))?;
        return print(format!("Case 1:{waits}\n").as_bytes());
    }
    let (source, name) =
        open(Path::new(&text), "paili: reading hands from standard input (paili waits --help tells more)")?;
    let mut case = 0_u64;
    for lines in LineBlocks::new(source, &name, LONGEST_HAND) {
        let mut output = String::new();
        let mut end = None;
        for (number, line) in lines?.iter() {
            if line.trim() == "0" {
                end = Some(Ok(()));
                break;
            }
            match waits(&line) {
                Ok(waits) => {
                    case += 1;
                    // Writing to a string can't fail.
                    let _ = writeln!(output, "Case {case}:{waits}");
                }
                Err(problem) => {
                    end = Some(Err(Failure::BadInput(format!("{name}: line {number}: {problem}"))));
                    break;
                }
            }
        }
        print(output.as_bytes())?;
        if let Some(end) = end {
            return end;
        }
    }
    Ok(())
}

/// Reads a hand that draws. Of the usual game, what is no tile in any notation is told in UVa's own words.
fn read(rules: &RuleSet, text: &str) -> Result<Hand, Problem> {
    if text.len() > LONGEST_HAND {
        return Err(too_long("a line", text, LONGEST_HAND, "a hand"));
    }
    let problem = |why: String| Err(Problem::new(&why, text, None));
    if rules.embedded().is_none() {
        let hand = rules.read_hand(text).map_err(|error| Problem::new(&error, text, error.at()))?;
        let tiles = hand.tiles();
        return if hand.must_discard() {
            problem(format!("{tiles} tiles: expected one less, since a tile completes the hand"))
        } else {
            Ok(hand)
        };
    }
    if let Ok(hand) = Notation::Uva.hand(text)
        && !hand.must_discard()
    {
        return Ok(hand);
    }
    let read = HandText::read_in(Notation::Uva, text).or_else(|error| {
        // A fault of what stands in brackets is one in every notation; else that is meant which is read further.
        HandText::read(text).map_err(|other| {
            let is_other = paili::notation::read(text).is_ok() || other.at() > error.at();
            let error = if is_other { other } else { error };
            Problem::new(&error, text, error.at())
        })
    })?;
    match read.notation.hand(text) {
        Ok(hand) if !hand.must_discard() => Ok(hand),
        Err(error) if !matches!(error.kind(), NotationErrorKind::Hand(_)) => {
            Err(Problem::new(&error, text, error.at()))
        }
        _ => {
            let tiles = read.tiles.len();
            problem(format!("{tiles} tiles: expected 13, three less for every exposed meld, or a single 0 to end"))
        }
    }
}

/// The waits, if there are any.
fn in_words(waits: TileSet) -> String {
    if waits.is_empty() {
        return " Not ready".to_owned();
    }
    let in_order = uva_order().filter(|&tile| waits.contains(tile));
    in_order.fold(String::new(), |list, tile| list + " " + Notation::Uva.name_of(tile))
}

/// Dots, bamboos, characters, winds, red, green, white.
fn uva_order() -> impl Iterator<Item = Tile> {
    let order = (9..18).chain(18..27).chain(0..9).chain(27..31).chain([33, 32, 31]);
    order.map(|index| Tile::ALL[index])
}
