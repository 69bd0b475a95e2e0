//! Compact notation: `123m456p789s1122z`, the honors `1z`–`7z` being east, south, west, north, white, green, red.

use crate::tile::{Suit, Tile};
use crate::tile_set::Part;

const SUITS: [(u8, Suit); 3] = [(b'm', Suit::Characters), (b'p', Suit::Dots), (b's', Suit::Bamboos)];

/// The group of digits that is being read: its letter is looked for once.
#[derive(Default)]
pub(super) struct Group {
    /// The kinds that its digits stand for, the first for 1.
    kinds: &'static [Tile],
    /// How many digits are left.
    digits: usize,
}

impl Group {
    /// The tile that a text begins with: a digit, whose suit is the letter after the group. The letter belongs to the last
    /// digit before it. Digits that something else follows are right as far as they go.
    #[inline]
    pub(super) fn first(&mut self, text: &[u8]) -> Result<(Tile, usize), usize> {
        if self.digits == 0 {
            *self = Group::begin(text)?;
        }
        let rank = text.first().map_or(0, |digit| usize::from(digit.wrapping_sub(b'1')));
        let &tile = self.kinds.get(rank).ok_or(0_usize)?;
        self.digits -= 1;
        Ok((tile, if self.digits == 0 { 2 } else { 1 }))
    }

    /// The group that a text begins with.
    fn begin(text: &[u8]) -> Result<Group, usize> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let kinds = match text.get(digits) {
            _ if digits == 0 || text[0] == b'0' => return Err(0),
            Some(b'm') => &Tile::ALL[..9],
            Some(b'p') => &Tile::ALL[9..18],
            Some(b's') => &Tile::ALL[18..27],
            Some(b'z') => &Tile::ALL[27..34],
            Some(_) => return Err(digits),
            None => return Err(0),
        };
        Ok(Group { kinds, digits })
    }
}

/// Adds a tile after `last`, with whose suit it shares the letter if it can.
pub(super) fn append(text: &mut String, last: Option<Tile>, tile: Tile) {
    if last.is_some_and(|last| Part::of(last) == Part::of(tile)) {
        text.pop();
    }
    let (digit, letter) = match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => (rank, SUITS[suit as usize].0),
        _ => ((tile.index() - Tile::EAST.index() + 1) as u8, b'z'),
    };
    text.push(char::from(b'0' + digit));
    text.push(char::from(letter));
}
