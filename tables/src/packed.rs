//! The tables packed, for where they have to be sent: a tenth of a megabyte once a web server has compressed them, instead of
//! 1.4 MB.
//!
//! What is left out follows from the rest. No place is kept that no hand has, and no useful kinds: a kind is useful in some
//! of its class's roles, and in which follows from the class of the vector with that kind. So the classes of all vectors are
//! nearly all that there is to pack, those of one tile more than a hand has among them. [`unpack`] does in a few hundredths
//! of a second what takes [`Useful`](crate::useful::Useful) much longer, and comes to the same tables.
//!
//! Bytes and little-endian integers, one after the other:
//!
//! ```text
//! label, format version,
//! two suits, honors and suit, distances, three suits, two suits and honors, a suit and honors and a suit, roles,
//!     all as in the blob
//! for the suits, and then for the honors:
//!     how many classes, how many of them with those of one tile more than a hand has, how many roles each class has,
//!     and for each class and each with a tile more, the roles in which that tile is useful, a bit each
//! the classes of all vectors: by their tiles, then those of a suit before those of the honors, then by their code
//! ```

mod unpack;

use std::collections::BTreeMap;

pub use unpack::{Unpacked, unpack};

use crate::Tables;
use crate::blob::{CODES, DISTANCES, MERGES, RESTS, ROLES, encode};
use crate::class::Classes;
use crate::cost::{self, CostRow};
use crate::counts::{BASE, COPIES, HONOR_KINDS, MAX_TILES, SUIT_KINDS};
use crate::useful;

const LABEL: [u8; 12] = *b"paili packed";
const VERSION: u32 = 1;

/// Packs tables.
///
/// # Panics
///
/// When the tables are none that were built.
#[must_use]
pub fn pack(tables: &Tables) -> Vec<u8> {
    let blob = encode(tables);
    let (classes, vectors) = (size_of_val(&LABEL) + size_of_val(&VERSION) + CODES, 4 * CODES);
    let halves = 2 * MERGES + MERGES + DISTANCES;
    let mut packed = [&LABEL[..], &VERSION.to_le_bytes()].concat();
    packed.extend(&blob[classes..][..halves]);
    packed.extend(&blob[classes + halves + vectors..][..3 * RESTS + 2 * ROLES]);

    let parts = [(cost::Part::Suit, &tables.suits), (cost::Part::Honors, &tables.honors)];
    let numbers = parts.map(|(part, classes)| {
        let rows = cost::rows(part);
        let numbers = number(classes, &rows);
        packed.extend([classes.rows.len(), numbers.len()].map(|number| number as u8));
        let (roles, lowered) = useful::roles(classes, &rows, &tables.two_suits, &in_order(&numbers));
        packed.extend(roles);
        packed.extend(lowered.into_iter().flat_map(u16::to_le_bytes));
        rows.iter().map(|row| row.map(|row| numbers[&row])).collect::<Vec<_>>()
    });
    for vectors in &all_vectors() {
        for (vectors, numbers) in vectors.iter().zip(&numbers) {
            let class = |vector: &Vector| numbers[vector.code()].expect("vectors of so many tiles have rows");
            packed.extend(vectors.iter().map(class));
        }
    }
    packed
}

/// Numbers of rows: the classes' own, and behind them those of rows that no hand has.
fn number(classes: &Classes, rows: &[Option<CostRow>]) -> BTreeMap<CostRow, u8> {
    let mut numbers: BTreeMap<CostRow, u8> = classes.rows.iter().copied().zip(0..).collect();
    for &row in rows.iter().flatten() {
        let next = numbers.len();
        numbers.entry(row).or_insert_with(|| u8::try_from(next).expect("there are less than 256 rows"));
    }
    numbers
}

fn in_order(numbers: &BTreeMap<CostRow, u8>) -> Vec<CostRow> {
    let mut rows: Vec<(u8, CostRow)> = numbers.iter().map(|(&row, &number)| (number, row)).collect();
    rows.sort();
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A count vector: its code, and above it a bit for each kind that it has all copies of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Vector(u32);

/// How many bits a code takes.
const CODE_BITS: u32 = 21;

const _: () = assert!(CODES <= 1 << CODE_BITS);

impl Vector {
    fn code(self) -> usize {
        self.0 as usize % (1 << CODE_BITS)
    }

    /// Whether it can hold one more of a kind.
    fn has_room(self, kind: usize) -> bool {
        self.0 >> CODE_BITS >> kind & 1 == 0
    }
}

/// The vectors of the suits and of the honors, by their number of tiles.
fn all_vectors() -> Vec<[Vec<Vector>; 2]> {
    (0..=MAX_TILES + 1).map(|tiles| [SUIT_KINDS, HONOR_KINDS].map(|kinds| vectors_of(kinds, tiles))).collect()
}

/// All count vectors over so many kinds with so many tiles, by rising code.
fn vectors_of(kinds: usize, tiles: usize) -> Vec<Vector> {
    let mut vectors = Vec::new();
    add_vectors(kinds, tiles, Vector(0), &mut vectors);
    vectors
}

/// Adds the vectors with so many tiles more among the first kinds.
fn add_vectors(kinds: usize, tiles: usize, Vector(begun): Vector, vectors: &mut Vec<Vector>) {
    let Some(kind) = kinds.checked_sub(1) else { return };
    for count in tiles.saturating_sub(COPIES * kind)..=tiles.min(COPIES) {
        let full = u32::from(count == COPIES) << CODE_BITS << kind;
        let vector = Vector(begun + full + (count * BASE.pow(kind as u32)) as u32);
        if kind == 0 {
            vectors.push(vector);
        } else {
            add_vectors(kind, tiles - count, vector, vectors);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{code, totals};

    #[test]
    fn unpacked_tables_are_those_of_the_blob() {
        let tables = Tables::build();
        let unpacked = unpack(pack(&tables).leak());
        let two_suits: Vec<u8> = unpacked.two_suits.iter().copied().flat_map(u16::to_le_bytes).collect();
        let parts: [&[u8]; 11] = [
            &unpacked.classes[..],
            &two_suits,
            unpacked.honors_suit,
            unpacked.distances,
            unpacked.vectors.as_flattened(),
            unpacked.three_suits,
            unpacked.two_suits_honors,
            unpacked.suit_honors_suit,
            unpacked.suit_roles,
            unpacked.honor_roles,
            unpacked.useful.as_flattened(),
        ];
        let blob = encode(&tables);
        let mut rest = &blob[size_of_val(&LABEL) + size_of_val(&VERSION)..];
        for (number, part) in parts.into_iter().enumerate() {
            let expected = rest.split_off(..part.len()).unwrap();
            let differing = part.iter().zip(expected).filter(|(byte, expected)| byte != expected).count();
            assert_eq!(differing, 0, "bytes differ in table {number}");
        }
        assert!(rest.is_empty());
    }

    #[test]
    #[should_panic(expected = "these are no packed tables of paili")]
    fn other_bytes_are_refused() {
        let _ = unpack(&[0; 64]);
    }

    #[test]
    fn vectors_are_those_of_so_many_tiles_in_order() {
        let totals = totals(7);
        for tiles in 0..=MAX_TILES + 1 {
            let expected = (0..totals.len()).filter(|&code| usize::from(totals[code]) == tiles);
            assert!(vectors_of(7, tiles).into_iter().map(Vector::code).eq(expected), "{tiles} tiles");
        }
        let vectors = vectors_of(3, 5);
        let full = vectors.iter().find(|vector| vector.code() == code(&[1, 4, 0])).unwrap();
        assert_eq!([0, 1, 2].map(|kind| full.has_room(kind)), [true, false, true]);
    }
}
