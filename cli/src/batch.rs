//! `paili batch`: many hands and how far they are.

mod analysis;
mod args;
mod blocks;
mod column;
mod input;
mod json;
mod melds;
mod options;
mod plot;
mod report;
mod tally;
mod text;

pub use args::Args;

use crate::failure::Failure;
use crate::file::each_its_own;
use crate::job::{Job, Played, place, tell};
use crate::plot::Picture;
use crate::rows::RowFile;
use crate::stream::End;
use blocks::{Block, BlockSize, blocks};
use input::Sources;
use options::Options;
use report::Report;
use tally::Tally;

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut options = Options::new(args)?;
    let sources = Sources::new(args, &options)?;
    each_its_own(&[sources.paths(args), &args.rules.inputs()].concat(), &[&args.out, &args.plot])?;
    let mut out = args.out.as_deref().map(|path| RowFile::create(path, options.columns())).transpose()?;
    let picture = args.plot.as_deref().map(Picture::create).transpose()?;
    options.layout = out.as_ref().map(|out| out.layout);
    // A fixed number of blocks, whatever the threads, so that memory stays small: those whose rows are written take some 6 MB each,
    // and whoever writes them can't follow more threads; of the others, text takes a quarter of a megabyte.
    let (size, most) = if out.is_some() { (BlockSize::Small, 20) } else { (BlockSize::Large, 256) };

    let run = Job::new(args.threads, "hands", sources.progress(), Tally::default())?;
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
    let rendered = args.format.render(&report, || text::render(&report));
    let told = tell(end, &rendered, (ended == End::Interrupted).then(|| report.interrupted()));
    report.say_what_was_bad();
    told
}
