//! Red fives: fives that are told apart, and nothing more.

use paili::{Counts, Notation, Suit, Tile, notation};

/// How many of some tiles' fives are red, by suit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reds([u8; Suit::ALL.len()]);

impl Reds {
    /// The red fives of a text that was read in this notation.
    pub fn of(notation: Notation, text: &str) -> Reds {
        // Most texts have none.
        if text.contains(['0', 'r', '０']) {
            Reds::count(notation.reds(text).unwrap_or_default())
        } else {
            Reds::default()
        }
    }

    /// The red fives of a text in whatever notation.
    pub fn of_any(text: &str) -> Reds {
        notation::read(text).map_or(Reds::default(), |(notation, _)| Reds::of(notation, text))
    }

    fn count(tiles: Vec<Tile>) -> Reds {
        let mut reds = Reds::default();
        for tile in tiles {
            reds.0[tile.suit().map_or(0, |suit| suit as usize)] += 1;
        }
        reds
    }

    /// The tiles.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let fives = [Tile::M5, Tile::P5, Tile::S5];
        fives.into_iter().zip(self.0).flat_map(|(five, red)| std::iter::repeat_n(five, red.into()))
    }

    /// Tiles in a notation as a text, the first fives red where the notation has red ones.
    pub fn write(self, notation: Notation, tiles: impl IntoIterator<Item = Tile>) -> String {
        let reds: Vec<Tile> = self.tiles().collect();
        // Only specials can't be written, and a hand that holds some is in the judge's notation.
        notation.write_with_reds(tiles, &reds).unwrap_or_default()
    }

    /// The names of tiles in a notation, the first fives red where the notation has red ones.
    pub fn names(mut self, notation: Notation, tiles: impl IntoIterator<Item = Tile>) -> Vec<String> {
        tiles.into_iter().map(|tile| self.take_name(notation, tile)).collect()
    }

    /// The name of a tile, which is red if a red one is left.
    fn take_name(&mut self, notation: Notation, tile: Tile) -> String {
        if self.take(tile) { red_name(notation, tile) } else { notation.name_of(tile).to_owned() }
    }

    /// Takes a red one of a kind, if there is one.
    fn take(&mut self, tile: Tile) -> bool {
        let is_five = [Tile::M5, Tile::P5, Tile::S5].contains(&tile);
        let left = tile.suit().filter(|_| is_five).map(|suit| &mut self.0[suit as usize]).filter(|left| **left > 0);
        left.is_some_and(|left| {
            *left -= 1;
            true
        })
    }

    /// What a discard of a kind is called: a red five goes only where no other is held.
    pub fn discard_is_red(mut self, tile: Tile, held: &Counts) -> bool {
        let copies = held.get(tile);
        copies > 0 && (0..copies).all(|_| self.take(tile))
    }

    /// The names of a plan's groups and of its surplus. Of equal tiles in the groups the first are held, red ones before others;
    /// those without a place there are given up.
    pub fn plan(
        mut self,
        notation: Notation,
        groups: &[Vec<Tile>],
        surplus: &[Tile],
    ) -> (Vec<Vec<String>>, Vec<String>) {
        let groups = groups.iter().map(|group| group.iter().map(|&tile| self.take_name(notation, tile)).collect());
        let groups = groups.collect();
        (groups, self.names(notation, surplus.iter().copied()))
    }
}

/// Which five a tile is, if it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Five {
    /// A red one.
    Red,
    /// Another, or no five.
    Plain,
}

/// A red five's name, in a notation that has one.
pub fn red_name(notation: Notation, tile: Tile) -> String {
    notation.write_with_reds([tile], &[tile]).unwrap_or_default()
}

/// Whether a notation can tell red fives from others.
pub fn has_reds(notation: Notation) -> bool {
    red_name(notation, Tile::M5) != notation.name_of(Tile::M5)
}
