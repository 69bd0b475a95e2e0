//! A run: games that are played in blocks on all threads, counted in their order, saved now and then, and told of in the end.

use std::path::Path;
use std::time::Instant;

use paili::answers::page::grouped;
use rayon::ThreadPool;

use crate::checkpoint::{Checkpoint, Counts};
use crate::failure::Failure;
use crate::file::{NewFile, finish_all};
use crate::interrupt::finish_when_interrupted;
use crate::job_options::{JobOptions, pool};
use crate::output::print;
use crate::progress::Progress;
use crate::stream::{End, in_order};

/// A run that counts something.
pub struct Job<C> {
    pub counts: C,
    pool: ThreadPool,
    progress: Progress,
    checkpoint: Option<Checkpoint>,
    begun: Instant,
}

impl<C: Counts> Job<C> {
    /// Begins a run of so many things, or goes on with what a checkpoint has. A checkpoint is of just the run that these words
    /// describe.
    pub fn begin(
        running: &JobOptions,
        (things, all): (&'static str, u64),
        none: C,
        saved: Option<(&Path, String)>,
    ) -> Result<Job<C>, Failure> {
        let (checkpoint, counts) = match saved {
            Some((path, run)) => {
                let (checkpoint, found) = Checkpoint::open(path, run, all, &none)?;
                (Some(checkpoint), found)
            }
            None => (None, none),
        };
        let progress = Progress::of(things, counts.done(), all);
        Ok(Job { checkpoint, ..Job::new(running.threads, "games", progress, counts)? })
    }

    /// Begins a run that is not saved. Whoever interrupts it is told what is finished.
    pub fn new(threads: Option<u16>, finished: &'static str, progress: Progress, counts: C) -> Result<Job<C>, Failure> {
        let pool = pool(threads)?;
        // Not earlier: opening a pipe waits for its other end, and has to be interruptible.
        finish_when_interrupted(finished)?;
        Ok(Job { counts, pool, progress, checkpoint: None, begun: Instant::now() })
    }

    /// Works on the blocks, of which `most` are on their way at most, and adds what comes of them in their order.
    pub fn play<B: Send + 'static, A: Send + 'static>(
        self,
        most: usize,
        blocks: impl Iterator<Item = Result<B, Failure>> + Send + 'static,
        work: impl Fn(B) -> Result<A, Failure> + Send + Sync + 'static,
        mut add: impl FnMut(&mut C, A) -> Result<(), Failure>,
    ) -> Played<C> {
        let Job { mut counts, pool, progress, mut checkpoint, begun } = self;
        let end = in_order(pool, most, blocks, work, |worked| {
            add(&mut counts, worked?)?;
            if let Some(checkpoint) = &mut checkpoint {
                checkpoint.save_now_and_then(&counts)?;
            }
            progress.advance(counts.done(), counts.bytes());
            Ok(())
        });
        progress.finish();
        // What was begun and did not end in time counts for nothing.
        let end = match end {
            Err(Failure::Interrupted) => Ok(End::Interrupted),
            end => end,
        };
        let save = |end| checkpoint.map_or(Ok(()), |mut checkpoint| checkpoint.save(&counts)).map(|()| end);
        Played { end: end.and_then(save), counts, begun }
    }
}

/// What became of a run. Whatever happened, what was done is told.
pub struct Played<C> {
    pub counts: C,
    pub end: Result<End, Failure>,
    pub begun: Instant,
}

/// Ends the files of a run and puts them in their places, if nothing went wrong.
pub fn place<F: IntoIterator<Item = NewFile>>(
    end: Result<End, Failure>,
    files: impl FnOnce() -> Result<F, Failure>,
) -> Result<End, Failure> {
    let end = end?;
    // Not before all are written: if one can't be, nothing of them is left.
    finish_all(files()?)?;
    Ok(end)
}

/// That not all was played, if so.
pub fn interrupted(done: u64, things: &str, all: u64) -> Option<String> {
    (done < all).then(|| format!("interrupted after {} of {} {things}", grouped(done), grouped(all)))
}

/// Prints a report, and tells why it is not of all that was asked for.
pub fn tell<T>(end: Result<T, Failure>, report: &str, interrupted: Option<String>) -> Result<(), Failure> {
    // Why the run ended early matters more than why nobody reads of it.
    let printed = print(report.as_bytes());
    end?;
    interrupted.map_or(printed, |why| Err(Failure::Broken(why)))
}
