//! The names of tiles, written once.

use std::sync::LazyLock;

use super::Notation;
use crate::tile::Tile;

/// A tile's name in a notation; a special's is the judge's.
pub(super) fn of(notation: Notation, tile: Tile) -> &'static str {
    static NAMES: LazyLock<[Vec<String>; Notation::ALL.len()]> = LazyLock::new(|| {
        let name = |notation: Notation, tile: Tile| notation.write([tile]).unwrap_or_else(|_| tile.token().to_owned());
        Notation::ALL.map(|notation| Tile::ALL.into_iter().map(|tile| name(notation, tile)).collect())
    });
    &NAMES[notation as usize][tile.index()]
}
