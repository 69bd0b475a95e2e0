//! Every count vector of a suit and of the honors: its cost row in the tables is the plain dynamic programme's.

use crate::length::short_or_long;
use crate::threads;
use paili::distance::cost_row;
use paili::{Counts, Tile};
use paili_tables::Tables;
use paili_tables::class::Classes;
use paili_tables::counts::{MAX_TILES, code};
use paili_tables::standard::GRID;

/// All count vectors of `kinds` kinds, found without the tables' own enumeration.
fn vectors(kinds: usize) -> Vec<Vec<u8>> {
    let mut vectors = vec![vec![]];
    for _ in 0..kinds {
        vectors = vectors
            .into_iter()
            .flat_map(|vector: Vec<u8>| {
                let room = MAX_TILES as u8 - vector.iter().sum::<u8>();
                (0..=room.min(4)).map(move |count| [&vector[..], &[count]].concat())
            })
            .collect();
    }
    vectors
}

/// Compares the rows of all vectors of so many kinds, counted from one kind on.
fn compare(classes: &Classes, kinds: usize, place: usize) -> usize {
    let vectors = vectors(kinds);
    let some: Vec<&Vec<u8>> = vectors.iter().step_by(short_or_long(41, 1)).collect();
    threads::each_of(&some, |&vector| {
        let row = classes.rows[usize::from(classes.of[code(vector)])];
        let kinds = Tile::ALL[place..place + kinds].iter().zip(vector);
        let tiles = kinds.flat_map(|(&tile, &copies)| std::iter::repeat_n(tile, copies.into()));
        let plain = cost_row(&Counts::of(tiles).unwrap()).concat();
        assert_eq!(row.0[..GRID.len()], plain.iter().map(|lacking| lacking.get()).collect::<Vec<_>>(), "{vector:?}");
    });
    vectors.len()
}

#[test]
fn every_suit_vector_costs_what_the_plain_programme_says() {
    let tables = Tables::build();
    assert_eq!(compare(&tables.suits, 9, 0), 405_350);
}

#[test]
fn every_honor_vector_costs_what_the_plain_programme_says() {
    let tables = Tables::build();
    assert_eq!(compare(&tables.honors, 7, 27), 43_130);
}

/// A row is symmetrical: 1↔9 mirrors a suit, and a mirrored suit lacks as much.
#[test]
fn mirrored_suit_vectors_share_their_class() {
    let tables = Tables::build();
    let class = |vector: &[u8]| tables.suits.of[code(vector)];
    for vector in vectors(9) {
        let mirrored: Vec<u8> = vector.iter().rev().copied().collect();
        assert_eq!(class(&vector), class(&mirrored), "{vector:?}");
    }
}
