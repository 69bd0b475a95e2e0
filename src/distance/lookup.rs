//! Looking hands up: the class of each part, two merges and one distance; for useful tiles, each part's role and what is
//! useful in it.
//!
//! No look-up can leave its table, whatever it is asked: an index is masked by the table's size, a power of two, or it is of
//! a type that can't be larger.

#[cfg(not(target_family = "wasm"))]
mod embedded;
#[cfg(target_family = "wasm")]
mod sent;

use paili_tables::blob::{CLASS_BITS, CODES, DISTANCES, DISTANCES_OF_MELDS, RESTS, ROLES, ROLES_OF_MELDS};
use paili_tables::counts::MAX_TILES;

#[cfg(not(target_family = "wasm"))]
pub(crate) use self::embedded::TABLES;
#[cfg(not(target_family = "wasm"))]
use self::embedded::Vector;
#[cfg(target_family = "wasm")]
pub(crate) use self::sent::TABLES;
#[cfg(target_family = "wasm")]
use self::sent::Vector;
use super::value::Distance;
use crate::codes::{Code, Codes};
use crate::hand::{Counts, MeldCount};
use crate::tile_set::{Part, TileSet};

/// The class of a part by its code, which may be of at most 14 tiles to mean anything.
#[inline]
pub(crate) fn class(code: Code) -> u8 {
    TABLES.classes[code.index() % CODES]
}

/// The distance of parts with these classes beside `exposed` melds.
#[inline]
pub(crate) fn distance_of([characters, dots, bamboos, honors]: [u8; Part::ALL.len()], exposed: MeldCount) -> Distance {
    distance_of_halves(two_suits(characters, dots), suit_and_honors(bamboos, honors), exposed)
}

/// The class of two suits together.
#[inline]
pub(crate) fn two_suits(one: u8, other: u8) -> u16 {
    TABLES.two_suits[pair(other, one)]
}

/// The class of a suit and the honors together.
#[inline]
pub(crate) fn suit_and_honors(suit: u8, honors: u8) -> u8 {
    TABLES.honors_suit[pair(honors, suit)]
}

/// The distance of two halves, [two suits](two_suits) and [the third and the honors](suit_and_honors), beside
/// `exposed` melds.
#[inline]
pub(crate) fn distance_of_halves(two_suits: u16, suit_and_honors: u8, exposed: MeldCount) -> Distance {
    distance_at(row_of(exposed, two_suits), suit_and_honors)
}

/// Where two classes stand in a table of merges.
#[inline]
fn pair(high: u8, low: u8) -> usize {
    (usize::from(high) << CLASS_BITS) + usize::from(low)
}

/// Where the row of distances of two suits begins beside `exposed` melds.
#[inline]
fn row_of(exposed: MeldCount, two_suits: u16) -> usize {
    exposed.get() * DISTANCES_OF_MELDS + usize::from(two_suits)
}

/// The distance in a row, at the class of a suit and the honors.
#[inline]
fn distance_at(row: usize, suit_honors: u8) -> Distance {
    Distance::known(TABLES.distances[(row + usize::from(suit_honors)) % DISTANCES])
}

/// The classes of a hand's parts in one word: two suits in its lower half, the third and the honors in its upper half, so
/// that either half is a place in a table of merges. A game keeps it for each player; models without tables ignore it.
///
/// In one word because a class that was just stored into an array can't be read back together with its neighbours
/// without waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Classes(u32);

/// Where each part's class begins.
const BEGINS: [u32; Part::ALL.len()] = [0, CLASS_BITS, HALF, HALF + CLASS_BITS];
const HALF: u32 = u16::BITS;

/// What remains without each part's class.
const OTHERS: [u32; Part::ALL.len()] = {
    const CLASS: u32 = (1 << CLASS_BITS) - 1;
    [!(CLASS << BEGINS[0]), !(CLASS << BEGINS[1]), !(CLASS << BEGINS[2]), !(CLASS << BEGINS[3])]
};

impl Classes {
    /// The classes of at most 14 tiles.
    #[inline]
    pub(super) fn of(concealed: &Counts) -> Classes {
        debug_assert!(concealed.total() <= MAX_TILES);
        let codes = concealed.codes();
        Part::ALL.into_iter().fold(Classes(0), |classes, part| classes.with(part, codes.of(part)))
    }

    /// The classes with that of another code for a part.
    #[inline]
    pub(super) fn with(self, part: Part, code: Code) -> Classes {
        Classes(self.0 & OTHERS[part.index()] | u32::from(class(code)) << BEGINS[part.index()])
    }

    /// The distance beside `exposed` melds.
    #[inline]
    pub(super) fn distance(self, exposed: MeldCount) -> Distance {
        let [lower, upper] = [self.0 as u16, (self.0 >> HALF) as u16].map(usize::from);
        distance_at(row_of(exposed, TABLES.two_suits[lower]), TABLES.honors_suit[upper])
    }
}

/// The distance of parts with these codes beside `exposed` melds, and the kinds that lower it when one is added.
#[inline]
pub(crate) fn distance_and_useful(codes: &Codes, exposed: MeldCount) -> (Distance, TileSet) {
    Vectors::of(codes).distance_and_useful(exposed)
}

/// The vectors of a hand's parts.
#[derive(Clone, Copy)]
pub(super) struct Vectors([Vector; Part::ALL.len()]);

impl Vectors {
    /// Of at most 14 tiles.
    #[inline]
    pub(super) fn of(codes: &Codes) -> Vectors {
        Vectors(Part::each(|part| Vector::of(codes.all()[part])))
    }

    /// The vectors with another one for a part.
    #[inline]
    pub(super) fn with(mut self, part: Part, code: Code) -> Vectors {
        self.0[part.index()] = Vector::of(code);
        self
    }

    /// The distance beside `exposed` melds, and the kinds that lower it when one is added.
    #[inline]
    #[allow(clippy::needless_borrow, reason = "unpacked tables are borrowed already, others are not")]
    pub(super) fn distance_and_useful(self, exposed: MeldCount) -> (Distance, TileSet) {
        let [characters, dots, bamboos, honors] = Part::each(|part| self.0[part].class());
        let suits = two_suits(characters, dots);
        let others = suit_and_honors(bamboos, honors);
        // A part's rest is one half of the hand and the other part of its own.
        let beside_suits = |table: &[u8; RESTS], class: u8| table[(usize::from(suits) + usize::from(class)) % RESTS];
        let beside_others = |class: u8| TABLES.suit_honors_suit[pair(others, class)];
        let suit_role = |rest, class| TABLES.suit_roles[role_of(exposed, rest, class)];
        let roles = [
            suit_role(beside_others(dots), characters),
            suit_role(beside_others(characters), dots),
            suit_role(beside_suits(&TABLES.two_suits_honors, honors), bamboos),
            TABLES.honor_roles[role_of(exposed, beside_suits(&TABLES.three_suits, bamboos), honors)],
        ];
        let [characters, dots, bamboos, honors] = Part::each(|part| self.0[part].useful(roles[part]));
        let useful = TileSet::from_bits(characters | dots << 9 | bamboos << 18 | honors << 27);
        (distance_of_halves(suits, others, exposed), useful)
    }
}

/// Where the role of a part stands.
#[inline]
fn role_of(exposed: MeldCount, rest: u8, class: u8) -> usize {
    (exposed.get() * ROLES_OF_MELDS + pair(rest, class)) % ROLES
}
