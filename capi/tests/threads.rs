//! Threads share rule sets, and each has errors of its own.

use std::sync::Barrier;
use std::thread;

use paili_capi::RegularCounts;

use crate::called::{Called, last_error};

const THREADS: usize = 8;

#[test]
fn threads_share_a_rule_set_and_no_errors() {
    let rules = Called::named("riichi").unwrap();
    let counts = rules.read_hand(c"123m456p789s1122z").unwrap();
    let all_begin = Barrier::new(THREADS);
    thread::scope(|scope| {
        for kind in 0..THREADS as u8 {
            let (rules, all_begin) = (&rules, &all_begin);
            scope.spawn(move || {
                // Tables are compiled by one of them, and the others wait.
                all_begin.wait();
                let taiwan = Called::named("taiwan").unwrap();
                for _ in 0..1000 {
                    let mut five: RegularCounts = [0; 34];
                    five[usize::from(kind)] = 5;
                    assert_eq!(rules.distance(&five).unwrap_err().kind, i32::from(kind));
                    assert_eq!(taiwan.distance(&counts), Ok(1));
                    assert_eq!(rules.distances(&[counts; 10]), (Ok(()), vec![1; 10]));
                    assert_eq!(last_error().kind, i32::from(kind));
                }
            });
        }
    });
}
