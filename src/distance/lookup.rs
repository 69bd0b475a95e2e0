//! Looking hands up: the class of each part, two merges and one distance.
//!
//! No look-up can leave its table, whatever it is asked: an index is masked by the table's size, a power of two, or it is of
//! a type that can't be larger.

use paili_tables::blob::{Blob, CLASS_BITS, CODES, DISTANCES, DISTANCES_OF_MELDS};
use paili_tables::counts::{BASE, HONOR_KINDS, MAX_TILES, SUIT_KINDS};

use super::Distance;
use crate::codes::Code;
use crate::hand::{Counts, MeldCount};
use crate::tile::Tile;
use crate::tile_set::{Part, TileSet};

/// What the build script wrote, as part of the program: there is nothing to do before the first look-up.
pub(crate) static TABLES: Blob = Blob::read(include_bytes!(concat!(env!("OUT_DIR"), "/tables.bin")));

/// The class of a part by its code, which may be of at most 14 tiles to mean anything.
#[inline]
pub(crate) fn class(code: Code) -> u8 {
    TABLES.classes[code.index() % CODES]
}

/// The distance of parts with these classes beside so many exposed melds.
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

/// The distance of two halves, [two suits](two_suits) and [the third and the honors](suit_and_honors), beside so many
/// exposed melds.
#[inline]
pub(crate) fn distance_of_halves(two_suits: u16, suit_and_honors: u8, exposed: MeldCount) -> Distance {
    distance_at(row_of(exposed, two_suits), suit_and_honors)
}

/// Where two classes stand in a table of merges.
#[inline]
fn pair(high: u8, low: u8) -> usize {
    (usize::from(high) << CLASS_BITS) + usize::from(low)
}

/// Where the row of distances of two suits begins beside so many exposed melds.
#[inline]
fn row_of(exposed: MeldCount, two_suits: u16) -> usize {
    exposed.get() * DISTANCES_OF_MELDS + usize::from(two_suits)
}

/// The distance in a row, at the class of a suit and the honors.
#[inline]
fn distance_at(row: usize, suit_honors: u8) -> Distance {
    Distance(TABLES.distances[(row + usize::from(suit_honors)) % DISTANCES])
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

    /// The class of a part.
    #[inline]
    fn get(self, part: Part) -> usize {
        (self.0 >> BEGINS[part.index()]) as usize % (1 << CLASS_BITS)
    }

    /// The distance beside so many exposed melds.
    #[inline]
    pub(super) fn distance(self, exposed: MeldCount) -> Distance {
        let [lower, upper] = [self.0 as u16, (self.0 >> HALF) as u16].map(usize::from);
        distance_at(row_of(exposed, TABLES.two_suits[lower]), TABLES.honors_suit[upper])
    }

    /// All parts but one, to try many classes of that one.
    ///
    /// Any suit may stand beside the honors, since merging is associative and commutative. The open part always does:
    /// then all its classes lead to one row of distances, three cache lines.
    #[inline]
    fn without(self, part: Part, exposed: MeldCount) -> OpenPart {
        let [characters, dots, bamboos, honors] = Part::ALL.map(|part| self.get(part));
        let (merges, beside, first, second) = match part {
            Part::Characters => (&TABLES.honors_suit, honors, dots, bamboos),
            Part::Dots => (&TABLES.honors_suit, honors, characters, bamboos),
            Part::Bamboos => (&TABLES.honors_suit, honors, characters, dots),
            Part::Honors => (&TABLES.suit_honors, bamboos, characters, dots),
        };
        let row = row_of(exposed, TABLES.two_suits[first << CLASS_BITS | second]);
        let (merges, distances) = (window(merges, beside << CLASS_BITS), window(&TABLES.distances, row));
        OpenPart { merges: merges.unwrap_or(&NOTHING), distances: distances.unwrap_or(&NOTHING) }
    }

    /// Which kinds lower the distance beside so many exposed melds when one is added to the tiles of these classes.
    ///
    /// A hand of fourteen tiles in one part has no class with a fifteenth. A winning hand needs no fifteen, so the distance
    /// is the least that is left without some other tile.
    //
    // Inlined into a caller it would have to share the registers with it, which costs a twentieth.
    #[inline(never)]
    pub(super) fn useful(self, concealed: &Counts, exposed: MeldCount) -> TileSet {
        let (codes, distance) = (concealed.codes(), self.distance(exposed));
        if !(concealed.quads() & TileSet::REGULAR).is_empty() || is_full_part(concealed) {
            return self.useful_one_by_one(concealed, exposed);
        }
        // Written out, so that each part's look-ups are compiled for it.
        let [characters, dots, bamboos] = [Part::Characters, Part::Dots, Part::Bamboos]
            .map(|suit| self.without(suit, exposed).lowering::<SUIT_KINDS, SUIT_REACH>(codes.of(suit), distance));
        let honors = self.without(Part::Honors, exposed);
        let honors = honors.lowering::<HONOR_KINDS, HONOR_REACH>(codes.of(Part::Honors), distance);
        TileSet::from_bits(characters | dots << 9 | bamboos << 18 | honors << 27)
    }

    /// The same where a kind has four copies, so that no fifth can be added, or a part has room for no other tile.
    #[cold]
    fn useful_one_by_one(self, concealed: &Counts, exposed: MeldCount) -> TileSet {
        let distance = self.distance(exposed);
        let lowers = |part: Part, code: Code| self.with(part, code).distance(exposed) < distance;
        let is_useful = |tile: &Tile| {
            let (part, with) = concealed.code_with(*tile);
            if is_full_part(concealed) && part.kinds() & concealed.kinds() != TileSet::EMPTY {
                // No hand that wins needs all fifteen: the distance is that without some other one.
                let mut others = concealed.kinds().iter().filter(|other| other != tile);
                others.any(|other| lowers(part, with.minus(Code::of(other).1)))
            } else {
                lowers(part, with)
            }
        };
        (TileSet::REGULAR & !concealed.quads()).iter().filter(is_useful).collect()
    }
}

/// Whether one part holds as many tiles as a whole hand, so that the tables have no class of it with one more.
fn is_full_part(concealed: &Counts) -> bool {
    concealed.total() == MAX_TILES
        && concealed.codes().are_of_one_part()
        && (concealed.kinds() & TileSet::SPECIAL).is_empty()
}

/// How far a code reaches when a tile is added to it.
const SUIT_REACH: usize = BASE.pow(SUIT_KINDS as u32 - 1) + 1;
const HONOR_REACH: usize = BASE.pow(HONOR_KINDS as u32 - 1) + 1;

/// As much of a table as some entries take from a place on, if it has so many: the window's size is known, so that looking
/// up in it needs no check.
#[inline]
fn window<const N: usize>(table: &'static [u8], place: usize) -> Option<&'static [u8; N]> {
    table.get(place..)?.first_chunk()
}

/// A hand with one part left open.
#[derive(Clone, Copy)]
struct OpenPart {
    /// The class of the open part with the part beside it, by the class of the open part.
    merges: &'static [u8; EVERY_BYTE],
    /// The distances, by that class.
    distances: &'static [u8; EVERY_BYTE],
}

const EVERY_BYTE: usize = 1 << u8::BITS;

/// Of a part that no hand has.
static NOTHING: [u8; EVERY_BYTE] = [0; EVERY_BYTE];

impl OpenPart {
    /// Which kinds lower the distance when one is added to the open part, none of whose kinds has four copies: a bit for
    /// each.
    ///
    /// A tile more lowers the distance by nothing or by one. So the distances, added up with a weight of 2^k for kind k,
    /// fall short of what they would be without lowering by just the bits asked for, which is cheaper than comparing each.
    #[inline]
    fn lowering<const KINDS: usize, const REACH: usize>(&self, code: Code, distance: Distance) -> u64 {
        let Some(classes) = window::<REACH>(&TABLES.classes, code.index()) else { return 0 };
        let mut sum = 0;
        for tile in Code::TILES[..KINDS].iter().rev() {
            let merged = self.merges[usize::from(classes[tile.index()])];
            sum = 2 * sum + u64::from(self.distances[usize::from(merged)]);
        }
        // Of classes that are not the hand's the sum can be anything; what is made of it stays within the part.
        let all = (1 << KINDS) - 1;
        (u64::from(distance.get()) * all).wrapping_sub(sum) & all
    }
}
