//! Reads, works and hands over at once, and keeps everything in order.

mod pipeline;
mod sync;

use rayon::ThreadPool;

use crate::failure::Failure;
use crate::interrupt::interrupted;
pub use pipeline::End;

/// Blocks on their way for each thread: one that is worked on and others, so that there is always one.
const BLOCKS_A_THREAD: usize = 3;

/// Reads blocks on a thread of its own, works on them on the pool's threads, and hands over the answers on this thread, in
/// the order of the blocks. Ends where the blocks end, at the first failure, or when somebody interrupts; what was begun
/// then is still handed over. A few blocks for each thread are on their way at a time, and hardly more than `most`.
pub fn in_order<B: Send + 'static, A: Send + 'static>(
    pool: ThreadPool,
    most: usize,
    blocks: impl Iterator<Item = Result<B, Failure>> + Send + 'static,
    work: impl Fn(B) -> A + Send + Sync + 'static,
    hand_over: impl FnMut(A) -> Result<(), Failure>,
) -> Result<End, Failure> {
    let most = most.min(BLOCKS_A_THREAD * pool.current_num_threads());
    pipeline::run(move |task| pool.spawn(task), most, interrupted, blocks, work, hand_over)
}

#[cfg(test)]
mod tests {
    #[allow(clippy::duplicate_mod, reason = "it has the pipeline once more, of other parts")]
    mod schedules;

    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::sync_channel;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::job_options::pool;

    fn run(
        blocks: impl Iterator<Item = Result<u64, Failure>> + Send + 'static,
        work: impl Fn(u64) -> u64 + Send + Sync + 'static,
    ) -> (Vec<u64>, Result<End, Failure>) {
        let mut answers = Vec::new();
        let end = in_order(pool(Some(3)).unwrap(), 4, blocks, work, |answer| {
            answers.push(answer);
            Ok(())
        });
        (answers, end)
    }

    #[test]
    fn answers_come_in_the_order_of_the_blocks() {
        let (answers, end) = run((0..500).map(Ok), |block| {
            thread::sleep(Duration::from_micros(block * 7919 % 97));
            2 * block
        });
        assert!(answers.into_iter().eq((0..500).map(|block| 2 * block)));
        assert_eq!(end.unwrap(), End::Reached);
    }

    /// Whoever waits for an answer before the next block comes does not wait in vain.
    #[test]
    fn every_answer_is_handed_over_before_the_next_block_comes() {
        let (next, blocks) = sync_channel(1);
        next.send(0).unwrap();
        let mut next = Some(next);
        let mut answers = Vec::new();
        let end = in_order(
            pool(Some(2)).unwrap(),
            4,
            blocks.into_iter().map(Ok),
            |block: u64| block,
            |answer| {
                answers.push(answer);
                match &next {
                    Some(more) if answer < 20 => more.send(answer + 1).unwrap(),
                    _ => next = None,
                }
                Ok(())
            },
        );
        assert_eq!(end.unwrap(), End::Reached);
        assert!(answers.into_iter().eq(0..=20));
    }

    #[test]
    fn few_blocks_are_on_their_way_however_slow_the_end_is() {
        static READ: AtomicUsize = AtomicUsize::new(0);
        let blocks = (0..200).inspect(|_| _ = READ.fetch_add(1, Ordering::SeqCst)).map(Ok);
        let mut done = 0;
        let end = in_order(
            pool(Some(2)).unwrap(),
            4,
            blocks,
            |block: u64| block,
            |_| {
                thread::sleep(Duration::from_micros(200));
                done += 1;
                let ahead = READ.load(Ordering::SeqCst) - done;
                assert!(ahead <= 4 + 2, "{ahead} blocks ahead");
                Ok(())
            },
        );
        assert_eq!((end.unwrap(), done), (End::Reached, 200));
    }

    #[test]
    fn a_panic_is_a_failure_after_what_came_before() {
        let (answers, end) =
            run((0..100).map(Ok), |block| if block == 30 { panic!("a test of panics, no fault") } else { block });
        assert!(matches!(end, Err(Failure::Broken(_))), "{end:?}");
        assert!(answers.into_iter().eq(0..30));
        let blocks = (0..100).map(|block| if block == 30 { panic!("a test of panics, no fault") } else { Ok(block) });
        let (answers, end) = run(blocks, |block| block);
        assert!(matches!(end, Err(Failure::Broken(_))), "{end:?}");
        assert!(answers.into_iter().eq(0..30));
    }

    #[test]
    fn failures_end_the_stream_in_order() {
        let failure = || Failure::BadInput("no".to_owned());
        let blocks = (0..100).map(move |block| if block == 30 { Err(failure()) } else { Ok(block) });
        let (answers, end) = run(blocks, |block| block);
        assert!(matches!(end, Err(Failure::BadInput(_))), "{end:?}");
        assert!(answers.into_iter().eq(0..30), "what was read before the failure is handed over");
        let end = in_order(pool(None).unwrap(), 4, (0..).map(Ok), |block: u64| block, |_| Err(failure()));
        assert!(matches!(end, Err(Failure::BadInput(_))), "{end:?}");
    }
}
