//! The tiles of a text, however they are written.

use paili::notation::{HandText, MeldText};
use paili::{Notation, Tile, notation};
use serde::Serialize;

use crate::failure::Failure;
use crate::json::to_json;
use crate::request::Parse;

#[derive(Serialize)]
struct Answer {
    notation: &'static str,
    tiles: Vec<&'static str>,
    melds: Vec<Vec<&'static str>>,
    reds: Vec<Vec<&'static str>>,
}

/// The notation of the text, its tiles as the judge writes them, in the order in which they stand, and the melds in brackets and
/// behind commas, a kan with four tiles. There may be more or less than a hand has. `reds` are the red fives of the tiles, and then
/// of each meld: the judge's notation has none.
pub fn parse(text: &Parse) -> Result<String, Failure> {
    let (notation, pieces) = read(text)?;
    let names = |tiles: &[Tile]| tiles.iter().map(|&tile| tile.token()).collect();
    let mut tiles = pieces.iter().map(|piece| names(&piece.tiles));
    let answer = Answer {
        notation: notation.name(),
        tiles: tiles.next().unwrap_or_default(),
        melds: tiles.collect(),
        reds: pieces.iter().map(|piece| names(&piece.reds)).collect(),
    };
    Ok(to_json(&answer))
}

/// The same text in four notations; null in those that can't write its specials.
#[derive(Serialize)]
struct Written {
    judge: Option<String>,
    uva: Option<String>,
    mpsz: Option<String>,
    unicode: Option<String>,
}

/// The tiles in tile order and the melds behind commas, in four notations. Red fives stay red where it has them.
pub fn write(text: &Parse) -> Result<String, Failure> {
    let (_, mut pieces) = read(text)?;
    for piece in &mut pieces {
        piece.tiles.sort();
    }
    let write = |notation: Notation| {
        let written = |piece: &Piece| notation.write_with_reds(piece.tiles.iter().copied(), &piece.reds).ok();
        let pieces: Option<Vec<String>> = pieces.iter().map(written).collect();
        Some(pieces?.join(","))
    };
    let [judge, uva, mpsz, unicode] = [Notation::Judge, Notation::Uva, Notation::Mpsz, Notation::Unicode].map(write);
    Ok(to_json(&Written { judge, uva, mpsz, unicode }))
}

/// The concealed tiles, or a meld.
struct Piece {
    tiles: Vec<Tile>,
    reds: Vec<Tile>,
}

/// The notation of the concealed tiles, these, and the melds.
fn read(Parse { text }: &Parse) -> Result<(Notation, Vec<Piece>), Failure> {
    let mut first = None;
    let mut pieces = Vec::new();
    let mut begins = 0;
    for piece in text.split(',') {
        let place = begins..begins + piece.len();
        begins = place.end + 1;
        let bad = |error| Failure::of_notation(&error, "text", text, place.clone());
        let (notation, tiles) = notation::read(piece).map_err(bad)?;
        if first.is_none() {
            first = Some(notation);
            // None has a fifth copy.
            notation.counts(piece).map_err(bad)?;
            let HandText { tiles, reds, melds, .. } = HandText::read_in(notation, piece).map_err(bad)?;
            pieces.push(Piece { tiles, reds });
            pieces.extend(melds.into_iter().map(|MeldText { tiles, reds, .. }| Piece { tiles, reds }));
            continue;
        }
        notation::read_meld(piece).map_err(bad)?;
        pieces.push(Piece { tiles, reds: notation.reds(piece).map_err(bad)? });
    }
    Ok((first.unwrap_or(Notation::Judge), pieces))
}
