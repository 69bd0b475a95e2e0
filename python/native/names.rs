//! The names of tiles as Python's texts, made once: a name is asked for hundreds of times where a hand is told.

use std::collections::HashMap;
use std::sync::LazyLock;

use paili::{Notation, Tile};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// Which five a tile is, if it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Five {
    /// A red one.
    Red,
    /// Another, or no five.
    Plain,
}

/// A tile's name in a notation; a special's is the judge's.
pub fn name(py: Python<'_>, notation: Notation, tile: Tile) -> &Bound<'_, PyString> {
    static NAMES: PyOnceLock<[Vec<Py<PyString>>; Notation::ALL.len()]> = PyOnceLock::new();
    let names = NAMES.get_or_init(py, || {
        Notation::ALL.map(|notation| {
            let name = |tile| PyString::intern(py, notation.name_of(tile)).unbind();
            Tile::ALL.into_iter().map(name).collect()
        })
    });
    names[notation as usize][tile.index()].bind(py)
}

/// A tile as all of Python writes it unless a hand has another notation: in mpsz; a special's is the judge's.
pub fn mpsz(tile: Tile) -> &'static str {
    Notation::Mpsz.name_of(tile)
}

/// Tiles so, with spaces between them.
pub fn all_mpsz(tiles: impl IntoIterator<Item = Tile>) -> String {
    tiles.into_iter().map(mpsz).collect::<Vec<_>>().join(" ")
}

/// The tile of a name in whatever notation, or what is wrong with it.
pub fn tile_of(name: &str) -> Result<Tile, String> {
    let known = read_name(name).map(|(_, tile, _)| tile);
    known.ok_or_else(|| format!("{:?} is not a tile: expected one such as 1m or 7z", excerpt(name)))
}

/// The beginning of a text, for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(24).collect()
}

/// The tile of a name, the first notation that has it, and which five it is. Policies are asked for a name in every turn.
pub fn read_name(name: &str) -> Option<(Notation, Tile, Five)> {
    static KNOWN: LazyLock<HashMap<String, (Notation, Tile, Five)>> = LazyLock::new(|| {
        let plain = Notation::ALL.into_iter().flat_map(|notation| {
            Tile::ALL.map(|tile| (notation.name_of(tile).to_owned(), (notation, tile, Five::Plain)))
        });
        // No notation has a red five by a name that is another's tile.
        let red = Notation::ALL.into_iter().flat_map(|notation| {
            [Tile::M5, Tile::P5, Tile::S5].map(|five| (notation.red_name(five), (notation, five, Five::Red)))
        });
        let mut known = HashMap::new();
        plain.chain(red).for_each(|(name, tile)| {
            known.entry(name).or_insert(tile);
        });
        known
    });
    KNOWN.get(name).copied()
}
