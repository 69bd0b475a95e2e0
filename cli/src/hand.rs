//! `paili hand`: what to do with a hand.

mod text;

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use clap::ValueEnum;
use paili::Notation;
use paili::analysis::Question;
use paili::answers::HandAnswer;
use paili::odds::OddsError;

use crate::arguments::{HandArguments, notation_parser};
use crate::failure::{Failure, say};
use crate::file::open;
use crate::lines::{LONGEST_HAND, LineBlocks, Lines, too_long};
use crate::output::{Format, print};
use crate::problem::Problem;
use crate::running::pool;
use crate::stream::in_order;
use text::Palette;

/// Analyse hands: how far, which tiles help, which should go
///
/// Reads a hand from the arguments, or one a line from standard input, and tells its distance (how many tiles it lacks to
/// win: shanten + 1), the useful tiles with the copies left of them, the waits of a ready hand, every discard ranked, what
/// the THUPC rule would discard, and a plan that shows why.
///
/// Hands can be written as the judge does (1M 9P 3S E S W N B F Z PASS REVERSE DOUBLE), as UVa 11210 does (1W 9T 3S DONG
/// NAN XI BEI BAI FA ZHONG), compactly (123m456p789s1122z; 0m and r5m are red fives, read as fives) or in Unicode
/// (🀇🀙🀐🀀). A hand has 13 or 14 tiles, three less for every exposed meld.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili hand 1133m456789p1234s                which tile to discard
  paili hand 1M 2M 3M 4P 5P 6P 7S 8S E E Z Z 9M
  paili hand 2344m --melds 123p,EEE,777s      beside three exposed melds
  paili hand 1133m456789p123s --visible 113m  with tiles seen elsewhere
  paili hand --format json < hands.txt        one object a line")]
pub struct Args {
    #[command(flatten)]
    hand: HandArguments,

    /// The notation of the hands, instead of finding it out
    #[arg(long, value_name = "NOTATION", value_parser = notation_parser())]
    notation: Option<Notation>,

    /// The notation to answer in, instead of the hand's own
    #[arg(long, value_name = "NOTATION", value_parser = notation_parser())]
    output_notation: Option<Notation>,

    /// Also tell how likely the hand wins alone, with each discard that keeps its distance (paili odds tells more)
    #[arg(long)]
    odds: bool,

    /// How many draws are to come, for --odds
    #[arg(long, value_name = "N", default_value_t = 17, requires = "odds")]
    draws: u32,

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
    let analysis = Analysis::new(args)?;
    let Some(text) = args.hand.text() else { return analyse_standard_input(args, analysis) };
    let answer = analysis.of(&text);
    print(answer.map_err(|problem| Failure::BadInput(format!("HAND: {problem}")))?.as_bytes())
}

/// Blocks of hands on their way, whatever the threads: the answers of one take up to a megabyte.
const MOST_BLOCKS: usize = 64;

fn analyse_standard_input(args: &Args, analysis: Analysis) -> Result<(), Failure> {
    let hint = "paili: reading hands from standard input, one a line (paili hand --help tells more)";
    let (input, name) = open(Path::new("-"), hint)?;
    let (format, on_error) = (args.format, args.on_error);
    let answer = move |text: &str| -> Result<String, Problem> {
        if text.len() > LONGEST_HAND {
            return Err(too_long("a line", text, LONGEST_HAND, "a hand"));
        }
        analysis.of(text)
    };
    let answer_all = move |lines: Lines| lines.iter().map(|(number, line)| (number, answer(&line))).collect::<Vec<_>>();
    let blocks = LineBlocks::new(input, &name, LONGEST_HAND);
    let (mut read, mut skipped, mut answered) = (0_u64, 0_u64, 0_u64);
    in_order(pool(None)?, MOST_BLOCKS, blocks, answer_all, |answers| {
        let mut output = String::new();
        let mut failure = None;
        for (number, answer) in answers {
            read += 1;
            match answer {
                Ok(answer) => {
                    if format == Format::Text && answered > 0 {
                        output.push('\n');
                    }
                    answered += 1;
                    output.push_str(&answer);
                }
                Err(_) if on_error == OnError::Skip => skipped += 1,
                Err(problem) => {
                    failure = Some(Failure::BadInput(format!("standard input: line {number}: {problem}")));
                    break;
                }
            }
        }
        print(output.as_bytes())?;
        failure.map_or(Ok(()), Err)
    })?;
    if read == 0 {
        return Err(Failure::BadInput("standard input: no hands: expected one a line".to_owned()));
    }
    if skipped > 0 {
        say(&format!("paili: skipped {skipped} of {read} lines that are no hands"));
    }
    Ok(())
}

/// The options of a run, checked.
struct Analysis {
    question: Question,
    output_notation: Option<Notation>,
    most_discards: usize,
    /// How many draws are to come, if odds are asked for.
    draws: Option<u32>,
    format: Format,
    palette: Palette,
}

impl Analysis {
    fn new(args: &Args) -> Result<Self, Failure> {
        let question = args.hand.question(args.notation)?;
        let most_discards = args.limit.map_or(usize::MAX, NonZeroUsize::get);
        let (output_notation, format) = (args.output_notation, args.format);
        let draws = args.odds.then_some(args.draws);
        Ok(Analysis { question, output_notation, most_discards, draws, format, palette: palette() })
    }

    /// The answer about a hand, written.
    fn of(&self, text: &str) -> Result<String, Problem> {
        let (mut notation, hand, unseen) = self.question.read(text).map_err(|error| Problem::from(&error))?;
        if let Some(output) = self.output_notation {
            output.write(hand.counts().tiles()).map_err(|error| Problem::new(&error, text, None))?;
            notation = output;
        }
        let mut answer = HandAnswer::new(&self.question.model(), notation, hand, unseen);
        answer.discards.truncate(self.most_discards);
        if let Some(draws) = self.draws {
            answer.add_wins(&self.question.model(), draws).map_err(|error| match error {
                OddsError::Draws { .. } => Problem::new(&format!("--draws: {error}"), text, None),
                error => Problem::new(&format!("--odds: {error}"), text, None),
            })?;
        }
        Ok(match self.format {
            Format::Text => text::render(&answer, self.palette),
            Format::Json => answer.to_json() + "\n",
        })
    }
}

/// Colours on a terminal, unless the environment (`NO_COLOR` and its like) says otherwise.
fn palette() -> Palette {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Palette::default(),
        _ => Palette::coloured(),
    }
}
