//! UVa 11210's tokens: `1T 1S 1W DONG NAN XI BEI ZHONG FA BAI`.

use crate::tile::{Suit, Tile};

/// Dots, bamboos and characters (`T`, `S`, `W`).
const SUITS: [(u8, Suit); 3] = [(b'T', Suit::Dots), (b'S', Suit::Bamboos), (b'W', Suit::Characters)];

const HONORS: [(&str, Tile); 7] = [
    ("DONG", Tile::EAST),
    ("NAN", Tile::SOUTH),
    ("XI", Tile::WEST),
    ("BEI", Tile::NORTH),
    ("ZHONG", Tile::RED),
    ("FA", Tile::GREEN),
    ("BAI", Tile::WHITE),
];

/// The tile that a text begins with. No token is the beginning of another, so they need no space between them.
pub(super) fn first(text: &str) -> Option<(Tile, usize)> {
    if let [rank @ b'1'..=b'9', letter, ..] = *text.as_bytes() {
        let (_, suit) = SUITS.into_iter().find(|&(name, _)| name == letter)?;
        return Some((Tile::suited(suit, rank - b'0')?, 2));
    }
    let (name, honor) = HONORS.into_iter().find(|(name, _)| text.starts_with(name))?;
    Some((honor, name.len()))
}

pub(super) fn append(text: &mut String, tile: Tile) {
    for (letter, suit) in SUITS {
        if let (true, Some(rank)) = (tile.suit() == Some(suit), tile.rank()) {
            text.push(char::from(b'0' + rank));
            text.push(char::from(letter));
        }
    }
    if let Some((name, _)) = HONORS.into_iter().find(|&(_, honor)| honor == tile) {
        text.push_str(name);
    }
}
