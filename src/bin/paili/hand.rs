//! `paili hand`: what to do with a hand.

mod answer;
mod json;
mod question;
mod text;

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use paili::distance::Form;
use paili::notation::Notation;
use rayon::prelude::*;

use crate::failure::{Failure, say};
use crate::format::Format;
use crate::forms::forms_parser;
use crate::lines::{Chunks, Line};
use crate::output::print;
use crate::problem::Problem;
use answer::Answer;
use question::Question;
use text::Palette;

/// Analyse hands: how far, which tiles help, which should go
///
/// Reads a hand from the arguments, or one a line from standard input, and tells its distance (how many tiles it lacks to
/// win: shanten + 1), the useful tiles with the copies left of them, the waits of a ready hand, every discard ranked, what
/// the THUPC rule would discard, and a plan that shows why.
///
/// Hands can be written as the judge does (1M 9P 3S E S W N B F Z PASS REVERSE DOUBLE), as UVa 11210 does (1W 9T 3S DONG
/// NAN XI BEI BAI FA ZHONG), compactly (123m456p789s1122z) or in Unicode (🀇🀙🀐🀀). A hand has 13 or 14 tiles, three less
/// for every exposed meld.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili hand 1133m456789p1234s                which tile to discard
  paili hand 1M 2M 3M 4P 5P 6P 7S 8S E E Z Z 9M
  paili hand 2344m --melds 123p,EEE,777s      beside three exposed melds
  paili hand 1133m456789p123s --visible 113m  with tiles seen elsewhere
  paili hand --format json < hands.txt        one object a line")]
pub struct Args {
    /// The hand, in one argument or many; without it, or with `-`, one hand a line from standard input
    #[arg(value_name = "HAND")]
    hand: Vec<String>,

    /// Exposed melds, separated by commas, such as 123p,EEE; otherwise their number follows from the hand's size
    #[arg(long, value_name = "MELDS", value_delimiter = ',')]
    melds: Vec<String>,

    /// Tiles seen elsewhere, in any notation: no copies to wait for
    #[arg(long, value_name = "TILES")]
    visible: Option<String>,

    /// Win forms, separated by commas: pairs are seven pairs, orphans the thirteen orphans
    #[arg(long, value_name = "FORMS", value_delimiter = ',', default_value = "standard", value_parser = forms_parser())]
    forms: Vec<Form>,

    /// The notation of the hands, instead of finding it out
    #[arg(long, value_name = "NOTATION", value_parser = notation_parser())]
    notation: Option<Notation>,

    /// The notation to answer in, instead of the hand's own
    #[arg(long, value_name = "NOTATION", value_parser = notation_parser())]
    output_notation: Option<Notation>,

    /// Show no more than this many discards
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,

    /// For people, or one JSON object a line for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// What to do about a line of standard input that is no hand
    #[arg(long, value_enum, default_value_t = OnError::Stop)]
    on_error: OnError,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnError {
    /// Stop with exit status 2
    Stop,
    /// Leave it out, and count how many were at the end
    Skip,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let question = Question::new(args).map_err(|(name, problem)| Failure::BadInput(format!("{name}: {problem}")))?;
    if args.hand.is_empty() || args.hand == ["-"] {
        return analyse_standard_input(args, &question);
    }
    let text = args.hand.join(" ");
    let answer = question.ask(&text).map_err(|problem| Failure::BadInput(format!("HAND: {problem}")))?;
    print(render(args.format, palette(), &answer).as_bytes())
}

fn analyse_standard_input(args: &Args, question: &Question) -> Result<(), Failure> {
    let input = io::stdin().lock();
    if input.is_terminal() {
        say("paili: reading hands from standard input, one a line (paili hand --help tells more)");
    }
    let palette = palette();
    let mut chunks = Chunks::new(input);
    let (mut read, mut skipped, mut answered) = (0_u64, 0_u64, 0_u64);
    loop {
        let lines = chunks.next_chunk().map_err(|error| Failure::of_input("standard input", &error))?;
        if lines.is_empty() {
            break;
        }
        let hands: Vec<&Line> = lines.iter().filter(|line| !line.is_blank()).collect();
        read += hands.len() as u64;
        let rendered: Vec<Result<String, Problem>> = hands
            .par_iter()
            .with_min_len(64)
            .map(|line| Ok(render(args.format, palette, &question.ask(line.check()?)?)))
            .collect();

        let mut output = String::new();
        let mut failure = None;
        for (line, rendered) in hands.iter().zip(rendered) {
            match rendered {
                Ok(rendered) => {
                    if args.format == Format::Text && answered > 0 {
                        output.push('\n');
                    }
                    answered += 1;
                    output.push_str(&rendered);
                }
                Err(_) if args.on_error == OnError::Skip => skipped += 1,
                Err(problem) => {
                    failure = Some(Failure::BadInput(format!("standard input: line {}: {problem}", line.number)));
                    break;
                }
            }
        }
        print(output.as_bytes())?;
        if let Some(failure) = failure {
            return Err(failure);
        }
    }
    if read == 0 {
        return Err(Failure::BadInput("standard input: no hands: expected one a line".to_owned()));
    }
    if skipped > 0 {
        say(&format!("paili: skipped {skipped} of {read} lines that are no hands"));
    }
    Ok(())
}

fn render(format: Format, palette: Palette, answer: &Answer) -> String {
    match format {
        Format::Text => text::render(answer, palette),
        Format::Json => json::render(answer),
    }
}

/// Colours on a terminal, unless the environment (`NO_COLOR` and its like) says otherwise.
fn palette() -> Palette {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Palette::default(),
        _ => Palette::coloured(),
    }
}

/// Reads names of notations, and lists them to help texts and shells.
pub fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(Notation::ALL.map(Notation::name)).try_map(|name| name.parse())
}
