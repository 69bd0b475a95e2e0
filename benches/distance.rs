//! How long does a win distance take? Table look-ups against the three dynamic programmes that are published for it and
//! against the crates `xiangting` and `riichienv-core`, same hands.
//!
//! Like is compared with like. The crates take counts, so ours comes from counts first: the hand is made, which computes
//! the tables' codes, and then looked up. Then comes a hand at hand, whose codes are kept up to date as tiles come and
//! go, as in a game. The crates answer for the nearest of the standard form, pairs and orphans, so ours is shown for all
//! three forms as well; with fewer than 13 tiles there is only the standard form. The programmes answer for the standard
//! form. Whoever has the counts of many hands asks a batch (see the bench of that name).
//!
//! Before anything is timed, all of them have to agree on all hands, and on crowded ones that are not timed. They do:
//! neither crate is wrong on any of these.

mod rivals;
mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::{Distance, Hand, Model, PlainModel, TableModel};
use rivals::{borrowed, reachability};
use workload::{all_forms, time};

/// Hands in a set; the programmes, some hundred times slower, are timed on the first [`FEW`].
const HANDS: usize = 10_000;
const FEW: usize = 200;

/// The hand that counts are of.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a caller's own code, which looks at no more of the hand than it asks for")]
fn hand(counts: &[u8; 34]) -> Hand {
    Hand::try_from(*counts).expect("a hand")
}

fn agree(name: &str, hands: &[Hand], counts: &[[u8; 34]]) {
    for (hand, counts) in hands.iter().zip(counts) {
        let standard = TableModel.distance(hand).get();
        let nearest = all_forms().distance(hand).get();
        let melds = hand.melds().concealed();
        let shown = hand.counts();
        assert_eq!(standard, PlainModel.distance(hand).get(), "fewest tiles added, {name}: {shown}");
        assert_eq!(standard, reachability::distance(counts, melds), "reachability, {name}: {shown}");
        assert_eq!(standard, borrowed::distance(counts, melds), "borrowed tiles, {name}: {shown}");
        assert_eq!(nearest, rivals::xiangting_distance(counts), "xiangting, {name}: {shown}");
        assert_eq!(nearest, rivals::riichienv_distance(counts, melds as u8), "riichienv-core, {name}: {shown}");
        assert_eq!(*hand, self::hand(counts));
    }
}

fn sum<T>(hands: &[T], distance: impl Fn(&T) -> u8) -> u64 {
    hands.iter().map(|hand| u64::from(distance(black_box(hand)))).sum()
}

fn distance(criterion: &mut Criterion) {
    let crowded = workload::crowded_hands(1000);
    agree("crowded", &crowded, &workload::counts(&crowded));

    for (name, hands) in [
        ("13 random tiles", workload::random_hands(HANDS, 13)),
        ("14 random tiles", workload::random_hands(HANDS, 14)),
        ("14 tiles of one suit", workload::one_suit_hands(HANDS, 14)),
        ("13 tiles, ready", workload::ready_hands(HANDS)),
        ("8 random tiles", workload::random_hands(HANDS, 8)),
        ("4 random tiles", workload::random_hands(HANDS, 4)),
    ] {
        let counts = workload::counts(&hands);
        agree(name, &hands, &counts);
        if name.ends_with("ready") {
            assert!(hands.iter().all(|hand| TableModel.distance(hand) == Distance::READY));
        }
        let melds = hands[0].melds().concealed();

        let mut group = criterion.benchmark_group(format!("distance, {name}"));
        group.throughput(Throughput::Elements(hands.len() as u64));
        let tables = TableModel;
        time(&mut group, "paili, from counts", || sum(&counts, |counts| tables.distance(&hand(counts)).get()));
        time(&mut group, "paili, from counts, all forms", || {
            sum(&counts, |counts| all_forms().distance(&hand(counts)).get())
        });
        time(&mut group, "paili, a hand at hand", || sum(&hands, |hand| tables.distance(hand).get()));
        time(&mut group, "paili, a hand at hand, all forms", || sum(&hands, |hand| all_forms().distance(hand).get()));
        time(&mut group, "xiangting", || sum(&counts, rivals::xiangting_distance));
        time(&mut group, "riichienv-core", || sum(&counts, |counts| rivals::riichienv_distance(counts, melds as u8)));
        group.throughput(Throughput::Elements(FEW as u64));
        time(&mut group, "plain, fewest tiles added", || sum(&hands[..FEW], |hand| PlainModel.distance(hand).get()));
        time(&mut group, "plain, borrowed tiles", || sum(&counts[..FEW], |counts| borrowed::distance(counts, melds)));
        time(&mut group, "plain, reachability", || sum(&counts[..FEW], |counts| reachability::distance(counts, melds)));
        group.finish();
    }
}

criterion_group! { name = benches; config = workload::steady(); targets = distance }
criterion_main!(benches);
