//! `paili odds`: how likely a hand wins, and with which discard.

mod offered;
mod playing;
mod plot;
mod solved;
mod text;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::ArgGroup;
use paili::Distance;
use paili::analysis::{Argument, Discarder, Question};
use paili::answers::{OddsAnswer, OddsAnswerError, OddsWay, OfferedAnswer};
use paili::odds::{OddsError, OddsTerms};
use paili::simulation::NamedPolicy;

use crate::arguments::{HandArguments, OddsArguments, named};
use crate::failure::{Failure, say};
use crate::file::{NewFile, each_its_own, finish_all, open};
use crate::interrupt::finish_when_interrupted;
use crate::job_options::{parse_count, parse_seed, pool};
use crate::lines::{LONGEST_HAND, LineBlocks, Lines, too_long};
use crate::output::{FormatOrRows, csv_lines, print};
use crate::plot::Picture;
use crate::problem::Problem;
use crate::stream::in_order;
use playing::Playing;
use solved::{Bounds, NoBound};

/// Tell how likely a hand wins, and with which discard
///
/// Reads a hand from the arguments, or one a line from standard input. The model: you draw alone, N tiles, each any of those
/// that you don't see with the same probability; after a draw you win if the hand is complete, and otherwise you discard for
/// good. Its limits: nobody claims or wins before you; hands keep to --changes (without any, only draws that lower the
/// distance are kept); and what you discarded is remembered on average only, which errs by some tenths of a percentage point.
/// --simulate shows by how much, and --table what becomes of the hand among three others.
///
/// A hand of 14 tiles (or three less for every exposed meld) is answered for every discard that keeps to that, likeliest to
/// win first; one of 13 draws first.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("runs").args(["simulate", "table"]).multiple(true))]
#[command(after_help = "\
Examples:
  paili odds 234578m1689p357s1z                       which discard wins most often in 17 draws
  paili odds 12577m222468p445s --changes 1 --draws 12
  paili odds 234578m1689p357s1z --simulate 1_000_000  and what really happens
  paili odds --rules sanma 19m1234699p345s1z          by another rule set (a table only by riichi)
  paili odds 68m123p345s11z59m2z --offered 7m         claim it, or let it pass?
  paili odds 234578m1689p357s1z --table 100_000       and at a table with three others
  paili odds --format csv < hands.txt > odds.csv      a hand a line")]
pub struct Args {
    #[command(flatten)]
    hand: HandArguments,

    #[command(flatten)]
    terms: OddsArguments,

    /// A file of bounds that `paili solve` made: tells what the hand can win at most, and after which discard. Where the file
    /// is not for the hand, that is said and the law answers. The draws are as many as the file has where so many tiles are
    /// unseen, unless --draws tells
    #[arg(long, value_name = "FILE", conflicts_with_all = ["simulate", "table", "plot"])]
    solved: Option<PathBuf>,

    /// A tile that another discards: tells how likely a hand of 13 tiles wins with it, if it lets it pass, or after it claims it for a
    /// chow, a pong or a kan; of one hand
    #[arg(long, value_name = "TILE", conflicts_with_all = ["solved", "table", "plot"])]
    offered: Option<String>,

    /// Who discards it: only the player on the left gives chows
    #[arg(long, value_name = "WHO", default_value_t, requires = "offered", value_parser = named::<Discarder>(Discarder::ALL.map(Discarder::name)))]
    from: Discarder,

    /// Play the hand RUNS times alone, by the law, and tell what happened
    #[arg(long, value_name = "RUNS", value_parser = |text: &str| parse_count(text, "run"))]
    simulate: Option<u64>,

    /// Play the hand RUNS times at a table, after each discard by --policy, against three others that hold random unseen
    /// tiles and play by the rule; its game is won by the standard form alone
    #[arg(long, value_name = "RUNS", value_parser = |text: &str| parse_count(text, "run"))]
    table: Option<u64>,

    /// How the hand is played at the table after the first discard: rule, acceptance, odds, race, concealed or random
    #[arg(long, value_name = "P", default_value = "rule", requires = "table")]
    policy: NamedPolicy,

    /// What the runs are drawn from: the same seed gives the same, today and on any machine
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = parse_seed, requires = "runs")]
    seed: u64,

    /// Threads to work on; the results are the same [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// For people, one JSON object a line for programs, or one CSV row a discard and number of draws made
    #[arg(long, value_enum, default_value_t = FormatOrRows::Text)]
    format: FormatOrRows,

    /// Draw how likely the best discards win, draw by draw, as the extension says: .svg or .png; of one hand
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let question = args.hand.question()?;
    let playing = Playing::new(args, question.rules())?;
    let bounds = args.solved.as_deref().map(Bounds::open).transpose()?;
    bounds.as_ref().map_or(Ok(()), |bounds| bounds.check(question.rules()))?;
    let asked = Asked { question, terms: args.terms.terms() };
    if let Some(bounds) = bounds {
        return answer_bounds(args, asked, bounds);
    }
    if let Some(tile) = &args.offered {
        return answer_offered(args, &asked, tile, &playing);
    }
    let Some(text) = args.hand.text() else {
        if args.plot.is_some() {
            return Err(Failure::BadInput("--plot: draws one hand, given as an argument".to_owned()));
        }
        let answer = move |text: &str, line| asked.answer(text).map_err(|fault| fault.at(line));
        return answer_standard_input(args, &HEADER, answer, |mut answer| {
            playing.play(&mut answer)?;
            Ok(args.format.render(&answer, text::render, rows))
        });
    };
    each_its_own(&args.hand.inputs(), &[&args.plot])?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    let mut answer = asked.answer(&text).map_err(|fault| fault.at(None))?;
    finish_when_interrupted("runs")?;
    let end = playing.play(&mut answer);
    if let Err(Failure::BadInput(_)) = end {
        return end;
    }
    let picture = picture.map(|picture| picture.draw(&plot::drawing(&answer))).transpose()?;
    let files: Vec<NewFile> = picture.into_iter().collect();
    let printed = print((args.head(&HEADER) + &args.format.render(&answer, text::render, rows)).as_bytes());
    end?;
    finish_all(files)?;
    printed
}

impl Args {
    /// What stands above the answers.
    fn head(&self, columns: &[&str]) -> String {
        if self.format == FormatOrRows::Csv { csv_lines([columns]) } else { String::new() }
    }
}

/// Tells what to do with a tile that another discards.
fn answer_offered(args: &Args, asked: &Asked, tile: &str, playing: &Playing) -> Result<(), Failure> {
    let bad = |reason: &str| Failure::BadInput(format!("--offered: {reason}"));
    if args.format == FormatOrRows::Csv {
        return Err(bad("as text or JSON"));
    }
    let text = args.hand.text().ok_or_else(|| bad("of one hand, given as an argument"))?;
    let answer = OfferedAnswer::read(&asked.question, &text, (tile, args.from), asked.terms);
    let mut answer = answer.map_err(|error| Fault::of(error, &text).at(None))?;
    finish_when_interrupted("runs")?;
    let mut odds = answer.calls.iter_mut().filter_map(|call| call.odds.as_mut());
    let end = odds.try_for_each(|odds| playing.play(odds));
    if let Err(Failure::BadInput(_)) = end {
        return end;
    }
    print(offered::render(args.format, &answer).as_bytes())?;
    end
}

/// Tells the bound of the hand, or those of standard input, and the odds of hands that the file is not for.
fn answer_bounds(args: &Args, asked: Asked, bounds: Bounds) -> Result<(), Failure> {
    let (format, draws) = (args.format, args.terms.draws);
    let answer = move |text: &str, line: Option<u64>| match bounds.answer(&asked.question, text, draws) {
        Ok(answer) => Ok((None, format.render(&answer, solved::page, solved::rows))),
        Err(NoBound::NoHand(error)) => Err(Fault::of(OddsAnswerError::Question(error), text).at(line)),
        Err(NoBound::Failed(failure)) => Err(failure),
        Err(NoBound::NotCovered(why)) => {
            let of_line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            if format == FormatOrRows::Csv {
                return Err(Failure::BadInput(format!("{of_line}{why}: the odds have other columns")));
            }
            let odds = asked.answer(text).map_err(|fault| {
                Failure::BadInput(format!("{}\n  {why}, so the odds were asked for", fault.told(line)))
            })?;
            Ok((Some(format!("{of_line}{why}; the odds follow instead")), format.render(&odds, text::render, rows)))
        }
    };
    let tell = |(note, answer): (Option<String>, String)| {
        if let Some(note) = note {
            say(&note);
        }
        Ok(answer)
    };
    match args.hand.text() {
        Some(text) => print((args.head(&solved::HEADER) + &tell(answer(&text, None)?)?).as_bytes()),
        None => answer_standard_input(args, &solved::HEADER, answer, tell),
    }
}

/// What is asked of every hand.
struct Asked {
    question: Question,
    terms: OddsTerms,
}

/// What is wrong: a hand, or what is asked of it.
enum Fault {
    Hand(Problem),
    Offered(Problem),
    Draws(OddsError),
}

impl Fault {
    fn of(error: OddsAnswerError, text: &str) -> Fault {
        match error {
            OddsAnswerError::Question(error) if error.argument() == Argument::Offered => {
                Fault::Offered(Problem::from(&error))
            }
            OddsAnswerError::Question(error) => Fault::Hand(Problem::from(&error)),
            OddsAnswerError::Odds(error @ (OddsError::Draws { .. } | OddsError::NoProbability { .. })) => {
                Fault::Draws(error)
            }
            OddsAnswerError::Odds(error) => Fault::Hand(Problem::new(&error, text, None)),
        }
    }

    /// The failure because of the argument, or of this line of standard input.
    fn at(self, line: Option<u64>) -> Failure {
        Failure::BadInput(self.told(line))
    }

    /// Its words.
    fn told(self, line: Option<u64>) -> String {
        let line = line.map(|number| format!("standard input: line {number}: "));
        match self {
            Fault::Hand(problem) => format!("{}{problem}", line.unwrap_or_else(|| "HAND: ".to_owned())),
            Fault::Offered(problem) => format!("{}--offered: {problem}", line.unwrap_or_default()),
            Fault::Draws(error) => format!("{}--draws: {error}", line.unwrap_or_default()),
        }
    }
}

impl Asked {
    fn answer(&self, text: &str) -> Result<OddsAnswer, Fault> {
        let answer = OddsAnswer::read(&self.question, text, self.terms);
        answer.map_err(|error| Fault::of(error, text))
    }
}

/// Blocks of hands on their way, whatever the threads.
const MOST_BLOCKS: usize = 64;

/// Answers hands, one a line; `tell` is called for each answer in order.
fn answer_standard_input<A: Send + 'static>(
    args: &Args,
    columns: &[&str],
    answer: impl Fn(&str, Option<u64>) -> Result<A, Failure> + Send + Sync + 'static,
    mut tell: impl FnMut(A) -> Result<String, Failure>,
) -> Result<(), Failure> {
    let hint = "paili: reading hands from standard input, one a line (paili odds --help tells more)";
    let (input, name) = open(Path::new("-"), hint)?;
    let answer = move |(number, line): (u64, Cow<'_, str>)| {
        if line.len() > LONGEST_HAND {
            return Err(Fault::Hand(too_long("a line", &line, LONGEST_HAND, "a hand")).at(Some(number)));
        }
        answer(&line, Some(number))
    };
    let answer_all = move |lines: Lines| lines.iter().map(&answer).collect::<Vec<_>>();
    let blocks = LineBlocks::new(input, &name, LONGEST_HAND);
    let mut read = 0_u64;
    print(args.head(columns).as_bytes())?;
    in_order(pool(args.threads)?, MOST_BLOCKS, blocks, answer_all, |answers| {
        for answer in answers {
            let gap = if args.format == FormatOrRows::Text && read > 0 { "\n" } else { "" };
            print((gap.to_owned() + &tell(answer?)?).as_bytes())?;
            read += 1;
        }
        Ok(())
    })?;
    if read == 0 { Err(Failure::BadInput("standard input: no hands: expected one a line".to_owned())) } else { Ok(()) }
}

/// What the CSV has. What was played, and what became of it, stands in the rows of no draws made.
const HEADER: [&str; 16] = [
    "hand",
    "discard",
    "distance",
    "acceptance",
    "made",
    "win",
    "ready",
    "runs",
    "wins",
    "readies",
    "games",
    "self_drawn",
    "ron",
    "dealt_in",
    "lost",
    "exhausted",
];

fn rows(answer: &OddsAnswer) -> String {
    let (mut rows, hand) = (Vec::new(), answer.tiles());
    // A hand that wins, or that nothing completes, has no way to play, but its chance.
    let itself = answer.ways.is_empty().then(|| OddsWay {
        discard: None,
        distance: answer.distance,
        acceptance: 0,
        win: answer.win.clone(),
        ready: answer.ready.clone(),
        simulated: None,
        table: None,
    });
    for way in answer.ways.iter().chain(&itself) {
        let discard = way.discard.map(|tile| answer.name(tile)).unwrap_or_default();
        let distance = if way.distance == Distance::NEVER { String::new() } else { way.distance.to_string() };
        for (made, (win, ready)) in way.win.iter().zip(&way.ready).enumerate() {
            let of_way = [distance.clone(), way.acceptance.to_string(), made.to_string()];
            let alone =
                way.simulated.filter(|_| made == 0).map(|alone| [alone.win.of, alone.win.hits, alone.ready.hits]);
            let table = way.table.filter(|_| made == 0);
            let table = table.map(|of| {
                [of.games, of.self_drawn, of.ron, of.dealt_in, of.lost, of.exhausted].map(|count| count.to_string())
            });
            let alone = alone.map(|counts| counts.map(|count| count.to_string())).unwrap_or_default();
            let row = [hand.clone(), discard.to_owned()]
                .into_iter()
                .chain(of_way)
                .chain([win.to_string(), ready.to_string()]);
            rows.push(row.chain(alone).chain(table.unwrap_or_default()).collect::<Vec<_>>());
        }
    }
    csv_lines(rows)
}
