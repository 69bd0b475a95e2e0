//! The river: what the players have discarded.

use super::{PLAYERS, Seat, Wall};
use crate::hand::MeldCount;
use crate::tile::Tile;

/// The tiles that were discarded or played as specials in a game, first to last (河, kawa).
#[doc(alias = "kawa")]
#[derive(Clone, Copy)]
pub struct River {
    /// Seats in the upper two bits, tiles in the others.
    tiles: [u8; PLACES],
    /// Which were claimed, a bit each.
    claimed: u128,
    len: u8,
}

/// One tile of the river.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Discarded {
    /// Who discarded or played it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
    /// Whether somebody claimed it for a meld (furo), where it lies now.
    pub is_claimed: bool,
}

const SEAT_BEGINS: u32 = 6;
const _: () = assert!(Tile::COUNT <= 1 << SEAT_BEGINS && River::MOST <= u128::BITS as usize);

/// A power of two, so that a place is masked instead of checked.
const PLACES: usize = River::MOST.next_power_of_two();

impl River {
    /// More tiles than any game's river has: one for each draw after the deal, and for each claim.
    pub const MOST: usize = Wall::LEN - Wall::DEALT + PLAYERS * MeldCount::MOST.get();

    pub(super) const EMPTY: River = River { tiles: [0; PLACES], claimed: 0, len: 0 };

    /// These tiles, first to last; there are no more than [`MOST`](River::MOST).
    pub(crate) fn of(discards: impl IntoIterator<Item = Discarded>) -> River {
        let mut river = River::EMPTY;
        for Discarded { seat, tile, is_claimed } in discards {
            river.add(seat, tile);
            if is_claimed {
                river.claim_last();
            }
        }
        river
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether nobody has discarded yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The tiles, first to last.
    pub fn iter(&self) -> impl Iterator<Item = Discarded> + '_ {
        self.iter_from(0)
    }

    /// The tiles from a place on.
    pub(super) fn iter_from(&self, first: usize) -> impl Iterator<Item = Discarded> + '_ {
        (first..self.len()).map(|place| {
            let code = self.tiles[place];
            Discarded {
                seat: Seat::ALL[usize::from(code >> SEAT_BEGINS)],
                tile: Tile::ALL[usize::from(code & ((1 << SEAT_BEGINS) - 1))],
                is_claimed: self.claimed >> place & 1 == 1,
            }
        })
    }

    #[inline]
    pub(super) fn add(&mut self, seat: Seat, tile: Tile) {
        self.tiles[usize::from(self.len) % PLACES] = (seat as u8) << SEAT_BEGINS | tile.index() as u8;
        self.len += 1;
    }

    /// The last tile was claimed.
    pub(super) fn claim_last(&mut self) {
        self.claimed |= 1 << (self.len - 1);
    }
}

impl std::fmt::Debug for River {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
