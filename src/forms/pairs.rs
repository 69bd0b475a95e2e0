//! Seven pairs, 七對子.

use super::of_kinds::OfKinds;
use crate::tile_set::TileSet;

/// Four of a kind are one pair. A plan has seven groups of two.
pub(super) const FORM: OfKinds = OfKinds {
    among: TileSet::REGULAR,
    kinds: 7,
    twice: 7,
    groups: |kinds, _| kinds.iter().map(|tile| vec![tile; 2]).collect(),
};
