//! How blocks, threads and answers meet. Compiled twice: for the program, and for the check of all its schedules.

use super::sync::{Arc, RecvTimeoutError, channel, sync_channel, thread};
use std::time::Duration;

use crate::failure::Failure;
use crate::job_options::cannot_start;

/// Why a stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There is no more to read.
    Reached,
    /// Somebody asked for it.
    Interrupted,
}

/// How long it may take to hear of an interrupt while nothing else happens.
const PATIENCE: Duration = Duration::from_millis(50);

/// Work on a block, which puts its answer where it is waited for.
pub type Task = Box<dyn FnOnce() + Send>;

/// Reads blocks on a thread of its own, has them worked on by `start`, and hands over the answers on this thread, in the
/// order of the blocks. At most `most` and two are on their way.
///
/// The reading thread starts work on each block together with one end of a new channel, and puts the other end into a queue.
/// This thread takes the ends from the queue and waits at each for its answer: so the queue keeps the order, and its length
/// bounds the blocks on their way. A thread that fails drops its end of a channel, which wakes the thread at the other. Only
/// reading may take for ever, so nobody waits for the reading thread before it has ended.
pub fn run<B: Send + 'static, A: Send + 'static>(
    start: impl Fn(Task) + Send + 'static,
    most: usize,
    interrupted: impl Fn() -> bool + Clone + Send + 'static,
    blocks: impl Iterator<Item = Result<B, Failure>> + Send + 'static,
    work: impl Fn(B) -> A + Send + Sync + 'static,
    mut hand_over: impl FnMut(A) -> Result<(), Failure>,
) -> Result<End, Failure> {
    let (queue, queued) = sync_channel(most);
    let asked_to_stop = interrupted.clone();
    let reading = thread::Builder::new().spawn(move || {
        let work = Arc::new(work);
        for block in blocks {
            let (block, work) = (block?, work.clone());
            if asked_to_stop() {
                return Ok(End::Interrupted);
            }
            let (done, answer) = channel();
            // If nobody waits for answers any more, the stream has failed.
            start(Box::new(move || {
                let answer = work(block);
                // What it holds, such as programs, has ended before anybody goes on without it.
                drop(work);
                let _ = done.send(answer);
            }));
            if queue.send(answer).is_err() {
                break;
            }
        }
        Ok(End::Reached)
    });
    let reading = reading.map_err(|error| cannot_start(1, &error))?;
    loop {
        match queued.recv_timeout(PATIENCE) {
            Ok(answer) => hand_over(answer.recv().map_err(|_| fault())?)?,
            Err(RecvTimeoutError::Timeout) if interrupted() => return Ok(End::Interrupted),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return reading.join().unwrap_or_else(|_| Err(fault())),
        }
    }
}

/// What a panic on another thread means, of a crate that reads damaged files for example.
fn fault() -> Failure {
    Failure::Broken("stopped by a fault in the program, which is told above".to_owned())
}
