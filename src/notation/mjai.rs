//! mjai's tokens: `1m 5mr 9p E S W N P F C`. A red five ends in `r`; `P`, `F` and `C` are white, green and red.

use crate::tile::{Suit, Tile};

const HONORS: &[u8; 7] = b"ESWNPFC";

/// The tile that a text begins with. No token is the beginning of another but a five of a red five.
pub(super) fn first(text: &str) -> Option<(Tile, usize)> {
    let suit = |letter| b"mps".iter().position(|&known| known == letter).map(|place| Suit::ALL[place]);
    match *text.as_bytes() {
        [b'5', letter, b'r', ..] => Some((Tile::suited(suit(letter)?, 5)?, 3)),
        [rank @ b'1'..=b'9', letter, ..] => Some((Tile::suited(suit(letter)?, rank - b'0')?, 2)),
        [letter, ref rest @ ..] => {
            let honor = |letter| HONORS.iter().position(|&known| known == letter);
            let place = honor(letter)?;
            // PASS and its like are words of the judge's.
            let word = rest.first().is_some_and(|&next| next.is_ascii_alphabetic() && honor(next).is_none());
            (!word).then_some(())?;
            Some((Tile::from_index(Tile::EAST.index() + place)?, 1))
        }
        [] => None,
    }
}

/// Whether a tile that was read is a red five, by the text that it begins.
pub(super) fn is_red(text: &[u8]) -> bool {
    text.get(2) == Some(&b'r')
}

pub(super) fn append(text: &mut String, tile: Tile) {
    match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => {
            text.push(char::from(b'0' + rank));
            text.push(char::from(b"mps"[suit as usize]));
        }
        _ => text.push(char::from(HONORS[tile.index() - Tile::EAST.index()])),
    }
}
