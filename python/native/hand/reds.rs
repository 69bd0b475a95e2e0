//! The red fives of a hand: fives that are told apart, and nothing more.

use paili::{Counts, Notation, Suit, Tile};

/// How many of a hand's fives are red, by suit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reds([u8; Suit::ALL.len()]);

impl Reds {
    /// The red fives of a text that was read in this notation.
    pub fn of(notation: Notation, text: &str) -> Reds {
        let mut reds = Reds::default();
        // Most texts have none.
        if text.contains(['0', 'r', '０']) {
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

    /// Concealed tiles in a notation, red fives as such where it has them.
    pub fn write(self, notation: Notation, tiles: &Counts) -> String {
        let reds: Vec<Tile> = self.tiles().collect();
        // Only specials can't be written, and a hand that holds some is in the judge's notation.
        notation.write_with_reds(tiles.tiles(), &reds).unwrap_or_default()
    }
}
