//! How long does it take to find the useful tiles of a hand, and how many copies of them are left? Against the crate
//! `xiangting`, which finds the tiles, and `riichienv-core`, which finds distances and is asked for that of every draw,
//! same hands.
//!
//! The crates answer for the nearest of the standard form, pairs and orphans, so ours is shown for all three forms and
//! for the standard form alone.

mod rivals;
mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::analysis::{Unseen, Useful};
use paili::rules::ReadyMade;
use paili::{Hand, Model, PlainModel, TableModel};
use workload::{all_forms, time};

/// The plain programme is timed on the first of the hands.
const FEW: usize = 50;

fn useful(hands: &[Hand], model: impl Model) -> u64 {
    let acceptance = |hand: &Hand| {
        let useful = Useful::of(model, black_box(hand), &Unseen::by(hand));
        useful.kinds.bits() ^ u64::from(useful.acceptance)
    };
    hands.iter().map(acceptance).fold(0, u64::wrapping_add)
}

fn kinds(counts: &[[u8; 34]], of: impl Fn(&[u8; 34]) -> u64) -> u64 {
    counts.iter().map(|counts| of(black_box(counts))).fold(0, u64::wrapping_add)
}

fn useful_tiles(criterion: &mut Criterion) {
    for (name, hands) in
        [("13 random tiles", workload::random_hands(10_000, 13)), ("13 tiles, ready", workload::ready_hands(10_000))]
    {
        let counts = workload::counts(&hands);
        let melds = hands[0].melds().concealed() as u8;
        for (hand, counts) in hands.iter().zip(&counts) {
            let nearest = all_forms().useful(hand).bits();
            assert_eq!(nearest, rivals::xiangting_useful(counts), "xiangting: {}", hand.counts());
            assert_eq!(nearest, rivals::riichienv_useful(counts, melds), "riichienv-core: {}", hand.counts());
        }
        for hand in &hands[..1000] {
            assert_eq!(TableModel.useful(hand), PlainModel.useful(hand), "{}", hand.counts());
        }

        let mut group = criterion.benchmark_group(format!("useful tiles, {name}"));
        group.throughput(Throughput::Elements(hands.len() as u64));
        time(&mut group, "paili", || useful(&hands, TableModel));
        time(&mut group, "paili, all forms", || useful(&hands, all_forms()));
        time(&mut group, "xiangting", || kinds(&counts, rivals::xiangting_useful));
        time(&mut group, "riichienv-core, a distance for every draw", || {
            kinds(&counts, |counts| rivals::riichienv_useful(counts, melds))
        });
        group.throughput(Throughput::Elements(FEW as u64));
        time(&mut group, "plain, a distance for every draw", || useful(&hands[..FEW], PlainModel));
        group.finish();
    }
}

fn unneeded(hands: &[Hand], model: impl Model) -> u64 {
    hands.iter().map(|hand| model.unneeded(black_box(hand)).bits()).fold(0, u64::wrapping_add)
}

/// The kinds whose discard keeps the distance, beside the useful tiles of the same hands.
fn unneeded_tiles(criterion: &mut Criterion) {
    for (name, hands) in [
        ("13 random tiles", workload::random_hands(10_000, 13)),
        ("14 random tiles", workload::random_hands(10_000, 14)),
    ] {
        let counts = workload::counts(&hands);
        for (hand, counts) in hands.iter().zip(&counts) {
            assert_eq!(all_forms().unneeded(hand).bits(), rivals::xiangting_useless(counts), "{}", hand.counts());
        }
        let mut group = criterion.benchmark_group(format!("unneeded tiles, {name}"));
        group.throughput(Throughput::Elements(hands.len() as u64));
        time(&mut group, "paili", || unneeded(&hands, TableModel));
        time(&mut group, "paili, useful tiles instead", || useful(&hands, TableModel));
        time(&mut group, "paili, all forms", || unneeded(&hands, all_forms()));
        time(&mut group, "paili, all forms, useful tiles instead", || useful(&hands, all_forms()));
        for rules in [ReadyMade::Sanma, ReadyMade::Guobiao] {
            let model = rules.rules().model();
            let tables = rules.rules().tables();
            tables.prepare_useful();
            let fitting: Vec<Hand> =
                hands.iter().filter(|hand| rules.rules().hand(*hand.counts(), 0).is_ok()).copied().collect();
            if fitting.len() == hands.len() {
                time(&mut group, format!("paili, {rules}"), || unneeded(&hands, model));
                time(&mut group, format!("paili, {rules}, useful tiles instead"), || useful(&hands, model));
            }
        }
        time(&mut group, "xiangting", || kinds(&counts, rivals::xiangting_useless));
        group.finish();
    }
}

criterion_group! { name = benches; config = workload::steady(); targets = useful_tiles, unneeded_tiles }
criterion_main!(benches);
