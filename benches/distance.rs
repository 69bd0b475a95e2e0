//! How long does a win distance take? Table look-ups against the plain dynamic programme, same hands.

mod hands;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::distance::{Distance, Model, PlainModel, TableModel};
use paili::hand::Hand;

fn distances(hands: &[Hand], model: impl Model) -> u64 {
    let get = |hand: &Hand| u64::from(model.distance(black_box(hand)).get());
    hands.iter().map(get).sum()
}

fn distance(criterion: &mut Criterion) {
    for (name, hands) in [
        ("13 random tiles", hands::random(10_000, 13)),
        ("14 random tiles", hands::random(10_000, 14)),
        ("4 random tiles", hands::random(10_000, 4)),
        ("14 tiles of one suit", hands::one_suit(10_000, 14)),
        ("13 tiles, ready", hands::ready(10_000)),
    ] {
        let tables = TableModel::new();
        let same = |hand: &Hand| tables.distance(hand) == PlainModel.distance(hand);
        assert!(hands.iter().all(same), "the models agree on {name}");
        if name.ends_with("ready") {
            assert!(hands.iter().all(|hand| tables.distance(hand) == Distance::READY));
        }

        let mut group = criterion.benchmark_group(format!("distance, {name}"));
        group.throughput(Throughput::Elements(hands.len() as u64));
        group.bench_function("table", |bencher| bencher.iter(|| distances(&hands, tables)));
        let few = &hands[..500];
        group.throughput(Throughput::Elements(few.len() as u64));
        group.sample_size(20);
        group.bench_function("plain", |bencher| bencher.iter(|| distances(few, PlainModel)));
        group.finish();
    }
}

criterion_group!(benches, distance);
criterion_main!(benches);
