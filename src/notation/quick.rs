//! Reading hands that are right: nothing is kept for a message, so nothing is allocated.

use super::Notation;
use crate::hand::{Counts, Hand};
use crate::tile::Tile;

/// The hand that a text is, in the notation that [`read_hand`](super::read_hand) finds; none when it takes a closer look.
pub(super) fn hand(text: &str) -> Option<(Notation, Hand)> {
    for notation in Notation::ALL {
        match counts(notation, text.trim()) {
            Read::Whole(counts) => return Some((notation, Hand::of_size(counts).ok()?)),
            Read::FifthCopy => return None,
            Read::Other => {}
        }
    }
    None
}

/// The hand that a text is in a notation; none when it takes a closer look.
pub(super) fn hand_in(notation: Notation, text: &str) -> Option<Hand> {
    match counts(notation, text.trim()) {
        Read::Whole(counts) => Hand::of_size(counts).ok(),
        Read::FifthCopy | Read::Other => None,
    }
}

/// What a text is in a notation.
enum Read {
    Whole(Counts),
    /// Tiles, as far as a fifth copy.
    FifthCopy,
    /// Not all of it is tiles.
    Other,
}

fn counts(notation: Notation, text: &str) -> Read {
    if notation == Notation::Mpsz { groups(text.as_bytes()) } else { tokens(notation, text) }
}

fn tokens(notation: Notation, text: &str) -> Read {
    let mut counts = Counts::EMPTY;
    let mut rest = text;
    while !rest.is_empty() {
        let Ok((tile, len)) = notation.first(rest) else { return Read::Other };
        if counts.insert(tile).is_err() {
            return Read::FifthCopy;
        }
        rest = &rest[len..];
        // Nearly always there is one space.
        if !rest.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric) {
            rest = rest.trim_start();
        }
    }
    Read::Whole(counts)
}

/// The tiles of mpsz notation, a group of digits at a time: the letter is looked for once.
fn groups(text: &[u8]) -> Read {
    let mut counts = Counts::EMPTY;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let Some((&letter, after)) = rest[digits..].split_first() else { return Read::Other };
        let kinds = match letter {
            b'm' => &Tile::ALL[..9],
            b'p' => &Tile::ALL[9..18],
            b's' => &Tile::ALL[18..27],
            b'z' => &Tile::ALL[27..34],
            _ => return Read::Other,
        };
        if digits == 0 {
            return Read::Other;
        }
        for digit in &rest[..digits] {
            let rank = usize::from(digit.wrapping_sub(b'1'));
            let Some(&tile) = kinds.get(rank) else { return Read::Other };
            if counts.insert(tile).is_err() {
                return Read::FifthCopy;
            }
        }
        rest = after.trim_ascii_start();
    }
    Read::Whole(counts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop, proptest};
    use proptest::sample::select;

    use super::*;

    /// The definition.
    fn slowly(text: &str) -> Option<(Notation, Hand)> {
        let (notation, tiles) = super::super::read(text).ok()?;
        Some((notation, super::super::hand_of(notation, text, &tiles).ok()?))
    }

    fn slowly_in(notation: Notation, text: &str) -> Option<Hand> {
        super::super::hand_of(notation, text, &notation.read(text).ok()?).ok()
    }

    fn assert_same(text: &str) {
        if let Some(read) = hand(text) {
            assert_eq!(Some(read), slowly(text), "{text:?}");
        }
        for notation in Notation::ALL {
            if let Some(read) = hand_in(notation, text) {
                assert_eq!(Some(read), slowly_in(notation, text), "{text:?} in {notation}");
            }
        }
    }

    /// Pieces that texts of hands are made of, and some that they are not.
    fn pieces() -> impl Strategy<Value = String> {
        let tiles =
            Notation::ALL.into_iter().flat_map(|notation| Tile::regular().map(move |tile| notation.name_of(tile)));
        let more = ["PASS", "REVERSE", "DOUBLE", " ", "  ", "\t", "\r", "\u{3000}", "\u{fe0f}", "\u{0b}"];
        let odd = ["0m", "8z", "9z", "m", "12", "3", "x", "\u{feff}", "🀢", "1", "E", ",", "S", "123m", "55z", "é"];
        let pieces = tiles.chain(more.into_iter().chain(odd).map(str::to_owned)).collect::<Vec<_>>();
        select(pieces)
    }

    proptest! {
        #[test]
        fn reading_quickly_is_reading(pieces in prop::collection::vec(pieces(), 0..18)) {
            assert_same(&pieces.concat());
            assert_same(&pieces.join(" "));
        }

        #[test]
        fn every_hand_is_read_quickly(
            notation in select(Notation::ALL.to_vec()),
            tiles in prop::collection::vec(0..Tile::REGULAR_COUNT, 1..15),
            space in select(vec!["", " ", "\r", " \t"]),
        ) {
            let mut tiles: Vec<Tile> = tiles.into_iter().map(|index| Tile::ALL[index]).collect();
            tiles.sort_unstable();
            let text = format!("{space}{}{space}", notation.write(tiles.iter().copied()).unwrap());
            // Tokens that two notations share are the judge's.
            assert_eq!(hand(&text), slowly(&text), "{text:?}");
            assert_eq!(hand_in(notation, &text), slowly_in(notation, &text), "{text:?}");
            assert_same(&text);
        }
    }

    #[test]
    fn what_is_no_hand_takes_a_closer_look() {
        for text in ["", " ", "123m", "11111m", "1m1M", "0m", "8z", "m1", "12 3m4p", "1M 1M 1M 1M 1M", "1234567m8"] {
            assert_eq!(hand(text), None, "{text:?}");
        }
    }
}
