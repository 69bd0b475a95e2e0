//! From packed tables to those that hands are looked up in.

use super::{LABEL, VERSION, all_vectors};
use crate::blob::{CODES, DISTANCES, HONORS_BEGIN, MERGES, RESTS, ROLES};
use crate::counts::{BASE, COPIES, HONOR_KINDS, SUIT_KINDS};

/// The tables of a [`Blob`](crate::blob::Blob), but for useful kinds: these are [found](Unpacked::useful) when they are asked
/// for.
#[derive(Debug, Clone)]
pub struct Unpacked {
    /// The class of each part by its code, also of one tile more than a hand has.
    pub classes: Box<[u8; CODES]>,
    /// As in a blob, and so on.
    pub two_suits: Box<[u16; MERGES]>,
    #[allow(missing_docs, reason = "as in a blob")]
    pub honors_suit: &'static [u8; MERGES],
    #[allow(missing_docs, reason = "as in a blob")]
    pub distances: &'static [u8; DISTANCES],
    #[allow(missing_docs, reason = "as in a blob")]
    pub three_suits: &'static [u8; RESTS],
    #[allow(missing_docs, reason = "as in a blob")]
    pub two_suits_honors: &'static [u8; RESTS],
    #[allow(missing_docs, reason = "as in a blob")]
    pub suit_honors_suit: &'static [u8; RESTS],
    #[allow(missing_docs, reason = "as in a blob")]
    pub suit_roles: &'static [u8; ROLES],
    #[allow(missing_docs, reason = "as in a blob")]
    pub honor_roles: &'static [u8; ROLES],
    suits: TileRoles,
    honors: TileRoles,
}

/// Unpacks tables.
///
/// # Panics
///
/// When the bytes are no packed tables of this version.
pub fn unpack(packed: &'static [u8]) -> Unpacked {
    let mut rest = Rest(packed);
    assert!(*rest.first() == LABEL, "these are no packed tables of paili");
    assert!(*rest.first() == VERSION.to_le_bytes(), "these tables are of another version");
    let mut two_suits = zeros::<u16, MERGES>();
    for (number, &bytes) in two_suits.iter_mut().zip(rest.pairs(MERGES)) {
        *number = u16::from_le_bytes(bytes);
    }
    let (honors_suit, distances) = (rest.first(), rest.first());
    let [three_suits, two_suits_honors, suit_honors_suit] = [rest.first(), rest.first(), rest.first()];
    let [suit_roles, honor_roles] = [rest.first(), rest.first()];
    let [suits, honors] = [TileRoles::read(&mut rest), TileRoles::read(&mut rest)];
    let mut classes = zeros();
    for (begin, vectors) in all_vectors() {
        for (&vector, &class) in vectors.iter().zip(rest.bytes(vectors.len())) {
            classes[begin + vector as usize] = class;
        }
    }
    Unpacked {
        classes,
        two_suits,
        honors_suit,
        distances,
        three_suits,
        two_suits_honors,
        suit_honors_suit,
        suit_roles,
        honor_roles,
        suits,
        honors,
    }
}

impl Unpacked {
    /// The useful kinds of a vector in a role of its class, a bit for each: those that a blob keeps. The vector is told by the
    /// place of its class.
    #[inline]
    pub fn useful(&self, place: usize, role: u8) -> u16 {
        if place < HONORS_BEGIN {
            self.useful_of::<SUIT_KINDS>(&self.suits, place, place, role)
        } else {
            self.useful_of::<HONOR_KINDS>(&self.honors, place, place - HONORS_BEGIN, role)
        }
    }

    fn useful_of<const KINDS: usize>(&self, tile_roles: &TileRoles, place: usize, code: usize, role: u8) -> u16 {
        let class = self.classes[place % CODES];
        (0..KINDS).fold(0, |useful, kind| {
            let tile = BASE.pow(kind as u32);
            if code / tile % BASE == COPIES {
                return useful;
            }
            let more = self.classes[(place + tile) % CODES];
            useful | (tile_roles.roles(class, more) >> role & 1) << kind
        })
    }
}

/// The roles in which a tile is useful that changes a class to another, a bit for each.
#[derive(Debug, Clone, Copy)]
struct TileRoles {
    /// `[class][class with the tile]`.
    roles: &'static [[u8; 2]],
    /// How many classes there are, with those of one tile more than a hand has.
    classes: usize,
}

impl TileRoles {
    fn read(rest: &mut Rest) -> TileRoles {
        let [[of_hands], [classes]] = [*rest.first(), *rest.first()];
        let (of_hands, classes) = (usize::from(of_hands), usize::from(classes));
        TileRoles { roles: rest.pairs(of_hands * classes), classes }
    }

    fn roles(&self, class: u8, more: u8) -> u16 {
        u16::from_le_bytes(self.roles[usize::from(class) * self.classes + usize::from(more)])
    }
}

/// A table of zeros.
#[allow(clippy::unnecessary_box_returns, reason = "it never stands on the stack, which it would overflow")]
fn zeros<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    match vec![T::default(); N].into_boxed_slice().try_into() {
        Ok(zeros) => zeros,
        Err(_) => unreachable!("the bytes are long enough"),
    }
}

/// What is not read yet.
struct Rest(&'static [u8]);

impl Rest {
    fn bytes(&mut self, count: usize) -> &'static [u8] {
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first
    }

    fn first<const N: usize>(&mut self) -> &'static [u8; N] {
        self.bytes(N).first_chunk().expect("the bytes are long enough")
    }

    fn pairs(&mut self, count: usize) -> &'static [[u8; 2]] {
        self.bytes(2 * count).as_chunks().0
    }
}
