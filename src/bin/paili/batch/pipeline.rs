//! Reading, answering and writing at once: one thread reads blocks, a pool answers them and makes their rows ready, and
//! this thread puts everything in order and writes.

use std::collections::BTreeMap;
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
use crate::rows::{RowBlock, RowFile};
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
    Answered(Ticket, Result<Answered, Failure>),
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
        let window = BLOCKS_A_THREAD * self.pool.current_num_threads() + 1;
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
        let mut answered = InOrder::default();
        let mut ready = InOrder::default();
        loop {
            if interrupted() && end.is_none() {
                end = Some(Ok(End::Interrupted));
                permits = None;
            }
            if begun == done && end.is_some() {
                break;
            }
            match events.recv_timeout(PATIENCE) {
                Ok(Event::Read(block)) if end.is_none() => {
                    self.answer(block, begun, sender.clone());
                    begun += 1;
                }
                // Nobody asks for it any more.
                Ok(Event::Read(_)) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::End(result)) => end = end.or(Some(result.map(|()| End::Reached))),
                Ok(Event::Answered(ticket, result)) => answered.insert(ticket.number, (ticket, result)),
                Ok(Event::Ready(ticket, rows)) => ready.insert(ticket.number, (ticket, rows)),
                // This thread holds a sender itself.
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some((ticket, result)) = answered.next() {
                let answered = self.account(ticket, result?)?;
                match (&self.out, answered) {
                    (Some(out), (first, answered)) => {
                        let (table, sender) = (out.table(), sender.clone());
                        // If nobody listens any more, the run has failed.
                        self.pool.spawn(move || {
                            drop(sender.send(Event::Ready(ticket, answered.rows.into_block(table, first))))
                        });
                    }
                    (None, _) => {
                        done += 1;
                        self.let_go(ticket, permits.as_ref());
                    }
                }
            }
            while let Some((ticket, rows)) = ready.next() {
                if let Some(out) = &mut self.out {
                    out.append(rows)?;
                }
                done += 1;
                self.let_go(ticket, permits.as_ref());
            }
        }
        end.unwrap_or(Ok(End::Reached))
    }

    /// Has a block answered by the pool.
    fn answer(&self, block: Block, number: u64, sender: Sender<Event>) {
        let ticket = Ticket { number, input: block.input, bytes: block.bytes };
        let question = self.question.clone();
        self.pool.spawn(move || {
            let answered = block.answer(&question);
            // If nobody listens any more, the run has failed.
            let _ = sender.send(Event::Answered(ticket, answered));
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

    /// A block has left: there is room for another one.
    fn let_go(&self, ticket: Ticket, permits: Option<&SyncSender<()>>) {
        self.progress.advance(ticket.bytes, self.tally.rows());
        if let Some(permits) = permits {
            // If there is nothing more to read, nobody needs it.
            let _ = permits.try_send(());
        }
    }
}

/// Reads as long as it is permitted.
fn read_all(mut blocks: Blocks, permitted: &Receiver<()>, events: &Sender<Event>) {
    while permitted.recv().is_ok() {
        let event = match blocks.next_block() {
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
