//! The table model: four suit look-ups, two merges and one last look-up.

use std::sync::LazyLock;

use paili_tables::blob::{self, Blob};
use paili_tables::counts::Code;

use super::{Distance, Model};
use crate::hand::{Hand, PARTS, place};
use crate::tile::{Tile, TileSet};

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
    fn distance(&self, hand: &Hand) -> Distance {
        let classes = self.tables.classes(hand);
        self.tables.distance(hand.melds().concealed(), classes)
    }

    fn waits(&self, hand: &Hand) -> TileSet {
        let melds = hand.melds().concealed();
        let classes = self.tables.classes(hand);
        let mut waits = TileSet::EMPTY;
        if hand.must_discard() || self.tables.distance(melds, classes) != Distance::READY {
            return waits;
        }
        for tile in Tile::regular().filter(|&tile| hand.counts().get(tile) < Tile::COPIES) {
            let (part, code) = place(tile);
            let mut grown = classes;
            grown[part] = self.tables.class(part, hand.counts().codes()[part].plus(code));
            if self.tables.distance(melds, grown) == Distance::WON {
                waits.insert(tile);
            }
        }
        waits
    }

    /// Leans on fact 1 of the design: some discard keeps the distance and none lowers it, so the first one in the
    /// rule's order that keeps it is the rule's.
    fn last_spare(&self, hand: &Hand) -> Option<Tile> {
        if !hand.must_discard() {
            return None;
        }
        let melds = hand.melds().concealed();
        let classes = self.tables.classes(hand);
        let distance = self.tables.distance(melds, classes);
        let mut held = Tile::regular().rev().filter(|&tile| hand.counts().get(tile) > 0);
        let first = held.clone().next();
        held.find(|&tile| {
            let (part, code) = place(tile);
            let mut shrunk = classes;
            shrunk[part] = self.tables.class(part, hand.counts().codes()[part].minus(code));
            self.tables.distance(melds, shrunk) == distance
        })
        // Of a hand that wins, or that lacks nothing but the place its specials take, every discard costs one.
        .or(first)
    }
}

const SUITS: usize = 126;
const HONORS: usize = 55;
const TWO_SUITS: usize = 180;
const SUIT_HONORS: usize = 165;

/// The class of each part of a hand.
type Classes = [u8; PARTS];

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
    fn class(&self, part: usize, code: Code) -> u8 {
        if part < PARTS - 1 { self.suits.class(code) } else { self.honors.class(code) }
    }

    #[inline]
    fn classes(&self, hand: &Hand) -> Classes {
        let codes = hand.counts().codes();
        [
            self.suits.class(codes[0]),
            self.suits.class(codes[1]),
            self.suits.class(codes[2]),
            self.honors.class(codes[3]),
        ]
    }

    /// The distance of four parts that have to form `melds` melds and a pair.
    #[inline]
    fn distance(&self, melds: usize, [characters, dots, bamboos, honors]: Classes) -> Distance {
        let two_suits = self.two_suits[usize::from(characters) * SUITS + usize::from(dots)];
        let suit_honors = self.suit_honors[usize::from(bamboos) * HONORS + usize::from(honors)];
        let place = (melds * TWO_SUITS + usize::from(two_suits)) * SUIT_HONORS + usize::from(suit_honors);
        Distance(self.distances[place])
    }
}
