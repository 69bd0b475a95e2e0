//! Looking hands up in the tables.
//!
//! Look-ups go without bounds checks, which makes the useful tiles of a hand a fifth faster (`cargo bench --bench useful`).
//! They stand on two legs. Codes are of at most four of a kind, which bounds them: [`Counts`] sees to that in its
//! `insert`, and so does whoever calls its crate-private `add`, `take` and `dealt` (hands, and the game, whose tiles come
//! from a valid wall: a `TileSource` is one, and only this crate makes them), and whoever makes [`Codes`](crate::codes::Codes).
//! And [`Tables::new`] checks every number in the tables that another table is indexed by.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::fmt;

use paili_tables::blob::{self, Blob};
use paili_tables::census::Census;
use paili_tables::cost::MAX_MELDS;
use paili_tables::counts::{HONORS, MAX_TILES, SUIT};

use super::{Distance, Reading};
use crate::codes::{Code, Codes};
use crate::hand::{Counts, Hand, MeldCount};
use crate::meld::Meld;
use crate::tile::{Part, Tile, TileSet};

const SUIT_CLASSES: usize = Census::EXPECTED.suits;
const HONOR_CLASSES: usize = Census::EXPECTED.honors;
const TWO_SUITS: usize = Census::EXPECTED.two_suits;
const SUIT_HONORS: usize = Census::EXPECTED.suit_honors;

/// The merged class of a part of one class with another part of each class that a byte can name, so that looking up
/// needs no bounds check.
type Merges = [u8; EVERY_BYTE];

const EVERY_BYTE: usize = 1 << u8::BITS;

/// The tables, laid out for looking up: all in one piece, so that one address serves every look-up.
pub(crate) struct Tables {
    /// The class of each part by its code. Most codes are of more tiles than a hand has: looking them up is harmless, but
    /// no answer. The others are few and lie close together where hands are common, so that they stay in fast memory,
    /// and one look-up takes a quarter less than the three of a table without gaps (which the blob has).
    classes: [u8; Code::END],
    /// Where each part's class stands in [`Classes`], and what remains without it.
    begins: [u32; Part::ALL.len()],
    others: [u32; Part::ALL.len()],
    /// At the lower half of [`Classes`], where the row of distances begins. Only the front is ever touched.
    two_suits: [u16; EVERY_HALF],
    /// At the upper half of [`Classes`], the merged class.
    bamboos_honors: [u8; EVERY_HALF],
    /// The merged classes of a suit and the honors, `[suit][honors]` and `[honors][suit]`, so that either can be left open.
    suit_honors: [Merges; EVERY_BYTE],
    honors_suit: [Merges; EVERY_BYTE],
    /// `[exposed melds][two suits][a suit and the honors]`.
    distances: [u8; DISTANCES],
    census: Census,
}

const EVERY_HALF: usize = 1 << HALF;

/// The distances of hands that have to form a number of melds, and places for them that are found by a shift. Only those of
/// five numbers of melds are ever touched.
const DISTANCES_OF_MELDS: usize = TWO_SUITS * SUIT_HONORS;
const PLACES_OF_MELDS: usize = DISTANCES_OF_MELDS.next_power_of_two();
const DISTANCES: usize = MeldCount::PLACES * PLACES_OF_MELDS;

impl Tables {
    /// Lays a blob's tables out; says what is wrong with them if they can't be looked up in.
    pub(super) fn new(bytes: &[u8]) -> Result<Box<Self>, String> {
        let blob = blob::decode(bytes).map_err(|error| error.to_string())?;
        let [suits, honors, two_suits, suit_honors] = blob.class_counts.map(|count| count as usize);
        let census = Census {
            suit_vectors: blob.suits.len(),
            honor_vectors: blob.honors.len(),
            suits,
            honors,
            two_suits,
            suit_honors,
        };
        census.check().map_err(|error| error.to_string())?;
        let mut tables = Tables::zeroed();
        tables.census = census;
        tables.begins = BEGINS;
        tables.others = BEGINS.map(|begin| !(((1 << CLASS_BITS) - 1) << begin));
        tables.lay_parts(&blob).ok_or("the tables of the parts are damaged")?;
        tables.lay_merges(&blob).ok_or("the tables of merges are damaged")?;
        if blob.distances.len() != (MAX_MELDS + 1) * DISTANCES_OF_MELDS {
            return Err("the distances are incomplete".to_owned());
        }
        // The blob begins with hands that have no meld to form: those with the most exposed.
        let by_exposed = blob.distances.chunks_exact(DISTANCES_OF_MELDS).rev();
        for (rows, of_melds) in tables.distances.chunks_exact_mut(PLACES_OF_MELDS).zip(by_exposed) {
            rows[..of_melds.len()].copy_from_slice(of_melds);
        }
        Ok(tables)
    }

    /// Tables of nothing but zeros, made where they stay: they would overflow a small thread's stack. Memory that is never
    /// written to is never taken.
    #[allow(clippy::cast_ptr_alignment, reason = "the memory is asked for with the alignment that it needs")]
    fn zeroed() -> Box<Self> {
        let layout = Layout::new::<Tables>();
        // SAFETY: the layout has a size. All fields are numbers, for which all bits zero is a value; and a box is what the
        // global allocator gave for the layout of its type.
        unsafe {
            let tables = alloc_zeroed(layout).cast::<Tables>();
            if tables.is_null() {
                handle_alloc_error(layout);
            }
            Box::from_raw(tables)
        }
    }

    /// Lays the classes of a suit and of the honors out by their codes, if they are sound.
    fn lay_parts(&mut self, blob: &Blob<'_>) -> Option<()> {
        let are_known = |classes: &[u8], count| classes.iter().all(|&class| usize::from(class) < count);
        let sound = are_known(blob.suits, SUIT_CLASSES) && are_known(blob.honors, HONOR_CLASSES);
        let (suits, honors) = self.classes.split_at_mut(Code::HONORS_BEGIN.index());
        lay_part(suits, &blob.suit_offset, &blob.suit_order, blob.suits)?;
        lay_part(honors, &blob.honor_offset, &blob.honor_order, blob.honors)?;
        sound.then_some(())
    }

    /// Lays the merges out for each way to look them up, if they are whole and name only classes that there are.
    fn lay_merges(&mut self, blob: &Blob<'_>) -> Option<()> {
        let whole = |table: &[u8], places, classes| {
            table.len() == places && table.iter().all(|&class| usize::from(class) < classes)
        };
        let sound = whole(blob.two_suits, SUIT_CLASSES * SUIT_CLASSES, TWO_SUITS)
            && whole(blob.suit_honors, SUIT_CLASSES * HONOR_CLASSES, SUIT_HONORS);
        if !sound {
            return None;
        }
        for (dots, row) in blob.two_suits.chunks_exact(SUIT_CLASSES).enumerate() {
            for (characters, &merged) in row.iter().enumerate() {
                self.two_suits[dots << CLASS_BITS | characters] = u16::from(merged) * SUIT_HONORS as u16;
            }
        }
        for (suit, row) in blob.suit_honors.chunks_exact(HONOR_CLASSES).enumerate() {
            for (honors, &merged) in row.iter().enumerate() {
                self.bamboos_honors[honors << CLASS_BITS | suit] = merged;
                self.suit_honors[suit][honors] = merged;
                self.honors_suit[honors][suit] = merged;
            }
        }
        Some(())
    }

    pub(super) fn census(&self) -> Census {
        self.census
    }

    /// Looks a hand's parts up. It has to have at most 14 tiles for its classes to mean anything.
    #[inline]
    pub(crate) fn read(&'static self, concealed: &Counts) -> TableReading {
        debug_assert!(concealed.total() <= MAX_TILES);
        let classes = Part::ALL
            .into_iter()
            .fold(Classes(0), |classes, part| self.with(classes, part, self.class(concealed.codes().of(part))));
        TableReading { tables: self, classes }
    }

    /// The class of a part's code, which has to be of at most four of each kind, whatever their total.
    #[inline]
    fn class(&self, code: Code) -> u8 {
        debug_assert!(code.index() < Code::END);
        // SAFETY: with at most four of each kind, a code's digits are below five, and each such code has a place.
        unsafe { *self.classes.get_unchecked(code.index()) }
    }

    /// The distance beside so many exposed melds of tiles with these codes, of which there may be at most 14.
    #[inline]
    pub(crate) fn distance_of(&self, codes: &Codes, exposed: MeldCount) -> Distance {
        let [characters, dots, bamboos, honors] = codes.all().map(|code| usize::from(self.class(code)));
        let two_suits = self.two_suits[(dots << CLASS_BITS) + characters];
        let merged = self.bamboos_honors[(honors << CLASS_BITS) + bamboos];
        self.distance_at(row_of(exposed, two_suits), merged)
    }

    /// The classes with another one for a part.
    #[inline]
    fn with(&self, classes: Classes, part: Part, class: u8) -> Classes {
        Classes(classes.0 & self.others[part.index()] | u32::from(class) << self.begins[part.index()])
    }

    /// The distance of a hand with so many exposed melds.
    #[inline]
    fn distance(&self, exposed: MeldCount, classes: Classes) -> Distance {
        let two_suits = self.two_suits[classes.lower()];
        let merged = self.bamboos_honors[classes.upper()];
        self.distance_at(row_of(exposed, two_suits), merged)
    }

    /// The distance in a row, at the class of a suit and the honors.
    #[inline]
    fn distance_at(&self, row: usize, merged: u8) -> Distance {
        debug_assert!(row + usize::from(merged) < DISTANCES);
        // SAFETY: `lay_merges` has checked that merged classes are below `TWO_SUITS` and `SUIT_HONORS`, and made the rows
        // from the former; no `MeldCount` is above the places there are for it. So this is one of those places.
        Distance(unsafe { *self.distances.get_unchecked(row + usize::from(merged)) })
    }
}

/// Spreads the classes of a part, which stand without gaps in the order that `offset` and `order` describe, out by code.
fn lay_part(by_code: &mut [u8], offset: &[u32], order: &[u16], classes: &[u8]) -> Option<()> {
    let mut in_order = vec![0; order.len()];
    for (low, &place) in order.iter().enumerate() {
        *in_order.get_mut(usize::from(place))? = low;
    }
    // Beside each high code stand as many low codes as there are places before the next high code's.
    let ends = offset.iter().skip(1).map(|&next| next as usize).chain([classes.len()]);
    for ((by_low, &begin), end) in by_code.chunks_exact_mut(order.len()).zip(offset).zip(ends) {
        for (&low, &class) in in_order.iter().zip(classes.get(begin as usize..end)?) {
            by_low[low] = class;
        }
    }
    (by_code.len() == offset.len() * order.len()).then_some(())
}

/// Where the row of distances begins for a hand with so many exposed melds.
#[inline]
fn row_of(exposed: MeldCount, two_suits: u16) -> usize {
    exposed.get() * PLACES_OF_MELDS + usize::from(two_suits)
}

/// The classes of a hand's parts in one word: two suits in its lower half, the third and the honors in its upper half, so
/// that either half is a place in a table of merges.
///
/// In one word because a class that was just stored into an array can't be read back together with its neighbours
/// without waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Classes(u32);

/// Every class fits.
const CLASS_BITS: u32 = 7;
const _: () = assert!(SUIT_CLASSES <= 1 << CLASS_BITS && HONOR_CLASSES <= 1 << CLASS_BITS);

/// Where each part's class begins.
const BEGINS: [u32; Part::ALL.len()] = [0, CLASS_BITS, HALF, HALF + CLASS_BITS];
const HALF: u32 = u16::BITS;

impl Classes {
    /// The class of a part.
    #[inline]
    fn of(self, part: Part) -> usize {
        (self.0 >> BEGINS[part.index()]) as usize % (1 << CLASS_BITS)
    }

    /// Characters and dots, as a place in a table of merges.
    #[inline]
    fn lower(self) -> usize {
        usize::from(self.0 as u16)
    }

    /// Bamboos and honors, as a place in a table of merges.
    #[inline]
    fn upper(self) -> usize {
        (self.0 >> HALF) as usize
    }
}

/// A hand as the tables see it: the class of each part.
#[derive(Clone, Copy)]
pub struct TableReading {
    tables: &'static Tables,
    classes: Classes,
}

impl fmt::Debug for TableReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableReading").field("classes", &self.classes).finish_non_exhaustive()
    }
}

impl Reading for TableReading {
    #[inline]
    fn update(&mut self, hand: &Hand, changed: Tile) {
        let (part, code) = hand.counts().code_around(changed);
        self.classes = self.tables.with(self.classes, part, self.tables.class(code));
    }

    #[inline]
    fn distance(&self, hand: &Hand) -> Distance {
        self.lacking(hand.melds())
    }

    #[inline]
    fn waits(&self, hand: &Hand) -> TileSet {
        if hand.must_discard() || self.distance(hand) != Distance::READY {
            return TileSet::EMPTY;
        }
        self.lowering(hand.counts(), hand.melds())
    }

    /// Leans on fact 1 of the design: some discard keeps the distance and none lowers it, so the first one in the
    /// rule's order that keeps it is the rule's.
    #[inline]
    fn best_discard(&self, hand: &Hand) -> Option<Tile> {
        if !hand.must_discard() {
            return None;
        }
        let (counts, melds) = (hand.counts(), hand.melds());
        let distance = self.distance(hand);
        let held = counts.kinds() & TileSet::REGULAR;
        // Not part by part: how many tiles of a part fail is one thing more that can't be predicted.
        let keeps = |tile: &Tile| {
            let (part, code) = counts.code_without(*tile);
            self.tables.distance(melds, self.tables.with(self.classes, part, self.tables.class(code))) == distance
        };
        // Of a hand that wins, or that lacks nothing but the places its specials take, every discard costs one.
        held.iter_backwards().find(keeps).or(held.last())
    }

    #[inline]
    fn distance_claiming(&self, hand: &Hand, meld: Meld, claimed: Tile) -> Option<Distance> {
        let (part, code) = hand.counts().code_without_both(hand.partners(meld, claimed).ok()?);
        let classes = self.tables.with(self.classes, part, self.tables.class(code));
        Some(self.tables.distance(hand.melds().one_more(), classes))
    }
}

impl TableReading {
    /// The distance beside so many exposed melds.
    #[inline]
    pub(super) fn lacking(&self, exposed: MeldCount) -> Distance {
        self.tables.distance(exposed, self.classes)
    }

    /// All but one part, to try many classes of that one.
    ///
    /// Any suit may stand beside the honors, since merging is associative and commutative. The open part always does:
    /// then all its classes lead to one row of distances, three cache lines.
    #[inline]
    fn without(&self, part: Part, melds: MeldCount) -> Rest {
        let tables = self.tables;
        let [characters, dots, bamboos, honors] = Part::ALL.map(|part| self.classes.of(part));
        let (merges, beside, first, second) = match part {
            Part::Characters => (&tables.honors_suit, honors, dots, bamboos),
            Part::Dots => (&tables.honors_suit, honors, characters, bamboos),
            Part::Bamboos => (&tables.honors_suit, honors, characters, dots),
            Part::Honors => (&tables.suit_honors, bamboos, characters, dots),
        };
        let two_suits = tables.two_suits[first << CLASS_BITS | second];
        Rest { tables, merges: &merges[beside], row: row_of(melds, two_suits) }
    }

    /// Which kinds lower the distance beside so many exposed melds when one is added to the tiles that were read.
    //
    // Inlined into a caller it would have to share the registers with it, which costs a twentieth.
    #[inline(never)]
    pub(crate) fn lowering(&self, concealed: &Counts, exposed: MeldCount) -> TileSet {
        let (codes, distance) = (concealed.codes(), self.lacking(exposed));
        if !(concealed.quads() & TileSet::REGULAR).is_empty() || is_full_part(concealed) {
            return self.lowering_one_by_one(concealed, exposed);
        }
        // Written out, so that each part's look-ups are compiled for it.
        let [characters, dots, bamboos] = [Part::Characters, Part::Dots, Part::Bamboos].map(|suit| {
            let rest = self.without(suit, exposed);
            rest.lowering::<{ SUIT.kinds() }>(codes.of(suit), distance)
        });
        let rest = self.without(Part::Honors, exposed);
        let honors = rest.lowering::<{ HONORS.kinds() }>(codes.of(Part::Honors), distance);
        TileSet::from_bits(characters | dots << 9 | bamboos << 18 | honors << 27)
    }

    /// The same for four of a kind, to which no fifth can be added, and for a part that has room for no other tile.
    #[cold]
    fn lowering_one_by_one(&self, concealed: &Counts, exposed: MeldCount) -> TileSet {
        let distance = self.lacking(exposed);
        let lowers = |part: Part, code: Code| {
            let classes = self.tables.with(self.classes, part, self.tables.class(code));
            self.tables.distance(exposed, classes) < distance
        };
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

/// A hand with one part left open.
#[derive(Clone, Copy)]
struct Rest {
    tables: &'static Tables,
    /// What the open part makes with the part beside it.
    merges: &'static Merges,
    /// Where the distances begin of what that makes with the other two.
    row: usize,
}

impl Rest {
    /// The distance with a class in the open part.
    #[inline]
    fn distance(&self, class: u8) -> Distance {
        self.tables.distance_at(self.row, self.merges[usize::from(class)])
    }

    /// Which kinds lower the distance when one is added to the open part, none of whose kinds has four copies: a bit for
    /// each.
    ///
    /// A tile more lowers the distance by nothing or by one. So the distances, added up with a weight of 2^k for kind k,
    /// fall short of what they would be without lowering by just the bits asked for, which is cheaper than comparing each.
    #[inline]
    fn lowering<const KINDS: usize>(&self, code: Code, distance: Distance) -> u64 {
        let mut sum = 0;
        for kind in (0..KINDS).rev() {
            // No kind has four copies, so with one more none has five.
            let code = code.plus(Code::TILES[kind]);
            sum = 2 * sum + u64::from(self.distance(self.tables.class(code)).get());
        }
        // Of another hand than was read the sum can be anything; what is made of it stays within the part.
        let all = (1 << KINDS) - 1;
        (u64::from(distance.get()) * all).wrapping_sub(sum) & all
    }
}
