//! How fast are many hands at once? By what they are read from, by path and by threads, against the crates `xiangting`
//! and `riichienv-core` on the same hands.
//!
//! All hands lie in memory, and so do the answers: a few that a processor's cache holds, or a million that come from
//! further away. The crates take the counts of one hand; a loop over them is their batch. They answer for the nearest
//! of the standard form, pairs and orphans, so they stand beside ours both for the standard form and for all three.

mod rivals;
mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paili::batch::{Analysis, Batch, BatchHand, PackedHand, SimdPath};
use paili::rules::ReadyMade;
use paili::{Distance, Forms, Hand, Model, PlainModel, TableModel, WithForms};
use workload::time;

const FEW: usize = 20_000;
const MANY: usize = 1_000_000;

/// The same hands in every way that they are taken.
struct Set {
    hands: Vec<Hand>,
    counts: Vec<[u8; 34]>,
    packed: Vec<PackedHand>,
}

impl Set {
    fn random(count: usize, tiles: usize) -> Set {
        let hands = workload::random_hands(count, tiles);
        let (counts, packed) = (workload::counts(&hands), hands.iter().map(PackedHand::from).collect());
        Set { hands, counts, packed }
    }
}

fn distances<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Distance]) {
    assert!(batch.distances(black_box(hands), answers).is_ok(), "all are hands");
}

fn analyses<H: BatchHand>(batch: Batch, hands: &[H], answers: &mut [Analysis]) {
    assert!(batch.analyses(black_box(hands), answers).is_ok(), "all are hands");
}

/// For hands of the usual deck won with these forms.
fn of_forms(forms: Forms) -> Batch {
    let rules = ReadyMade::Riichi.rules().choosing(forms).expect("riichi has them");
    Batch::of(&rules)
}

/// What a crate that takes one hand is used for.
fn each<A>(counts: &[[u8; 34]], answers: &mut [A], answer: impl Fn(&[u8; 34]) -> A) {
    for (counts, to) in black_box(counts).iter().zip(answers) {
        *to = answer(counts);
    }
}

/// All paths and both crates give what the model does hand by hand, which on the first of them is what the plain
/// programme does.
fn agree_on_distances(set: &Set) {
    for hand in &set.hands[..FEW / 10] {
        assert_eq!(TableModel.distance(hand), PlainModel.distance(hand), "{}", hand.counts());
    }
    let mut answers = vec![Distance::WON; set.hands.len()];
    for forms in [Forms::default(), Forms::ALL] {
        let model = WithForms::new(TableModel, forms);
        let right: Vec<Distance> = set.hands.iter().map(|hand| model.distance(hand)).collect();
        for batch in SimdPath::ALL.into_iter().filter_map(|path| of_forms(forms).on(path)) {
            distances(batch, &set.counts, &mut answers);
            assert!(answers == right, "from counts, {}", batch.path());
            answers.fill(Distance::WON);
            distances(batch, &set.packed, &mut answers);
            assert!(answers == right, "packed, {}", batch.path());
            answers.fill(Distance::WON);
            assert!(batch.par_distances(&set.counts, &mut answers).is_ok() && answers == right, "on all threads");
            answers.fill(Distance::WON);
        }
    }
    let all_forms = WithForms::new(TableModel, Forms::ALL);
    for (hand, counts) in set.hands.iter().zip(&set.counts) {
        let nearest = all_forms.distance(hand).get();
        assert_eq!(nearest, rivals::xiangting_distance(counts), "xiangting: {}", hand.counts());
        assert_eq!(nearest, rivals::riichienv_distance(counts, 4), "riichienv-core: {}", hand.counts());
    }
}

fn distance(criterion: &mut Criterion) {
    let (few, many) = (Set::random(FEW, 14), Set::random(MANY, 14));
    agree_on_distances(&few);
    agree_on_distances(&many);

    for (name, set, forms) in [
        ("20,000 hands", &few, Forms::default()),
        ("20,000 hands, all forms", &few, Forms::ALL),
        ("1,000,000 hands", &many, Forms::default()),
    ] {
        let batch = of_forms(forms);
        let mut answers = vec![Distance::WON; set.hands.len()];
        let mut bytes = vec![0; set.hands.len()];
        let mut group = criterion.benchmark_group(format!("batch distance, {name}"));
        group.throughput(Throughput::Elements(set.hands.len() as u64));
        time(&mut group, "paili, from counts", || distances(batch, &set.counts, &mut answers));
        time(&mut group, "paili, packed", || distances(batch, &set.packed, &mut answers));
        time(&mut group, "xiangting", || each(&set.counts, &mut bytes, rivals::xiangting_distance));
        time(&mut group, "riichienv-core", || {
            each(&set.counts, &mut bytes, |counts| rivals::riichienv_distance(counts, 4));
        });
        group.finish();
    }
    by_path(criterion, &few);
    by_threads(criterion, &many);
}

fn by_path(criterion: &mut Criterion, set: &Set) {
    let mut answers = vec![Distance::WON; set.hands.len()];
    let mut group = criterion.benchmark_group("batch distance, 20,000 hands, by path");
    group.throughput(Throughput::Elements(set.hands.len() as u64));
    for batch in SimdPath::ALL.into_iter().filter_map(|path| Batch::new().on(path)) {
        time(&mut group, format!("paili, from counts, {}", batch.path()), || {
            distances(batch, &set.counts, &mut answers);
        });
    }
    group.finish();
}

fn by_threads(criterion: &mut Criterion, set: &Set) {
    let mut group = criterion.benchmark_group("batch distance, 1,000,000 hands, by threads");
    group.throughput(Throughput::Elements(set.hands.len() as u64));
    let pools = [("1 thread", 1), ("2 threads", 2)]
        .map(|(name, threads)| (name, rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool")));
    let mut answers = vec![Distance::WON; set.hands.len()];
    for (name, pool) in &pools {
        time(&mut group, format!("paili, from counts, {name}"), || {
            pool.install(|| Batch::new().par_distances(black_box(&set.counts), &mut answers))
        });
    }
    for (name, pool) in &pools {
        time(&mut group, format!("paili, packed, {name}"), || {
            pool.install(|| Batch::new().par_distances(black_box(&set.packed), &mut answers))
        });
    }
    group.finish();
}

fn useful(criterion: &mut Criterion) {
    let set = Set::random(FEW, 13);
    let mut answers = vec![Analysis::WON; FEW];
    for forms in [Forms::default(), Forms::ALL] {
        let model = WithForms::new(TableModel, forms);
        for batch in SimdPath::ALL.into_iter().filter_map(|path| of_forms(forms).on(path)) {
            analyses(batch, &set.counts, &mut answers);
            for (hand, answer) in set.hands.iter().zip(&answers) {
                assert_eq!(
                    (answer.distance, answer.useful.kinds),
                    model.distance_and_useful(hand),
                    "{}",
                    hand.counts()
                );
            }
        }
    }
    for (answer, counts) in answers.iter().zip(&set.counts) {
        assert_eq!(answer.useful.kinds.bits(), rivals::xiangting_useful(counts), "{counts:?}");
    }

    let mut group = criterion.benchmark_group("batch useful tiles, 20,000 hands");
    group.throughput(Throughput::Elements(FEW as u64));
    for (name, forms) in [("paili, from counts", Forms::default()), ("paili, from counts, all forms", Forms::ALL)] {
        let batch = of_forms(forms);
        time(&mut group, name, || analyses(batch, &set.counts, &mut answers));
    }
    let mut sets = vec![0; FEW];
    time(&mut group, "xiangting", || each(&set.counts, &mut sets, rivals::xiangting_useful));
    group.finish();
}

criterion_group! { name = benches; config = workload::steady(); targets = distance, useful }
criterion_main!(benches);
