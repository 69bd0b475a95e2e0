//! The red fives of a hand: fives that are told apart, and nothing more.

use paili::{Counts, Notation, Suit, Tile};

/// How many of a hand's fives are red, by suit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reds([u8; Suit::ALL.len()]);

impl Reds {
    /// The red fives of a text that was read in this notation.
    pub fn of(notation: Notation, text: &str) -> Reds {
        let mut reds = Reds::default();
        // Other notations have none, and most texts neither.
        if notation == Notation::Mpsz && text.bytes().any(|byte| matches!(byte, b'0' | b'r')) {
            for tile in notation.reds(text).unwrap_or_default() {
                reds.0[tile.suit().map_or(0, |suit| suit as usize)] += 1;
            }
        }
        reds
    }

    /// The tiles.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let fives = [Tile::M5, Tile::P5, Tile::S5];
        fives.into_iter().zip(self.0).flat_map(|(five, red)| std::iter::repeat_n(five, red.into()))
    }

    /// Concealed tiles in a notation, in which a five that is red is a nought.
    pub fn write(self, notation: Notation, tiles: &Counts) -> String {
        // Only specials can't be written, and a hand that holds some is in the judge's notation.
        let mut text = notation.write(tiles.tiles()).unwrap_or_default();
        for (letter, red) in ['m', 'p', 's'].into_iter().zip(self.0) {
            // The group of a suit is the only one with its letter.
            let end = text.find(letter).unwrap_or_default();
            let begin = text[..end].rfind(|char: char| !char.is_ascii_digit()).map_or(0, |before| before + 1);
            let group = text[begin..end].replacen('5', "0", red.into());
            text.replace_range(begin..end, &group);
        }
        text
    }
}
