//! Forms that are told by which kinds are held, and which of them twice.

use std::cmp::Reverse;

use super::{Form, Forms};
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
    const fn lacking(&self, kinds: u8, twice: u8) -> Distance {
        Distance::known(self.kinds.saturating_sub(kinds) + self.twice.saturating_sub(twice))
    }

    /// The groups that a hand aims at: of what it holds twice, then once, then of other kinds, the first in tile order.
    pub(crate) fn groups(&self, held: &Counts) -> Vec<Vec<Tile>> {
        let mut kinds: Vec<Tile> = self.among.iter().collect();
        kinds.sort_by_key(|&tile| Reverse(held.get(tile).min(2)));
        let first = |number: u8| kinds.iter().copied().take(number.into()).collect();
        (self.groups)(first(self.kinds), first(self.twice))
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
        let [once, twice, ..] = copies.at_least().map(|kinds| kinds & TileSet::REGULAR);
        HeldKinds { once, twice }
    }

    /// How far the hand is from the nearest of the forms but the standard one: a whole hand when there is none.
    #[inline]
    pub(super) fn nearest(self, forms: Forms) -> Distance {
        let mut nearest = Distance::FARTHEST;
        for (form, of_kinds) in &Form::OF_KINDS {
            if forms.contains(*form) {
                nearest = nearest.min(self.lacking(of_kinds));
            }
        }
        nearest
    }

    /// How far it is from one of them.
    #[inline]
    fn lacking(self, form: &OfKinds) -> Distance {
        form.lacking((self.once & form.among).len() as u8, (self.twice & form.among).len() as u8)
    }

    /// The kinds that bring it nearer: new ones while kinds are lacking, and those held once while pairs are.
    #[inline]
    fn useful(self, form: &OfKinds) -> TileSet {
        let (once, twice) = (self.once & form.among, self.twice & form.among);
        let new = if once.len() < usize::from(form.kinds) { !once } else { TileSet::EMPTY };
        let second = if twice.len() < usize::from(form.twice) { once & !twice } else { TileSet::EMPTY };
        form.among & (new | second)
    }
}

impl Forms {
    /// How far a hand is from the nearest of the forms, and the useful tiles, given both for the standard form.
    ///
    /// A tile is useful when it is for a form that is nearest: the others are farther and come one nearer at most.
    #[inline]
    pub(crate) fn nearest(self, standard: (Distance, TileSet), held: HeldKinds) -> (Distance, TileSet) {
        let mut nearest = if self.contains(Form::Standard) { standard } else { (Distance::FARTHEST, TileSet::EMPTY) };
        for (form, of_kinds) in &Form::OF_KINDS {
            if self.contains(*form) {
                match held.lacking(of_kinds) {
                    nearer if nearer < nearest.0 => nearest = (nearer, held.useful(of_kinds)),
                    equal if equal == nearest.0 => nearest.1 |= held.useful(of_kinds),
                    _ => {}
                }
            }
        }
        nearest
    }
}

/// How many kinds of each form some tiles hold, and how many of these twice, in a word. The words of the parts of a hand add
/// up to that of the hand, which has at most fifteen tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct HeldNumbers(u16);

/// Bits for a number of kinds, at most 15, and of pairs, at most 7.
const KINDS_BITS: u32 = 4;
const FORM_BITS: u32 = KINDS_BITS + 3;

impl HeldNumbers {
    /// How many bits the word has.
    pub(crate) const BITS: u32 = FORM_BITS * Form::OF_KINDS.len() as u32;

    /// All words are below.
    pub(crate) const END: usize = 1 << HeldNumbers::BITS;

    /// Some copies of a kind. Forms that are not asked for are left at 0, so that fewer words are different.
    #[inline]
    pub(crate) fn of(kind: Tile, copies: u8, forms: Forms) -> HeldNumbers {
        let counts = |form: &(usize, &(Form, OfKinds))| forms.contains(form.1.0) && form.1.1.among.contains(kind);
        let held = u16::from(copies >= 1) | u16::from(copies >= 2) << KINDS_BITS;
        let words =
            Form::OF_KINDS.iter().enumerate().filter(counts).map(|(place, _)| held << (FORM_BITS * place as u32));
        HeldNumbers(words.sum())
    }

    /// The number of a word.
    #[inline]
    pub(crate) const fn get(self) -> u16 {
        self.0
    }

    /// The word of a number below [`END`](HeldNumbers::END).
    #[inline]
    pub(crate) const fn from_number(number: u16) -> HeldNumbers {
        HeldNumbers(number)
    }

    /// The tiles of both.
    #[inline]
    pub(crate) const fn plus(self, other: HeldNumbers) -> HeldNumbers {
        HeldNumbers(self.0.wrapping_add(other.0))
    }

    /// The kinds and the pairs for a form, by its place in [`Form::OF_KINDS`].
    #[inline]
    const fn of_form(self, place: usize) -> [u8; 2] {
        let word = self.0 >> (FORM_BITS * place as u32);
        [word as u8 % (1 << KINDS_BITS), (word >> KINDS_BITS) as u8 % (1 << (FORM_BITS - KINDS_BITS))]
    }

    /// The same as far as it matters, now and with more tiles: no more than a form asks for.
    #[inline]
    pub(crate) fn capped(self) -> HeldNumbers {
        self.plus_capped(HeldNumbers::default())
    }

    /// The tiles of both, which may be more than fifteen, as far as it matters.
    #[inline]
    pub(crate) fn plus_capped(self, other: HeldNumbers) -> HeldNumbers {
        let mut capped = 0;
        for (place, (_, form)) in Form::OF_KINDS.iter().enumerate() {
            let ([kinds, twice], [more, more_twice]) = (self.of_form(place), other.of_form(place));
            let (kinds, twice) = ((kinds + more).min(form.kinds), (twice + more_twice).min(form.twice));
            let word = u16::from(kinds) | u16::from(twice) << KINDS_BITS;
            capped |= word << (FORM_BITS * place as u32);
        }
        HeldNumbers(capped)
    }

    /// [`HeldKinds::nearest`].
    #[inline]
    pub(crate) fn nearest(self, forms: Forms) -> Distance {
        let mut nearest = Distance::FARTHEST;
        for (place, (form, of_kinds)) in Form::OF_KINDS.iter().enumerate() {
            if forms.contains(*form) {
                let [kinds, twice] = self.of_form(place);
                nearest = nearest.min(of_kinds.lacking(kinds, twice));
            }
        }
        nearest
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
