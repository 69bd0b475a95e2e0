//! Unicode's mahjong tiles, `🀀`–`🀡`.

use crate::tile::Tile;

/// The character of each regular kind, in tile order.
const CHARACTERS: [char; Tile::REGULAR_COUNT] = [
    '🀇', '🀈', '🀉', '🀊', '🀋', '🀌', '🀍', '🀎', '🀏', //
    '🀙', '🀚', '🀛', '🀜', '🀝', '🀞', '🀟', '🀠', '🀡', //
    '🀐', '🀑', '🀒', '🀓', '🀔', '🀕', '🀖', '🀗', '🀘', //
    '🀀', '🀁', '🀂', '🀃', '🀆', '🀅', '🀄',
];

/// Asks for a character to be shown as text or in colour; some systems write one after `🀄`.
const VARIATION_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// The tile that a text begins with.
pub(super) fn first(text: &str) -> Option<(Tile, usize)> {
    let mut chars = text.chars();
    let char = chars.next()?;
    let tile = Tile::from_index(CHARACTERS.iter().position(|&known| known == char)?)?;
    let selector = chars.next().filter(|next| VARIATION_SELECTORS.contains(next));
    Some((tile, char.len_utf8() + selector.map_or(0, char::len_utf8)))
}

/// Adds a regular tile.
pub(super) fn append(text: &mut String, tile: Tile) {
    text.push(CHARACTERS[tile.index()]);
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
