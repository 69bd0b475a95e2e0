//! Thirteen orphans, 十三幺.

use super::of_kinds::OfKinds;
use crate::tile_set::TileSet;

/// A plan has all thirteen kinds in one group, and the tile that makes a pair in another.
pub(super) const FORM: OfKinds = OfKinds {
    among: TileSet::ORPHANS,
    kinds: TileSet::ORPHANS.len() as u8,
    twice: 1,
    groups: |kinds, twice| vec![kinds.iter().collect(), twice.iter().collect()],
};
