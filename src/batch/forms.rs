//! Other forms by look-up: the kinds and pairs that a part holds follow from the number that it is looked up by.

use std::sync::LazyLock;

use super::look_up::{LookUp, Standard};
use crate::codes::{Code, Codes};
use crate::distance::Distance;
use crate::forms::{Form, Forms, HeldNumbers, lacking_by_number};
use crate::hand::MeldCount;
use crate::tile::Tile;
use crate::tile_set::Part;

/// For some forms.
#[derive(Clone, Copy)]
pub(super) struct FormsByCode {
    forms: Forms,
    /// What each part holds, by its code: 8 MB, of which common hands touch a little.
    held: &'static [HeldNumbers],
    /// The distance to each of the forms but the standard one.
    lacking: &'static [[Distance; HeldNumbers::FORM_END]; Form::OF_KINDS.len()],
}

impl FormsByCode {
    /// The first ever takes a few milliseconds, to make the tables.
    pub(super) fn new(forms: Forms) -> FormsByCode {
        static HELD: LazyLock<Vec<HeldNumbers>> = LazyLock::new(held_by_code);
        static LACKING: LazyLock<Vec<[[Distance; HeldNumbers::FORM_END]; Form::OF_KINDS.len()]>> =
            LazyLock::new(|| Forms::every_of_kinds().map(lacking_by_number).collect());
        FormsByCode { forms, held: &HELD, lacking: &LACKING[forms.number_of_kinds()] }
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
        let held = codes.all().iter().map(|code| self.held[code.index()]);
        let held = held.fold(HeldNumbers::default(), HeldNumbers::plus);
        let lacking = self.lacking.iter().enumerate().map(|(place, lacking)| lacking[held.number_of_form(place)]);
        lacking.fold(Distance::FARTHEST, Distance::min)
    }
}

impl LookUp for FormsByCode {
    #[inline]
    fn lacking(self, codes: &Codes, exposed: MeldCount) -> Distance {
        if exposed != MeldCount::default() {
            return Standard.lacking(codes, exposed);
        }
        let others = self.nearest_other(codes);
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
