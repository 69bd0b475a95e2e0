//! How long does it take to find out what helps a hand? Useful tiles and discards against the crate `xiangting`, same
//! hands. That crate answers for the smallest distance over the standard form, pairs and orphans, so ours is shown for all
//! three forms and for the standard form alone.

mod hands;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::analysis::{Unseen, Useful, discards};
use paili::distance::{Forms, Model, TableModel, WithForms};
use paili::hand::Hand;
use paili::tile::{Tile, TileSet};
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_unnecessary_tiles};

fn all_forms() -> WithForms<TableModel> {
    WithForms::new(TableModel::new(), Forms::ALL)
}

fn useful(hands: &[Hand], model: impl Model) -> u64 {
    let acceptance = |hand: &Hand| {
        let useful = Useful::of(model, black_box(hand), &Unseen::by(hand));
        useful.kinds.bits() ^ u64::from(useful.acceptance)
    };
    hands.iter().map(acceptance).fold(0, u64::wrapping_add)
}

fn ranked(hands: &[Hand], model: impl Model) -> u64 {
    let best = |hand: &Hand| {
        let ranked = discards(model, black_box(hand), &Unseen::by(hand));
        ranked.iter().fold(0, |sum, discard| sum ^ discard.useful.kinds.bits())
    };
    hands.iter().map(best).fold(0, u64::wrapping_add)
}

fn necessary(counts: &[u8; 34]) -> u64 {
    calculate_necessary_tiles(black_box(counts), PlayerCount::Four).expect("a hand").1
}

fn unnecessary(counts: &[u8; 34]) -> u64 {
    calculate_unnecessary_tiles(black_box(counts), PlayerCount::Four).expect("a hand").1
}

/// The useful tiles after every discard, as a user of a crate that offers those of one hand would find them.
fn necessary_after_each(counts: &[u8; 34]) -> u64 {
    let mut counts = *counts;
    let mut sum = 0;
    for kind in 0..counts.len() {
        if counts[kind] > 0 {
            counts[kind] -= 1;
            sum ^= necessary(&counts);
            counts[kind] += 1;
        }
    }
    sum
}

fn useful_tiles(criterion: &mut Criterion) {
    for (name, hands) in [("13 random tiles", hands::random(10_000, 13)), ("13 tiles, ready", hands::ready(10_000))] {
        let counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
        for (hand, counts) in hands.iter().zip(&counts) {
            assert_eq!(all_forms().useful(hand).bits(), necessary(counts), "{}", hand.counts());
        }
        let mut group = criterion.benchmark_group(format!("useful tiles, {name}"));
        group.throughput(Throughput::Elements(hands.len() as u64));
        group.bench_function("paili", |bencher| bencher.iter(|| useful(&hands, TableModel::new())));
        group.bench_function("paili, all forms", |bencher| bencher.iter(|| useful(&hands, all_forms())));
        group.bench_function("xiangting", |bencher| {
            bencher.iter(|| counts.iter().map(necessary).fold(0, u64::wrapping_add));
        });
        group.finish();
    }
}

fn discard_ranking(criterion: &mut Criterion) {
    let hands = hands::random(10_000, 14);
    let counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
    for (hand, counts) in hands.iter().zip(&counts) {
        let ranked = discards(all_forms(), hand, &Unseen::by(hand));
        let now = all_forms().distance(hand);
        let keeping: TileSet =
            ranked.iter().filter(|discard| discard.distance == now).map(|discard| discard.tile).collect();
        assert_eq!(keeping.bits(), unnecessary(counts), "{}", hand.counts());
        let sum = ranked.iter().fold(0, |sum, discard| sum ^ discard.useful.kinds.bits());
        assert_eq!(sum, necessary_after_each(counts), "{}", hand.counts());
        assert_eq!(counts.len(), Tile::REGULAR_COUNT);
    }
    let mut group = criterion.benchmark_group("discards, 14 random tiles");
    group.throughput(Throughput::Elements(hands.len() as u64));
    group.bench_function("paili, every discard with its useful tiles", |bencher| {
        bencher.iter(|| ranked(&hands, TableModel::new()));
    });
    group.bench_function("paili, the same, all forms", |bencher| bencher.iter(|| ranked(&hands, all_forms())));
    group.bench_function("xiangting, the useless set alone", |bencher| {
        bencher.iter(|| counts.iter().map(unnecessary).fold(0, u64::wrapping_add));
    });
    group.bench_function("xiangting, the useful set after each discard", |bencher| {
        bencher.iter(|| counts.iter().map(necessary_after_each).fold(0, u64::wrapping_add));
    });
    group.finish();
}

criterion_group!(benches, useful_tiles, discard_ranking);
criterion_main!(benches);
