//! `paili batch`: many hands and how far they are.

mod analysis;
mod args;
mod blocks;
mod column;
mod input;
mod json;
mod options;
mod plot;
mod report;
mod tally;
mod text;

use std::time::Instant;

pub use args::Args;

use crate::failure::Failure;
use crate::file::{each_its_own, finish_all};
use crate::interrupt::finish_when_interrupted;
use crate::output::{Format, json_line};
use crate::plot::Picture;
use crate::rows::RowFile;
use crate::run::tell;
use crate::running::pool;
use crate::stream::{End, in_order};
use blocks::{Block, BlockSize, blocks};
use input::Sources;
use options::Options;
use report::Report;
use tally::Tally;

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut options = Options::new(args);
    let sources = Sources::new(args, options.forms)?;
    each_its_own(sources.paths(args), &[&args.out, &args.plot])?;
    let mut out = args.out.as_deref().map(|path| RowFile::create(path, options.columns())).transpose()?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    options.layout = out.as_ref().map(RowFile::layout);
    let pool = pool(args.threads)?;
    // A fixed number of blocks, whatever the threads, so that memory stays small: those whose rows are written take some 6 MB each,
    // and whoever writes them can't follow more threads; of the others, text takes a quarter of a megabyte.
    let (size, most) = if out.is_some() { (BlockSize::Small, 20) } else { (BlockSize::Large, 256) };

    // Not earlier: opening a pipe waits for its other end, and has to be interruptible.
    finish_when_interrupted("hands")?;
    let begun = Instant::now();
    let progress = sources.progress();
    let mut tally = Tally::default();
    let analyse = move |block: Block| block.analyse(&options).map(|analysed| (block.bytes, analysed));
    let end = in_order(pool, most, blocks(&sources, size), analyse, |analysed| {
        let (bytes, (more, rows)) = analysed?;
        tally += &more;
        if let (Some(out), Some(rows)) = (&mut out, rows) {
            out.append(rows)?;
        }
        progress.advance(tally.rows(), bytes);
        Ok(())
    });
    progress.finish();
    if let Err(Failure::BadInput(_)) = end {
        return end.map(drop);
    }
    let report = Report {
        sources: &sources,
        options: &options,
        tally: &tally,
        end: *end.as_ref().unwrap_or(&End::Interrupted),
        took: begun.elapsed(),
    };
    if tally.rows() == 0 && report.end == End::Reached {
        return Err(sources.no_hands());
    }
    // Whatever else happened, what was analysed is told.
    let end = end.and_then(|end| {
        let out = out.map(RowFile::end).transpose()?;
        let picture = picture.map(|picture| picture.draw(&plot::drawing(&report))).transpose()?;
        // Not before all are written: if one can't be, nothing of them is left.
        finish_all([out, picture].into_iter().flatten())?;
        Ok(end)
    });
    let rendered = match args.format {
        Format::Text => text::render(&report),
        Format::Json => json_line(&report),
    };
    let interrupted = end.as_ref().is_ok_and(|end| *end == End::Interrupted).then(|| report.interrupted());
    let told = tell(end.map(drop), &rendered, interrupted);
    report.say_what_was_bad();
    told
}
