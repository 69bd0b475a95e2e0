//! Looking hands up in the tables.
//!
//! All of the crate's `unsafe` is here: look-ups without bounds checks, which make the useful tiles of a hand a fifth
//! faster (`cargo bench --bench analysis`). They stand on two legs. [`Counts`] holds at most four of a kind, which bounds
//! its codes: its `insert` sees to that, and so does whoever calls its crate-private `add`, `take` and `dealt` (hands, and the
//! game, whose tiles come from a valid wall: a `TileSource` is one, and only this crate makes them). And [`Tables::new`] checks every number in the tables that another table is indexed by.
#![allow(unsafe_code)]

use std::fmt;

use paili_tables::blob::{self, Blob};
use paili_tables::census::Census;
use paili_tables::cost::MAX_MELDS;
use paili_tables::counts::{Code, HONORS, MAX_TILES, SUIT};

use super::{Distance, Reading};
use crate::counts::HONORS_BEGIN;
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
pub(super) struct Tables {
    /// Of both groups' codes of a part, the honors' behind a suit's: finding a class takes the same steps whatever the
    /// part, since which part a tile belongs to can't be predicted.
    offset: [u32; SUIT.end().high() + HONORS.end().high()],
    order: [u16; SUIT.end().low() + HONORS.end().low()],
    /// The classes of all parts' count vectors, the honors' behind the suits'. Codes of more tiles than a hand has are
    /// never looked up for an answer, but doing so has to be harmless: so this is longer than any sum of an offset and an
    /// order.
    classes: [u8; CLASSES],
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

/// The distances of hands that have to form a number of melds, and of all hands.
const DISTANCES_OF_MELDS: usize = TWO_SUITS * SUIT_HONORS;
const DISTANCES: usize = (MAX_MELDS + 1) * DISTANCES_OF_MELDS;

/// Long enough for every class of both kinds of parts, and for every offset and order.
const CLASSES: usize = 1 << 19;

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
        if blob.distances.len() != DISTANCES {
            return Err("the distances are incomplete".to_owned());
        }
        // The blob begins with hands that have no meld to form: those with the most exposed.
        let by_exposed = blob.distances.chunks_exact(DISTANCES_OF_MELDS).rev();
        for (rows, of_melds) in tables.distances.chunks_exact_mut(DISTANCES_OF_MELDS).zip(by_exposed) {
            rows.copy_from_slice(of_melds);
        }
        Ok(tables)
    }

    /// Tables of nothing but zeros, made where they stay: they would overflow a small thread's stack.
    fn zeroed() -> Box<Self> {
        let mut tables = Box::<Tables>::new_uninit();
        // SAFETY: all fields are numbers, for which all bits zero is a value.
        unsafe {
            tables.as_mut_ptr().write_bytes(0, 1);
            tables.assume_init()
        }
    }

    /// Joins the look-ups of a suit and of the honors, if they are sound.
    fn lay_parts(&mut self, blob: &Blob<'_>) -> Option<()> {
        let honors_begin = blob.suits.len() as u32;
        let honor_offset = blob.honor_offset.iter().map(|offset| offset.saturating_add(honors_begin));
        let offset: Vec<u32> = blob.suit_offset.iter().copied().chain(honor_offset).collect();
        let order = [&blob.suit_order[..], &blob.honor_order].concat();
        let classes = [blob.suits, blob.honors].concat();
        let last_offset = offset.iter().copied().max()? as usize;
        let last_order = usize::from(order.iter().copied().max()?);
        let are_known = |classes: &[u8], count| classes.iter().all(|&class| usize::from(class) < count);
        let sound = (blob.suit_offset.len(), blob.suit_order.len()) == (HONORS_BEGIN.high(), HONORS_BEGIN.low())
            && (offset.len(), order.len()) == (self.offset.len(), self.order.len())
            && classes.len() <= CLASSES
            && last_offset + last_order < CLASSES
            && are_known(blob.suits, SUIT_CLASSES)
            && are_known(blob.honors, HONOR_CLASSES);
        sound.then(|| {
            self.offset.copy_from_slice(&offset);
            self.order.copy_from_slice(&order);
            self.classes[..classes.len()].copy_from_slice(&classes);
        })
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
    pub(super) fn read(&'static self, concealed: &Counts) -> TableReading {
        debug_assert!(concealed.total() <= MAX_TILES);
        let classes = Part::ALL
            .into_iter()
            .fold(Classes(0), |classes, part| self.with(classes, part, self.class(concealed.code(part))));
        TableReading { tables: self, classes }
    }

    /// The class of a part's code, which has to be a [`Counts`]'s.
    #[inline]
    fn class(&self, code: Code) -> u8 {
        self.class_at(code.high(), code.low())
    }

    /// The class at two groups' codes. They have to be of vectors with at most four of each kind, whatever their total.
    #[inline]
    fn class_at(&self, high: usize, low: usize) -> u8 {
        debug_assert!(high < self.offset.len() && low < self.order.len());
        // SAFETY: with at most four of each kind, a group's code is below 5 to the number of its kinds, and so many
        // places the arrays have for it, the honors' behind the suit's.
        let (offset, order) = unsafe { (*self.offset.get_unchecked(high), *self.order.get_unchecked(low)) };
        // SAFETY: `lay_parts` has checked that the largest offset and the largest order add up to less than `CLASSES`.
        unsafe { *self.classes.get_unchecked(offset as usize + usize::from(order)) }
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
        // from the former; no hand exposes more than `MAX_MELDS`. So the place is within as many times each other.
        Distance(unsafe { *self.distances.get_unchecked(row + usize::from(merged)) })
    }
}

/// Where the row of distances begins for a hand with so many exposed melds.
#[inline]
fn row_of(exposed: MeldCount, two_suits: u16) -> usize {
    exposed.get() * DISTANCES_OF_MELDS + usize::from(two_suits)
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
        self.lowering(hand)
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

    /// Which kinds lower the distance when one is added to the hand, which has 13−3n tiles.
    //
    // Inlined into a caller it would have to share the registers with it, which costs a twentieth.
    #[inline(never)]
    pub(super) fn lowering(&self, hand: &Hand) -> TileSet {
        let (concealed, distance) = (hand.counts(), self.distance(hand));
        if !(concealed.quads() & TileSet::REGULAR).is_empty() {
            return self.lowering_one_by_one(hand);
        }
        // Written out, so that each part's look-ups are compiled for it.
        let [characters, dots, bamboos] = [Part::Characters, Part::Dots, Part::Bamboos].map(|suit| {
            let rest = self.without(suit, hand.melds());
            rest.lowering::<{ SUIT.high }, { SUIT.low }>(concealed.code(suit), distance)
        });
        let rest = self.without(Part::Honors, hand.melds());
        let code = concealed.code(Part::Honors);
        let honors = rest.lowering::<{ HONORS.high }, { HONORS.low }>(code, distance);
        TileSet::from_bits(characters | dots << 9 | bamboos << 18 | honors << 27)
    }

    /// The same for hands with four of a kind, to which no fifth can be added.
    #[cold]
    fn lowering_one_by_one(&self, hand: &Hand) -> TileSet {
        let (concealed, distance) = (hand.counts(), self.distance(hand));
        let lowers = |tile: &Tile| {
            let (part, code) = concealed.code_with(*tile);
            let classes = self.tables.with(self.classes, part, self.tables.class(code));
            self.tables.distance(hand.melds(), classes) < distance
        };
        (TileSet::REGULAR & !concealed.quads()).iter().filter(lowers).collect()
    }
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
    fn lowering<const HIGH_KINDS: usize, const LOW_KINDS: usize>(&self, code: Code, distance: Distance) -> u64 {
        // No kind has four copies, so with one more none has five.
        let (high, low) = (code.high(), code.low());
        let distance_at = |high, low| u64::from(self.distance(self.tables.class_at(high, low)).get());
        let mut sum = 0;
        for kind in (0..LOW_KINDS).rev() {
            sum = 2 * sum + distance_at(high, low + POWERS[kind]);
        }
        for kind in (0..HIGH_KINDS).rev() {
            sum = 2 * sum + distance_at(high + POWERS[kind], low);
        }
        // Of another hand than was read the sum can be anything; what is made of it stays within the part.
        let all = (1 << (HIGH_KINDS + LOW_KINDS)) - 1;
        (u64::from(distance.get()) * all).wrapping_sub(sum) & all
    }
}

/// What a tile of each kind adds to its group's code.
const POWERS: [usize; 5] = [1, 5, 25, 125, 625];
