//! Compact notation: `123m456p789s1122z`, the honors `1z`–`7z` being east, south, west, north, white, green, red.

use crate::tile::{Suit, Tile};

const SUITS: [(u8, Suit); 3] = [(b'm', Suit::Characters), (b'p', Suit::Dots), (b's', Suit::Bamboos)];

/// The tile that a text begins with: a digit, whose suit is the next letter. The letter belongs to the last digit before
/// it.
pub(super) fn first(text: &str) -> Option<(Tile, usize)> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rank = bytes.first()?.checked_sub(b'0')?;
    let tile = match bytes.get(digits)? {
        b'z' if (1..=7).contains(&rank) => Tile::from_index(Tile::EAST.index() + usize::from(rank) - 1),
        letter => {
            let (_, suit) = SUITS.into_iter().find(|(name, _)| name == letter)?;
            Tile::suited(suit, rank)
        }
    };
    Some((tile?, if digits == 1 { 2 } else { 1 }))
}

/// Adds a tile after `last`, with whose suit it shares the letter if it can.
pub(super) fn append(text: &mut String, last: Option<Tile>, tile: Tile) {
    if last.is_some_and(|last| last.part() == tile.part()) {
        text.pop();
    }
    let (digit, letter) = match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => (rank, SUITS[suit as usize].0),
        _ => ((tile.index() - Tile::EAST.index() + 1) as u8, b'z'),
    };
    text.push(char::from(b'0' + digit));
    text.push(char::from(letter));
}
