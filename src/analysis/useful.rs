//! Useful tiles and the acceptance.

use super::Unseen;
use crate::distance::{Distance, Model};
use crate::hand::Hand;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The [useful tiles](Model::useful) of a hand (ukeire, 進張), with how many copies are left of them.
///
/// Which kinds are useful does not depend on what is visible, so a useful kind can have no copy left.
///
/// ```
/// use paili::analysis::{Unseen, Useful};
/// use paili::{Notation, TableModel};
///
/// let hand = Notation::Mpsz.hand("1133m456789p123s")?;
/// let unseen = Unseen::by(&hand);
/// let useful = Useful::of(TableModel, &hand, &unseen);
/// assert_eq!(useful.kinds.to_string(), "1M 3M");
/// assert_eq!(useful.acceptance, 4);
/// # Ok::<(), paili::notation::NotationError>(())
/// ```
#[doc(alias = "ukeire")]
#[doc(alias = "進張")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Useful {
    /// The kinds that lower the distance.
    pub kinds: TileSet,
    /// The acceptance: how many copies of them are unseen in all, and how many wildcards, each of which is useful to a hand
    /// that does not win.
    pub acceptance: u32,
}

impl Useful {
    /// No useful tile.
    pub const NONE: Useful = Useful { kinds: TileSet::EMPTY, acceptance: 0 };

    /// The useful tiles of a hand.
    #[inline]
    pub fn of(model: impl Model, hand: &Hand, unseen: &Unseen) -> Useful {
        let (distance, kinds) = model.distance_and_useful(hand);
        Useful::at(distance, kinds, unseen)
    }

    /// Those of a hand at this distance, which [`Model::distance_and_useful`] tells with their kinds.
    #[inline]
    pub fn at(distance: Distance, kinds: TileSet, unseen: &Unseen) -> Useful {
        let lacks = distance != Distance::WON && distance != Distance::NEVER;
        let wildcards = if lacks { unseen.wildcards().into() } else { 0 };
        Useful { kinds, acceptance: unseen.total(kinds) + wildcards }
    }

    /// The kinds in tile order, each with its unseen copies.
    pub fn copies(&self, unseen: &Unseen) -> impl Iterator<Item = (Tile, u8)> {
        self.kinds.iter().map(|tile| (tile, unseen.copies(tile)))
    }
}
