//! The hands that benches run on: the same ones every time.

#![allow(dead_code, reason = "no bench asks about all of them")]

use paili::distance::{Distance, Model, TableModel};
use paili::hand::{Counts, Hand, MeldCount};
use paili::tile::Tile;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Hands of `tiles` tiles from all 136 regular ones.
pub fn random(count: usize, tiles: usize) -> Vec<Hand> {
    let deck: Vec<Tile> = Tile::regular().flat_map(|tile| [tile; 4]).collect();
    from_deck(deck, tiles).take(count).collect()
}

/// Hands of `tiles` tiles, all characters.
pub fn one_suit(count: usize, tiles: usize) -> Vec<Hand> {
    let deck: Vec<Tile> = Tile::ALL[..9].iter().flat_map(|&tile| [tile; 4]).collect();
    from_deck(deck, tiles).take(count).collect()
}

#[allow(dead_code, reason = "not every bench asks about ready hands")]
/// Ready hands of 13 tiles, half of them in one suit.
pub fn ready(count: usize) -> Vec<Hand> {
    let model = TableModel::new();
    let is_ready = |hand: &Hand| model.distance(hand) == Distance::READY;
    let deck = |kinds: &[Tile]| kinds.iter().flat_map(|&tile| [tile; 4]).collect::<Vec<_>>();
    let one = from_deck(deck(&Tile::ALL[..9]), 13).filter(is_ready);
    let mixed = from_deck(deck(&Tile::ALL[9..22]), 13).filter(is_ready);
    one.zip(mixed).flat_map(|(one, mixed)| [one, mixed]).take(count).collect()
}

/// Hands of few kinds, of 13 tiles and of 4, where using a kind five times would often help: an answer that forgets the
/// limit is wrong on some of them.
pub fn crowded(count: usize) -> Vec<Hand> {
    let deck = |kinds: &[Tile]| kinds.iter().flat_map(|&tile| [tile; 4]).collect::<Vec<_>>();
    let long = from_deck(deck(&Tile::ALL[3..8]), 13);
    let short = from_deck(deck(&Tile::ALL[26..28]), 4);
    long.zip(short).flat_map(|(long, short)| [long, short]).take(count).collect()
}

/// The same hands as the crates beside ours take them: how many there are of each kind, in tile order.
pub fn counts(hands: &[Hand]) -> Vec<[u8; 34]> {
    hands.iter().map(|hand| hand.counts().regular()).collect()
}

fn from_deck(mut deck: Vec<Tile>, tiles: usize) -> impl Iterator<Item = Hand> {
    let mut rng = ChaCha8Rng::seed_from_u64(11210);
    let melds = MeldCount::new((14 - tiles) / 3).expect("at most four melds");
    std::iter::from_fn(move || {
        let (drawn, _) = deck.partial_shuffle(&mut rng, tiles);
        let counts = Counts::of(drawn.iter().copied()).expect("four of each kind");
        Some(Hand::new(counts, melds).expect("a legal size"))
    })
}
