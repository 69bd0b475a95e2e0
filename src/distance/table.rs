//! The table model: four suit look-ups, two merges and one last look-up.

use std::sync::LazyLock;

use paili_tables::blob::{self, Blob};
use paili_tables::census::Census;
use paili_tables::counts::MAX_TILES;

pub use super::lookup::TableReading;
use super::lookup::Tables;
use super::{Distance, Model, PlainModel, Reading};
use crate::hand::{Counts, Hand, MeldCount};
use crate::tile::{Tile, TileSet};

/// What the build script wrote.
static BLOB: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/tables.bin"));

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    // Only a build that put other bytes into the program than its build script wrote could fail here.
    Tables::new(BLOB).unwrap_or_else(|error| panic!("this build of paili is broken: {error}"))
});

/// Finds distances by table look-up, a few nanoseconds a hand.
///
/// The first one made in a process checks the embedded tables, which takes one to two milliseconds.
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

impl TableModel {
    /// The tables themselves, for who looks up many hands.
    #[inline]
    pub(crate) fn tables(self) -> &'static Tables {
        self.tables
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

/// The embedded tables as they stand, for counting over classes.
pub(crate) fn embedded() -> Blob<'static> {
    // As above.
    blob::decode(BLOB).unwrap_or_else(|error| panic!("this build of paili is broken: {error}"))
}

/// The census of the embedded tables.
#[must_use]
pub fn table_census() -> Census {
    TABLES.census()
}

impl Model for TableModel {
    type Reading = TableReading;

    #[inline]
    fn read(&self, hand: &Hand) -> TableReading {
        self.tables.read(hand.counts())
    }

    /// More tiles than a hand has are beyond the tables, so for those the plain programme answers.
    #[inline]
    fn lacking(&self, concealed: &Counts, exposed: MeldCount) -> Distance {
        if concealed.total() > MAX_TILES {
            return PlainModel.lacking(concealed, exposed);
        }
        self.tables.read(concealed).lacking(exposed)
    }

    #[inline]
    fn distance(&self, hand: &Hand) -> Distance {
        self.read(hand).distance(hand)
    }

    #[inline]
    fn lacking_and_useful(&self, concealed: &Counts, exposed: MeldCount) -> (Distance, TileSet) {
        if concealed.total() > MAX_TILES {
            return PlainModel.lacking_and_useful(concealed, exposed);
        }
        let reading = self.tables.read(concealed);
        (reading.lacking(exposed), reading.lowering(concealed, exposed))
    }

    #[inline]
    fn waits(&self, hand: &Hand) -> TileSet {
        self.read(hand).waits(hand)
    }

    fn best_discard(&self, hand: &Hand) -> Option<Tile> {
        self.read(hand).best_discard(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Part;

    #[test]
    fn the_embedded_tables_are_those_the_builder_makes() {
        let built = paili_tables::Tables::build().unwrap();
        assert!(paili_tables::blob::encode(&built) == BLOB);
        assert_eq!(table_census(), Census::of(&built));
    }

    /// Through tiles, codes and look-ups, in every suit: all hands of one suit there are, of every legal size.
    #[test]
    fn every_hand_of_one_part_is_looked_up_right() {
        let model = TableModel::new();
        for part in Part::ALL {
            let kinds: Vec<Tile> = part.kinds().iter().collect();
            let mut hands = vec![Counts::EMPTY];
            for &kind in &kinds {
                let grown = hands.iter().flat_map(|&counts| {
                    let room = (MAX_TILES - counts.total()).min(4);
                    (0..=room).map(move |copies| {
                        let mut grown = counts;
                        (0..copies).for_each(|_| grown.add(kind));
                        grown
                    })
                });
                hands = grown.collect();
            }
            for counts in hands {
                if let Ok(hand) = Hand::of_size(counts) {
                    assert_eq!(model.distance(&hand), PlainModel.distance(&hand), "{counts}");
                }
            }
        }
    }

    #[test]
    fn more_tiles_than_a_hand_has_are_no_trouble() {
        let all = Counts::of(Tile::ALL.into_iter().flat_map(|tile| [tile; 4])).unwrap();
        for melds in MeldCount::ALL {
            assert_eq!(TableModel::new().lacking(&all, melds), Distance::WON);
        }
    }
}
