//! Walls of games.

use paili::Tile;
use paili::game::{Wall, WallError};
use paili::simulation::Seed;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::read_texts;
use crate::errors::bad_argument;
use crate::names::{mpsz, tile_of};

/// The wall of a game of a seed, front first.
#[pyfunction]
pub fn wall(seed: u64, game: u64) -> Vec<&'static str> {
    named(&Seed(seed).wall(game))
}

/// A wall's tiles, front first.
pub fn named(wall: &Wall) -> Vec<&'static str> {
    wall.tiles().iter().map(|&tile| mpsz(tile)).collect()
}

/// The same in the judge's tokens.
pub fn tiles(wall: &Wall) -> Vec<&'static str> {
    wall.tiles().iter().map(|tile| tile.token()).collect()
}

/// Reads the argument `wall`: a text as the program reads it, or an iterable of tiles.
pub fn read_wall(argument: &Bound<'_, PyAny>) -> PyResult<Wall> {
    let py = argument.py();
    let bad = |reason: String| bad_argument(py, "wall", reason);
    if let Ok(text) = argument.cast::<PyString>() {
        let text = text.to_string_lossy();
        return text.parse().or_else(|error: WallError| match in_another_notation(&text) {
            Some(tiles) => of_tiles(&tiles).map_err(bad),
            None => Err(bad(error.to_string())),
        });
    }
    let tiles = read_texts("wall", Some(argument))?
        .into_iter()
        .enumerate()
        .map(|(place, tile)| tile_of(&tile).map_err(|error| bad(format!("tile {}: {error}", place + 1))));
    of_tiles(&tiles.collect::<PyResult<Vec<Tile>>>()?).map_err(bad)
}

/// The tiles of a text that is all of tiles, but not all in the judge's tokens.
fn in_another_notation(text: &str) -> Option<Vec<Tile>> {
    let tiles: Option<Vec<Tile>> = text.split_whitespace().map(|tile| tile_of(tile).ok()).collect();
    tiles.filter(|tiles| std::iter::zip(tiles, text.split_whitespace()).any(|(tile, text)| tile.token() != text))
}

fn of_tiles(tiles: &[Tile]) -> Result<Wall, String> {
    if let Some(&more) = tiles.get(Wall::LEN) {
        let more = mpsz(more);
        return Err(format!("{more} after the wall's {} tiles: expected nothing more", Wall::LEN));
    }
    let all = <[Tile; Wall::LEN]>::try_from(tiles);
    let all = all.map_err(|_| format!("{} tiles: expected {} a wall", tiles.len(), Wall::LEN))?;
    Wall::new(all).map_err(|error| error.to_string())
}
