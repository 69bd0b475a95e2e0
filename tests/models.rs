//! The two models, and the two ways to ask them, agree.

use std::fmt::Debug;

use crate::definition::ByDefinition;
use crate::length::short_or_long;
use crate::plain::{PlainByParts, assert_plain};
use crate::random;
use crate::threads;
use paili::{Distance, Hand, Model, PlainModel, TableModel, Tile, TileSet};
use rand::RngExt;

fn compare<T: Copy + PartialEq + Debug>(hand: &Hand, one: T, other: T) {
    assert_eq!(one, other, "{} with {} exposed melds", hand.counts(), hand.melds().get());
}

#[test]
fn random_hands_of_every_size_have_the_same_distance() {
    const PIECES: u64 = 100;
    let tables = TableModel;
    for (tiles, melds) in random::hands::sizes() {
        threads::each(0..PIECES, &|piece| {
            let mut rng = random::seed::rng(tiles as u64, piece);
            let mut deck = random::hands::deck();
            for number in 0..short_or_long(20_000, 1_000_000) / PIECES {
                let hand = random::hands::hand(&mut deck, tiles, melds, &mut rng);
                compare(&hand, tables.distance(&hand), PlainByParts.distance(&hand));
                // What is put together of parts is what the programme finds for the whole.
                if number % 10 == 0 {
                    assert_plain(hand.counts(), melds);
                }
            }
        });
    }
}

/// Few kinds make hands near to winning, with pairs and four of a kind.
#[test]
fn crowded_hands_have_the_same_distance_waits_and_discards() {
    let tables = TableModel;
    threads::each(0..short_or_long(8u64, 200), &|piece| {
        let mut rng = random::seed::rng(7, piece);
        for (tiles, melds) in random::hands::sizes() {
            for _ in 0..50 {
                let first = rng.random_range(0..33usize);
                let kinds = rng.random_range(4..=12).min(37 - first);
                let mut deck: Vec<Tile> = Tile::ALL[first..first + kinds].iter().flat_map(|&tile| [tile; 4]).collect();
                let hand = random::hands::hand(&mut deck, tiles, melds, &mut rng);
                compare(&hand, tables.distance(&hand), PlainModel.distance(&hand));
                compare(&hand, tables.waits(&hand), PlainModel.waits(&hand));
                compare(&hand, tables.best_discard(&hand), PlainModel.best_discard(&hand));
            }
        }
    });
}

#[test]
fn quick_answers_are_the_definitions() {
    let tables = TableModel;
    let slow = ByDefinition(tables);
    threads::each(0..short_or_long(5u64, 100), &|piece| {
        let mut rng = random::seed::rng(8, piece);
        let mut deck = random::hands::deck();
        for (tiles, melds) in random::hands::sizes() {
            for _ in 0..1000 {
                let hand = random::hands::hand(&mut deck, tiles, melds, &mut rng);
                compare(&hand, tables.waits(&hand), slow.waits(&hand));
                compare(&hand, tables.best_discard(&hand), slow.best_discard(&hand));
            }
        }
    });
}

/// All hands of one and two tiles, which four exposed melds leave.
#[test]
fn the_smallest_hands_agree_one_by_one() {
    let melds = paili::MeldCount::ALL[4];
    let tables = TableModel;
    for one in Tile::ALL {
        let hand = Hand::new(paili::Counts::of([one]).unwrap(), melds).unwrap();
        compare(&hand, tables.waits(&hand), PlainModel.waits(&hand));
        let alone = if one.is_special() { TileSet::EMPTY } else { TileSet::only(one) };
        compare(&hand, tables.waits(&hand), alone);
        for other in Tile::ALL {
            let pair = hand.with(other).unwrap();
            compare(&pair, tables.distance(&pair), PlainModel.distance(&pair));
            compare(&pair, tables.distance(&pair) == Distance::WON, one == other && !one.is_special());
            compare(&pair, tables.best_discard(&pair), PlainModel.best_discard(&pair));
        }
    }
}
