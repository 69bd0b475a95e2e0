//! The blob: all tables in one file, laid out as hands are looked up, so that the library embeds it and has nothing left
//! to do when a program starts.
//!
//! Bytes and little-endian integers, one after the other:
//!
//! ```text
//! label, format version, classes, two suits, honors and suit, suit and honors, distances
//! ```
//!
//! Every table has a power of two places, so that masking an index keeps it within its table. The places that no hand
//! has hold zeros.

use crate::Tables;
use crate::census::{HONORS, SUIT_HONORS, SUITS, TWO_SUITS};
use crate::class::Classes;
use crate::cost::MAX_MELDS;
use crate::counts::{BASE, HONOR_KINDS, SUIT_KINDS};

/// Where the honors' classes begin among the [classes](Blob::classes), behind those of a suit.
pub const HONORS_BEGIN: usize = BASE.pow(SUIT_KINDS as u32);

/// Where the classes of parts end; the places behind are empty.
pub const CODES_END: usize = HONORS_BEGIN + BASE.pow(HONOR_KINDS as u32);

/// Places for the classes of parts.
pub const CODES: usize = CODES_END.next_power_of_two();

/// How many bits the class of a part takes.
pub const CLASS_BITS: u32 = 7;

/// Places for the classes of two parts: every place that half of a word of classes can name.
pub const MERGES: usize = 1 << u16::BITS;

/// Places for the distances beside one number of exposed melds.
pub const DISTANCES_OF_MELDS: usize = (TWO_SUITS * SUIT_HONORS).next_power_of_two();

/// Places for all distances.
pub const DISTANCES: usize = (MAX_MELDS + 1).next_power_of_two() * DISTANCES_OF_MELDS;

const _: () = assert!(SUITS <= 1 << CLASS_BITS && HONORS <= 1 << CLASS_BITS);

const LABEL: [u8; 12] = *b"paili tables";
const VERSION: u32 = 2;

/// How long a blob is.
pub const BYTES: usize = LABEL.len() + size_of::<u32>() + size_of::<Blob>();

/// The tables as they stand in a blob.
#[repr(C)]
pub struct Blob {
    /// The class of each part by its code: a suit's, and from [`HONORS_BEGIN`] on the honors'.
    ///
    /// Most codes are of more tiles than a hand has. Those of hands lie close together where hands are common, so that
    /// they stay in fast memory.
    pub classes: [u8; CODES],
    /// Of two suits, `[one][other]`, where their row of distances begins.
    pub two_suits: [u16; MERGES],
    /// The class of the honors and a suit, `[honors][suit]`.
    pub honors_suit: [u8; MERGES],
    /// The same, `[suit][honors]`.
    pub suit_honors: [u8; MERGES],
    /// The win distance, `[exposed melds][row of two suits][class of a suit and the honors]`.
    pub distances: [u8; DISTANCES],
}

/// Lays tables out and writes them as a blob.
#[must_use]
pub fn encode(tables: &Tables) -> Vec<u8> {
    let mut classes = vec![0; CODES];
    classes[..HONORS_BEGIN].copy_from_slice(&tables.suits.of);
    classes[HONORS_BEGIN..CODES_END].copy_from_slice(&tables.honors.of);
    let two_suits = merges(&tables.two_suits, SUITS, |one, other| one << CLASS_BITS | other);
    let rows = two_suits.into_iter().flat_map(|class| (u16::from(class) * SUIT_HONORS as u16).to_le_bytes());
    let mut distances = vec![0; DISTANCES];
    let of_melds = tables.distances.chunks_exact(TWO_SUITS * SUIT_HONORS);
    for (places, of_melds) in distances.chunks_exact_mut(DISTANCES_OF_MELDS).zip(of_melds) {
        places[..of_melds.len()].copy_from_slice(of_melds);
    }
    let parts = [
        LABEL.to_vec(),
        VERSION.to_le_bytes().to_vec(),
        classes,
        rows.collect(),
        merges(&tables.suit_honors, HONORS, |suit, honors| honors << CLASS_BITS | suit),
        merges(&tables.suit_honors, HONORS, |suit, honors| suit << CLASS_BITS | honors),
        distances,
    ];
    parts.concat()
}

/// The class of every two parts, at a place that their own classes tell; the second part has so many classes.
fn merges(classes: &Classes, seconds: usize, place_of: impl Fn(usize, usize) -> usize) -> Vec<u8> {
    let mut table = vec![0; MERGES];
    for (item, &class) in classes.of.iter().enumerate() {
        table[place_of(item / seconds, item % seconds)] = class;
    }
    table
}

impl Blob {
    /// Reads a blob while the library is compiled, which fails if it is of another version.
    ///
    /// # Panics
    ///
    /// When the bytes are no blob of this version.
    #[must_use]
    pub const fn read(bytes: &[u8; BYTES]) -> Blob {
        let (label, rest) = bytes.split_at(LABEL.len());
        let (version, rest) = rest.split_at(size_of::<u32>());
        let mut place = 0;
        while place < label.len() {
            assert!(label[place] == LABEL[place], "these are no tables of paili");
            place += 1;
        }
        assert!(u32::from_le_bytes(first(version)) == VERSION, "these tables are of another version");
        let (classes, rest) = rest.split_at(CODES);
        let (two_suits, rest) = rest.split_at(2 * MERGES);
        let (honors_suit, rest) = rest.split_at(MERGES);
        let (suit_honors, distances) = rest.split_at(MERGES);
        Blob {
            classes: first(classes),
            two_suits: numbers(two_suits),
            honors_suit: first(honors_suit),
            suit_honors: first(suit_honors),
            distances: first(distances),
        }
    }
}

const fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    *bytes.first_chunk().expect("a blob is long enough")
}

const fn numbers<const N: usize>(bytes: &[u8]) -> [u16; N] {
    let mut numbers = [0; N];
    let mut place = 0;
    while place < N {
        numbers[place] = u16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]]);
        place += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pinned: a change of size is worth a line in the changelog.
    #[test]
    fn a_blob_has_its_size_and_begins_with_its_label() {
        assert_eq!(BYTES, 2_621_456);
        let blob = encode(&Tables::build());
        assert_eq!(blob.len(), BYTES);
        assert!(blob.starts_with(b"paili tables\x02\0\0\0"));
    }
}
