//! A run: games that are played in blocks on all threads, counted in their order, saved now and then, and told of in the end.

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use paili::answers::page::grouped;
use rayon::ThreadPool;

use crate::checkpoint::{Checkpoint, Counts};
use crate::failure::Failure;
use crate::file::{NewFile, finish_all};
use crate::interrupt::finish_when_interrupted;
use crate::output::print;
use crate::progress::Progress;
use crate::running::{Running, pool};
use crate::stream::in_order;

/// A run that counts something.
pub struct Run<C> {
    pub counts: C,
    pool: ThreadPool,
    /// What is counted, such as games.
    things: &'static str,
    /// How many there were before, of a run that was saved, and will be in the end.
    first: u64,
    all: u64,
    checkpoint: Option<Checkpoint>,
    begun: Instant,
}

impl<C: Counts> Run<C> {
    /// Begins a run, or goes on with what a checkpoint has. A checkpoint is of just the run that these words describe.
    pub fn begin(
        running: &Running,
        (things, all): (&'static str, u64),
        none: C,
        saved: Option<(&Path, String)>,
    ) -> Result<Run<C>, Failure> {
        let pool = pool(running.threads)?;
        let (checkpoint, counts) = match saved {
            Some((path, run)) => {
                let (checkpoint, found) = Checkpoint::open(path, run, all, &none)?;
                (Some(checkpoint), found)
            }
            None => (None, none),
        };
        // Not earlier: opening a pipe waits for its other end, and has to be interruptible.
        finish_when_interrupted("games")?;
        Ok(Run { first: counts.done(), counts, pool, things, all, checkpoint, begun: Instant::now() })
    }

    /// What is left to do.
    pub fn left(&self) -> Range<u64> {
        self.first..self.all
    }

    /// Works on the blocks, of which `most` are on their way at most, and adds what comes of them in their order.
    pub fn play<B: Send + 'static, A: Send + 'static>(
        self,
        most: usize,
        blocks: impl Iterator<Item = B> + Send + 'static,
        work: impl Fn(B) -> Result<A, Failure> + Send + Sync + 'static,
        mut add: impl FnMut(&mut C, A) -> Result<(), Failure>,
    ) -> Played<C> {
        let Run { mut counts, pool, things, first, all, mut checkpoint, begun } = self;
        let progress = Progress::of(things, first, all);
        let end = in_order(pool, most, blocks.map(Ok), work, |played| {
            add(&mut counts, played?)?;
            if let Some(checkpoint) = &mut checkpoint {
                checkpoint.save_now_and_then(&counts)?;
            }
            progress.advance(counts.done(), 0);
            Ok(())
        });
        progress.finish();
        // What was begun and did not end in time counts for nothing.
        let end = match end {
            Err(Failure::Interrupted) => Ok(()),
            end => end.map(drop),
        };
        let end = end.and_then(|()| checkpoint.map_or(Ok(()), |mut checkpoint| checkpoint.save(&counts)));
        Played { counts, things, all, begun, end }
    }
}

/// What became of a run. Whatever happened, what was played is told.
pub struct Played<C> {
    pub counts: C,
    things: &'static str,
    all: u64,
    begun: Instant,
    pub end: Result<(), Failure>,
}

impl<C: Counts> Played<C> {
    /// How long the run takes.
    pub fn took(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Ends the files and puts them in their places, if nothing went wrong.
    pub fn place<F: IntoIterator<Item = NewFile>>(&mut self, files: impl FnOnce(&C) -> Result<F, Failure>) {
        if self.end.is_ok() {
            // Not before all are written: if one can't be, nothing of them is left.
            self.end = files(&self.counts).and_then(finish_all);
        }
    }

    /// That not all was played, if so.
    pub fn interrupted(&self) -> Option<String> {
        let (done, all) = (self.counts.done(), self.all);
        (done < all).then(|| format!("interrupted after {} of {} {}", grouped(done), grouped(all), self.things))
    }
}

/// Prints a report, and tells why it is not of all that was asked for.
pub fn tell(end: Result<(), Failure>, report: &str, interrupted: Option<String>) -> Result<(), Failure> {
    // Why the run ended early matters more than why nobody reads of it.
    let printed = print(report.as_bytes());
    end?;
    interrupted.map_or(printed, |why| Err(Failure::Broken(why)))
}
