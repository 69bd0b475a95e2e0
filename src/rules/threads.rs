//! Work that tables are compiled by, side by side on several threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, panic, thread};

/// What comes of each item, in their order, on as many threads as there are processors. Not on rayon's: these take up what else
/// waits, which may ask for the very tables that are being compiled.
pub(super) fn side_by_side<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers =
            iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < items.len()));
        numbers.map(|number| (number, of(&items[number]))).collect::<Vec<_>>()
    };
    let processors =
        if cfg!(feature = "parallel") { thread::available_parallelism().map_or(1, NonZero::get) } else { 1 };
    let mut done = thread::scope(|scope| {
        // Where there are no more threads to be had, there are fewer.
        let others =
            (1..processors.min(items.len())).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let others: Vec<_> = others.collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        done
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        for items in [0, 1, 2, 1000] {
            let items: Vec<usize> = (0..items).collect();
            let squares: Vec<usize> = items.iter().map(|item| item * item).collect();
            assert_eq!(side_by_side(&items, |item| item * item), squares);
        }
    }

    #[test]
    #[should_panic(expected = "item 500")]
    fn a_panic_of_any_thread_is_one_of_all() {
        let items: Vec<usize> = (0..1000).collect();
        side_by_side(&items, |&item| assert!(item != 500, "item {item}"));
    }
}
