//! Unicode's mahjong tiles, `🀀`–`🀡`.

use crate::tile::Tile;

/// U+1F000 and on: winds, then red, green and white, then characters, bamboos and dots.
const FIRST: u32 = '🀀' as u32;

/// How many of them are tiles here; flowers, seasons, the joker and the back follow.
const COUNT: u32 = Tile::REGULAR_COUNT as u32;

/// Asks for a character to be shown as text or in colour; some systems write one after `🀄`.
const VARIATION_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// The tile that a text begins with.
pub(super) fn first(text: &str) -> Option<(Tile, usize)> {
    let mut chars = text.chars();
    let char = chars.next()?;
    let place = (char as u32).checked_sub(FIRST).filter(|&place| place < COUNT)?;
    let tile = Tile::from_index(match place as usize {
        wind @ 0..4 => 27 + wind,
        // Red, green, white; in tile order it is white, green, red.
        dragon @ 4..7 => 33 - (dragon - 4),
        characters @ 7..16 => characters - 7,
        bamboos @ 16..25 => 18 + bamboos - 16,
        dots => 9 + dots - 25,
    })?;
    let selector = chars.next().filter(|next| VARIATION_SELECTORS.contains(next));
    Some((tile, char.len_utf8() + selector.map_or(0, char::len_utf8)))
}

/// Adds a regular tile.
pub(super) fn append(text: &mut String, tile: Tile) {
    let place = match tile.index() {
        characters @ 0..9 => 7 + characters,
        dots @ 9..18 => 25 + dots - 9,
        bamboos @ 18..27 => 16 + bamboos - 18,
        wind @ 27..31 => wind - 27,
        dragon => 4 + 33 - dragon,
    };
    text.extend(char::from_u32(FIRST + place as u32));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_the_characters_of_their_names() {
        for (text, token) in [("🀀", "E"), ("🀃", "N"), ("🀄", "Z"), ("🀅", "F"), ("🀆", "B"), ("🀇", "1M"), ("🀏", "9M")]
        {
            assert_eq!(first(text).map(|(tile, _)| tile.token()), Some(token));
        }
        for (text, token) in [("🀐", "1S"), ("🀘", "9S"), ("🀙", "1P"), ("🀡", "9P"), ("🀄\u{fe0f}", "Z")] {
            assert_eq!(first(text).map(|(tile, len)| (tile.token(), len)), Some((token, text.len())));
        }
        assert_eq!(first("🀢"), None);
    }
}
