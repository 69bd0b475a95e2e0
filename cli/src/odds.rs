//! `paili odds`: how likely a hand wins, and with which discard.

mod plot;
mod run;
mod text;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use paili::analysis::{Question, QuestionError};
use paili::answers::OddsAnswer;
use paili::odds::{Changes, Law, OddsError};
use paili::simulation::{NamedPolicy, Seed};
use paili::{Form, Forms};

use crate::arguments::{changes_parser, forms_parser, law_parser};
use crate::failure::Failure;
use crate::file::{NewFile, finish_all, open};
use crate::interrupt::finish_when_interrupted;
use crate::lines::{LONGEST_HAND, LineBlocks, Lines, too_long};
use crate::output::{json_line, print};
use crate::plot::Picture;
use crate::problem::Problem;
use crate::running::{parse_count, pool};
use crate::stream::in_order;
use run::Player;

/// Tell how likely a hand wins, and with which discard
///
/// Reads a hand from the arguments, or one a line from standard input. The model: you draw alone, N tiles, each any of those
/// that you don't see with the same probability; after a draw you win if the hand is complete, and otherwise you discard for
/// good. Its limits: nobody claims or wins before you; hands keep to --changes (without, only draws that lower the distance
/// are kept); and what you discarded is remembered on average only, which errs by some tenths of a percentage point.
/// --simulate shows by how much, and --table what becomes of the hand among three others.
///
/// A hand of 14 tiles (or three less for every exposed meld) is answered for every discard that keeps to that, likeliest to
/// win first; one of 13 draws first.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  paili odds 234578m1689p357s1z                       which discard wins most often in 17 draws
  paili odds 12577m222468p445s --changes 1 --draws 12
  paili odds 234578m1689p357s1z --simulate 1_000_000  and what really happens
  paili odds 234578m1689p357s1z --table 100_000       and at a table with three others
  paili odds --format csv < hands.txt > odds.csv      a hand a line")]
pub struct Args {
    /// The hand, in one argument or many; without it, or with `-`, one hand a line from standard input
    #[arg(value_name = "HAND")]
    hand: Vec<String>,

    /// Exposed melds, separated by commas, such as 123p,EEE; otherwise their number follows from the hand's size
    #[arg(long, value_name = "MELDS", value_delimiter = ',')]
    melds: Vec<String>,

    /// Tiles seen elsewhere, in any notation: they can't be drawn
    #[arg(long, value_name = "TILES")]
    visible: Option<String>,

    /// Win forms, separated by commas: pairs are seven pairs, orphans the thirteen orphans
    #[arg(long, value_name = "FORMS", value_delimiter = ',', default_value = "standard", value_parser = forms_parser())]
    forms: Vec<Form>,

    /// How many draws are to come
    #[arg(long, value_name = "N", default_value_t = 17)]
    draws: u32,

    /// How often the hand may be improved without getting nearer, or step back. Each makes it some fifty times as long
    #[arg(long, value_name = "N", default_value = "0", value_parser = changes_parser())]
    changes: Changes,

    /// How likely kinds are taken to be: remembering what was discarded, or as other programs publish
    #[arg(long, value_name = "LAW", default_value_t, value_parser = law_parser())]
    law: Law,

    /// Play the hand so many times alone, by the law, and tell what happened
    #[arg(long, value_name = "RUNS", value_parser = |text: &str| parse_count(text, "run"))]
    simulate: Option<u64>,

    /// Play the hand so many times at a table, after each discard by --policy, against three others that hold random unseen
    /// tiles and play by the rule
    #[arg(long, value_name = "RUNS", value_parser = |text: &str| parse_count(text, "run"))]
    table: Option<u64>,

    /// How the hand is played at the table after the first discard: rule, acceptance, odds, concealed or random
    #[arg(long, value_name = "P", default_value = "rule", requires = "table")]
    policy: NamedPolicy,

    /// What the runs are drawn from: the same seed gives the same, today and on any machine
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Threads to work on; the results are the same [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// For people, one JSON object a line for programs, or one CSV row a discard and number of draws made
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Draw how likely the best discards win, draw by draw, as the extension says: .svg or .png; of one hand
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Laid out to be read at a glance
    Text,
    /// One JSON object a line
    Json,
    /// A header line, then a line for each discard and number of draws made
    Csv,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let visible = args.visible.as_deref().unwrap_or_default();
    let question = Question::new(&args.melds, visible, Forms::of(&args.forms).unwrap_or_default(), None)
        .map_err(|error| Failure::BadInput(format!("--{}: {}", error.argument(), problem(&error))))?;
    let asked = Asked { question, draws: args.draws, changes: args.changes, law: args.law };
    let player = Player {
        seed: Seed(args.seed),
        alone: args.simulate.unwrap_or(0),
        table: args.table.unwrap_or(0),
        policy: args.policy,
        pool: pool(args.threads)?,
    };
    if args.hand.is_empty() || args.hand == ["-"] {
        return answer_standard_input(args, asked, &player);
    }
    let text = args.hand.join(" ");
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    let bad = |fault: Fault| Failure::BadInput(fault.of("HAND", &text));
    let mut answer = asked.answer(&text).map_err(bad)?;
    finish_when_interrupted("runs")?;
    let end = player.play(&asked.question, &mut answer);
    if let Err(Failure::BadInput(_)) = end {
        return end;
    }
    let picture = picture.map(|picture| picture.draw(&plot::drawing(&answer))).transpose()?;
    let files: Vec<NewFile> = picture.into_iter().collect();
    let header = if args.format == Format::Csv { csv(&[&HEADER]) } else { String::new() };
    let printed = print((header + &render(args.format, &answer)).as_bytes());
    end?;
    finish_all(files)?;
    printed
}

/// What is asked of every hand.
struct Asked {
    question: Question,
    draws: u32,
    changes: Changes,
    law: Law,
}

/// What is wrong with a hand or what is asked of it.
enum Fault {
    Hand(Problem),
    Odds(OddsError),
}

impl Fault {
    /// In words, after the argument or place that is at fault.
    fn of(self, hand: &str, text: &str) -> String {
        match self {
            Fault::Hand(problem) => format!("{hand}: {problem}"),
            Fault::Odds(error @ OddsError::Draws { .. }) => format!("--draws: {error}"),
            Fault::Odds(error) => format!("{hand}: {}", Problem::new(&error, text, None)),
        }
    }
}

impl Asked {
    fn answer(&self, text: &str) -> Result<OddsAnswer, Fault> {
        let (notation, hand, unseen) = self.question.read(text).map_err(|error| Fault::Hand(problem(&error)))?;
        let model = self.question.model();
        OddsAnswer::new(model, notation, (hand, unseen), self.draws, self.changes, self.law).map_err(Fault::Odds)
    }
}

fn problem(error: &QuestionError) -> Problem {
    Problem::new(&error.reason("--"), error.text(), error.at())
}

/// Blocks of hands on their way, whatever the threads.
const MOST_BLOCKS: usize = 64;

fn answer_standard_input(args: &Args, asked: Asked, player: &Player) -> Result<(), Failure> {
    if args.plot.is_some() {
        return Err(Failure::BadInput("--plot: draws one hand, given as an argument".to_owned()));
    }
    let hint = "paili: reading hands from standard input, one a line (paili odds --help tells more)";
    let (input, name) = open(Path::new("-"), hint)?;
    let question = asked.question.clone();
    let format = args.format;
    let answer = move |text: &str| -> Result<OddsAnswer, String> {
        if text.len() > LONGEST_HAND {
            return Err(too_long("a line", text, LONGEST_HAND, "a hand").to_string());
        }
        asked.answer(text).map_err(|fault| match fault {
            Fault::Hand(problem) => problem.to_string(),
            Fault::Odds(error) => Problem::new(&error, text, None).to_string(),
        })
    };
    let answer_all = move |lines: Lines| lines.iter().map(|(number, line)| (number, answer(&line))).collect::<Vec<_>>();
    let blocks = LineBlocks::new(input, &name, LONGEST_HAND);
    let mut read = 0_u64;
    if format == Format::Csv {
        print(csv(&[&HEADER]).as_bytes())?;
    }
    in_order(pool(args.threads)?, MOST_BLOCKS, blocks, answer_all, |answers| {
        for (number, answer) in answers {
            let failed = |message| Failure::BadInput(format!("standard input: line {number}: {message}"));
            let mut answer = answer.map_err(failed)?;
            player.play(&question, &mut answer)?;
            let gap = if format == Format::Text && read > 0 { "\n" } else { "" };
            print((gap.to_owned() + &render(format, &answer)).as_bytes())?;
            read += 1;
        }
        Ok(())
    })?;
    if read == 0 {
        return Err(Failure::BadInput("standard input: no hands: expected one a line".to_owned()));
    }
    Ok(())
}

fn render(format: Format, answer: &OddsAnswer) -> String {
    match format {
        Format::Text => text::render(answer),
        Format::Json => json_line(answer),
        Format::Csv => rows(answer),
    }
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
    let hand = answer.tiles();
    let mut rows = Vec::new();
    for way in &answer.ways {
        let discard = way.discard.map(|tile| answer.name(tile)).unwrap_or_default();
        for (made, (win, ready)) in way.win.iter().zip(&way.ready).enumerate() {
            let of_way = [way.distance.to_string(), way.acceptance.to_string(), made.to_string()];
            let alone =
                way.simulated.filter(|_| made == 0).map(|alone| [alone.win.of, alone.win.hits, alone.ready.hits]);
            let table = way.table.filter(|_| made == 0);
            let table = table.map(|of| {
                [of.games, of.self_drawn, of.ron, of.dealt_in, of.lost, of.exhausted].map(|count| count.to_string())
            });
            let alone = alone.map(|counts| counts.map(|count| count.to_string())).unwrap_or_default();
            let row =
                [hand.clone(), discard.clone()].into_iter().chain(of_way).chain([win.to_string(), ready.to_string()]);
            rows.push(row.chain(alone).chain(table.unwrap_or_default()).collect::<Vec<_>>());
        }
    }
    csv(&rows)
}

fn csv<R: AsRef<[C]>, C: AsRef<[u8]>>(rows: &[R]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing to memory can't fail.
        let _ = writer.write_record(row.as_ref());
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
