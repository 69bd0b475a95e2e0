//! What the tables know of a hand, as bytes.

use super::public_state::Kinds;
use crate::analysis::Unseen;
use crate::distance::{Distance, Model, TableModel};
use crate::game::ActionCode;
use crate::hand::Hand;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How many bytes [`hand_features`] writes.
pub const HAND_FEATURES: usize = 4 * Tile::REGULAR_COUNT + 1;

/// Where a discard is none of the hand's, or a claim can't be made.
pub(super) const NONE: u8 = u8::MAX;

/// The bytes of a hand, by what they tell.
pub(super) struct HandFeatures<'a> {
    /// The distance after each discard.
    pub(super) distances: &'a mut Kinds,
    /// How many kinds are useful after it.
    pub(super) useful_kinds: &'a mut Kinds,
    /// How many unseen tiles are.
    pub(super) acceptance: &'a mut Kinds,
    /// Unseen copies of each useful kind.
    pub(super) useful: &'a mut Kinds,
    /// The distance of the hand.
    pub(super) distance: &'a mut u8,
}

/// Writes what the tables know of a hand (in the standard form): for each of the 34 kinds the distance after discarding it
/// (255 where the hand can't), then how many kinds are useful after that, then how many unseen tiles are (the acceptance);
/// then the unseen copies of each useful kind, and last the hand's distance. The useful kinds of a hand that has a discard
/// due are those after its best discard: to the smallest distance, of equals with the largest acceptance, of equals the last
/// in tile order.
///
/// ```
/// use paili::analysis::Unseen;
/// use paili::simulation::{HAND_FEATURES, hand_features};
/// use paili::{Hand, Tile};
///
/// let hand: Hand = "1133m456789p1234s".parse()?;
/// let mut features = [0; HAND_FEATURES];
/// hand_features(&hand, &Unseen::by(&hand), &mut features);
/// let best = Tile::S4.index();
/// assert_eq!((features[best], features[34 + best], features[68 + best]), (1, 2, 4));
/// assert_eq!(features[102..105], [2, 0, 2], "two 1m and two 3m are unseen");
/// assert_eq!(features[136], 1);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
pub fn hand_features(hand: &Hand, unseen: &Unseen, room: &mut [u8; HAND_FEATURES]) {
    HandFeatures::of(room).write(hand, unseen);
}

impl HandFeatures<'_> {
    pub(super) fn of(room: &mut [u8; HAND_FEATURES]) -> HandFeatures<'_> {
        let (kinds, rest) = room.as_chunks_mut();
        let ([distances, useful_kinds, acceptance, useful], [distance]) = (kinds, rest) else {
            unreachable!("four times the kinds and one more")
        };
        HandFeatures { distances, useful_kinds, acceptance, useful, distance }
    }

    pub(super) fn write(&mut self, hand: &Hand, unseen: &Unseen) {
        (*self.distances, *self.useful_kinds, *self.acceptance) =
            ([NONE; Tile::REGULAR_COUNT], [0; Tile::REGULAR_COUNT], [0; Tile::REGULAR_COUNT]);
        let (distance, useful) =
            if hand.must_discard() { self.discards(hand, unseen) } else { TableModel.distance_and_useful(hand) };
        *self.distance = distance.get();
        spread(unseen.at_least().map(|kinds| kinds & useful), self.useful);
    }

    /// What each discard leaves; the distance of the hand, and what is useful after the best discard.
    fn discards(&mut self, hand: &Hand, unseen: &Unseen) -> (Distance, TileSet) {
        let mut best = (Distance::FARTHEST, 0, TileSet::EMPTY);
        TableModel.each_discard(hand, |tile, distance, useful| {
            let (kind, acceptance) = (tile.index(), unseen.total(useful));
            if kind >= Tile::REGULAR_COUNT {
                return;
            }
            self.distances[kind] = distance.get();
            self.useful_kinds[kind] = useful.len() as u8;
            self.acceptance[kind] = acceptance as u8;
            if distance < best.0 || distance == best.0 && acceptance >= best.1 {
                best = (distance, acceptance, useful);
            }
        });
        (TableModel.distance(hand), best.2)
    }
}

/// The bits of each byte as bytes.
static BITS: [[u8; 8]; 256] = {
    let mut bits = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bits[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    bits
};

/// How many of these sets have each kind.
#[inline]
pub(super) fn spread(sets: [TileSet; 4], room: &mut Kinds) {
    let mut sums = [0_u64; Tile::REGULAR_COUNT.div_ceil(8)];
    for set in sets {
        // No sum is more than four, so bytes add up side by side.
        for (sum, byte) in sums.iter_mut().zip(set.bits().to_le_bytes()) {
            *sum += u64::from_le_bytes(BITS[usize::from(byte)]);
        }
    }
    let sums = sums.map(u64::to_le_bytes);
    room.copy_from_slice(&sums.as_flattened()[..Tile::REGULAR_COUNT]);
}

/// A set of bits as truth values.
#[inline]
pub(super) fn spread_bits(bits: u64, room: &mut [u8; ActionCode::COUNT]) {
    let bytes = bits.to_le_bytes().map(|byte| BITS[usize::from(byte)]);
    room.copy_from_slice(&bytes.as_flattened()[..ActionCode::COUNT]);
}
