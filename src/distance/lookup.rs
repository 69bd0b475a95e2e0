//! Looking hands up in the tables.
//!
//! All of the crate's `unsafe` is here: look-ups without bounds checks, which make the useful tiles of a hand a fifth
//! faster (`cargo bench --bench analysis`). They stand on two legs. [`Counts`] holds at most four of a kind, which bounds
//! its codes: its `insert` sees to that, and so does whoever calls its crate-private `add` and `take` (hands and the game,
//! which deal out a valid wall). And [`Tables::new`] checks every number in the tables that another table is indexed by.
#![allow(unsafe_code)]

use paili_tables::blob;
use paili_tables::census::Census;
use paili_tables::cost::MAX_MELDS;
use paili_tables::counts::{self, Code, MAX_TILES, SUIT};

use super::Distance;
use crate::hand::{Counts, MeldCount};
use crate::tile::{Part, TileSet};

const SUITS: usize = Census::EXPECTED.suits;
const HONORS: usize = Census::EXPECTED.honors;
const TWO_SUITS: usize = Census::EXPECTED.two_suits;
const SUIT_HONORS: usize = Census::EXPECTED.suit_honors;

/// The merged class of a part of one class with another part of each class.
type Merges = [u8; EVERY_BYTE];

/// [`Merges`] for each class of the one part. On the heap: it would overflow a small thread's stack while it is made.
type MergeTable = Box<[Merges; EVERY_BYTE]>;

/// Tables of merges are padded to a place for every class that a byte can name: looking up in them needs no bounds check.
const EVERY_BYTE: usize = 1 << u8::BITS;

/// The tables, laid out for looking up. The big ones are borrowed from the program's image; the small ones are padded.
pub(super) struct Tables {
    suits: PartTable<625, 3125, { 1 << 19 }>,
    honors: PartTable<125, 625, { 1 << 16 }>,
    /// `[a suit][another suit]`, the same either way round.
    two_suits: MergeTable,
    /// `[suit][honors]`.
    suit_honors: MergeTable,
    /// `[honors][suit]`: the same, so that either of the two can be left open.
    honors_suit: MergeTable,
    /// `[melds][two suits]`, a row for the classes of a suit and the honors.
    distances: &'static [[u8; SUIT_HONORS]],
    census: Census,
}

/// The classes of one part's count vectors. `HIGH` and `LOW` are the numbers of codes of its two groups.
///
/// Codes of more tiles than the table has are never looked up for an answer, but doing so has to be harmless: so the
/// classes are borrowed together with what follows them in the blob, longer than any sum of an offset and an order.
struct PartTable<const HIGH: usize, const LOW: usize, const CLASSES: usize> {
    offset: [u32; HIGH],
    order: [u16; LOW],
    classes: &'static [u8; CLASSES],
}

impl Tables {
    /// Lays a blob's tables out; says what is wrong with them if they can't be looked up in.
    pub(super) fn new(bytes: &'static [u8]) -> Result<Self, String> {
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
        let (rows, rest) = blob.distances.as_chunks();
        if rows.len() != (MAX_MELDS + 1) * TWO_SUITS || !rest.is_empty() {
            return Err("the distances are incomplete".to_owned());
        }
        let suit_honors = merges(blob.suit_honors, SUITS, HONORS, SUIT_HONORS)?;
        Ok(Tables {
            suits: PartTable::new(bytes, &blob.suit_offset, &blob.suit_order, blob.suits, SUITS)?,
            honors: PartTable::new(bytes, &blob.honor_offset, &blob.honor_order, blob.honors, HONORS)?,
            two_suits: merges(blob.two_suits, SUITS, SUITS, TWO_SUITS)?,
            honors_suit: transposed(&suit_honors),
            suit_honors,
            distances: rows,
            census,
        })
    }

    pub(super) fn census(&self) -> Census {
        self.census
    }

    /// Looks a hand's parts up. It has to have at most 14 tiles for its classes to mean anything.
    #[inline]
    pub(super) fn read(&self, concealed: &Counts, exposed: MeldCount) -> Reading<'_> {
        debug_assert!(concealed.total() <= MAX_TILES);
        Reading {
            tables: self,
            melds: exposed.concealed(),
            classes: Part::ALL.map(|part| self.class(part, concealed.code(part))),
        }
    }

    /// The class of a part's code, which has to be a [`Counts`]'s.
    #[inline]
    pub(super) fn class(&self, part: Part, code: Code) -> u8 {
        if part == Part::Honors { self.honors.class(code) } else { self.suits.class(code) }
    }

    /// The distances of hands that have to form so many melds, of which two suits are known.
    #[inline]
    fn distances_of(&self, melds: usize, two_suits: u8) -> &[u8; SUIT_HONORS] {
        &self.distances[melds * TWO_SUITS + usize::from(two_suits)]
    }
}

/// Pads a table of merges, `[first][second]`, after checking that it is whole and names only classes that there are.
fn merges(table: &[u8], first: usize, second: usize, classes: usize) -> Result<MergeTable, String> {
    if table.len() != first * second || table.iter().any(|&class| usize::from(class) >= classes) {
        return Err("a table of merges is damaged".to_owned());
    }
    let mut padded = empty();
    for (padded, row) in padded.iter_mut().zip(table.chunks_exact(second)) {
        padded[..second].copy_from_slice(row);
    }
    Ok(padded)
}

/// The same table the other way round.
fn transposed(table: &MergeTable) -> MergeTable {
    let mut transposed = empty();
    for (first, row) in table.iter().enumerate() {
        for (second, &class) in row.iter().enumerate() {
            transposed[second][first] = class;
        }
    }
    transposed
}

fn empty() -> MergeTable {
    let rows = vec![[0; EVERY_BYTE]; EVERY_BYTE].into_boxed_slice();
    rows.try_into().unwrap_or_else(|_| unreachable!("it has as many rows as it was made with"))
}

impl<const HIGH: usize, const LOW: usize, const CLASSES: usize> PartTable<HIGH, LOW, CLASSES> {
    fn new(
        bytes: &'static [u8],
        offsets: &[u32],
        orders: &[u16],
        classes: &[u8],
        class_count: usize,
    ) -> Result<Self, String> {
        let damaged = || "the tables of a part are damaged".to_owned();
        let offset: [u32; HIGH] = offsets.try_into().map_err(|_| damaged())?;
        let order: [u16; LOW] = orders.try_into().map_err(|_| damaged())?;
        let last_offset = offset.iter().copied().max().unwrap_or_default() as usize;
        let last_order = usize::from(order.iter().copied().max().unwrap_or_default());
        let classes_are_known = classes.iter().all(|&class| usize::from(class) < class_count);
        if last_offset + last_order >= CLASSES || !classes_are_known {
            return Err(damaged());
        }
        Ok(PartTable { offset, order, classes: blob::window(bytes, classes).ok_or_else(damaged)? })
    }

    /// The class of a code, which has to be a [`Counts`]'s.
    #[inline]
    fn class(&self, code: Code) -> u8 {
        self.class_at(code.high(), code.low())
    }

    /// The class of two groups' codes. They have to be of vectors with at most four of each kind, whatever their total.
    #[inline]
    fn class_at(&self, high: usize, low: usize) -> u8 {
        debug_assert!(high < HIGH && low < LOW);
        // SAFETY: with at most four of each kind, a group's code is below 5 to the number of its kinds, which `HIGH` and
        // `LOW` are.
        let (offset, order) = unsafe { (*self.offset.get_unchecked(high), *self.order.get_unchecked(low)) };
        // SAFETY: `new` has checked that the largest offset and the largest order add up to less than `CLASSES`.
        unsafe { *self.classes.get_unchecked(offset as usize + usize::from(order)) }
    }
}

/// A hand as the tables see it: the class of each part.
#[derive(Clone, Copy)]
pub(super) struct Reading<'t> {
    tables: &'t Tables,
    melds: usize,
    classes: [u8; Part::ALL.len()],
}

impl<'t> Reading<'t> {
    /// The distance of the hand.
    #[inline]
    pub(super) fn distance(&self) -> Distance {
        self.without(Part::Honors).distance(self.classes[Part::Honors.index()])
    }

    /// All but one part, to try many classes of that one.
    ///
    /// Any suit may stand beside the honors, since merging is associative and commutative. The open part always does:
    /// then all its classes lead to one row of distances, three cache lines.
    #[inline]
    pub(super) fn without(&self, part: Part) -> Rest<'t> {
        let tables = self.tables;
        let [characters, dots, bamboos, honors] = self.classes.map(usize::from);
        let (merges, first, second) = match part {
            Part::Characters => (&tables.honors_suit[honors], dots, bamboos),
            Part::Dots => (&tables.honors_suit[honors], characters, bamboos),
            Part::Bamboos => (&tables.honors_suit[honors], characters, dots),
            Part::Honors => (&tables.suit_honors[bamboos], characters, dots),
        };
        let two_suits = tables.two_suits[first][second];
        Rest { merges, distances: tables.distances_of(self.melds, two_suits) }
    }

    /// Which kinds lower the distance when one is added to the hand, which has 13−3n tiles.
    //
    // Inlined into a caller it would have to share the registers with it, which costs a twentieth.
    #[inline(never)]
    pub(super) fn lowering(&self, concealed: &Counts) -> TileSet {
        let distance = self.distance();
        if !(concealed.quads() & TileSet::REGULAR).is_empty() {
            return self.lowering_one_by_one(concealed, distance);
        }
        // Written out, so that each part's look-ups are compiled for it.
        let [characters, dots, bamboos] = [Part::Characters, Part::Dots, Part::Bamboos].map(|suit| {
            let (rest, code) = (self.without(suit), concealed.code(suit));
            rest.lowering::<{ SUIT.high }, { SUIT.low }, _, _, _>(&self.tables.suits, code, distance)
        });
        let (rest, code) = (self.without(Part::Honors), concealed.code(Part::Honors));
        let honors = rest.lowering::<{ counts::HONORS.high }, { counts::HONORS.low }, _, _, _>(
            &self.tables.honors,
            code,
            distance,
        );
        TileSet::from_bits(characters | dots << 9 | bamboos << 18 | honors << 27)
    }

    /// The same for hands with four of a kind, to which no fifth can be added.
    #[cold]
    fn lowering_one_by_one(&self, concealed: &Counts, distance: Distance) -> TileSet {
        let mut lowering = TileSet::EMPTY;
        for part in Part::ALL {
            let rest = self.without(part);
            for tile in (part.kinds() & !concealed.quads()).iter() {
                if rest.distance(self.tables.class(part, concealed.code_with(tile))) < distance {
                    lowering.insert(tile);
                }
            }
        }
        lowering
    }
}

/// A hand with one part left open.
#[derive(Clone, Copy)]
pub(super) struct Rest<'t> {
    /// What the open part makes with the part beside it.
    merges: &'t Merges,
    /// What that makes with the other two.
    distances: &'t [u8; SUIT_HONORS],
}

impl Rest<'_> {
    /// The distance with a class in the open part.
    #[inline]
    pub(super) fn distance(&self, class: u8) -> Distance {
        let merged = self.merges[usize::from(class)];
        // SAFETY: `merges` has checked that every class it names is below `SUIT_HONORS`.
        Distance(unsafe { *self.distances.get_unchecked(usize::from(merged)) })
    }

    /// Which kinds lower the distance when one is added to the open part, none of whose kinds has four copies: a bit for
    /// each.
    ///
    /// A tile more lowers the distance by nothing or by one. So the distances, added up with a weight of 2^k for kind k,
    /// fall short of what they would be without lowering by just the bits asked for, which is cheaper than comparing each.
    #[inline]
    fn lowering<
        const HIGH_KINDS: usize,
        const LOW_KINDS: usize,
        const HIGH: usize,
        const LOW: usize,
        const CLASSES: usize,
    >(
        &self,
        part: &PartTable<HIGH, LOW, CLASSES>,
        code: Code,
        distance: Distance,
    ) -> u64 {
        // No kind has four copies, so with one more none has five.
        let (high, low) = (code.high(), code.low());
        let distance_at = |high, low| u64::from(self.distance(part.class_at(high, low)).get());
        let mut sum = 0;
        for kind in (0..LOW_KINDS).rev() {
            sum = 2 * sum + distance_at(high, low + POWERS[kind]);
        }
        for kind in (0..HIGH_KINDS).rev() {
            sum = 2 * sum + distance_at(high + POWERS[kind], low);
        }
        u64::from(distance.get()) * ((1 << (HIGH_KINDS + LOW_KINDS)) - 1) - sum
    }
}

/// What a tile of each kind adds to its group's code.
const POWERS: [usize; 5] = [1, 5, 25, 125, 625];
