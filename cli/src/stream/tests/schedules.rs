//! No schedule of the pipeline's threads loses an answer or makes somebody wait for ever: many schedules are tried, thousands
//! in a long run, and a thread that waits in vain is found.

#[path = "../pipeline.rs"]
mod pipeline;

/// What the pipeline is made of when its schedules are tried. Time does not pass here: whoever waits for a while waits for
/// ever, so that nothing can be hidden by trying again.
mod sync {
    pub use shuttle::sync::Arc;
    pub use shuttle::sync::mpsc::{RecvTimeoutError, channel, sync_channel};
    pub use shuttle::thread;
}

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shuttle::sync::atomic::{AtomicBool, Ordering as Order};

use self::pipeline::{End, Task, run};
use crate::failure::Failure;
use crate::length::short_or_long;

const BLOCKS: usize = 5;

fn each_on_a_thread(task: Task) {
    shuttle::thread::spawn(task);
}

/// Tries many schedules of a test, and counts them.
fn try_schedules(test: impl Fn() + Send + Sync + 'static) {
    let tried = Arc::new(AtomicUsize::new(0));
    let counted = tried.clone();
    let test = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        test();
    };
    let test = Arc::new(test);
    let other = test.clone();
    let schedules = short_or_long(400, 3000);
    shuttle::check_random(move || test(), schedules);
    shuttle::check_pct(move || other(), schedules, 3);
    assert_eq!(tried.load(Ordering::Relaxed), 2 * schedules);
}

#[test]
fn every_answer_arrives_in_order() {
    for most in 0..4 {
        try_schedules(move || {
            let mut answers = Vec::new();
            let hand_over = |answer| {
                answers.push(answer);
                Ok(())
            };
            let end = run(each_on_a_thread, most, || false, (0..BLOCKS).map(Ok), |block| 2 * block, hand_over);
            assert_eq!(end.unwrap(), End::Reached);
            assert_eq!(answers, [0, 2, 4, 6, 8]);
        });
    }
}

#[test]
fn failures_at_either_end_leave_nobody_waiting() {
    let failure = || Failure::BadInput("no".to_owned());
    for at in 0..BLOCKS {
        try_schedules(move || {
            let mut answers = 0;
            let hand_over = |block| {
                answers += 1;
                if block == at { Err(failure()) } else { Ok(()) }
            };
            let end = run(each_on_a_thread, 2, || false, (0..BLOCKS).map(Ok), |block| block, hand_over);
            assert!(matches!(end, Err(Failure::BadInput(_))));
            assert_eq!(answers, at + 1);

            let mut answers = 0;
            let blocks = (0..BLOCKS).map(move |block| if block == at { Err(failure()) } else { Ok(block) });
            let hand_over = |_| {
                answers += 1;
                Ok(())
            };
            let end = run(each_on_a_thread, 2, || false, blocks, |block| block, hand_over);
            assert!(matches!(end, Err(Failure::BadInput(_))));
            assert_eq!(answers, at);
        });
    }
}

#[test]
fn what_was_begun_before_an_interrupt_is_handed_over() {
    try_schedules(|| {
        let stop = shuttle::sync::Arc::new(AtomicBool::new(false));
        let asked = stop.clone();
        let stopping = shuttle::thread::spawn(move || stop.store(true, Order::SeqCst));
        let mut answers = Vec::new();
        let hand_over = |answer| {
            answers.push(answer);
            Ok(())
        };
        let interrupted = move || asked.load(Order::SeqCst);
        let end = run(each_on_a_thread, 2, interrupted, (0..BLOCKS).map(Ok), |block| block, hand_over).unwrap();
        stopping.join().unwrap();
        assert!(answers.iter().copied().eq(0..answers.len()), "{answers:?}");
        assert!(end == End::Interrupted || answers.len() == BLOCKS);
    });
}
