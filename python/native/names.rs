//! The names of tiles as Python's texts, made once: a name is asked for hundreds of times where a hand is told.

use paili::{Notation, Tile};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

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

/// The tile of a name, and the first notation that has it.
pub fn read_name(name: &str) -> Option<(Notation, Tile)> {
    let in_notation = |notation: Notation| {
        let known = Tile::ALL.into_iter().find(|&tile| notation.name_of(tile) == name);
        known.map(|tile| (notation, tile))
    };
    Notation::ALL.into_iter().find_map(in_notation)
}
