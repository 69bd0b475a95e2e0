//! `paili hand`: what to do with a hand.

mod next;
mod text;

use std::io;
use std::path::Path;

use clap::ValueEnum;
use paili::Notation;
use paili::analysis::{Available, Discarder, Question, QuestionError};
use paili::answers::{HandAnswer, NextDraw};
use paili::odds::{OddsError, OddsTerms};

use crate::arguments::{HandArguments, OddsArguments, named};
use crate::failure::{Failure, say};
use crate::file::open;
use crate::job_options::{parse_count, pool};
use crate::lines::{LONGEST_HAND, LineBlocks, Lines, too_long};
use crate::output::{Format, print};
use crate::problem::Problem;
use crate::rules::{Towards, available_parser};
use crate::stream::in_order;
use text::Palette;

/// Analyse hands: how far, which tiles help, which should go
///
/// Reads a hand from the arguments, or one a line from standard input, and tells its distance (how many tiles it lacks to
/// win: distance 3 is 2-shanten), the useful tiles (ukeire) with the copies left of them, the waits of a ready hand
/// (tenpai, distance 1), every discard ranked, what the THUPC rule would discard, and a plan that shows why.
///
/// Hands can be written as the judge does (1M 9P 3S E S W N B F Z PASS REVERSE DOUBLE), as UVa 11210 does (1W 9T 3S DONG
/// NAN XI BEI BAI FA ZHONG), compactly (123m456p789s1122z; 0m and r5m are red fives, read as fives), in Unicode
/// (🀇🀙🀐🀀), in Chinese (一萬 東) or as mjai does (1m 5mr E P). A hand has 13 or 14 tiles, three less for every exposed
/// meld; other rule sets have sizes of their own.
#[derive(clap::Args)]
#[command(mut_group("OddsArguments", |terms| terms.requires("odds")), after_help = "\
Examples:
  paili hand 1133m456789p1234s                which tile to discard
  paili hand 1M 2M 3M 4P 5P 6P 7S 8S E E Z Z 9M
  paili hand 2344m --melds 123p,EEE,777s      beside three exposed melds
  paili hand 1133m456789p123s --visible 113m  with tiles seen elsewhere
  paili hand --rules taiwan 123m456m789m123p45s67z
  paili hand 123m12399p57s112z --good 4 --improvements
  paili hand 68m123p345s11z59m2z --offered 7m claim it, or let it pass?
  paili hand 2345m456p67s99p77z --towards all what could it become?
  paili hand 2345m456p67s99p77z --only 2-8mps towards tanyao (--with 777z: with a pong of red dragons)
  paili hand --wildcards 4 '123m456p789s11z3m*'
  paili hand --format json < hands.txt        one object a line")]
pub struct Args {
    #[command(flatten)]
    hand: HandArguments,

    /// Count only tiles that can still come: those of --melds and --visible are gone, or with --available=melds only those of
    /// --melds, since a player's own melds are sure not to come apart. The odds of --odds keep to distances that ask for any
    /// tile all the same
    #[arg(long, value_name = "OF", num_args = 0..=1, require_equals = true, default_missing_value = "visible", value_parser = available_parser())]
    available: Option<Available>,

    /// The notation of the hands, instead of finding it out
    #[arg(long, value_name = "NOTATION", value_parser = named::<Notation>(Notation::ALL.map(Notation::name)))]
    notation: Option<Notation>,

    /// The notation to answer in, instead of the hand's own
    #[arg(long, value_name = "NOTATION", value_parser = named::<Notation>(Notation::ALL.map(Notation::name)))]
    output_notation: Option<Notation>,

    /// Also tell how likely the hand wins alone, with each discard that keeps its distance: within --draws, with --changes and by
    /// --law (paili odds tells more)
    #[arg(long)]
    odds: bool,

    #[command(flatten)]
    terms: OddsArguments,

    /// Of a hand that is one tile from being ready (1-shanten), also tell how many of the copies that it accepts lead to a wait of
    /// more than N copies (好形): 4 is usual
    #[arg(long, value_name = "N")]
    good: Option<u32>,

    /// Also tell the draws that do not bring the hand nearer and yet widen what it accepts (改良), and what it accepts then; of a
    /// hand of 14 tiles, what each discard accepts on average after the next draw
    #[arg(long)]
    improvements: bool,

    /// A tile that another discards: also tell what becomes of a hand of 13 tiles that wins with it, lets it pass, or claims it for
    /// a chow, a pong or a kan, each with the best discard after it
    #[arg(long, value_name = "TILE")]
    offered: Option<String>,

    /// Who discards it: only the player on the left gives chows
    #[arg(long, value_name = "WHO", default_value_t, requires = "offered", value_parser = named::<Discarder>(Discarder::ALL.map(Discarder::name)))]
    from: Discarder,

    /// Also tell what the hand could become: how far it is from tanyao, a half flush of each suit, all pongs and a pong of each honor
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["only", "with", "only_pongs"])]
    towards: Option<Towards>,

    /// Show no more than this many discards
    #[arg(long, value_name = "N", value_parser = |text: &str| parse_count(text, "discard"))]
    limit: Option<u64>,

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
    let mut output = Vec::new();
    analysis.add(&text, &mut output).map_err(|problem| Failure::BadInput(format!("HAND: {problem}")))?;
    print(&output)
}

/// Blocks of hands on their way, whatever the threads: the answers of one take up to a megabyte.
const MOST_BLOCKS: usize = 64;

fn analyse_standard_input(args: &Args, analysis: Analysis) -> Result<(), Failure> {
    let hint = "paili: reading hands from standard input, one a line (paili hand --help tells more)";
    let (input, name) = open(Path::new("-"), hint)?;
    let on_error = args.on_error;
    let between = if args.format == Format::Text { "\n" } else { "" };
    let answer_all = move |lines: Lines| analysis.of_lines(&lines, between, on_error);
    let blocks = LineBlocks::new(input, &name, LONGEST_HAND);
    let (mut read, mut skipped, mut begun) = (0_u64, 0_u64, false);
    in_order(pool(None)?, MOST_BLOCKS, blocks, answer_all, |answers| {
        read += answers.read;
        skipped += answers.skipped;
        if !answers.output.is_empty() {
            print(&answers.output[if begun { 0 } else { between.len() }..])?;
            begun = true;
        }
        answers.failure.map_or(Ok(()), Err)
    })?;
    if read == 0 {
        return Err(Failure::BadInput("standard input: no hands: expected one a line".to_owned()));
    }
    if skipped > 0 {
        say(&format!("paili: skipped {skipped} of {read} lines that are no hands"));
    }
    Ok(())
}

/// What some lines have come to.
struct Answers {
    /// All answers, something to part it from the last before each.
    output: Vec<u8>,
    read: u64,
    skipped: u64,
    /// What is wrong with the line at which this ends.
    failure: Option<Failure>,
}

/// The options of a run, checked.
struct Analysis {
    question: Question,
    output_notation: Option<Notation>,
    most_discards: usize,
    /// Which odds are asked for, if they are.
    terms: Option<OddsTerms>,
    next: NextDraw,
    format: Format,
    palette: Palette,
}

impl Analysis {
    fn new(args: &Args) -> Result<Self, Failure> {
        let question = args.hand.question()?;
        let question = question.with_available(args.available.unwrap_or_default()).in_notation(args.notation);
        let most_discards = args.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let (output_notation, format) = (args.output_notation, args.format);
        let terms = args.odds.then(|| args.terms.terms_of(question.rules())).transpose()?;
        if let Some(tile) = &args.offered {
            question.read_offered(tile).map_err(|error| Failure::BadInput(of_offered(&error).to_string()))?;
        }
        let offered = args.offered.clone().map(|tile| (tile, args.from));
        let prospects = args.towards.map(|_| Towards::check(question.rules())).transpose()?.is_some();
        let next = NextDraw { good: args.good, improvements: args.improvements, offered, prospects };
        Ok(Analysis { question, output_notation, most_discards, terms, next, format, palette: palette() })
    }

    /// Answers lines up to the first that is no hand, unless such lines are left out.
    fn of_lines(&self, lines: &Lines, between: &str, on_error: OnError) -> Answers {
        let mut answers = Answers { output: Vec::new(), read: 0, skipped: 0, failure: None };
        for (number, line) in lines.iter() {
            answers.read += 1;
            let end = answers.output.len();
            answers.output.extend_from_slice(between.as_bytes());
            let Err(problem) = self.add_line(&line, &mut answers.output) else { continue };
            answers.output.truncate(end);
            if on_error == OnError::Stop {
                answers.failure = Some(Failure::BadInput(format!("standard input: line {number}: {problem}")));
                break;
            }
            answers.skipped += 1;
        }
        answers
    }

    fn add_line(&self, line: &str, output: &mut Vec<u8>) -> Result<(), Problem> {
        if line.len() > LONGEST_HAND {
            return Err(too_long("a line", line, LONGEST_HAND, "a hand"));
        }
        self.add(line, output)
    }

    /// Writes the answer about a hand.
    fn add(&self, text: &str, output: &mut Vec<u8>) -> Result<(), Problem> {
        let mut answer = HandAnswer::read(&self.question, text).map_err(|error| Problem::from(&error))?;
        if let Some(output) = self.output_notation {
            output.write(answer.hand.counts().tiles()).map_err(|error| Problem::new(&error, text, None))?;
            answer.notation = output;
        }
        answer.add_next(&self.next).map_err(|error| of_offered(&error))?;
        answer.discards.truncate(self.most_discards);
        if let Some(terms) = self.terms {
            answer.add_wins(terms).map_err(|error| match error {
                OddsError::Draws { .. } | OddsError::NoProbability { .. } => {
                    Problem::new(&format!("--draws: {error}"), text, None)
                }
                error => Problem::new(&format!("--odds: {error}"), text, None),
            })?;
        }
        match self.format {
            Format::Text => {
                output.extend_from_slice(text::render(&answer, self.palette, self.next.offered.as_ref()).as_bytes());
            }
            Format::Json => {
                answer.write_json(output);
                output.push(b'\n');
            }
        }
        Ok(())
    }
}

/// What is wrong with the tile that is offered.
fn of_offered(error: &QuestionError) -> Problem {
    Problem::new(&format!("--offered: {}", error.reason("--")), error.text(), error.at())
}

/// Colours on a terminal, unless the environment (`NO_COLOR` and its like) says otherwise.
fn palette() -> Palette {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Palette::default(),
        _ => Palette::coloured(),
    }
}
