//! The tiles of a text, however they are written.

use paili::{Meld, Notation, Tile, notation};
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
pub fn parse(text: &Parse) -> Result<String, Failure> {
    let (notation, tiles, melds) = read(text)?;
    let tiles = tiles.into_iter().map(Tile::token).collect();
    let melds = melds.into_iter().map(|meld| meld.tiles().map(Tile::token)).collect();
    Ok(crate::to_json(&Answer { notation: notation.name(), tiles, melds }))
}

/// The same text in each notation; null in those that can't write its specials.
#[derive(Serialize)]
struct Written {
    judge: Option<String>,
    uva: Option<String>,
    mpsz: Option<String>,
    unicode: Option<String>,
}

/// The tiles in tile order and the melds behind commas, in every notation.
pub fn write(text: &Parse) -> Result<String, Failure> {
    let (_, mut tiles, melds) = read(text)?;
    tiles.sort();
    let write = |notation: Notation| {
        let parts =
            std::iter::once(&tiles[..]).map(<[Tile]>::to_vec).chain(melds.iter().map(|meld| meld.tiles().to_vec()));
        let parts: Option<Vec<String>> = parts.map(|tiles| notation.write(tiles).ok()).collect();
        Some(parts?.join(","))
    };
    let [judge, uva, mpsz, unicode] = [Notation::Judge, Notation::Uva, Notation::Mpsz, Notation::Unicode].map(write);
    Ok(crate::to_json(&Written { judge, uva, mpsz, unicode }))
}

fn read(Parse { text }: &Parse) -> Result<(Notation, Vec<Tile>, Vec<Meld>), Failure> {
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
    let melds = parts.map(|(part, place)| notation::read_meld(part).map_err(|error| bad(error, place)));
    Ok((notation, read, melds.collect::<Result<_, _>>()?))
}
