//! How long does it take to rank the discards of a hand, each with the useful tiles it leaves? Against the crate
//! `xiangting`, same hands.
//!
//! That crate offers less in one step, the tiles whose discard keeps the distance; to rank discards, one asks it for
//! the useful tiles after each. It answers for the nearest of the standard form, pairs and orphans, so ours is shown
//! for all three forms and for the standard form alone.

mod rivals;
mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::analysis::{Unseen, discards};
use paili::{Hand, Model, TableModel, TileSet};
use workload::{all_forms, time};

fn ranked(hands: &[Hand], model: impl Model) -> u64 {
    let useful = |hand: &Hand| {
        let ranked = discards(model, black_box(hand), &Unseen::by(hand));
        ranked.iter().fold(0, |sum, discard| sum ^ discard.useful.kinds.bits())
    };
    hands.iter().map(useful).fold(0, u64::wrapping_add)
}

/// The useful tiles after every discard, as one finds them with a crate that knows those of one hand.
fn useful_after_each(counts: &[u8; 34]) -> u64 {
    let mut counts = *counts;
    let mut sum = 0;
    for kind in 0..counts.len() {
        if counts[kind] > 0 {
            counts[kind] -= 1;
            sum ^= rivals::xiangting_useful(&counts);
            counts[kind] += 1;
        }
    }
    sum
}

fn discard_ranking(criterion: &mut Criterion) {
    let hands = workload::random_hands(10_000, 14);
    let counts = workload::counts(&hands);
    for (hand, counts) in hands.iter().zip(&counts) {
        let ranked = discards(all_forms(), hand, &Unseen::by(hand));
        let now = all_forms().distance(hand);
        let keeping: TileSet =
            ranked.iter().filter(|discard| discard.distance == now).map(|discard| discard.tile).collect();
        assert_eq!(keeping.bits(), rivals::xiangting_useless(counts), "{}", hand.counts());
        let sum = ranked.iter().fold(0, |sum, discard| sum ^ discard.useful.kinds.bits());
        assert_eq!(sum, useful_after_each(counts), "{}", hand.counts());
    }

    let mut group = criterion.benchmark_group("discards, 14 random tiles");
    group.throughput(Throughput::Elements(hands.len() as u64));
    time(&mut group, "paili, every discard with its useful tiles", || ranked(&hands, TableModel));
    time(&mut group, "paili, the same, all forms", || ranked(&hands, all_forms()));
    time(&mut group, "xiangting, the useful tiles after each discard", || {
        counts.iter().map(|counts| useful_after_each(black_box(counts))).fold(0, u64::wrapping_add)
    });
    group.bench_function("xiangting, only which discards keep the distance", |bencher| {
        let useless = |counts| rivals::xiangting_useless(black_box(counts));
        bencher.iter(|| counts.iter().map(useless).fold(0, u64::wrapping_add));
    });
    group.finish();
}

criterion_group! { name = benches; config = workload::steady(); targets = discard_ranking }
criterion_main!(benches);
