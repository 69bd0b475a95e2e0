//! How long does a distance take by other rule sets? Look-ups against the plain definition, and three players' against the
//! crate `xiangting`, same hands. Before anything is timed, they agree.

#[path = "../tests/length.rs"]
mod length;
mod rivals;
mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use length::short_or_long;
use paili::rules::{Compiled, PlainRules, ReadyMade, RuleSet};
use paili::{Counts, Distance, Hand, Model, Tile};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use workload::time;
use xiangting::{PlayerCount, calculate_replacement_number, calculate_unnecessary_tiles};

/// Hands in a set; the definition is timed on the first [`FEW`].
const HANDS: usize = 10_000;
const FEW: usize = 200;

/// All copies of these kinds.
fn deck(rules: &RuleSet, kinds: &[Tile]) -> Vec<Tile> {
    kinds.iter().flat_map(|&tile| std::iter::repeat_n(tile, rules.copies(tile).into())).collect()
}

fn random_hands(rules: &RuleSet, wildcards: u8) -> Vec<Hand> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut deck = deck(rules, &rules.kinds().iter().collect::<Vec<_>>());
    let tiles = rules.most_tiles() - 1 - usize::from(wildcards);
    let mut deal = || {
        let (dealt, _) = deck.partial_shuffle(&mut random, tiles);
        let counts = Counts::of(dealt.iter().copied()).expect("of a deck");
        rules.hand(counts, wildcards).expect("a hand")
    };
    (0..HANDS).map(|_| deal()).collect()
}

/// Distances, and the tiles whose discard keeps them, are those of `xiangting`, for hands of all sizes. Many of their tiles are of
/// few kinds, so that all distances occur.
fn agrees(rules: &RuleSet, players: PlayerCount) {
    let model = rules.model();
    (0..short_or_long(10_000, 1_000_000)).into_par_iter().for_each(|seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut kinds: Vec<Tile> = rules.kinds().iter().collect();
        kinds.shuffle(&mut random);
        kinds.truncate(random.random_range(4..=kinds.len()));
        let mut deck = deck(rules, &kinds);
        let tiles = 3 * random.random_range(0..5) + random.random_range(1..3);
        let (dealt, _) = deck.partial_shuffle(&mut random, tiles);
        let hand = rules.hand(Counts::of(dealt.iter().copied()).expect("of a deck"), 0).expect("a hand");
        let expected = calculate_unnecessary_tiles(&hand.counts().regular(), players).expect("a hand");
        assert_eq!((model.distance(&hand).get(), model.unneeded(&hand).bits()), expected, "{hand:?}");
    });
}

/// A distance as a caller finds it that has counts.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a caller's own code")]
fn from_counts(tables: &Compiled, counts: &[u8; 34], wildcards: u8) -> u8 {
    let counts = Counts::try_from(*counts).expect("at most four copies");
    let hand = tables.rules().hand(counts, wildcards).expect("a hand");
    tables.distance(&hand).get()
}

fn sum<T>(hands: &[T], distance: impl Fn(&T) -> u8) -> u64 {
    hands.iter().map(|hand| u64::from(distance(black_box(hand)))).sum()
}

fn distance(criterion: &mut Criterion) {
    let sets = ReadyMade::ALL.map(|name| (name.name(), name.rules(), 0));
    let wild = ReadyMade::Riichi.rules().with_wildcards(4).expect("four wildcards");
    for (name, rules, wildcards) in sets.into_iter().chain([("riichi with two wildcards", wild, 2)]) {
        let (tables, plain) = (rules.compiled(), PlainRules::new(&rules));
        let hands = random_hands(&rules, wildcards);
        let counts: Vec<[u8; 34]> = hands.iter().map(|hand| hand.counts().regular()).collect();
        let told = |hand: &Hand| tables.distance(hand).get();
        for hand in &hands[..FEW] {
            assert_eq!(tables.distance(hand), plain.distance(hand), "{name}: {hand:?}");
        }
        match (name, wildcards) {
            ("riichi", 0) => agrees(&rules, PlayerCount::Four),
            ("sanma", 0) => agrees(&rules, PlayerCount::Three),
            _ => {}
        }
        let mut group = criterion.benchmark_group(format!("rules, {name}"));
        group.throughput(Throughput::Elements(HANDS as u64));
        time(&mut group, "paili, from counts", || sum(&counts, |counts| from_counts(&tables, counts, wildcards)));
        time(&mut group, "paili, a hand at hand", || sum(&hands, told));
        // As for those who ask about many hands.
        tables.tables().prepare_useful();
        time(&mut group, "paili, useful tiles", || sum(&hands, |hand| tables.distance_and_useful(hand).1.len() as u8));
        let mut answers = vec![Distance::WON; HANDS];
        if wildcards == 0 {
            let many = || tables.distances(black_box(&counts), black_box(&mut answers)).expect("all are hands");
            time(&mut group, "paili, many from counts", many);
        } else {
            time(&mut group, "paili, many hands", || tables.distances_of_hands(black_box(&hands), &mut answers));
        }
        // Where benches are only listed, nothing was answered yet.
        tables.distances_of_hands(&hands, &mut answers);
        assert!(hands.iter().zip(&answers).all(|(hand, answer)| tables.distance(hand) == *answer));
        if name == ReadyMade::Sanma.name() {
            let other = |counts: &[u8; 34]| calculate_replacement_number(counts, PlayerCount::Three).expect("a hand");
            assert_eq!(sum(&counts, other), sum(&hands, told));
            time(&mut group, "xiangting", || sum(&counts, other));
        }
        group.throughput(Throughput::Elements(FEW as u64));
        time(&mut group, "plain definition", || sum(&hands[..FEW], |hand| plain.distance(hand).get()));
        group.finish();
    }
}

criterion_group! { name = benches; config = workload::steady(); targets = distance }
criterion_main!(benches);
