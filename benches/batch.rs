//! How fast are many hands at once? By what they are read from, by path and by threads.

mod hands;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::batch::{Batch, BatchHand, Outlook, PackedHand, SimdPath};
use paili::distance::{Distance, Forms};

/// Enough hands to be beyond the fastest memory, few enough to be read again and again.
const HANDS: usize = 20_000;

fn distances<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Distance]) -> usize {
    assert!(batch.distances(black_box(hands), answers).is_ok(), "all are hands");
    answers.len()
}

fn outlooks<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Outlook]) -> usize {
    assert!(batch.outlooks(black_box(hands), answers).is_ok(), "all are hands");
    answers.len()
}

fn batch(criterion: &mut Criterion) {
    for tiles in [13, 14] {
        let hands = hands::random(HANDS, tiles);
        let counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
        let packed: Vec<PackedHand> = hands.iter().map(PackedHand::from).collect();
        let mut answers = vec![Distance::WON; HANDS];
        for forms in [Forms::default(), Forms::ALL] {
            let name = if forms == Forms::ALL { ", all forms" } else { "" };
            let mut group = criterion.benchmark_group(format!("batch distance, {tiles} random tiles{name}"));
            group.throughput(Throughput::Elements(HANDS as u64));
            for path in SimdPath::ALL {
                let Some(batch) = Batch::on(path) else { continue };
                let batch = batch.with_forms(forms);
                group.bench_function(format!("counts, {path}"), |bencher| {
                    bencher.iter(|| distances(batch, &counts, &mut answers));
                });
            }
            let batch = Batch::new().with_forms(forms);
            group.bench_function("packed", |bencher| bencher.iter(|| distances(batch, &packed, &mut answers)));
            group.bench_function("hands", |bencher| bencher.iter(|| distances(batch, &hands, &mut answers)));
            group.finish();
        }
        let mut answers = vec![Outlook::WON; HANDS];
        let mut group = criterion.benchmark_group(format!("batch useful, {tiles} random tiles"));
        group.throughput(Throughput::Elements(HANDS as u64));
        group.bench_function("counts", |bencher| bencher.iter(|| outlooks(Batch::new(), &counts, &mut answers)));
        group.bench_function("hands", |bencher| bencher.iter(|| outlooks(Batch::new(), &hands, &mut answers)));
        group.finish();
    }
}

criterion_group!(benches, batch);
criterion_main!(benches);
