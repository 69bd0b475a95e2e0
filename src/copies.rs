//! How many copies of each kind, as sets of kinds.

use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How many copies of each kind there are of something, at most four: the kinds with at least one copy, two, three and four.
/// Adding a tile is a handful of instructions without a branch, and the questions that a game asks most are one test of a
/// bit.
//
// No set lies before the one that it is made of when a tile comes or goes. Side by side in order, two sets would be changed
// at once, and would then have to be read together when each was just written by itself, which the processor waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct Copies {
    two: TileSet,
    one: TileSet,
    four: TileSet,
    three: TileSet,
}

impl Copies {
    pub(crate) const NONE: Copies = Copies::new([TileSet::EMPTY; 4]);

    /// The copies that these sets tell, each of which holds the next.
    #[inline]
    pub(crate) const fn new([one, two, three, four]: [TileSet; 4]) -> Copies {
        Copies { two, one, four, three }
    }

    /// The kinds with at least one copy, two, three and four.
    #[inline]
    pub(crate) const fn at_least(&self) -> [TileSet; 4] {
        [self.one, self.two, self.three, self.four]
    }

    /// Copies of a kind.
    #[inline]
    pub(crate) fn get(&self, tile: Tile) -> u8 {
        self.at_least().iter().map(|kinds| u8::from(kinds.contains(tile))).sum()
    }

    /// One more of a kind. There is no fifth copy.
    #[inline]
    pub(crate) fn add(&mut self, tile: Tile) {
        let kind = TileSet::only(tile);
        self.four |= self.three & kind;
        self.three |= self.two & kind;
        self.two |= self.one & kind;
        self.one |= kind;
    }

    /// One less of a kind, if there is one.
    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) {
        let kept = !TileSet::only(tile);
        self.one &= self.two | kept;
        self.two &= self.three | kept;
        self.three &= self.four | kept;
        self.four &= kept;
    }

    /// These and others together, of each kind at most four.
    #[inline]
    pub(crate) fn plus(&self, other: &Copies) -> Copies {
        let ([one, two, three, four], [more, two_more, three_more, four_more]) = (self.at_least(), other.at_least());
        Copies::new([
            one | more,
            two | two_more | one & more,
            three | three_more | two & more | one & two_more,
            four | four_more | three & more | two & two_more | one & three_more,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copies(number: u8) -> Copies {
        let mut copies = Copies::NONE;
        (0..number).for_each(|_| copies.add(Tile::RED));
        copies
    }

    #[test]
    fn copies_add_up_to_four() {
        for (one, other) in (0..=5).flat_map(|one| (0..=5).map(move |other| (one, other))) {
            let mut sum = copies(one).plus(&copies(other));
            assert_eq!(sum.get(Tile::RED), (one.min(4) + other.min(4)).min(4));
            assert_eq!(sum, copies(one + other));
            sum.take(Tile::RED);
            assert_eq!(sum.get(Tile::RED), (one + other).min(4).saturating_sub(1));
        }
    }
}
