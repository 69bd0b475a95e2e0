//! Walls of games.

use paili::game::{Wall, WallError};
use paili::simulation::Seed;
use paili::{ParseNameError, Tile};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::read_texts;
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
        return text.to_string_lossy().parse().map_err(|error: WallError| bad(error.to_string()));
    }
    let tiles = read_texts("wall", Some(argument))?
        .into_iter()
        .enumerate()
        .map(|(row, tile)| tile.parse().map_err(|error: ParseNameError| bad_row(py, "wall", row, &error.to_string())));
    let tiles = tiles.collect::<PyResult<Vec<Tile>>>()?;
    if let Some(more) = tiles.get(Wall::LEN) {
        return Err(bad(format!("{more} after the wall's {} tiles: expected nothing more", Wall::LEN)));
    }
    let tiles = <[Tile; Wall::LEN]>::try_from(tiles);
    let tiles = tiles.map_err(|tiles| bad(format!("{} tiles: expected {} a wall", tiles.len(), Wall::LEN)))?;
    Wall::new(tiles).map_err(|error| bad(error.to_string()))
}
