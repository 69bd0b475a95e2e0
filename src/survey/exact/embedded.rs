//! The classes of the embedded tables, which are those of the standard form.

use paili_tables::blob::HONORS_BEGIN;
use paili_tables::census::{HONORS, SUIT_HONORS, SUITS};
use paili_tables::counts::{MAX_TILES, with_one_less};

use super::hands::{Classes, NEVER};
use crate::distance::lookup::{self, TABLES};
use crate::forms::{Form, Forms};
use crate::hand::MeldCount;
use crate::tile_set::Part;

/// The standard form, beside a number of exposed melds.
pub(super) struct Embedded {
    /// None where it is not asked for: then all tiles are of one class, which nothing completes.
    exposed: Option<MeldCount>,
    /// What each class of a suit and of the honors lacks alone.
    alone: [Vec<usize>; 2],
}

impl Embedded {
    pub(super) fn new(forms: Forms, exposed: MeldCount) -> Embedded {
        let exposed = forms.contains(Form::Standard).then_some(exposed);
        let mut standard = Embedded { exposed, alone: Default::default() };
        let [suit, honors] = [Part::Characters, Part::Honors].map(|part| standard.class(part, 0));
        let others = standard.suit_and_honors(suit, honors);
        let of_suit = |class| standard.lacking(standard.two_suits(class, suit), others, 0);
        let suits = standard.two_suits(suit, suit);
        let of_honors = |class| standard.lacking(suits, standard.suit_and_honors(suit, class), 0);
        standard.alone = [(0..SUITS).map(of_suit).collect(), (0..HONORS).map(of_honors).collect()];
        standard
    }

    #[inline]
    fn class(&self, part: Part, code: usize) -> usize {
        let begin = if part == Part::Honors { HONORS_BEGIN } else { 0 };
        self.exposed.map_or(0, |_| TABLES.classes[begin + code].into())
    }
}

impl Classes for Embedded {
    #[inline]
    fn of_part(&self, part: Part, code: usize, tiles: usize) -> usize {
        if tiles <= MAX_TILES {
            return self.class(part, code);
        }
        // The tables end at a whole hand. A tile more is one that a hand does not use, whichever it aims at.
        let alone = &self.alone[usize::from(part == Part::Honors)];
        let less = with_one_less(code).map(|less| self.class(part, less));
        less.min_by_key(|&class| alone[class]).unwrap_or(0)
    }

    fn two_suits(&self, one: usize, other: usize) -> usize {
        // The table has the places of rows.
        self.exposed.map_or(0, |_| usize::from(lookup::two_suits(one as u8, other as u8)) / SUIT_HONORS)
    }

    fn suit_and_honors(&self, suit: usize, honors: usize) -> usize {
        self.exposed.map_or(0, |_| lookup::suit_and_honors(suit as u8, honors as u8).into())
    }

    fn lacking(&self, two_suits: usize, suit_and_honors: usize, _wildcards: u8) -> usize {
        self.exposed.map_or(NEVER, |exposed| {
            let row = (two_suits * SUIT_HONORS) as u16;
            lookup::distance_of_halves(row, suit_and_honors as u8, exposed).get().into()
        })
    }

    fn are_suits_alike(&self) -> bool {
        true
    }
}
