//! Chinese characters: `一萬 二筒 三索 東 南 西 北 白 發 中`. Numbers may share their suit (`一二三萬`) and be digits of any
//! width (`123萬`, `１２３ｍ`); characters may be traditional, simplified or Japanese, and a five the one of banknotes (`伍萬`).

use crate::tile::{Suit, Tile};

const NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// What each suit is called: what is written, and what else is read.
const SUITS: [&[char]; 3] = [&['萬', '万', 'm', 'ｍ'], &['筒', '餅', '饼', 'p', 'ｐ'], &['索', '條', '条', 's', 'ｓ']];

/// What the honors are called when they are numbered.
const NUMBERED_HONORS: [char; 3] = ['字', 'z', 'ｚ'];

/// What each honor is called: what is written, and what else is read.
const HONORS: [&[char]; 7] = [&['東', '东'], &['南'], &['西'], &['北'], &['白'], &['發', '発', '发'], &['中']];

/// More numbers before one suit than any text of ours has.
const MOST_NUMBERS: usize = Tile::COUNT * Tile::COPIES as usize;

/// The tile that a text begins with. A suit belongs to the last number before it.
pub(super) fn first(text: &str) -> Option<(Tile, usize)> {
    let first = text.chars().next()?;
    if let Some(honor) = HONORS.iter().position(|names| names.contains(&first)) {
        return Some((Tile::from_index(Tile::EAST.index() + honor)?, first.len_utf8()));
    }
    let number = number(first)?;
    let suit = text.chars().take(MOST_NUMBERS).find(|&char| self::number(char).is_none())?;
    let tile = match SUITS.iter().position(|names| names.contains(&suit)) {
        Some(place) => Tile::suited(Suit::ALL[place], if number == 0 { 5 } else { number })?,
        None if NUMBERED_HONORS.contains(&suit) && (1..=7).contains(&number) => {
            Tile::from_index(Tile::EAST.index() + usize::from(number) - 1)?
        }
        None => return None,
    };
    let rest = &text[first.len_utf8()..];
    let last = rest.starts_with(suit);
    Some((tile, first.len_utf8() + if last { suit.len_utf8() } else { 0 }))
}

/// The number that a character stands for; 0 is a red five.
fn number(char: char) -> Option<u8> {
    let digit = match char {
        '0'..='9' => u32::from(char) - u32::from('0'),
        '０'..='９' => u32::from(char) - u32::from('０'),
        '伍' => 5,
        _ => NUMBERS.iter().position(|&known| known == char)? as u32 + 1,
    };
    u8::try_from(digit).ok()
}

/// Whether a tile that was read is a red five, by the text that it begins.
pub(super) fn is_red(text: &str) -> bool {
    text.starts_with(['0', '０'])
}

pub(super) fn append(text: &mut String, tile: Tile) {
    match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => {
            text.push(NUMBERS[usize::from(rank) - 1]);
            text.push(SUITS[suit as usize][0]);
        }
        _ => text.push(HONORS[tile.index() - Tile::EAST.index()][0]),
    }
}
