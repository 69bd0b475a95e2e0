//! Forms that are told by which kinds are held, and which of them twice.

use std::cmp::Reverse;

use crate::copies::Copies;
use crate::counts::Counts;
use crate::distance::Distance;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A form that asks for a number of different kinds, and for a number of these twice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OfKinds {
    /// The kinds that count.
    pub among: TileSet,
    /// How many different ones a winning hand holds.
    pub kinds: u8,
    /// How many of these it holds twice.
    pub twice: u8,
    /// The groups of a plan, given its kinds and those of them that it has twice.
    pub groups: fn(TileSet, TileSet) -> Vec<Vec<Tile>>,
}

impl OfKinds {
    /// How many tiles a hand lacks, given how many of the kinds it holds and how many of these twice:
    ///
    /// ```text
    /// (kinds asked − kinds held) + (pairs asked − pairs held), neither below 0
    /// ```
    ///
    /// A pair whose kind is not held lacks two tiles: it is counted in both.
    #[inline]
    pub(super) const fn lacking(&self, kinds: u8, twice: u8) -> Distance {
        Distance::known(self.kinds.saturating_sub(kinds) + self.twice.saturating_sub(twice))
    }

    /// The groups that a hand aims at: of what it holds twice, then once, then of other kinds, the first in tile order, of
    /// kinds that a winning hand may hold once, and twice.
    pub(crate) fn groups(&self, held: &Counts, [once, twice]: [TileSet; 2]) -> Vec<Vec<Tile>> {
        let first = |among: TileSet, number: u8| {
            let mut kinds: Vec<Tile> = among.iter().collect();
            kinds.sort_by_key(|&tile| Reverse(held.get(tile).min(2)));
            kinds.into_iter().take(number.into()).collect()
        };
        // Where all are twice, none is once.
        let kinds = self.among & if self.twice == self.kinds { twice } else { once };
        (self.groups)(first(kinds, self.kinds), first(kinds & twice, self.twice))
    }
}

/// The regular kinds that a hand holds, and those of which it holds two: all that an [`OfKinds`] asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HeldKinds {
    once: TileSet,
    twice: TileSet,
}

impl HeldKinds {
    #[inline]
    pub(crate) fn new([once, twice]: [TileSet; 2]) -> HeldKinds {
        HeldKinds { once, twice }
    }

    #[inline]
    pub(crate) fn of(copies: &Copies) -> HeldKinds {
        let [once, twice, ..] = copies.at_least();
        HeldKinds { once: once & TileSet::REGULAR, twice: twice & TileSet::REGULAR }
    }

    /// How far the hand is from a form.
    #[inline]
    pub(super) fn lacking(self, form: &OfKinds) -> Distance {
        let [once, twice] = TileSet::lens([self.once & form.among, self.twice & form.among]);
        form.lacking(once, twice)
    }

    /// The kinds that bring it nearer to the form: new ones while kinds are lacking, and those held once while pairs are.
    #[inline]
    pub(super) fn useful(self, form: &OfKinds) -> TileSet {
        let (once, twice) = (self.once & form.among, self.twice & form.among);
        let new = if once.len() < usize::from(form.kinds) { !once } else { TileSet::EMPTY };
        let second = if twice.len() < usize::from(form.twice) { once & !twice } else { TileSet::EMPTY };
        form.among & (new | second)
    }

    /// The kinds that could go without taking the hand, these counts, farther from the form: those that do not count for it, all
    /// but the last two copies of others, and of these those beyond what it asks for.
    #[inline]
    pub(super) fn unneeded(self, form: &OfKinds, held: &Counts) -> TileSet {
        let (once, twice) = (self.once & form.among, self.twice & form.among);
        let mut needed = TileSet::EMPTY;
        if once.len() <= usize::from(form.kinds) {
            needed |= once & !twice;
        }
        if twice.len() <= usize::from(form.twice) {
            let [_, _, thrice, _] = held.copies().at_least();
            needed |= twice & !thrice;
        }
        held.kinds() & !needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::{orphans, pairs};

    fn tiles(tokens: &str) -> HeldKinds {
        let counts = Counts::of(tokens.split_whitespace().map(|token| token.parse::<Tile>().unwrap())).unwrap();
        HeldKinds::of(counts.copies())
    }

    #[test]
    fn four_of_a_kind_are_one_pair() {
        // Five kinds, seven pairs of tiles: two kinds are lacking, a pair each.
        let four_of_a_kind = tiles("1M 1M 1M 1M 2P 2P 2P 2P 3S 3S E E Z Z");
        assert_eq!(four_of_a_kind.lacking(&pairs::FORM).get(), 4);
    }

    #[test]
    fn orphans_lack_kinds_and_a_pair() {
        let thirteen = tiles("1M 9M 1P 9P 1S 9S E S W N B F Z");
        assert_eq!(thirteen.lacking(&orphans::FORM), Distance::READY);
        assert_eq!(thirteen.useful(&orphans::FORM), TileSet::ORPHANS);
        let paired = tiles("1M 9M 1P 9P 1S 9S E S W N B F F");
        assert_eq!(paired.lacking(&orphans::FORM), Distance::READY);
        assert_eq!(paired.useful(&orphans::FORM), TileSet::only(Tile::RED));
    }
}
