//! How long does a win distance take? Table look-ups against the three dynamic programmes that are published for it and
//! against the crates `xiangting` and `riichienv-core`, same hands.
//!
//! The programmes answer for the standard form. The crates answer for the nearest of the standard form, pairs and
//! orphans, so ours is shown for all three as well; with fewer than 13 tiles there is only the standard form. Ours
//! takes a hand, in which the tables' codes are kept up to date as tiles come and go, while theirs take counts. Making a
//! hand of counts first is shown too; whoever has the counts of many hands asks a batch (see the bench of that name).
//!
//! Before anything is timed, all of them have to agree on all hands, and on crowded ones that are not timed. They do:
//! neither crate is wrong on any of these.

mod hands;
mod pace;
mod peers;
mod programmes;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::distance::{Distance, Forms, Model, PlainModel, TableModel, WithForms};
use paili::hand::{Counts, Hand, MeldCount};
use programmes::{borrowed, reachability};

/// Hands in a set; the programmes, some hundred times slower, are timed on the first [`FEW`].
const HANDS: usize = 10_000;
const FEW: usize = 200;

fn all_forms() -> WithForms<TableModel> {
    WithForms::new(TableModel::new(), Forms::ALL)
}

/// The hand that counts are of.
fn hand(counts: &[u8; 34], melds: MeldCount) -> Hand {
    let counts = Counts::try_from(*counts).expect("at most four of each kind");
    Hand::new(counts, melds).expect("a legal size")
}

fn agree(name: &str, hands: &[Hand], counts: &[[u8; 34]]) {
    for (hand, counts) in hands.iter().zip(counts) {
        let standard = TableModel::new().distance(hand).get();
        let nearest = all_forms().distance(hand).get();
        let melds = hand.melds().concealed();
        let shown = hand.counts();
        assert_eq!(standard, PlainModel.distance(hand).get(), "fewest tiles added, {name}: {shown}");
        assert_eq!(standard, reachability::distance(counts, melds), "reachability, {name}: {shown}");
        assert_eq!(standard, borrowed::distance(counts, melds), "borrowed tiles, {name}: {shown}");
        assert_eq!(nearest, peers::xiangting_distance(counts), "xiangting, {name}: {shown}");
        assert_eq!(nearest, peers::riichienv_distance(counts, melds as u8), "riichienv-core, {name}: {shown}");
        assert_eq!(*hand, self::hand(counts, hand.melds()));
    }
}

fn sum<T>(hands: &[T], distance: impl Fn(&T) -> u8) -> u64 {
    hands.iter().map(|hand| u64::from(distance(black_box(hand)))).sum()
}

fn distance(criterion: &mut Criterion) {
    let crowded = hands::crowded(1000);
    agree("crowded", &crowded, &hands::counts(&crowded));

    for (name, hands) in [
        ("13 random tiles", hands::random(HANDS, 13)),
        ("14 random tiles", hands::random(HANDS, 14)),
        ("14 tiles of one suit", hands::one_suit(HANDS, 14)),
        ("13 tiles, ready", hands::ready(HANDS)),
        ("8 random tiles", hands::random(HANDS, 8)),
        ("4 random tiles", hands::random(HANDS, 4)),
    ] {
        let counts = hands::counts(&hands);
        agree(name, &hands, &counts);
        if name.ends_with("ready") {
            assert!(hands.iter().all(|hand| TableModel::new().distance(hand) == Distance::READY));
        }
        let exposed = hands[0].melds();
        let melds = exposed.concealed();

        let mut group = criterion.benchmark_group(format!("distance, {name}"));
        group.throughput(Throughput::Elements(hands.len() as u64));
        let tables = TableModel::new();
        group.bench_function("paili", |bencher| {
            bencher.iter(|| sum(&hands, |hand| tables.distance(hand).get()));
        });
        group.bench_function("paili, all forms", |bencher| {
            bencher.iter(|| sum(&hands, |hand| all_forms().distance(hand).get()));
        });
        group.bench_function("paili, the hand made first", |bencher| {
            bencher.iter(|| sum(&counts, |counts| tables.distance(&hand(counts, exposed)).get()));
        });
        group.bench_function("xiangting", |bencher| {
            bencher.iter(|| sum(&counts, peers::xiangting_distance));
        });
        group.bench_function("riichienv-core", |bencher| {
            bencher.iter(|| sum(&counts, |counts| peers::riichienv_distance(counts, melds as u8)));
        });
        group.throughput(Throughput::Elements(FEW as u64));
        group.bench_function("plain, fewest tiles added", |bencher| {
            bencher.iter(|| sum(&hands[..FEW], |hand| PlainModel.distance(hand).get()));
        });
        group.bench_function("plain, borrowed tiles", |bencher| {
            bencher.iter(|| sum(&counts[..FEW], |counts| borrowed::distance(counts, melds)));
        });
        group.bench_function("plain, reachability", |bencher| {
            bencher.iter(|| sum(&counts[..FEW], |counts| reachability::distance(counts, melds)));
        });
        group.finish();
    }
}

criterion_group! { name = benches; config = pace::steady(); targets = distance }
criterion_main!(benches);
