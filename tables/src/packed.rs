//! The tables packed, for where they have to be sent: a tenth of a megabyte once a web server has compressed them, instead of
//! 1.4 MB.
//!
//! What is left out follows from the rest. No place is kept that no hand has, and no useful kinds: a kind is useful in some
//! of its class's roles, and in which follows from the class of the vector with that kind. So the classes of all vectors are
//! nearly all that there is to pack, those of one tile more than a hand has among them. [`unpack`] takes some milliseconds;
//! useful kinds then take some ten times as long as from a blob.
//!
//! Bytes and little-endian integers, one after the other:
//!
//! ```text
//! label, format version,
//! two suits, honors and suit, distances, three suits, two suits and honors, a suit and honors and a suit, roles,
//!     all as in the blob
//! for the suits, and then for the honors:
//!     how many classes, how many of them with those of one tile more than a hand has, and for each class and each with a
//!     tile more, the roles in which that tile is useful, a bit each
//! the classes of all vectors: by their tiles, then those of a suit before those of the honors, then by their code
//! ```

mod unpack;

use std::collections::BTreeMap;

pub use unpack::{Unpacked, unpack};

use crate::blob::{CODES, DISTANCES, HONORS_BEGIN, MERGES, RESTS, ROLES, encode};
use crate::class::Classes;
use crate::cost::{CostRow, CostRows};
use crate::counts::{BASE, COPIES, HONOR_KINDS, MAX_TILES, SUIT_KINDS};
use crate::tables::Tables;
use crate::{standard, useful};

const LABEL: [u8; 12] = *b"paili packed";
const VERSION: u32 = 1;

/// Packs tables.
///
/// # Panics
///
/// When the tables are none that were built.
pub fn pack(tables: &Tables) -> Vec<u8> {
    let blob = encode(tables);
    let (classes, vectors) = (size_of_val(&LABEL) + size_of_val(&VERSION) + CODES, 4 * CODES);
    let halves = 2 * MERGES + MERGES + DISTANCES;
    let mut packed = [&LABEL[..], &VERSION.to_le_bytes()].concat();
    packed.extend(&blob[classes..][..halves]);
    packed.extend(&blob[classes + halves + vectors..][..3 * RESTS + 2 * ROLES]);

    let parts = [(standard::suit(), &tables.suits, 0), (standard::honors(), &tables.honors, HONORS_BEGIN)];
    let mut all_classes = vec![0; CODES];
    for (part, classes, begin) in parts {
        let rows = standard::rows(&part);
        let numbers = number(classes, &rows);
        packed.extend([classes.rows.len(), numbers.len()].map(|number| number as u8));
        let changes = useful::changes(classes, &rows, &tables.two_suits, &in_order(&numbers));
        packed.extend(changes.into_iter().flat_map(u16::to_le_bytes));
        for (class, row) in all_classes[begin..].iter_mut().zip(rows.iter()) {
            *class = row.map_or(0, |row| numbers[&row]);
        }
    }
    for (begin, vectors) in all_vectors() {
        packed.extend(vectors.into_iter().map(|vector| all_classes[begin + vector as usize]));
    }
    packed
}

/// Numbers of rows: the classes' own, and behind them those of rows that no hand has.
fn number(classes: &Classes, rows: &CostRows) -> BTreeMap<CostRow, u8> {
    let mut numbers: BTreeMap<CostRow, u8> = classes.rows.iter().copied().zip(0..).collect();
    for &row in rows.different() {
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

/// The codes of all vectors in the order in which they are packed, and where those of their part begin.
fn all_vectors() -> impl Iterator<Item = (usize, Vec<u32>)> {
    let parts = [(SUIT_KINDS, 0), (HONOR_KINDS, HONORS_BEGIN)];
    (0..=MAX_TILES + 1).flat_map(move |tiles| parts.map(|(kinds, begin)| (begin, vectors(kinds, tiles))))
}

/// The codes of all vectors of `tiles` tiles over `kinds` kinds, rising.
fn vectors(kinds: usize, tiles: usize) -> Vec<u32> {
    let mut codes = Vec::new();
    add_vectors(kinds, tiles, 0, &mut codes);
    codes
}

/// Adds the codes of vectors with `tiles` tiles more among the first kinds, at least one.
fn add_vectors(kinds: usize, tiles: usize, begun: u32, codes: &mut Vec<u32>) {
    let kind = kinds - 1;
    for count in tiles.saturating_sub(COPIES * kind)..=tiles.min(COPIES) {
        let code = begun + (count * BASE.pow(kind as u32)) as u32;
        if kind == 0 {
            codes.push(code);
        } else {
            add_vectors(kind, tiles - count, code, codes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::totals;

    #[test]
    fn unpacked_tables_answer_as_the_blob_does() {
        let tables = Tables::build();
        let unpacked = unpack(pack(&tables).leak());
        let blob = encode(&tables);
        let (_, blob) = blob.split_at(size_of_val(&LABEL) + size_of_val(&VERSION) + CODES);
        let two_suits: Vec<u8> = unpacked.two_suits.iter().copied().flat_map(u16::to_le_bytes).collect();
        let halves = [&two_suits[..], unpacked.honors_suit, unpacked.distances].concat();
        assert!(blob.starts_with(&halves));
        let rests =
            [unpacked.three_suits, unpacked.two_suits_honors, unpacked.suit_honors_suit].map(|rests| &rests[..]);
        let rests =
            [rests.concat(), [unpacked.suit_roles, unpacked.honor_roles].map(|roles| &roles[..]).concat()].concat();
        assert!(blob[halves.len() + 4 * CODES..].starts_with(&rests));
    }

    #[test]
    fn all_vectors_have_their_classes_and_useful_kinds() {
        let tables = Tables::build();
        let unpacked = unpack(pack(&tables).leak());
        let parts = [
            (&tables.suits, &tables.useful.suits, &tables.useful.suit_roles, 0),
            (&tables.honors, &tables.useful.honors, &tables.useful.honor_roles, HONORS_BEGIN),
        ];
        let mut vectors = 0;
        for (classes, begins, roles, begin) in parts {
            // How many roles each class has.
            let mut roles_of = vec![0; classes.rows.len()];
            for (place, &role) in roles.iter().enumerate() {
                let most = &mut roles_of[place % classes.rows.len()];
                *most = (*most).max(role + 1);
            }
            let totals = totals(classes.of.len().ilog(BASE) as usize);
            for code in (0..totals.len()).filter(|&code| usize::from(totals[code]) <= MAX_TILES) {
                assert_eq!(u16::from(unpacked.classes[begin + code]), classes.of[code]);
                for role in 0..roles_of[usize::from(classes.of[code])] {
                    let expected = tables.useful.kinds[begins[code] as usize + usize::from(role)];
                    assert_eq!(unpacked.useful(begin + code, role), expected, "vector {code} in role {role}");
                }
                vectors += 1;
            }
        }
        assert_eq!(vectors, 405_350 + 43_130);
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
            assert!(vectors(7, tiles).into_iter().map(|code| code as usize).eq(expected), "{tiles} tiles");
        }
    }
}
