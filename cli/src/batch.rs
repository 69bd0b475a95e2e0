//! `paili batch`: many hands and how far they are.

mod analysis;
mod blocks;
mod column;
mod input;
mod json;
mod options;
mod plot;
mod report;
mod tally;
mod text;

use std::path::PathBuf;

use clap::ArgGroup;
use paili::Notation;

use crate::arguments::{DeckName, FormsArgument, notation_parser};
use crate::failure::Failure;
use crate::file::each_its_own;
use crate::output::{Format, json_line};
use crate::plot::Picture;
use crate::rows::RowFile;
use crate::run::{Played, Run, place, tell};
use crate::running::parse_count;
use crate::stream::End;
use blocks::{Block, BlockSize, blocks};
use input::{InputFormat, Sources};
use options::{OnError, Options};
use report::Report;
use tally::Tally;

/// Analyse many hands: how far they are, all in all and each
///
/// Reads hands from files or standard input, or deals them at random from a seed, and reports how many are at each
/// distance (how many tiles they lack to win: shanten + 1), with the mean and the standard deviation; of random hands with
/// 95 % confidence intervals (Wilson) of the shares. --out also writes a row a hand, in the order of the hands: index (the
/// row's number over all inputs, from 0), hand (as it was read; in mpsz notation if it was read as counts or dealt, in the
/// judge's if the deck has specials), distance, with --useful acceptance and useful, and with --odds win.
///
/// Files are read by their extension: .csv (a column of hands as text), .ndjson or .jsonl (an object a line, with the hand
/// as text or as an array of its 34 counts), .parquet (a column of texts, or of the 34 counts as FixedSizeBinary(34) or a
/// list of bytes; in builds with the feature arrow), and anything else as text, a hand a line. Hands are written as `paili
/// hand` reads them; the 34 counts are in the order 1M-9M 1P-9P 1S-9S E S W N B F Z. Memory stays small however many hands
/// there are, and neither the threads nor the machine change a result.
///
/// Useful tiles are the kinds of which one more lowers the distance, the acceptance the number of copies of them that the
/// hand does not hold. For a hand with a discard due they are all that are useful after one or another of the discards
/// that keep its distance.
///
/// Random hand i depends on the seed, the number of tiles, the deck and i alone. Ctrl-C finishes the hands in flight and
/// reports on those, and the files tell of just these hands; a second Ctrl-C stops at once and leaves no file. Files are
/// written beside their final place and put there when the run ends. If one can't be written, the run ends and nothing of
/// them is left.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("hands").args(["random", "files"]))]
#[command(after_help = "\
Examples:
  paili batch --random 100_000_000 --tiles 14            a hundred million hands
  paili batch hands.txt more.csv --useful --out answers.csv
  paili batch games.parquet --column dealt --format json
  paili batch --random 1_000_000 --tiles 13 --out hands.parquet
  zcat hands.csv.gz | paili batch --input-format csv --on-error skip")]
pub struct Args {
    /// Files of hands; `-` or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,

    /// Deal this many random hands
    #[arg(long, value_name = "N", value_parser = |text: &str| parse_count(text, "hand"), requires = "tiles")]
    random: Option<u64>,

    /// Tiles of a random hand: 13 or 14, three less for every exposed meld
    #[arg(long, value_name = "K", requires = "random", conflicts_with = "files")]
    tiles: Option<usize>,

    /// What random hands are drawn from: the same seed gives the same hands, today and on any machine [default: 1]
    #[arg(long, value_name = "S", requires = "random", conflicts_with = "files")]
    seed: Option<u64>,

    /// Tiles that random hands are dealt from: 148 has the specials, too [default: 136]
    #[arg(long, value_name = "TILES", requires = "random", conflicts_with = "files", value_enum)]
    deck: Option<DeckName>,

    /// How all inputs are written, instead of what their extensions say
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "random")]
    input_format: Option<InputFormat>,

    /// The column that holds the hands [default: hand or counts, or the only one]
    #[arg(long, value_name = "NAME", conflicts_with = "random")]
    column: Option<String>,

    /// The most MiB in a page of Parquet: a small file can hold a page that expands to gigabytes
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 16,
        conflicts_with = "random",
        value_parser = clap::value_parser!(u32).range(1..=1024)
    )]
    page_limit: u32,

    /// The notation of the hands, instead of finding it out
    #[arg(long, value_name = "NOTATION", value_parser = notation_parser(), conflicts_with = "random")]
    notation: Option<Notation>,

    #[command(flatten)]
    forms: FormsArgument,

    /// Also find the useful tiles: the report tells the acceptance by distance. Takes several times as long
    #[arg(long)]
    useful: bool,

    /// Also write how likely each hand wins alone with its best discard, as `win` in --out (paili odds tells more). Takes
    /// milliseconds a hand; empty for hands with specials, and for the few whose odds would take a gigabyte
    #[arg(long, requires = "out")]
    odds: bool,

    /// How many draws are to come, for --odds
    #[arg(long, value_name = "N", default_value_t = 17, requires = "odds", value_parser = clap::value_parser!(u32).range(1..=122))]
    draws: u32,

    /// What to do about a row that is no hand
    #[arg(long, value_enum, default_value_t = OnError::Stop, conflicts_with = "random")]
    on_error: OnError,

    /// Threads to work on; the results are the same [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// For people or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Draw the distribution, as the extension says: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Write a row a hand, as the extension says: .csv, .ndjson, .jsonl or .parquet (in builds with the feature arrow)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut options = Options::new(args);
    let sources = Sources::new(args, options.forms)?;
    each_its_own(sources.paths(args), &[&args.out, &args.plot])?;
    let mut out = args.out.as_deref().map(|path| RowFile::create(path, options.columns())).transpose()?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    options.table = out.as_ref().map(RowFile::table);
    // A fixed number of blocks, whatever the threads, so that memory stays small: those whose rows are written take some 6 MB each,
    // and whoever writes them can't follow more threads; of the others, text takes a quarter of a megabyte.
    let (size, most) = if out.is_some() { (BlockSize::Small, 20) } else { (BlockSize::Large, 256) };

    let run = Run::new(args.threads, "hands", sources.progress(), Tally::default())?;
    let analyse = move |block: Block| block.analyse(&options);
    let Played { counts: tally, end, begun } =
        run.play(most, blocks(&sources, size), analyse, |tally, (more, rows)| {
            *tally += &more;
            out.as_mut().zip(rows).map_or(Ok(()), |(out, rows)| out.append(rows))
        });
    if let Err(Failure::BadInput(_)) = end {
        return end.map(drop);
    }
    let (ended, took) = (*end.as_ref().unwrap_or(&End::Interrupted), begun.elapsed());
    let report = Report { sources: &sources, options: &options, tally: &tally, end: ended, took };
    if tally.rows() == 0 && ended == End::Reached {
        return Err(sources.no_hands());
    }
    // Whatever else happened, what was analysed is told.
    let end = place(end, || {
        let out = out.map(RowFile::end).transpose()?;
        let picture = picture.map(|picture| picture.draw(&plot::drawing(&report))).transpose()?;
        Ok([out, picture].into_iter().flatten())
    });
    let rendered = match args.format {
        Format::Text => text::render(&report),
        Format::Json => json_line(&report),
    };
    let told = tell(end, &rendered, (ended == End::Interrupted).then(|| report.interrupted()));
    report.say_what_was_bad();
    told
}
