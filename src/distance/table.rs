//! The table model: four suit look-ups, two merges and one last look-up.

use std::sync::LazyLock;

use paili_tables::blob::{self, Blob};
use paili_tables::counts::Code;

use super::{Distance, Model};
use crate::hand::{Counts, Hand, MeldCount};
use crate::tile::{Part, Tile, TileSet};

/// What the build script wrote.
static BLOB: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/tables.bin"));

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    // Only a build that put other bytes into the program than its build script wrote could fail here.
    let blob = blob::decode(BLOB).unwrap_or_else(|error| panic!("this build of paili is broken: {error}"));
    Tables::new(&blob)
});

/// Finds distances by table look-up, a few nanoseconds a hand.
///
/// The first one made in a process checks the embedded tables, which takes a fraction of a millisecond.
#[derive(Clone, Copy)]
pub struct TableModel {
    tables: &'static Tables,
}

impl TableModel {
    /// The model over the embedded tables.
    #[must_use]
    pub fn new() -> Self {
        TableModel { tables: &TABLES }
    }
}

impl Default for TableModel {
    fn default() -> Self {
        TableModel::new()
    }
}

impl std::fmt::Debug for TableModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TableModel")
    }
}

/// Size of the embedded tables in bytes.
#[must_use]
pub fn table_bytes() -> usize {
    BLOB.len()
}

/// Numbers of classes in the embedded tables: a suit, the honors, two suits, a suit and the honors.
#[must_use]
pub fn class_counts() -> [usize; 4] {
    [SUITS, HONORS, TWO_SUITS, SUIT_HONORS]
}

impl Model for TableModel {
    #[inline]
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        self.tables.read(concealed, exposed).distance()
    }

    fn useful(&self, hand: &Hand) -> TileSet {
        self.distance_and_useful(hand).1
    }

    fn distance_and_useful(&self, hand: &Hand) -> (Distance, TileSet) {
        let read = self.tables.read(hand.counts(), hand.melds());
        let useful = if hand.must_discard() {
            TileSet::EMPTY
        } else {
            read.lowering(hand.counts(), TileSet::REGULAR & !hand.counts().quads())
        };
        (read.distance(), useful)
    }

    fn waits(&self, hand: &Hand) -> TileSet {
        let read = self.tables.read(hand.counts(), hand.melds());
        if hand.must_discard() || read.distance() != Distance::READY {
            return TileSet::EMPTY;
        }
        read.lowering(hand.counts(), hand.counts().neighbourhood() & !hand.counts().quads())
    }

    /// Leans on fact 1 of the design: some discard keeps the distance and none lowers it, so the first one in the
    /// rule's order that keeps it is the rule's.
    fn last_spare(&self, hand: &Hand) -> Option<Tile> {
        if !hand.must_discard() {
            return None;
        }
        let read = self.tables.read(hand.counts(), hand.melds());
        let distance = read.distance();
        let held = hand.counts().kinds() & TileSet::REGULAR;
        for part in Part::ALL.into_iter().rev() {
            let rest = read.without(part);
            for tile in (held & part.kinds()).iter_backwards() {
                let class = self.tables.class(part, hand.counts().code_without(tile));
                if rest.distance(class) == distance {
                    return Some(tile);
                }
            }
        }
        // Of a hand that wins, or that lacks nothing but the places its specials take, every discard costs one.
        held.last()
    }
}

const SUITS: usize = 126;
const HONORS: usize = 55;
const TWO_SUITS: usize = 180;
const SUIT_HONORS: usize = 165;

/// The tables, laid out for looking up. The five big ones are borrowed from the program's image.
struct Tables {
    suits: PartTable<1024, 4096>,
    honors: PartTable<128, 1024>,
    two_suits: &'static [u8; SUITS * SUITS],
    suit_honors: &'static [u8; SUITS * HONORS],
    distances: &'static [u8; 5 * TWO_SUITS * SUIT_HONORS],
}

/// The classes of one part's count vectors. Offsets and orders are padded to powers of two, so that masking a code
/// stands in for a bounds check.
struct PartTable<const HIGH: usize, const LOW: usize> {
    offset: [u32; HIGH],
    order: [u16; LOW],
    classes: &'static [u8],
}

impl<const HIGH: usize, const LOW: usize> PartTable<HIGH, LOW> {
    fn new(offsets: &[u32], orders: &[u16], classes: &'static [u8]) -> Self {
        let mut table = PartTable { offset: [0; HIGH], order: [0; LOW], classes };
        table.offset[..offsets.len()].copy_from_slice(offsets);
        table.order[..orders.len()].copy_from_slice(orders);
        table
    }

    #[inline]
    fn class(&self, code: Code) -> u8 {
        self.classes[self.offset[code.high() % HIGH] as usize + usize::from(self.order[code.low() % LOW])]
    }
}

impl Tables {
    fn new(blob: &Blob<'static>) -> Self {
        fn sized<const N: usize>(table: &'static [u8]) -> &'static [u8; N] {
            table
                .try_into()
                .unwrap_or_else(|_| panic!("this build of paili is broken: a table of {} bytes", table.len()))
        }
        Tables {
            suits: PartTable::new(&blob.suit_offset, &blob.suit_order, blob.suits),
            honors: PartTable::new(&blob.honor_offset, &blob.honor_order, blob.honors),
            two_suits: sized(blob.two_suits),
            suit_honors: sized(blob.suit_honors),
            distances: sized(blob.distances),
        }
    }

    #[inline]
    fn class(&self, part: Part, code: Code) -> u8 {
        if part == Part::Honors { self.honors.class(code) } else { self.suits.class(code) }
    }

    #[inline]
    fn read(&self, concealed: &Counts, exposed: MeldCount) -> Reading<'_> {
        let class = |part| self.class(part, concealed.code(part));
        Reading {
            tables: self,
            melds: exposed.concealed(),
            characters: class(Part::Characters),
            dots: class(Part::Dots),
            bamboos: class(Part::Bamboos),
            honors: class(Part::Honors),
        }
    }
}

/// A hand as the tables see it: the class of each part.
#[derive(Clone, Copy)]
struct Reading<'t> {
    tables: &'t Tables,
    melds: usize,
    characters: u8,
    dots: u8,
    bamboos: u8,
    honors: u8,
}

impl<'t> Reading<'t> {
    #[inline]
    fn two_suits(&self) -> usize {
        usize::from(self.tables.two_suits[usize::from(self.characters) * SUITS + usize::from(self.dots)])
    }

    #[inline]
    fn suit_honors(&self) -> usize {
        usize::from(self.tables.suit_honors[usize::from(self.bamboos) * HONORS + usize::from(self.honors)])
    }

    #[inline]
    fn distance(&self) -> Distance {
        Distance(self.tables.distances[(self.melds * TWO_SUITS + self.two_suits()) * SUIT_HONORS + self.suit_honors()])
    }

    /// Which of some kinds lower the distance of the hand that was read when one is added.
    fn lowering(&self, counts: &Counts, candidates: TileSet) -> TileSet {
        let distance = self.distance();
        let mut lowering = TileSet::EMPTY;
        for part in Part::ALL {
            let rest = self.without(part);
            for tile in (candidates & part.kinds()).iter() {
                if rest.distance(self.tables.class(part, counts.code_with(tile))) < distance {
                    lowering.insert(tile);
                }
            }
        }
        lowering
    }

    /// All but one part, to try many classes of that one.
    #[inline]
    fn without(&self, part: Part) -> Rest<'t> {
        let melds = self.melds * TWO_SUITS * SUIT_HONORS;
        // Merging is commutative, so two suits are looked up either way round.
        let [characters, dots, bamboos, honors] =
            [self.characters, self.dots, self.bamboos, self.honors].map(usize::from);
        let (merge, base, step) = match part {
            Part::Characters => (Merge::row(self.tables.two_suits, dots, SUITS), self.suit_honors(), SUIT_HONORS),
            Part::Dots => (Merge::row(self.tables.two_suits, characters, SUITS), self.suit_honors(), SUIT_HONORS),
            Part::Bamboos => {
                (Merge::column(self.tables.suit_honors, honors, HONORS), self.two_suits() * SUIT_HONORS, 1)
            }
            Part::Honors => (Merge::row(self.tables.suit_honors, bamboos, HONORS), self.two_suits() * SUIT_HONORS, 1),
        };
        Rest { distances: self.tables.distances, merge, base: melds + base, step }
    }
}

/// A hand with one part left open.
#[derive(Clone, Copy)]
struct Rest<'t> {
    distances: &'t [u8],
    merge: Merge<'t>,
    base: usize,
    step: usize,
}

impl Rest<'_> {
    /// The distance with a class in the open part.
    #[inline]
    fn distance(&self, class: u8) -> Distance {
        Distance(self.distances[self.base + usize::from(self.merge.with(class)) * self.step])
    }
}

/// A line of a merge table: one of the two parts is fixed.
#[derive(Clone, Copy)]
struct Merge<'t> {
    table: &'t [u8],
    step: usize,
}

impl<'t> Merge<'t> {
    #[inline]
    fn row(table: &'t [u8], row: usize, columns: usize) -> Self {
        Merge { table: &table[row * columns..], step: 1 }
    }

    #[inline]
    fn column(table: &'t [u8], column: usize, columns: usize) -> Self {
        Merge { table: &table[column..], step: columns }
    }

    #[inline]
    fn with(&self, class: u8) -> u8 {
        self.table[usize::from(class) * self.step]
    }
}
