//! The classes of parts, and what they lack together for the standard form.

use paili_tables::blob::{CLASS_BITS, DISTANCES_OF_MELDS, HONORS_BEGIN};
use paili_tables::census::{HONORS, SUIT_HONORS, SUITS, TWO_SUITS};
use paili_tables::counts::MAX_TILES;

use crate::distance::lookup::TABLES;
use crate::forms::{Form, Forms};
use crate::hand::MeldCount;
use crate::tile_set::Part;

/// The standard form, beside a number of exposed melds. Where it is not asked for, all tile sets are of one class, which
/// lacks a whole hand.
#[derive(Clone, Copy)]
pub(super) struct StandardForm(Option<MeldCount>);

impl StandardForm {
    pub(super) fn new(forms: Forms, exposed: MeldCount) -> Self {
        StandardForm(forms.contains(Form::Standard).then_some(exposed))
    }

    /// How many classes there are: those of the standard form, or one where it is not asked for.
    fn classes(self, standard: usize) -> usize {
        if self.0.is_some() { standard } else { 1 }
    }

    pub(super) fn classes_of(self, part: Part) -> usize {
        self.classes(if part == Part::Honors { HONORS } else { SUITS })
    }

    pub(super) fn classes_of_two_suits(self) -> usize {
        self.classes(TWO_SUITS)
    }

    pub(super) fn classes_of_suit_honors(self) -> usize {
        self.classes(SUIT_HONORS)
    }

    /// The class of a part by its code within the part.
    #[inline]
    pub(super) fn class(self, part: Part, code: usize) -> usize {
        let begin = if part == Part::Honors { HONORS_BEGIN } else { 0 };
        self.0.map_or(0, |_| TABLES.classes[begin + code].into())
    }

    /// The class of two suits.
    pub(super) fn two_suits(self, one: usize, other: usize) -> usize {
        self.0.map_or(0, |_| usize::from(TABLES.two_suits[one << CLASS_BITS | other]) / SUIT_HONORS)
    }

    /// The class of a suit and the honors.
    pub(super) fn suit_honors(self, suit: usize, honors: usize) -> usize {
        self.0.map_or(0, |_| TABLES.honors_suit[honors << CLASS_BITS | suit].into())
    }

    /// What two suits, and a suit and the honors, lack together.
    pub(super) fn lacking(self, two_suits: usize, suit_honors: usize) -> usize {
        self.0.map_or(MAX_TILES, |exposed| {
            let row = exposed.get() * DISTANCES_OF_MELDS + two_suits * SUIT_HONORS;
            TABLES.distances[row + suit_honors].into()
        })
    }
}
