//! Reading, answering and writing at once: one thread reads blocks, a pool answers them and makes their rows ready, and
//! this thread puts everything in order and writes.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use rayon::ThreadPool;

use super::answering::{Answered, BadRow, Place};
use super::input::Sources;
use super::progress::Progress;
use super::question::{Answers, Question};
use super::source::{Block, BlockSize, Blocks};
use super::tally::Tally;
use crate::failure::Failure;
use crate::rows::{RowBlock, RowFile, Table};
use crate::running::interrupted;

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There is no more to read.
    Reached,
    /// Somebody asked for it.
    Interrupted,
}

/// A run.
pub struct Pipeline<'a> {
    question: Arc<Question>,
    pool: &'a ThreadPool,
    out: Option<RowFile>,
    progress: Progress,
    names: Vec<String>,
    tally: Tally,
    /// Which input the next block in order is of if it is not a new one, and how many lines of it are behind.
    input: usize,
    lines: u64,
}

/// What happens elsewhere.
enum Event {
    Read(Block),
    /// There is no more to read, or it can't be.
    End(Result<(), Failure>),
    Answered(Ticket, Result<Box<Answered>, Failure>),
    /// Its rows can be written.
    Ready(Ticket, RowBlock),
}

/// A block on its way: what is known of it besides its rows.
#[derive(Debug, Clone, Copy)]
struct Ticket {
    number: u64,
    input: usize,
    bytes: u64,
}

/// Blocks on their way for each thread: one that is worked on and others, so that there is always one.
const BLOCKS_A_THREAD: usize = 3;

/// Blocks on their way whatever the threads, so that memory stays small: those with answers that are kept take some 6 MB
/// each, and whoever writes them can't follow more threads; of the others, text takes a quarter of a megabyte.
const MOST_KEPT: usize = 20;
const MOST_COUNTED: usize = 256;

/// How long it may take to hear of an interrupt while nothing else happens.
const PATIENCE: Duration = Duration::from_millis(50);

impl<'a> Pipeline<'a> {
    pub fn new(question: Arc<Question>, pool: &'a ThreadPool, out: Option<RowFile>, progress: Progress) -> Self {
        let (names, tally) = (Vec::new(), Tally::default());
        Pipeline { question, pool, out, progress, names, tally, input: 0, lines: 0 }
    }

    /// What was counted, and the file to be finished.
    pub fn into_parts(self) -> (Tally, Option<RowFile>) {
        (self.tally, self.out)
    }

    /// Runs to the end of the sources, to a failure, or until somebody interrupts; what is on its way then still arrives.
    pub fn run(&mut self, sources: &Sources) -> Result<End, Failure> {
        if let Sources::Inputs(inputs) = sources {
            self.names = inputs.iter().map(|input| input.name.clone()).collect();
        }
        let size = if self.question.answers == Answers::Kept { BlockSize::Small } else { BlockSize::Large };
        let most = if size == BlockSize::Small { MOST_KEPT } else { MOST_COUNTED };
        let window = most.min(BLOCKS_A_THREAD * self.pool.current_num_threads() + 1);
        let (sender, events) = channel();
        let (permits, permitted) = sync_channel(window);
        for _ in 0..window {
            // There is room for all of them.
            let _ = permits.try_send(());
        }
        let blocks = Blocks::new(sources, size);
        let read = sender.clone();
        // It may wait for standard input for ever, so nobody waits for it.
        thread::spawn(move || read_all(blocks, &permitted, &read));
        let end = self.follow(&sender, &events, permits);
        self.progress.finish();
        end
    }

    fn follow(
        &mut self,
        sender: &Sender<Event>,
        events: &Receiver<Event>,
        permits: SyncSender<()>,
    ) -> Result<End, Failure> {
        let mut permits = Some(permits);
        let mut end = None;
        let (mut begun, mut done) = (0, 0);
        let (mut answered, mut ready) = (InOrder::default(), InOrder::default());
        loop {
            if interrupted() && end.is_none() {
                end = Some(Ok(End::Interrupted));
                permits = None;
            }
            if begun == done && end.is_some() {
                return end.unwrap_or(Ok(End::Reached));
            }
            match events.recv_timeout(PATIENCE) {
                Ok(Event::Read(block)) if end.is_none() => {
                    self.answer(block, begun, sender.clone());
                    begun += 1;
                }
                // It was asked for before the interrupt. Of senders, this thread holds one itself.
                Ok(Event::Read(_)) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                Ok(Event::End(result)) => end = end.or(Some(result.map(|()| End::Reached))),
                Ok(Event::Answered(ticket, result)) => answered.insert(ticket.number, (ticket, result)),
                Ok(Event::Ready(ticket, rows)) => ready.insert(ticket.number, (ticket, Some(rows))),
            }
            while let Some((ticket, result)) = answered.next() {
                let (first, answered) = self.account(ticket, *result?)?;
                match &self.out {
                    Some(out) => self.make_ready(ticket, answered, out.table(), first, sender.clone()),
                    None => ready.insert(ticket.number, (ticket, None)),
                }
            }
            while let Some((ticket, rows)) = ready.next() {
                if let (Some(out), Some(rows)) = (&mut self.out, rows) {
                    out.append(rows)?;
                }
                done += 1;
                self.progress.advance(ticket.bytes, self.tally.rows());
                // There is room for another block. If there is none, nobody needs to know.
                permits.as_ref().map(|permits| permits.try_send(()));
            }
        }
    }

    /// Has a block answered by the pool.
    fn answer(&self, block: Block, number: u64, sender: Sender<Event>) {
        let ticket = Ticket { number, input: block.input, bytes: block.bytes };
        let question = self.question.clone();
        self.pool.spawn(move || {
            let answered = caught(|| block.answer(&question)).map(Box::new);
            // If nobody listens any more, the run has failed.
            let _ = sender.send(Event::Answered(ticket, answered));
        });
    }

    /// Has the rows of a block made ready by the pool.
    fn make_ready(&self, ticket: Ticket, answered: Answered, table: Table, first: u64, sender: Sender<Event>) {
        self.pool.spawn(move || {
            let rows = answered.rows.into_block(table, first);
            // If nobody listens any more, the run has failed.
            let _ = sender.send(Event::Ready(ticket, rows));
        });
    }

    /// Counts a block, whose turn it is. Gives back the index of its first row.
    fn account(&mut self, ticket: Ticket, answered: Answered) -> Result<(u64, Answered), Failure> {
        if ticket.input != self.input {
            (self.input, self.lines) = (ticket.input, 0);
        }
        if let Some(bad) = answered.bad {
            return Err(self.bad_input(bad));
        }
        self.lines += answered.lines;
        let first = self.tally.rows();
        self.tally += &answered.tally;
        Ok((first, answered))
    }

    fn bad_input(&self, BadRow { place, reason }: BadRow) -> Failure {
        let place = match place {
            Place::LineOfBlock(line) => format!("line {}", self.lines + line),
            Place::Row(row) => format!("row {row}"),
        };
        let name = self.names.get(self.input).map_or("", String::as_str);
        Failure::BadInput(format!("{name}: {place}: {reason}"))
    }
}

/// Reads as long as it is permitted.
fn read_all(mut blocks: Blocks, permitted: &Receiver<()>, events: &Sender<Event>) {
    while permitted.recv().is_ok() {
        let event = match caught(|| blocks.next_block()) {
            Ok(Some(block)) => Event::Read(block),
            Ok(None) => Event::End(Ok(())),
            Err(failure) => Event::End(Err(failure)),
        };
        let more = matches!(event, Event::Read(_));
        if events.send(event).is_err() || !more {
            return;
        }
    }
}

/// What other threads run. A panic there, of a crate that reads damaged files for example, ends the run as any failure
/// does: the outputs that were begun are removed.
fn caught<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let broken = |_| Err(Failure::Broken("stopped by a fault in the program, which is told above".to_owned()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(broken)
}

/// Puts what comes in any order into that of its numbers.
struct InOrder<T> {
    next: u64,
    early: BTreeMap<u64, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        InOrder { next: 0, early: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    fn insert(&mut self, number: u64, thing: T) {
        self.early.insert(number, thing);
    }

    /// The next one if it is there.
    fn next(&mut self) -> Option<T> {
        let next = self.early.remove(&self.next)?;
        self.next += 1;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, InOrder, caught};

    #[test]
    fn things_come_out_in_order() {
        let mut things = InOrder::default();
        let mut out = Vec::new();
        for number in [2, 0, 1, 4, 3] {
            things.insert(number, number);
            while let Some(thing) = things.next() {
                out.push(thing);
            }
            assert_eq!(out, (0..out.len() as u64).collect::<Vec<_>>());
        }
        assert_eq!(out.len(), 5);
    }

    #[test]
    fn a_panic_is_a_failure() {
        let result = caught(|| -> Result<(), Failure> { panic!("a test of panics, no fault") });
        assert!(matches!(result, Err(Failure::Broken(_))), "{result:?}");
    }
}
