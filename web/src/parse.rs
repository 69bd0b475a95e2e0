//! The tiles of a text, however it is written.

use paili::{Tile, notation};
use serde::Serialize;

use crate::failure::Failure;
use crate::request::Parse;

#[derive(Serialize)]
struct Answer {
    notation: &'static str,
    tiles: Vec<&'static str>,
    melds: Vec<[&'static str; 3]>,
}

/// The notation of the text, its tiles as the judge writes them, in the order in which they stand, and the melds behind
/// commas. There may be more or less than a hand has.
pub fn answer(Parse { text }: &Parse) -> Result<String, Failure> {
    let mut begins = 0;
    let mut parts = text.split(',').map(|part| {
        let place = begins..begins + part.len();
        begins = place.end + 1;
        (part, place)
    });
    let (tiles, place) = parts.next().unwrap_or_default();
    let bad = |error, place| Failure::of_notation(&error, "text", text, place);
    let (notation, read) = notation::read(tiles).map_err(|error| bad(error, place.clone()))?;
    // None has a fifth copy.
    notation.counts(tiles).map_err(|error| bad(error, place))?;
    let melds = parts.map(|(part, place)| match notation::read_meld(part) {
        Ok(meld) => Ok(meld.tiles().map(Tile::token)),
        Err(error) => Err(bad(error, place)),
    });
    let melds = melds.collect::<Result<_, _>>()?;
    let tiles = read.into_iter().map(Tile::token).collect();
    Ok(crate::to_json(&Answer { notation: notation.name(), tiles, melds }))
}
