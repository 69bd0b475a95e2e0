//! The names of tiles, written once.

use std::sync::LazyLock;

use super::all::Notation;
use super::{chinese, mjai, mpsz, unicode, uva};
use crate::tile::Tile;

impl Notation {
    /// A tile's name; a special's is the judge's, whatever the notation.
    pub fn name_of(self, tile: Tile) -> &'static str {
        static NAMES: LazyLock<[Vec<String>; Notation::ALL.len()]> = LazyLock::new(|| {
            let name = |notation: Notation, tile: Tile| {
                let mut name = String::new();
                if tile.is_special() { Notation::Judge } else { notation }.append(&mut name, None, tile);
                name
            };
            Notation::ALL.map(|notation| Tile::ALL.into_iter().map(|tile| name(notation, tile)).collect())
        });
        &NAMES[self as usize][tile.index()]
    }

    /// Writes a tile behind the last one. Only the judge's notation has specials.
    #[inline]
    pub(super) fn append(self, text: &mut String, last: Option<Tile>, tile: Tile) {
        if last.is_some() && !matches!(self, Notation::Mpsz | Notation::Unicode) {
            text.push(' ');
        }
        match self {
            Notation::Judge => text.push_str(tile.token()),
            Notation::Uva => uva::append(text, tile),
            Notation::Mpsz => mpsz::append(text, last, tile),
            Notation::Unicode => unicode::append(text, tile),
            Notation::Chinese => chinese::append(text, tile),
            Notation::Mjai => mjai::append(text, tile),
        }
    }
}
