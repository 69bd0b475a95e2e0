//! What can be asked of the subcommand.

use std::path::PathBuf;

use clap::{ArgGroup, ValueEnum};
use paili::{Notation, Specials};

use crate::arguments::{OddsArguments, named};
use crate::job_options::{parse_count, parse_seed};
use crate::output::Format;
use crate::rules::{RulesArguments, Towards};

/// Analyse many hands: how far they are, all in all and each
///
/// Reads hands from files or standard input, or deals them at random from a seed, and reports how many are at each
/// distance (how many tiles they lack to win: distance 3 is 2-shanten), with the mean and the standard deviation; of
/// random hands with 95 % confidence intervals (Wilson) of the shares. --out also writes a row a hand, in the order of
/// the hands: index (the row's number over all inputs, from 0), hand (as it was read; in mpsz notation if it was read
/// as counts or dealt, in the judge's if the deck has specials), distance, with --useful acceptance and useful, and
/// with --odds win.
///
/// Files are read by their extension: .csv (a column of hands as text), .ndjson or .jsonl (an object a line, with the hand
/// as text or as an array of its 34 counts), .parquet (a column of texts, or of the 34 counts as FixedSizeBinary(34) or a
/// list of bytes; in builds with the feature arrow), and anything else as text, a hand a line. Hands are written as `paili
/// hand` reads them; the 34 counts are in the order 1M-9M 1P-9P 1S-9S E S W N B F Z. Memory stays small however many hands
/// there are, and neither the threads nor the machine change a result.
///
/// Useful tiles are the kinds of which one more lowers the distance, the acceptance (ukeire) the number of copies of
/// them that the hand does not hold. For a hand with a discard due they are all that are useful after one or another of
/// the discards that keep its distance.
///
/// Random hand i depends on the seed, the number of tiles, the deck (with --rules that of the rule set) and i alone. Ctrl-C
/// finishes the hands in flight and reports on those, and the files tell of just these hands; a second Ctrl-C stops at once
/// and leaves no file. Files are written beside their final place and put there when the run ends. If one can't be written,
/// the run ends and nothing of them is left.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("hands").args(["random", "files"]))]
#[command(mut_group("OddsArguments", |terms| terms.requires("odds")))]
#[command(mut_arg("changes", |changes| changes.default_value("0")))]
#[command(after_help = "\
Examples:
  paili batch --random 100_000_000 --tiles 14            a hundred million hands
  paili batch hands.txt more.csv --useful --out answers.csv
  paili batch games.parquet --column dealt --format json
  paili batch --random 1_000_000 --tiles 13 --out hands.csv
  paili batch --random 1_000_000 --tiles 13 --rules guobiao
  zcat hands.csv.gz | paili batch --input-format csv --on-error skip")]
pub struct Args {
    /// Files of hands; `-` or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub files: Vec<PathBuf>,

    /// Deal this many random hands
    #[arg(long, value_name = "N", value_parser = |text: &str| parse_count(text, "hand"), requires = "tiles")]
    pub random: Option<u64>,

    /// Tiles of a random hand: 13 or 14, three less for every exposed meld; with --rules taiwan also 16 or 17
    #[arg(long, value_name = "K", requires = "random", conflicts_with = "files")]
    pub tiles: Option<usize>,

    /// What random hands are drawn from: the same seed gives the same hands, today and on any machine [default: 1]
    #[arg(long, value_name = "S", requires = "random", conflicts_with = "files", value_parser = parse_seed)]
    pub seed: Option<u64>,

    /// Tiles that random hands are dealt from: 148 has the specials, too [default: 136]
    #[arg(
        long,
        value_name = "TILES",
        requires = "random",
        conflicts_with = "files",
        value_parser = named::<Specials>(Specials::ALL.map(Specials::name))
    )]
    pub deck: Option<Specials>,

    /// How all inputs are written, instead of what their extensions say
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "random")]
    pub input_format: Option<InputFormat>,

    /// The column that holds the hands [default: hand or counts, or the only one]
    #[arg(long, value_name = "NAME", conflicts_with = "random")]
    pub column: Option<String>,

    /// The notation of the hands, instead of finding it out
    #[arg(long, value_name = "NOTATION", value_parser = named::<Notation>(Notation::ALL.map(Notation::name)), conflicts_with = "random")]
    pub notation: Option<Notation>,

    #[command(flatten)]
    pub rules: RulesArguments,

    /// Also find the useful tiles: the report tells the acceptance by distance. Takes several times as long
    #[arg(long)]
    pub useful: bool,

    /// Also write the tiles that each hand does not need (不要牌), as `unneeded` in --out: the kinds whose discard keeps its distance
    #[arg(long, requires = "out")]
    pub unneeded: bool,

    /// Also write what each hand could become, as columns in --out: how far it is from tanyao, a half flush of each suit, all pongs
    /// and a pong of each honor (`tanyao`, `half_flush_m`, `all_pongs`, `pong_1z` and so on). Takes some seconds at first
    #[arg(long, value_name = "WHAT", requires = "out", conflicts_with_all = ["only", "with", "only_pongs"])]
    pub towards: Option<Towards>,

    /// Also write how likely each hand wins alone with its best discard, as `win` in --out: within --draws, with --changes and by
    /// --law (paili odds tells more). Takes milliseconds a hand without changes. Empty for hands with specials, with fewer unseen
    /// tiles than draws, or for which the published law tells no probability, and for the few whose odds would take a gigabyte
    #[arg(long, requires = "out")]
    pub odds: bool,

    #[command(flatten)]
    pub terms: OddsArguments,

    /// What to do about a row that is no hand, or that no tiles can complete
    #[arg(long, value_enum, default_value_t = OnError::Stop)]
    pub on_error: OnError,

    /// Threads to work on; the results are the same [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Draw the distribution, as the extension says: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// Write a row a hand, as the extension says: .csv, .ndjson, .jsonl or .parquet (in builds with the feature arrow)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// How an input is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// A hand a line
    Text,
    /// Values between commas, below a line of the columns' names
    Csv,
    /// A JSON object a line
    Ndjson,
    /// Apache Parquet, which has to be a file
    Parquet,
}

/// What to do about a row that is no hand, or that no tiles can complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Stop with exit status 2
    Stop,
    /// Leave it out, and count how many were at the end
    Skip,
    /// The same, but --out has a row for it, with empty answers
    Mark,
}
