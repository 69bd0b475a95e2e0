//! The judge's tokens: `1M 9P 3S E S W N B F Z PASS REVERSE DOUBLE`.

use crate::tile::Tile;

/// The tile that a text begins with. No token is the beginning of another, so they need no space between them.
#[inline]
pub(super) fn first(text: &str) -> Option<(Tile, usize)> {
    let bytes = text.as_bytes();
    let len = match bytes {
        [b'1'..=b'9', ..] => 2,
        [b'P', ..] => 4,
        [b'R', ..] => 7,
        [b'D', ..] => 6,
        _ => 1,
    };
    Some((Tile::from_token(bytes.get(..len)?)?, len))
}
