//! Compact notation: `123m456p789s1122z`, the honors `1z`–`7z` being east, south, west, north, white, green, red.

use crate::tile::{Suit, Tile};

const SUITS: [(u8, Suit); 3] = [(b'm', Suit::Characters), (b'p', Suit::Dots), (b's', Suit::Bamboos)];

/// There are no more tiles of a suit; looking no farther for the letter keeps long texts quick.
const LONGEST_GROUP: usize = 4 * 9;

/// The tile that a text begins with: a digit, whose suit is the next letter. The letter belongs to the last digit before
/// it. Digits that something else follows are right as far as they go.
pub(super) fn first(text: &str) -> Result<(Tile, usize), usize> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take(LONGEST_GROUP).take_while(|byte| byte.is_ascii_digit()).count();
    let rank = match bytes.first() {
        Some(digit @ b'1'..=b'9') => digit - b'0',
        _ => return Err(0),
    };
    let letter = *bytes.get(digits).ok_or(0_usize)?;
    let suit = SUITS.into_iter().find(|&(name, _)| name == letter);
    let tile = match suit {
        Some((_, suit)) => Tile::suited(suit, rank),
        None if letter != b'z' => return Err(digits),
        None if rank <= 7 => Tile::from_index(Tile::EAST.index() + usize::from(rank) - 1),
        None => None,
    };
    Ok((tile.ok_or(0_usize)?, if digits == 1 { 2 } else { 1 }))
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
