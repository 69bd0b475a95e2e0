//! The work that benches time, and for how long: the same hands and walls every time.

#![allow(dead_code, reason = "no bench times all of it")]

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};
use paili::game::Wall;
use paili::{Counts, Distance, Forms, Hand, MeldCount, Model, TableModel, Tile, WithForms};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Long enough for steady medians; all benches together take a few minutes.
pub fn steady() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500))
        .sample_size(40)
}

/// Times some work again and again, under a name in its group.
pub fn time<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: impl Into<String>, mut work: impl FnMut() -> T) {
    group.bench_function(name.into(), |bencher| bencher.iter(&mut work));
}

/// Tables for all forms, which is what other crates answer for.
pub fn all_forms() -> WithForms<TableModel> {
    WithForms::new(TableModel, Forms::ALL)
}

/// Hands of `tiles` tiles from all 136 regular ones.
pub fn random_hands(count: usize, tiles: usize) -> Vec<Hand> {
    let kinds: Vec<Tile> = Tile::regular().collect();
    from_deck(&kinds, tiles).take(count).collect()
}

/// Hands of `tiles` tiles, all characters.
pub fn one_suit_hands(count: usize, tiles: usize) -> Vec<Hand> {
    from_deck(&Tile::ALL[..9], tiles).take(count).collect()
}

/// Ready hands of 13 tiles, half of them in one suit.
pub fn ready_hands(count: usize) -> Vec<Hand> {
    let model = TableModel;
    let is_ready = |hand: &Hand| model.distance(hand) == Distance::READY;
    let one = from_deck(&Tile::ALL[..9], 13).filter(is_ready);
    let mixed = from_deck(&Tile::ALL[9..22], 13).filter(is_ready);
    one.zip(mixed).flat_map(|(one, mixed)| [one, mixed]).take(count).collect()
}

/// Hands of few kinds, of 13 tiles and of 4, where using a kind five times would often help: an answer that forgets the
/// limit is wrong on some of them.
pub fn crowded_hands(count: usize) -> Vec<Hand> {
    let long = from_deck(&Tile::ALL[3..8], 13);
    let short = from_deck(&Tile::ALL[26..28], 4);
    long.zip(short).flat_map(|(long, short)| [long, short]).take(count).collect()
}

/// The same hands as the other crates take them: how many there are of each kind, in tile order.
pub fn counts(hands: &[Hand]) -> Vec<[u8; 34]> {
    hands.iter().map(|hand| hand.counts().regular()).collect()
}

/// Walls in which every tile has its four copies.
pub fn walls(count: usize) -> Vec<Wall> {
    let mut rng = ChaCha8Rng::seed_from_u64(2021);
    let mut tiles: [Tile; Wall::LEN] = std::array::from_fn(|place| Tile::ALL[place / 4]);
    let shuffled = || {
        tiles.shuffle(&mut rng);
        Wall::new(tiles).expect("four of each kind")
    };
    std::iter::repeat_with(shuffled).take(count).collect()
}

/// Random hands from a deck of four copies of each kind.
fn from_deck(kinds: &[Tile], tiles: usize) -> impl Iterator<Item = Hand> + use<> {
    let mut deck: Vec<Tile> = kinds.iter().flat_map(|&tile| [tile; 4]).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(11210);
    let melds = MeldCount::new((14 - tiles) / 3).expect("at most four melds");
    std::iter::from_fn(move || {
        let (drawn, _) = deck.partial_shuffle(&mut rng, tiles);
        let counts = Counts::of(drawn.iter().copied()).expect("four of each kind");
        Some(Hand::new(counts, melds).expect("a legal size"))
    })
}
