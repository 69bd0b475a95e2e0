//! Walls as Python has them.

use paili::game::Wall;
use paili::simulation::Seed;
use paili::tile::Tile;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{bad_argument, bad_row};

/// The wall of a game of a seed, front first.
#[pyfunction]
pub fn wall(seed: u64, game: u64) -> Vec<&'static str> {
    tiles(&Seed(seed).wall(game))
}

/// A wall's tiles, front first.
pub fn tiles(wall: &Wall) -> Vec<&'static str> {
    wall.tiles().iter().map(|tile| tile.token()).collect()
}

/// Reads the argument `wall`: a text as the program reads it, or an iterable of tiles.
pub fn read_wall(argument: &Bound<'_, PyAny>) -> PyResult<Wall> {
    let py = argument.py();
    let bad = |reason: String| bad_argument(py, "wall", reason);
    if let Ok(text) = argument.cast::<PyString>() {
        return text.to_string_lossy().parse().map_err(|error: paili::game::ReadWallError| bad(error.to_string()));
    }
    let mut tiles: Vec<Tile> = Vec::with_capacity(Wall::LEN);
    let of_other_type = |what: &Bound<'_, PyAny>| -> PyErr {
        let name = what.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("wall: expected a text or an iterable of tile texts, not {name}"))
    };
    for (row, tile) in argument.try_iter().map_err(|_| of_other_type(argument))?.enumerate() {
        let tile = tile?;
        let text = tile.cast::<PyString>().map_err(|_| of_other_type(&tile))?;
        let tile = text
            .to_string_lossy()
            .parse()
            .map_err(|error: paili::tile::ParseTileError| bad_row(py, "wall", row, &error.to_string()))?;
        if row == Wall::LEN {
            return Err(bad(format!("{tile} after the wall's {row} tiles: expected nothing more")));
        }
        tiles.push(tile);
    }
    let tiles: [Tile; Wall::LEN] = tiles
        .try_into()
        .map_err(|tiles: Vec<Tile>| bad(format!("{} tiles: expected {} a wall", tiles.len(), Wall::LEN)))?;
    Wall::new(tiles).map_err(|error| bad(error.to_string()))
}
