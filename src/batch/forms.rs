//! Other forms by look-up: the kinds and pairs that a part holds follow from the number that it is looked up by.

use std::sync::{LazyLock, OnceLock};

use super::look_up::{LookUp, Standard};
use crate::codes::{Code, Codes};
use crate::distance::Distance;
use crate::forms::{Form, Forms, HeldNumbers};
use crate::hand::MeldCount;
use crate::tile::Tile;
use crate::tile_set::Part;

/// For some forms.
#[derive(Clone, Copy)]
pub(super) struct FormsByCode {
    forms: Forms,
    /// What each part holds, by its code: 4 MB, of which common hands touch a little.
    held: &'static [HeldNumbers],
    /// The distance to the nearest of the forms but the standard one, by [`HeldNumbers`].
    nearest: &'static [Distance; HeldNumbers::END],
}

impl FormsByCode {
    /// The first ever takes a few milliseconds, to make the tables.
    pub(super) fn new(forms: Forms) -> FormsByCode {
        static HELD: LazyLock<Vec<HeldNumbers>> = LazyLock::new(held_by_code);
        static NEAREST: [OnceLock<Box<[Distance; HeldNumbers::END]>>; 1 << Form::OF_KINDS.len()] =
            [const { OnceLock::new() }; 1 << Form::OF_KINDS.len()];
        let nearest = NEAREST[forms.number_of_kinds()].get_or_init(|| nearest_by_numbers(forms));
        FormsByCode { forms, held: &HELD, nearest }
    }

    /// Whether no form is as near to tiles of such codes as the standard one, of such a distance.
    #[inline]
    pub(super) fn are_standard(self, codes: &Codes, exposed: MeldCount, distance: Distance) -> bool {
        let forms = self.forms.beside(exposed);
        forms == Forms::default() || forms.contains(Form::Standard) && distance < self.nearest_other(codes)
    }

    /// How far tiles of such codes, beside which no meld is exposed, are from the other forms.
    #[inline]
    fn nearest_other(self, codes: &Codes) -> Distance {
        let [characters, dots, bamboos, honors] = Part::each(|part| self.held[codes.all()[part].index()]);
        let held = characters.plus(dots).plus(bamboos).plus(honors);
        self.nearest[held.word() as usize % HeldNumbers::END]
    }
}

impl LookUp for FormsByCode {
    #[inline]
    fn lacking(self, codes: &Codes, exposed: MeldCount) -> Distance {
        let others = if exposed == MeldCount::default() { self.nearest_other(codes) } else { Distance::NEVER };
        if self.forms.contains(Form::Standard) { others.min(Standard.lacking(codes, exposed)) } else { others }
    }
}

/// What a part holds, by its code. Suits have the same codes, and the same kinds count in each.
fn held_by_code() -> Vec<HeldNumbers> {
    let mut by_code = Vec::with_capacity(Code::END);
    for part in [Part::Characters, Part::Honors] {
        let begin = by_code.len();
        by_code.push(HeldNumbers::default());
        for kind in part.kinds().iter() {
            let fewer = begin..by_code.len();
            for copies in 1..=Tile::COPIES {
                let more = HeldNumbers::of(kind, copies, Forms::ALL);
                by_code.extend_from_within(fewer.clone());
                let added = by_code.len() - fewer.len();
                by_code[added..].iter_mut().for_each(|held| *held = held.plus(more));
            }
        }
    }
    by_code
}

/// How far a hand is from any of some forms but the standard one, by what it holds: never when there is none.
fn nearest_by_numbers(forms: Forms) -> Box<[Distance; HeldNumbers::END]> {
    let mut nearest = Box::new([Distance::NEVER; HeldNumbers::END]);
    if forms.number_of_kinds() == 0 {
        return nearest;
    }
    for (word, nearest) in nearest.iter_mut().enumerate() {
        *nearest = HeldNumbers::from_word(word).nearest(forms, [0; Form::EMBEDDED]);
    }
    nearest
}
