//! How much of the forms' kinds some tiles hold, in a word that adds up.

use super::of_kinds::OfKinds;
use super::{Form, Forms};
use crate::distance::Distance;
use crate::tile::Tile;

/// How many kinds of each form some tiles hold, and how many of these twice, in a word. The words of the parts of a hand add
/// up to that of the hand, which has at most fifteen tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct HeldNumbers(Word);

/// As small as the forms allow, since batches look words up by the million: one more form takes a larger one.
type Word = u16;

/// Bits for a number of kinds, at most 15, and of pairs, at most 7.
const KINDS_BITS: u32 = 4;
const FORM_BITS: u32 = KINDS_BITS + 3;

const _: () = assert!(FORM_BITS * Form::OF_KINDS.len() as u32 <= Word::BITS);

/// How many numbers of kinds and of pairs matter for a form.
const fn numbers_of(form: &OfKinds) -> usize {
    (form.kinds as usize + 1) * (form.twice as usize + 1)
}

impl HeldNumbers {
    /// All words are below.
    pub(crate) const END: usize = 1 << (FORM_BITS * Form::OF_KINDS.len() as u32);

    /// All [numbers](HeldNumbers::capped_number) of capped words are below.
    pub(crate) const CAPPED_END: usize = {
        let (mut end, mut place) = (1, 0);
        while place < Form::OF_KINDS.len() {
            end *= numbers_of(&Form::OF_KINDS[place].1);
            place += 1;
        }
        end
    };

    /// Some copies of a kind. Forms that are not asked for are left at 0, so that fewer words are different.
    #[inline]
    pub(crate) fn of(kind: Tile, copies: u8, forms: Forms) -> HeldNumbers {
        let counts = |form: &(usize, &(Form, OfKinds))| forms.contains(form.1.0) && form.1.1.among.contains(kind);
        let held = Word::from(copies >= 1) | Word::from(copies >= 2) << KINDS_BITS;
        let words =
            Form::OF_KINDS.iter().enumerate().filter(counts).map(|(place, _)| held << (FORM_BITS * place as u32));
        HeldNumbers(words.sum())
    }

    /// The word, to sort by.
    #[inline]
    pub(crate) fn word(self) -> u32 {
        self.0.into()
    }

    /// The word of a number below [`END`](HeldNumbers::END).
    pub(crate) fn from_word(word: usize) -> HeldNumbers {
        HeldNumbers(word as Word)
    }

    /// A number for a [capped](HeldNumbers::capped) word, without gaps.
    pub(crate) fn capped_number(self) -> usize {
        let add = |number: usize, (place, (_, form)): (usize, &(Form, OfKinds))| {
            let [kinds, twice] = self.of_form(place);
            number * numbers_of(form) + usize::from(kinds) * (usize::from(form.twice) + 1) + usize::from(twice)
        };
        Form::OF_KINDS.iter().enumerate().fold(0, add)
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
        // As where only the standard form is asked for.
        if self.0 | other.0 == 0 {
            return self;
        }
        let mut capped = 0;
        for (place, (_, form)) in Form::OF_KINDS.iter().enumerate() {
            let ([kinds, twice], [more, more_twice]) = (self.of_form(place), other.of_form(place));
            let (kinds, twice) = ((kinds + more).min(form.kinds), (twice + more_twice).min(form.twice));
            let word = Word::from(kinds) | Word::from(twice) << KINDS_BITS;
            capped |= word << (FORM_BITS * place as u32);
        }
        HeldNumbers(capped)
    }

    /// How far a hand is from the nearest of the forms but the standard one, when each is `ahead` tiles farther: a whole hand
    /// or more when there is none.
    #[inline]
    pub(crate) fn nearest(self, forms: Forms, ahead: [u8; Form::EMBEDDED]) -> Distance {
        let mut nearest = Distance::FARTHEST;
        for (place, (form, of_kinds)) in Form::OF_KINDS.iter().enumerate() {
            if forms.contains(*form) {
                let [kinds, twice] = self.of_form(place);
                nearest = nearest.min(of_kinds.lacking(kinds, twice).and(ahead[*form as usize]));
            }
        }
        nearest
    }
}
