//! The blob: all tables in one file, laid out as hands are looked up, so that the library embeds it and has nothing left
//! to do when a program starts.
//!
//! Bytes and little-endian integers, one after the other:
//!
//! ```text
//! label, format version, classes, two suits, honors and suit, distances,
//! vectors, three suits, two suits and honors, a suit and honors and a suit, roles, useful kinds
//! ```
//!
//! Every table has a power of two places, so that masking an index keeps it within its table. The places that no hand
//! has hold zeros.

use crate::census::{HONORS, SUIT_HONORS, SUITS, TWO_SUITS};
use crate::counts::{BASE, HONOR_KINDS, SUIT_KINDS};
use crate::standard::GRID;
use crate::tables::Tables;

/// Where the honors' classes begin among the [classes](Blob::classes), behind those of a suit.
pub const HONORS_BEGIN: usize = BASE.pow(SUIT_KINDS as u32);

/// Where the classes of parts end; the places behind are empty.
pub const CODES_END: usize = HONORS_BEGIN + BASE.pow(HONOR_KINDS as u32);

/// Places for the classes of parts.
pub const CODES: usize = CODES_END.next_power_of_two();

/// How many bits the class of a part takes.
pub const CLASS_BITS: u32 = 7;

/// Places for the classes of a part.
const CLASSES: usize = 1 << CLASS_BITS;

/// Places for the classes of two parts: every place that half of a word of classes can name.
pub const MERGES: usize = 1 << u16::BITS;

/// Places for the distances beside one number of exposed melds.
pub const DISTANCES_OF_MELDS: usize = (TWO_SUITS * SUIT_HONORS).next_power_of_two();

/// Places for all distances.
pub const DISTANCES: usize = (GRID.melds() + 1).next_power_of_two() * DISTANCES_OF_MELDS;

const _: () = assert!(SUITS <= CLASSES && HONORS <= CLASSES);

/// Places for the classes of the three parts beside a part.
pub const RESTS: usize = (TWO_SUITS * SUIT_HONORS).next_power_of_two();

/// Places for the roles of a part beside one number of exposed melds.
pub const ROLES_OF_MELDS: usize = TWO_SUITS.next_power_of_two() * CLASSES;

/// Places for all roles of a part.
pub const ROLES: usize = (GRID.melds() + 1).next_power_of_two() * ROLES_OF_MELDS;

/// Places for useful kinds.
pub const USEFUL: usize = 1 << 19;

const LABEL: [u8; 12] = *b"paili tables";
const VERSION: u32 = 3;

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
    /// The win distance, `[exposed melds][row of two suits][class of a suit and the honors]`.
    pub distances: [u8; DISTANCES],
    /// Of each part by its code, its class in the lowest [`CLASS_BITS`], and above them where its useful kinds begin. They
    /// are little-endian numbers.
    ///
    /// Distances alone are better off with [`classes`](Blob::classes), a quarter as large.
    pub vectors: [[u8; 4]; CODES],
    /// The class of three suits, by where the row of two begins and the class of the third.
    pub three_suits: [u8; RESTS],
    /// The class of two suits and the honors, by where the row of the suits begins and the class of the honors.
    pub two_suits_honors: [u8; RESTS],
    /// The class of a suit, the honors and another suit, `[suit and honors][suit]`.
    pub suit_honors_suit: [u8; RESTS],
    /// The role of a suit, `[exposed melds][class of the rest][class of the suit]`.
    pub suit_roles: [u8; ROLES],
    /// The role of the honors.
    pub honor_roles: [u8; ROLES],
    /// The useful kinds of a part, from where they begin on by its role, a bit each. They are little-endian numbers.
    pub useful: [[u8; 2]; USEFUL],
}

/// Lays tables out and writes them as a blob.
pub fn encode(tables: &Tables) -> Vec<u8> {
    let Tables { suits, honors, two_suits, suit_honors, distances, rests, useful } = tables;
    let mut honors_suit = vec![0; HONORS * SUITS];
    for (place, &class) in suit_honors.of.iter().enumerate() {
        honors_suit[place % HONORS * SUITS + place / HONORS] = class as u8;
    }
    let rows: Vec<u16> = two_suits.of.iter().map(|&class| class * SUIT_HONORS as u16).collect();
    let rows = spread(&rows, SUITS, CLASSES, MERGES).into_iter().flat_map(u16::to_le_bytes);
    let vector = |(&begin, &class): (&u32, &u16)| begin << CLASS_BITS | u32::from(class);
    let vectors = useful.suits.iter().zip(&suits.of).chain(useful.honors.iter().zip(&honors.of)).map(vector);
    let vectors = padded(vectors.collect(), CODES).into_iter().flat_map(u32::to_le_bytes);
    let kinds = padded(useful.kinds.clone(), USEFUL).into_iter().flat_map(u16::to_le_bytes);
    let roles = |roles: &[u8], classes| {
        let of_melds = roles.chunks_exact(TWO_SUITS * classes);
        padded(of_melds.flat_map(|roles| spread(roles, classes, CLASSES, ROLES_OF_MELDS)).collect(), ROLES)
    };
    let parts = [
        LABEL.to_vec(),
        VERSION.to_le_bytes().to_vec(),
        padded([&suits.of[..], &honors.of].concat().into_iter().map(|class| class as u8).collect(), CODES),
        rows.collect(),
        spread(&honors_suit, SUITS, CLASSES, MERGES),
        spread(distances, TWO_SUITS * SUIT_HONORS, DISTANCES_OF_MELDS, DISTANCES),
        vectors.collect(),
        spread(&rests.three_suits, SUITS, SUIT_HONORS, RESTS),
        spread(&rests.two_suits_honors, HONORS, SUIT_HONORS, RESTS),
        spread(&rests.suit_honors_suit, SUITS, CLASSES, RESTS),
        roles(&useful.suit_roles, SUITS),
        roles(&useful.honor_roles, HONORS),
        kinds.collect(),
    ];
    parts.concat()
}

/// Rows of `row` items each, `stride` from one to the next, and zeros up to `places` places.
fn spread<T: Copy + Default>(items: &[T], row: usize, stride: usize, places: usize) -> Vec<T> {
    padded(items.chunks_exact(row).flat_map(|row| padded(row.to_vec(), stride)).collect(), places)
}

/// Items, and zeros up to `places` places.
fn padded<T: Copy + Default>(mut items: Vec<T>, places: usize) -> Vec<T> {
    assert!(items.len() <= places, "{} items in {places} places", items.len());
    items.resize(places, T::default());
    items
}

impl Blob {
    /// Reads a blob while the library is compiled, which fails if it is of another version.
    ///
    /// # Panics
    ///
    /// When the bytes are no blob of this version.
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
        let (distances, rest) = rest.split_at(DISTANCES);
        let (vectors, rest) = rest.split_at(4 * CODES);
        let (three_suits, rest) = rest.split_at(RESTS);
        let (two_suits_honors, rest) = rest.split_at(RESTS);
        let (suit_honors_suit, rest) = rest.split_at(RESTS);
        let (suit_roles, rest) = rest.split_at(ROLES);
        let (honor_roles, useful) = rest.split_at(ROLES);
        Blob {
            classes: first(classes),
            two_suits: numbers(two_suits),
            honors_suit: first(honors_suit),
            distances: first(distances),
            vectors: first(vectors.as_chunks().0),
            three_suits: first(three_suits),
            two_suits_honors: first(two_suits_honors),
            suit_honors_suit: first(suit_honors_suit),
            suit_roles: first(suit_roles),
            honor_roles: first(honor_roles),
            useful: first(useful.as_chunks().0),
        }
    }
}

const fn first<T: Copy, const N: usize>(items: &[T]) -> [T; N] {
    *items.first_chunk().expect("a blob is long enough")
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
        assert_eq!(BYTES, 12_615_696);
        let blob = encode(&Tables::build());
        assert_eq!(blob.len(), BYTES);
        assert!(blob.starts_with(b"paili tables\x03\0\0\0"));
    }
}
